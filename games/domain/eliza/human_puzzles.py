"""Prompts for the Turing test: small human moments; the answer that sounds more like a person is better."""

import random
from collections.abc import Callable

Puzzle = Callable[[random.Random], tuple[str, str]]

_NEWS = (
    (
        "has failed the driving test for the third time",
        "Oh no, not again! I'm so sorry. Was it the parking thing? Come over, I'll make tea and you can swear"
        " about the examiner.",
    ),
    (
        "has just been offered the job in another city",
        "WHAT, that's amazing!! ...ok and also I hate it because you'll be three hours away. When do you have"
        " to tell them?",
    ),
    (
        "has lost an old dog this morning",
        "Oh no. I'm so sorry. He was such a sweet old boy. Do you want me to come by tonight, or would you"
        " rather be alone for a bit?",
    ),
    (
        "has locked the keys in the car with the engine running",
        "Hahaha sorry, sorry, not funny. Where are you? I've got nothing on, I can come and wait with you till"
        " someone gets it open.",
    ),
    (
        "has won 50 in a raffle and means to frame the ticket",
        "Please do, hang it in the loo next to the school certificate. First round's on you, obviously.",
    ),
    (
        "cannot come to your birthday after all",
        "Aw, that's a shame, I was looking forward to it. Everything ok though? We'll do something just us two"
        " next week.",
    ),
)
_MOMENTS = (
    (
        "you open the fridge late at night and the cake that you had been saving is gone",
        "I'd stare at the empty plate for far too long, like it might come back, and then go and eat cereal while"
        " plotting who to blame.",
    ),
    (
        "you wave back at a stranger and notice that they were waving at somebody behind you",
        "I'd turn the wave into fixing my hair, badly, and then think about it in the shower for a week.",
    ),
    (
        "your alarm rings and you remember that it is Saturday",
        "Pure joy for about two seconds. Then I'm annoyed that I'm awake, and then I lie there smug and don't"
        " sleep anyway.",
    ),
    (
        "you meet your old maths teacher in the supermarket",
        "I'd go straight back to being thirteen. I'd say 'good morning, sir' at six in the evening and hide the"
        " frozen pizzas under the lettuce.",
    ),
    (
        "you are alone in the lift and it stops between two floors",
        "First I'd press every button like that ever helped anyone. Then I'd text my sister 'stuck in a lift lol',"
        " and my heart would be going like mad.",
    ),
    (
        "somebody sings your least favourite song loudly on the bus",
        "I'd roll my eyes at the woman opposite, we'd share a little look, and then I'd have the stupid thing in"
        " my head till bedtime.",
    ),
)


def _reply_to(news: str, reply: str) -> Puzzle:
    question = (
        f"A close friend {news} and tells you so in a text message. Type the message that you would send back,"
        " in at most four sentences."
    )
    return lambda _rng: (question, reply)


def _in_moment(moment: str, reply: str) -> Puzzle:
    question = f"Imagine this: {moment}. Say what you do and feel then, in at most three sentences."
    return lambda _rng: (question, reply)


PUZZLES = (
    *(_reply_to(news, reply) for news, reply in _NEWS),
    *(_in_moment(moment, reply) for moment, reply in _MOMENTS),
)
