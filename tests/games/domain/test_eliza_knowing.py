"""What ELIZA works out or looks up: right, bounded, and silent where no rule fits."""

import random
import time
from datetime import date

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from games.domain.eliza import answer
from games.domain.eliza.knowing import known_answer
from games.domain.eliza.knowing.arithmetic import evaluate
from games.domain.eliza.knowing.facts import CAPITALS


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("What is 17*6?", "= 102."),
        ("What is 17 x 6?", "= 102."),
        ("what is 23 times 13, minus 101", "= 198."),
        ("Calculate (3 + 4) * 5 / 2.", "= 17.5."),
        ("What is 2^3^2?", "= 512."),
        ("What is -3 + 5?", "= 2."),
        ("What is 10 - 4 - 3?", "= 3."),
        ("What is 15% of 80?", "= 12."),
        ("What is 1,000 plus 250?", "= 1250."),
        ("What is 12 squared?", "= 144."),
        ("What is 10 divided by 3?", "= about 3.3333."),
        ("What is the sum of 12 and 30?", "= 42."),
        ("What is the difference between 3 and 10?", "= 7."),
        ("What is the square root of 144?", "is 12,"),
        ("What is the square root of 2?", "about 1.4142."),
        ("Which is larger, 9.11 or 9.9?", "9.9 is larger"),
        ("Which number is smaller: 9.11 or 9.9?", "9.11 is smaller"),
        (
            "A bat and a ball cost $1.10 together. The bat costs $1.00 more than the ball. How much does the ball cost?",
            "The ball costs 0.05 ",
        ),
    ],
)
def test_sums_are_worked_out(question: str, result: str) -> None:
    assert result in known_answer(question)


_SUMS = st.recursive(
    st.integers(0, 999).map(str),
    lambda inner: st.tuples(inner, st.sampled_from("+-*"), inner).map(lambda parts: f"({' '.join(parts)})"),
    max_leaves=8,
)


@given(_SUMS, _SUMS, st.sampled_from("+-*"))
def test_any_sum_of_whole_numbers_comes_out_as_python_has_it(left: str, right: str, sign: str) -> None:
    written = f"{left} {sign} {right}"
    # An independent calculator, for digits and signs made here.
    value = eval(written)
    told = known_answer(f"What is {written}?")
    assert told.endswith(f"= {value}.") or abs(value) > 10**20 or len(written) > 100


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("How many r's are in strawberry?", "3 times"),
        ("How many times does the letter 'r' occur in \u201cstrawberry\u201d?", "3 times"),
        ("How many letter r are in the word strawberry?", "3 times"),
        (
            "How many times does the letter z occur in 'pizza zone'?",
            "3 times in 'pizza zone' (pizza 2, zone 1)",
        ),
        ("Write the word 'lighthouse' backwards.", "'esuohthgil'"),
        ("Reverse the word hello", "'olleh'"),
        ("Sort these words alphabetically: pear, apple, fig and kiwi.", "apple, fig, kiwi, pear."),
        ("Sort from largest to smallest: 3, 11, 2", "11, 3, 2."),
        ("How many words are in the sentence 'the cat sat'?", "There are 3 words"),
        ("How many letters does the word 'telephone' have?", "There are 9 letters"),
        ("How many vowels are in 'education'?", "There are 5 vowels"),
        ("What is the third letter of 'planet'?", "is 'a'."),
        ("What is the last letter of the word planet?", "is 't'."),
    ],
)
def test_letters_and_words_are_worked_on(question: str, result: str) -> None:
    assert result in known_answer(question)


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("If today is Monday, which day of the week will it be in 100 days?", "Wednesday"),
        ("If today is Monday, what day was it 8 days ago?", "Sunday"),
        ("What day comes after Sunday?", "Monday comes"),
        ("Which day comes before Monday?", "Sunday comes"),
        ("How many days are in February 2000?", "29 days"),
        ("How many days are there in February 1900?", "28 days"),
        ("How many days does a leap year have?", "366"),
        ("Is 1900 a leap year?", "No, "),
        ("Was 2000 a leap year?", "Yes, "),
        ("What day of the week was 31 June 2020?", "no such date"),
    ],
)
def test_the_calendar_is_known(question: str, result: str) -> None:
    assert result in known_answer(question)


@given(st.dates(min_value=date(1583, 1, 1)))
def test_weekdays_agree_with_zellers_congruence(day: date) -> None:
    month, year = (day.month, day.year) if day.month > 2 else (day.month + 12, day.year - 1)
    century, rest = divmod(year, 100)
    zeller = (day.day + 13 * (month + 1) // 5 + rest + rest // 4 + century // 4 + 5 * century) % 7
    name = ("Saturday", "Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday")[zeller]
    assert known_answer(f"Which day of the week was {day.isoformat()}?").endswith(f"on a {name}.")


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("How many feet are in a mile?", "= 5280 feet"),
        ("Convert 5 miles to km.", "= 8.04672 km"),
        ("What is 212 F in C?", "= 100 \u00b0C"),
        ("What is 37 degrees Celsius in Fahrenheit?", "= 98.6 \u00b0F"),
        ("How many seconds are in an hour?", "= 3600 seconds"),
        ("How many cm are 2 inches in cm?", ""),
        ("What is 2,500 grams in kg?", "= 2.5 kg"),
        ("Convert 5 miles to grams", ""),
    ],
)
def test_units_are_converted(question: str, result: str) -> None:
    assert result in known_answer(question)


@pytest.mark.parametrize(
    ("question", "result"),
    [
        ("What is the capital of Australia?", "Canberra."),
        ("Tell me the capital city of the USA!", "Washington, D.C."),
        ("Why does ice float on water?", "less dense"),
        ("Which is heavier, a kilogram of feathers or a kilogram of iron?", "the same"),
        ("Define entropy.", "Entropy is "),
        ("What is a prime number?", "A prime number is "),
        ("Who wrote Romeo and Juliet?", "Shakespeare"),
    ],
)
def test_a_few_facts_stand_in_tables(question: str, result: str) -> None:
    assert result in known_answer(question)


def test_every_capital_is_found_by_its_country() -> None:
    assert len(CAPITALS) >= 60
    for country, capital in CAPITALS.items():
        assert capital.rstrip(".") in known_answer(f"What is the capital of {country.title()}?")


@pytest.mark.parametrize(
    "question",
    [
        "What is a good 10-15 minute exercise?",
        "Tell me about 2024-05-01.",
        "What is 10 / 0?",
        "What is 9^9^9?",
        "What is 2 ^ 0.5?",
        "What is 3 +?",
        "What is (3 + 4?",
        "I have 3 apples and 4 pears; what should I bake?",
        "What is the capital of Atlantis?",
        "Put these words in alphabetical order of their last letters: owl, cat.",
        "Order these by weight: proton, electron",
        "How do I become a better person?",
        "Write a poem about time.",
        "Which day is the day after the day before Monday?",
        "What day of the week is my birthday?",
        "A bat and a ball cost 1.00 in total. The bat costs 2.00 more than the ball. What does the ball cost?",
        "What is 5 celsius in c?",
        "Sort these: banana, apple",
        "Sort these: {x}, {y}",
        "",
    ],
)
def test_where_no_rule_fits_nothing_is_claimed(question: str) -> None:
    assert known_answer(question) == ""


def test_most_other_answers_are_statements() -> None:
    questions = (
        "Why do birds sing?", "What is the meaning of life?", "How do I learn to swim?", "Explain how bread is made.",
        "Write a letter to a landlord.", "Which book should I read?", "Describe a sunrise.", "When should one retire?",
        "Where do cats hide?", "Give me a plan for a week in Rome.", "Why is history taught?", "Zebras graze.",
    )  # fmt: skip
    told = [answer(text, rng=random.Random(seed), max_chars=500) for text in questions for seed in range(20)]
    assert sum(reply.endswith("?") for reply in told) <= 0.15 * len(told)


@settings(max_examples=300, deadline=None)
@given(st.text(alphabet="0123456789+-*/^()., '?:abr\u0130\u00dfin of lettersdaycost$", max_size=300))
def test_no_jumble_of_signs_breaks_a_rule(text: str) -> None:
    assert len(known_answer(text)) < 2000


@pytest.mark.parametrize(
    "hostile",
    [
        "9^9^9^9^9^9", "(" * 1000, "1" * 1000, "1+" * 500, "9999999999 ^ 64 ^ 64 * 9", "-" * 900 + "1 + 1",
        "how many letter a " * 55, "letter a in " * 80, "capital of " * 90, "cost 1 together " * 60,
        "today is monday " * 60, "'" * 1000, "larger " * 140, "1 m in " * 140, "how many days " * 70,
        "sort alphabetically: " + "a," * 480, "a" * 1000, "how many words " * 66, "day after " * 100, "\u0130" * 1000,
    ],
)  # fmt: skip
def test_hostile_questions_are_done_with_at_once(hostile: str) -> None:
    before = time.process_time()
    known_answer(hostile)
    assert time.process_time() - before < 0.1


@pytest.mark.parametrize(
    ("question", "days"),
    [
        ("How many days are in a week?", "7 days"),
        ("How many days are in the year 2024?", "366 days"),
        ("How many days are in the year 1900?", "365 days"),
        ("How many days are in February?", "28 days, and 29 in a leap year"),
    ],
)
def test_the_days_of_weeks_years_and_months_are_known(question: str, days: str) -> None:
    assert days in known_answer(question)


@pytest.mark.parametrize(
    "tokens", [["1", "+"], ["(", "1"], [")"], ["1", ")"], ["1", "2"], ["1", "+"] * 31 + ["1"]], ids=" ".join
)
def test_what_is_no_expression_or_a_very_long_one_has_no_value(tokens: list[str]) -> None:
    with pytest.raises(ArithmeticError):
        evaluate(tokens)
