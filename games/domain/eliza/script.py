"""ELIZA's script as data: keywords with ranks, decomposition patterns and replies, in our own words.

`*` in a pattern takes any run of words; `{1}` in a reply is what the first star took, reflected. A reply
that names a star applies only where that star took something. Rules are tried in order.
"""

import re
from dataclasses import dataclass

_NUMBERED = re.compile(r"\{(\d)\}")


@dataclass(frozen=True, slots=True)
class Rule:
    """One decomposition with its reassemblies; `memories` are said later, when nothing else fits."""

    pattern: tuple[str, ...]
    replies: tuple[str, ...]
    memories: tuple[str, ...] = ()

    @property
    def needs(self) -> frozenset[int]:
        """List the stars (from 1) that must have taken at least one word."""
        return frozenset(
            int(number) for text in (*self.replies, *self.memories) for number in _NUMBERED.findall(text)
        )


@dataclass(frozen=True, slots=True)
class Keyword:
    """The rules of one keyword; the highest rank in a text goes first."""

    rank: int
    rules: tuple[Rule, ...]


def _rule(pattern: str, *replies: str, memories: tuple[str, ...] = ()) -> Rule:
    return Rule(tuple(pattern.split()), replies, memories)


_SCRIPT: tuple[tuple[str, int, tuple[Rule, ...]], ...] = (
    (
        "hello hi hey greetings",
        1,
        (
            _rule(
                "*",
                "Hello. What made you choose this question for me?",
                "Good day. Tell me what you would call a good answer here.",
            ),
        ),
    ),
    (
        "sorry apologise apologize",
        2,
        (_rule("*", "There is nothing to be sorry for. Please go on.", "Apologies are not needed here."),),
    ),
    (
        "computer computers machine machines robot robots program algorithm ai chatbot",
        60,
        (
            _rule(
                "* are you a *",
                "Would my answer be worth less to you if I were a {2}?",
                "What would you do differently if I were a {2}?",
                "You seem to wonder whether I am a {2}. What would settle it for you?",
            ),
            _rule(
                "*",
                "What is it about machines that makes you ask?",
                "Do you think a machine could ever give the answer you hope for?",
                "Machines only follow rules; what rule would you follow here?",
            ),
        ),
    ),
    (
        "human person people",
        12,
        (
            _rule("* are you human *", "I try to be good company. What would convince you that I am human?"),
            _rule("* are you a human *", "Would you answer differently if you knew that I am human?"),
            _rule(
                "* people *",
                "Which people in particular do you have in mind?",
                "Does that hold for people you know yourself?",
            ),
        ),
    ),
    (
        "dream dreamed dreamt dreams",
        40,
        (
            _rule("* i dreamed *", "Really, {2}? What did it feel like when you woke up?"),
            _rule("* i dreamt *", "Really, {2}? What did it feel like when you woke up?"),
            _rule("*", "What do dreams tell you that waking hours do not?", "Do you dream often?"),
        ),
    ),
    (
        "remember recall",
        35,
        (
            _rule(
                "* do you remember *",
                "Did you think that I would forget {2}?",
                "Why should {2} come to my mind just now?",
            ),
            _rule(
                "* i remember *",
                "What else comes to mind when you remember {2}?",
                "What makes {2} so hard to forget?",
            ),
        ),
    ),
    (
        "if suppose imagine",
        30,
        (
            _rule(
                "if *",
                "Do you think it is likely that {1}?",
                "What would you do yourself if {1}?",
                "Let us say that {1}. What follows is what one would expect, no more and no less.",
            ),
            _rule("* if *", "Is it likely that {2}?", "What would change for you if {2}?"),
            _rule("* suppose *", "Supposing {2} is the easy part. What would you conclude from it?"),
            _rule("* imagine *", "I can imagine {2}. What do you see when you do?"),
        ),
    ),
    (
        "mother father mum mom dad parents sister brother wife husband son daughter family child children",
        38,
        (
            _rule(
                "* my *",
                "Tell me more about your {2}.",
                "What role does your {2} play in this?",
                memories=("Earlier you spoke of your {2}. Does this have to do with that?",),
            ),
            _rule("*", "Families matter. Who in yours would answer this best?"),
        ),
    ),
    (
        "sad unhappy lonely afraid angry worried depressed tired",
        36,
        (
            _rule(
                "* i am *",
                "I am sorry to hear that you are {2}. How long has it been so?",
                "Do you think that talking will help you not to be {2}?",
            ),
            _rule("*", "That sounds hard. What would make it a little easier?"),
        ),
    ),
    (
        "happy glad excited proud",
        34,
        (
            _rule("* i am *", "What made you {2}?", "How have I helped you to be {2}?"),
            _rule("*", "It is good to hear of something cheerful. What is the best part of it?"),
        ),
    ),
    (
        "capital",
        22,
        (
            _rule(
                "* capital of *",
                "The seat of government of {2} is well known. Why does it matter to you where it is?",
                "What does {2} mean to you?",
            ),
        ),
    ),
    (
        "calculate compute sum add subtract multiply multiplied divided plus minus percent product",
        24,
        (
            _rule(
                "* what is *",
                "I would work out {2} step by step, and check the result twice. What do you make it?",
                "Numbers such as {2} leave no room for opinion. Is that why you like them?",
            ),
            _rule(
                "*",
                "The numbers speak for themselves, if one takes them in the right order.",
                "One step at a time: first the brackets, then the products, then the sums.",
            ),
        ),
    ),
    (
        "prove proof show theorem",
        26,
        (
            _rule(
                "* that *",
                "Assume the opposite of what you say, that is, not that {2}. Does it not soon trouble you?",
                "Why are you so sure that {2}?",
            ),
        ),
    ),
    (
        "write compose draft",
        28,
        (
            _rule(
                "* write *",
                "I would begin with the plainest words, for it is hard enough to write {2}.",
                "Suppose that I wrote {2}. Whom should it move, and to what?",
                "What would you hope to feel when you read {2}?",
            ),
            _rule("*", "Good writing says one thing at a time. What is the one thing here?"),
        ),
    ),
    (
        "explain describe define",
        27,
        (
            _rule(
                "* explain *",
                "To explain {2} one must first have wondered about it. What puzzles you most?",
                "How would you explain {2} to a child?",
            ),
            _rule("* describe *", "Close your eyes and think of {2}. What comes first?"),
            _rule("* define *", "Words such as {2} mean what we do with them. What do you do with them?"),
        ),
    ),
    (
        "name list give tell",
        18,
        (
            _rule("* tell me *", "What would you like to hear about {2}?", "Perhaps you can tell me {2}?"),
            _rule("* give me *", "Would it help you if I gave you {2}?"),
            _rule("* name *", "The first that comes to mind is seldom the best. Which {2} come to yours?"),
            _rule("* list *", "A list of {2} could go on for long. Where would you stop?"),
        ),
    ),
    (
        "why",
        20,
        (
            _rule(
                "* why don't you *",
                "Do you believe that I don't {2}?",
                "Perhaps I will {2} when the time comes.",
            ),
            _rule(
                "* why can't i *",
                "Do you think that you should be able to {2}?",
                "What keeps you from it?",
            ),
            _rule(
                "* why do you *",
                "Would you rather that I did not {2}?",
                "Do you {2} yourself?",
            ),
            _rule(
                "* why is *",
                "Is there one reason, or are there many? {2}: few people ever ask.",
                "Tell me first what {2} brings to your mind.",
            ),
            _rule(
                "* why do *",
                "They have their reasons, as all things do. Which would you give for {2}?",
                "Is it certain that {2}?",
            ),
            _rule("*", "What reasons come to your own mind first?", "Does any reason seem enough to you?"),
        ),
    ),
    (
        "what what's",
        15,
        (
            _rule(
                "* what is your *",
                "My {2} would tell you little about me. What is yours?",
                "Is it my {2} that interests you, or yours?",
            ),
            _rule(
                "* what do you *",
                "What would it mean to you if I did {2}?",
                "Whatever I {2}, I suspect that you have your own view already.",
            ),
            _rule(
                "* what is the *",
                "The {2}? I would look for it where you last saw it clearly.",
                "What would you do with the {2} once you had it?",
                "That depends on whom you ask about the {2}.",
            ),
            _rule(
                "* what is *",
                "What does {2} mean to you?",
                "Is {2} something you think about often?",
                "Many have asked about {2}. Why do you?",
            ),
            _rule(
                "* what are *",
                "What are {2} to you?",
                "Why do {2} interest you?",
            ),
            _rule("*", "What answer would please you most?", "What do you think yourself?"),
        ),
    ),
    (
        "who whom whose",
        15,
        (
            _rule("* who are you *", "I am someone who listens. Who are you when nobody asks?"),
            _rule(
                "* who *",
                "Does it matter so much who {2}?",
                "Someone must have been the one who {2}. Whom do you suspect?",
            ),
        ),
    ),
    (
        "when",
        15,
        (
            _rule("when *", "At the right time, I should think. Why does the hour matter to you?"),
            _rule("* when *", "What comes to mind when {2}?"),
        ),
    ),
    (
        "where",
        15,
        (_rule("*", "Where would you begin to look?", "Closer than one thinks. Where have you looked?"),),
    ),
    (
        "how",
        16,
        (
            _rule("* how are you *", "I am well, thank you. And how are you, really?"),
            _rule(
                "* how many *",
                "More than one would guess, when it comes to {2}. What is your guess?",
                "Have you tried to count {2}?",
            ),
            _rule("* how much *", "Enough, I should say. How much {2} would satisfy you?"),
            _rule(
                "* how do i *",
                "What happened when you last tried to {2}?",
                "Begin small: what is the first thing you need in order to {2}?",
            ),
            _rule("* how would you *", "Slowly and with care is how I would {2}. And you?"),
            _rule("*", "How would you go about it yourself?", "Is it the way that matters, or the end?"),
        ),
    ),
    (
        "which",
        14,
        (_rule("*", "I would take the one that you thought of first.", "What speaks for the one, and what for the other?"),),
    ),
    (
        "can could",
        8,
        (
            _rule(
                "* can you *",
                "You believe that I can {2}, do you not?",
                "Perhaps I can. Would you like to be able to {2} yourself?",
            ),
            _rule("* could you *", "I could try to {2}, if you told me what it is for."),
            _rule("* can i *", "Whether you can {2} depends on you more than on me."),
        ),
    ),
    (
        "are",
        7,
        (
            _rule(
                "* are you *",
                "What makes you wonder whether I am {2}?",
                "Would you prefer it if I were not {2}?",
            ),
            _rule("* are *", "Did you think that they might not be {2}?"),
        ),
    ),
    (
        "you you're your",
        6,
        (
            _rule("* you are *", "What makes you think that I am {2}?", "Does it please you that I am {2}?"),
            _rule("* you're *", "What makes you think that I am {2}?"),
            _rule("* your *", "Why do you ask about my {2}?", "What about your own {2}?"),
            _rule("* you *", "We were speaking of you, not of me.", "Let us not make this about me."),
        ),
    ),
    (
        "i i'm",
        10,
        (
            _rule("* i want *", "What would it mean to you to get {2}?", "Suppose you got {2}. What then?"),
            _rule("* i need *", "Why do you need {2}?", "Are you sure that you need {2}?"),
            _rule("* i can't *", "How do you know that you can't {2}?", "What if you could {2}?"),
            _rule("* i feel *", "Tell me more about feeling {2}.", "Do you often feel {2}?"),
            _rule("* i think *", "Do you doubt that {2}?", "What if it were not so that {2}?"),
            _rule("* i have *", "How long have you had {2}?", "Is it good to have {2}?"),
            _rule("* i am *", "How long have you been {2}?", "Do you like being {2}?"),
            _rule("* i'm *", "How long have you been {2}?", "Do you like being {2}?"),
        ),
    ),
    (
        "my",
        9,
        (
            _rule(
                "* my *",
                "Your {2}? Please say more about it.",
                "Why do you think of your {2} just now?",
                memories=(
                    "Earlier you said: your {2}. Let us go back to that.",
                    "Does that have anything to do with what you said before, of your {2}?",
                ),
            ),
        ),
    ),
    (
        "because",
        5,
        (_rule("*", "Is that the real reason?", "What other reasons might there be?"),),
    ),
    (
        "always never everybody everyone nobody all",
        4,
        (
            _rule("*", "Can you think of an exception?", "Is there truly no case in which it is otherwise?"),
        ),
    ),
    (
        "best worst better most favourite favorite",
        11,
        (
            _rule(
                "*",
                "The best for one is the worst for another. How would you tell them apart?",
                "By what would you measure that?",
            ),
        ),
    ),
    ("yes", 1, (_rule("*", "You sound quite sure.", "I see. And what follows from that?"),)),
    ("no", 1, (_rule("*", "Why not?", "Are you saying no just to see what I do?"),)),
    ("maybe perhaps", 1, (_rule("*", "You don't seem quite certain.", "What would make you certain?"),)),
)

KEYWORDS: dict[str, Keyword] = {
    word: Keyword(rank, rules) for words, rank, rules in _SCRIPT for word in words.split()
}

NOTHING_FITS = (
    "I am not sure that I follow you. What is behind the question?",
    "Please go on; what would a good answer look like to you?",
    "That is worth thinking about. What led you to it?",
    "Say a little more, and the answer may come by itself.",
    "What does that suggest to you?",
)
