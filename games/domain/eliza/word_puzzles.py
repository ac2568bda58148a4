"""Puzzles about words, numbers and days, with answers worked out."""

import random

_WORDS = (
    "lighthouse umbrella telescope orchestra blackberry watermelon grasshopper strawberry caterpillar"
    " dictionary toothbrush helicopter saxophone hurricane labyrinth moonlight nightingale parachute"
    " rattlesnake sunflower thunderstorm velocity wheelbarrow xylophone yesterday zucchini"
).split()
_DAYS = "Monday Tuesday Wednesday Thursday Friday Saturday Sunday".split()


def _count_letter(rng: random.Random) -> tuple[str, str]:
    phrase = " ".join(rng.sample(_WORDS, 3))
    letter = rng.choice(sorted(set(phrase) - {" "}))
    counts = [f"{word} {word.count(letter)}" for word in phrase.split()]
    return (
        f"How many times does the letter '{letter}' occur in the phrase '{phrase}'?",
        f"{phrase.count(letter)}: {', '.join(counts)}.",
    )


def _reverse(rng: random.Random) -> tuple[str, str]:
    word = rng.choice(_WORDS)
    return (
        f"Write the word '{word}' backwards and say which letter then stands in the fifth place.",
        f"Backwards it is '{word[::-1]}', and its fifth letter is '{word[::-1][4]}'.",
    )


def _sort_words(rng: random.Random) -> tuple[str, str]:
    words = rng.sample(_WORDS, 5)
    by_last = sorted(words, key=lambda word: word[::-1])
    while len({word[-1] for word in words}) < len(words):
        words = rng.sample(_WORDS, 5)
        by_last = sorted(words, key=lambda word: word[::-1])
    return (
        f"Put these words in alphabetical order of their last letters: {', '.join(words)}.",
        f"{', '.join(by_last)} (last letters: {', '.join(word[-1] for word in by_last)}).",
    )


def _multiply(rng: random.Random) -> tuple[str, str]:
    left, right, less = rng.randint(23, 98), rng.randint(13, 39), rng.randint(101, 499)
    return (
        f"What is {left} times {right}, minus {less}?",
        f"{left * right - less}, because {left} x {right} = {left * right} and"
        f" {left * right} - {less} = {left * right - less}.",
    )


def _weekday(rng: random.Random) -> tuple[str, str]:
    today, days = rng.randrange(7), rng.randint(45, 400)
    weeks, rest = divmod(days, 7)
    over = "1 day" if rest == 1 else f"{rest} days"
    return (
        f"If today is {_DAYS[today]}, which day of the week will it be in {days} days?",
        f"{_DAYS[(today + days) % 7]}: {days} days are {weeks} weeks and {over}, and {over} after"
        f" {_DAYS[today]} comes {_DAYS[(today + days) % 7]}.",
    )


def _sequence(rng: random.Random) -> tuple[str, str]:
    first, step, growth = rng.randint(2, 9), rng.randint(2, 6), rng.randint(2, 4)
    terms = [first]
    for index in range(6):
        terms.append(terms[-1] + step + growth * index)
    return (
        f"The gaps between these numbers grow by the same amount each time: {', '.join(map(str, terms[:5]))}."
        " Which two numbers come next?",
        f"{terms[5]} and {terms[6]}: the gaps are {step}, {step + growth}, {step + 2 * growth} and so on,"
        f" each {growth} more than the one before.",
    )


PUZZLES = (_count_letter, _reverse, _sort_words, _multiply, _weekday, _sequence)
