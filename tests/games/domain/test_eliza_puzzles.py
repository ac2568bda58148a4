"""ELIZA's puzzles: every answer is checked by other means than the rule that made it."""

import itertools
import random
import re
from calendar import day_name
from datetime import date, timedelta
from fractions import Fraction
from statistics import mean, median

import pytest

from games.domain.eliza import college_puzzles, office_puzzles, word_puzzles
from games.domain.eliza.asking import Puzzle

SEEDS = range(60)


def numbers(text: str) -> list[int]:
    """List the whole numbers of a text."""
    return [int(found) for found in re.findall(r"-?\d+", text)]


def made(puzzle: Puzzle) -> list[tuple[str, str]]:
    """Make the puzzle with many seeds."""
    return [puzzle(random.Random(seed)) for seed in SEEDS]


COUNT, REVERSE, SORT, MULTIPLY, WEEKDAY, SEQUENCE = word_puzzles.PUZZLES
INVOICE, WAGES, REORDER, BREAK_EVEN, AVERAGE = office_puzzles.PUZZLES
DERIVATIVE, SYSTEM, OHM, BINARY, MEDIAN, DIVISOR = college_puzzles.PUZZLES


def test_letters_are_counted_rightly() -> None:
    for question, answer in made(COUNT):
        letter, phrase = re.findall(r"'([^']+)'", question)
        assert numbers(answer)[0] == sum(character == letter for character in phrase) > 0


def test_words_are_reversed_rightly() -> None:
    for question, answer in made(REVERSE):
        word = re.findall(r"'(\w+)'", question)[0]
        backwards, fifth = re.findall(r"'(\w+)'", answer)
        assert list(backwards) == list(reversed(word))
        assert fifth == word[len(word) - 5]


def test_words_are_sorted_by_distinct_last_letters() -> None:
    for question, answer in made(SORT):
        words = question.rstrip(".").split(": ")[1].split(", ")
        ordered = answer.split(" (")[0].split(", ")
        assert sorted(words) == sorted(ordered)
        assert all(one[-1] < two[-1] for one, two in itertools.pairwise(ordered))


def test_products_are_right() -> None:
    for question, answer in made(MULTIPLY):
        left, right, less = numbers(question)
        assert numbers(answer)[0] == left * right - less


def test_weekdays_agree_with_the_calendar() -> None:
    monday = date(2024, 1, 1)
    for question, answer in made(WEEKDAY):
        today = next(index for index, name in enumerate(day_name) if name in question)
        later = monday + timedelta(days=today + numbers(question)[0])
        assert answer.startswith(day_name[later.weekday()] + ":")


def test_sequences_go_on_with_constant_second_difference() -> None:
    for question, answer in made(SEQUENCE):
        terms = numbers(question) + numbers(answer)[:2]
        gaps = [after - before for before, after in itertools.pairwise(terms)]
        assert len({after - before for before, after in itertools.pairwise(gaps)}) == 1


def test_invoices_come_out_to_the_cent() -> None:
    for question, answer in made(INVOICE):
        chairs, price, discount, tax = (
            int(found) for found in re.findall(r"(\d+)(?:\.00 each| chairs| %)", question)
        )
        total = Fraction(chairs * price) * Fraction(100 - discount, 100) * Fraction(100 + tax, 100)
        shown = answer.split(". Goods")[0].replace(",", "")
        assert Fraction(shown) == total


def test_wages_pay_overtime_at_time_and_a_half() -> None:
    for question, answer in made(WAGES):
        rate, _, hours = numbers(question)
        assert numbers(answer)[0] == rate * 40 + Fraction(3, 2) * rate * (hours - 40)


def test_reorder_points_last_until_the_delivery() -> None:
    for question, answer in made(REORDER):
        daily, lead, reserve = numbers(question)
        assert numbers(answer)[0] - daily * lead == reserve


def test_break_even_covers_the_fixed_costs_exactly() -> None:
    for question, answer in made(BREAK_EVEN):
        fixed, price, cost = numbers(question)
        assert numbers(answer)[0] * (price - cost) == fixed


def test_the_missing_day_makes_the_average() -> None:
    for question, answer in made(AVERAGE):
        *calls, target = numbers(question)
        assert mean([*calls, numbers(answer)[0]]) == target
        assert numbers(answer)[0] > 0


def test_derivatives_agree_with_a_difference_quotient() -> None:
    for question, answer in made(DERIVATIVE):
        cubic, square, line, at = (int(found) for found in re.findall(r"(\d+)(?=x|\)\?)", question))

        def value(x: Fraction, cubic: int = cubic, square: int = square, line: int = line) -> Fraction:
            return cubic * x**3 - square * x**2 + line * x

        small = Fraction(1, 10**6)
        slope = (value(at + small) - value(at - small)) / (2 * small)
        assert numbers(answer)[0] == round(slope)


def test_solutions_satisfy_both_equations() -> None:
    for question, answer in made(SYSTEM):
        found = re.search(r"x \+ (\d+)y = (-?\d+) and (\d+)x - y = (-?\d+)", question)
        assert found is not None
        a, first, b, second = map(int, found.groups())
        x, y = numbers(answer)[:2]
        assert (x + a * y, b * x - y) == (first, second)


def test_voltage_and_power_follow_ohms_law() -> None:
    for question, answer in made(OHM):
        first, second, current = numbers(question)
        volts, watts = numbers(answer)[:2]
        assert volts == current * first + current * second
        assert watts == current**2 * (first + second)


def test_binary_and_hexadecimal_read_back() -> None:
    for question, answer in made(BINARY):
        found = re.match(r"Binary ([01]+), hexadecimal ([0-9A-F]+): \d+ = (.*)\.$", answer)
        assert found is not None
        number = numbers(question)[0]
        assert int(found[1], 2) == int(found[2], 16) == sum(map(int, found[3].split(" + "))) == number


def test_median_and_mean_agree_with_the_standard_library() -> None:
    for question, answer in made(MEDIAN):
        values = numbers(question)
        assert len(values) == 7
        assert numbers(answer)[:2] == [median(values), mean(values)]


def test_divisor_and_multiple_are_the_greatest_and_the_least() -> None:
    for question, answer in made(DIVISOR):
        left, right = numbers(question)
        divisor, multiple = numbers(answer)[:2]
        assert divisor == max(d for d in range(1, left + 1) if left % d == 0 == right % d)
        assert multiple == next(m for m in range(left, left * right + 1, left) if m % right == 0)


@pytest.mark.parametrize("puzzle", [*word_puzzles.PUZZLES, *office_puzzles.PUZZLES, *college_puzzles.PUZZLES])
def test_a_seed_gives_one_puzzle(puzzle: Puzzle) -> None:
    assert puzzle(random.Random(3)) == puzzle(random.Random(3))
