"""Puzzles from first-year courses: calculus, algebra, physics, computing, statistics."""

import random
from math import gcd


def _derivative(rng: random.Random) -> tuple[str, str]:
    cubic, square, line, at = (rng.randint(2, 5), rng.randint(2, 9), rng.randint(1, 9), rng.randint(2, 4))
    value = 3 * cubic * at**2 - 2 * square * at + line
    return (
        f"Let f(x) = {cubic}x^3 - {square}x^2 + {line}x. What is f'({at})?",
        f"{value}, since f'(x) = {3 * cubic}x^2 - {2 * square}x + {line}, and at x = {at} this is"
        f" {3 * cubic * at**2} - {2 * square * at} + {line} = {value}.",
    )


def _system(rng: random.Random) -> tuple[str, str]:
    x, y = rng.randint(-6, 9), rng.randint(2, 9)
    a, b = rng.randint(2, 5), rng.randint(2, 5)
    return (
        f"Solve for x and y: x + {a}y = {x + a * y} and {b}x - y = {b * x - y}.",
        f"x = {x}, y = {y}. Check: {x} + {a} x {y} = {x + a * y}, and {b} x ({x}) - {y} = {b * x - y}.",
    )


def _ohm(rng: random.Random) -> tuple[str, str]:
    first, second, current = 4 * rng.randint(2, 9), 4 * rng.randint(2, 9), rng.randint(2, 6)
    volts = (first + second) * current
    return (
        f"Two resistors of {first} and {second} ohms are in series on a battery, and {current} A flow. What is"
        " the battery's voltage, and how much power do both take together?",
        f"{volts} V and {volts * current} W: R = {first + second} ohms, U = R x I = {volts} V,"
        f" P = U x I = {volts * current} W.",
    )


def _binary(rng: random.Random) -> tuple[str, str]:
    number = rng.randint(65, 250)
    powers = [1 << bit for bit in range(7, -1, -1) if number >> bit & 1]
    return (
        f"Write the decimal number {number} in binary and in hexadecimal.",
        f"Binary {number:b}, hexadecimal {number:X}: {number} = {' + '.join(map(str, powers))}.",
    )


def _median(rng: random.Random) -> tuple[str, str]:
    numbers = rng.sample(range(3, 60), 6)
    numbers.append(7 * rng.randint(20, 40) - sum(numbers) % 7)
    total = sum(numbers)
    return (
        f"What are the median and the mean of {', '.join(map(str, numbers))}?",
        f"Median {sorted(numbers)[3]}, mean {total // 7}: in order they are"
        f" {', '.join(map(str, sorted(numbers)))}; their sum is {total}, divided by 7.",
    )


def _divisor(rng: random.Random) -> tuple[str, str]:
    common = rng.choice((6, 8, 9, 12, 14, 15))
    left, right = (common * factor for factor in rng.sample((5, 7, 8, 9, 11, 13), 2))
    divisor = gcd(left, right)
    return (
        f"What are the greatest common divisor and the least common multiple of {left} and {right}?",
        f"The greatest common divisor is {divisor} and the least common multiple is"
        f" {left * right // divisor} ({left} x {right} / {divisor}).",
    )


PUZZLES = (_derivative, _system, _ohm, _binary, _median, _divisor)
