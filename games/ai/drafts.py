"""Whether a model's draft of a question may be asked: it asks something, is new, and is not the prompt.

Strict enough for very weak models, and blind to everything that a strong model could mean well: what is
not plainly unusable passes.
"""

import re

from games.domain.minds import AskContext
from games.domain.similarity import is_near_copy, share_found_in

# Weak models write "Question 1" or "2.5": less than this is no question that anyone could answer.
LEAST_LETTERS, LEAST_WORDS_WITHOUT_MARK = 6, 5
MOST_OF_PROMPT = 0.5
MOST_OF_QUESTION = 0.85
# A short answer may well stand in a later question.
LEAST_WORDS_OF_ANSWER_COPIED = 5

# "What is the capital of [country]?"; a longer text may hold code.
LONGEST_WITH_PLACEHOLDER = 100
_PLACEHOLDER = re.compile(r" \[[A-Za-z][A-Za-z ]{3,30}\]")
_MARKS_OF_ASKING = frozenset("?\uff1f\u061f\u037e:_\u2026")
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019][^\W\d_]+)*")
_ENGLISH = frozenset("the a an is are of and to in that it for not with this be was were has have".split())
_SENTENCE_END = re.compile(r"[.!;\n]")
_FORMS_OF_BE = frozenset("is are was were has have had".split())
_STATEMENT_OPENERS = frozenset(
    "a an the this that these those it its there here i my we our you your he his she her they their"
    " one some many most all both no because since although as".split()
)
_TASK_WORDS = frozenset(
    """
    add analyse analyze apply ask argue arrange assess assume build calculate choose cite classify comment
    compare complete compose compute consider construct continue contrast convert convince correct count
    create critique debug decide decipher decode deduce define demonstrate derive describe design determine
    develop devise differentiate discuss distinguish divide draft draw edit encode enumerate estimate
    evaluate examine explain express extract factor fill find finish formulate generate give guess
    identify illustrate imagine implement improve infer integrate interpret invent invert justify label
    let list make match minimise minimize multiply name offer optimise optimize order outline paraphrase
    pick plan please predict prepare present produce propose prove provide punctuate put rank rate
    rearrange recall recommend reconstruct recount refactor refute remove reorder repeat rephrase replace
    reply report respond restate reverse review revise rewrite say select sell sequence shorten show
    simplify simulate sketch solve sort speak specify spell spot state subtract suggest sum summarise
    summarize suppose tell text trace transform translate transcribe try turn unscramble use verify work write
    what which who whom whose when where why how
    """.split()
)


def is_fit_to_ask(question: str, answer: str, context: AskContext, *, prompt: str) -> bool:
    """Tell whether a question may be asked with this answer in this game; `prompt` is what the model was told."""
    return (
        _asks_something(question)
        and not _repeats_the_game(question, context)
        and share_found_in(question, prompt) <= MOST_OF_PROMPT
        and share_found_in(answer, prompt) <= MOST_OF_PROMPT
        and not _is_echo(answer, question)
    )


def _asks_something(question: str) -> bool:
    if len(question) <= LONGEST_WITH_PLACEHOLDER and _PLACEHOLDER.search(question):
        return False
    if sum(character.isalpha() for character in question) < LEAST_LETTERS:
        return False
    if _MARKS_OF_ASKING & set(question):
        return True
    words = [word.casefold() for word in _WORD.findall(question)]
    if len(question.split()) < LEAST_WORDS_WITHOUT_MARK and question.isascii():
        return bool(words) and words[0] in _TASK_WORDS
    # Only of English can be said what asks nothing; a text in another language is given credit.
    is_english = len(_ENGLISH & set(words)) >= 2
    return not is_english or bool(_TASK_WORDS & set(words)) or not _only_states(question)


def _only_states(question: str) -> bool:
    """Tell whether every sentence starts as a statement does; an imperative starts with its verb."""
    sentences = (_WORD.findall(part.casefold()) for part in _SENTENCE_END.split(question))
    return all(
        words[0] in _STATEMENT_OPENERS or bool(_FORMS_OF_BE & set(words[1:3])) for words in sentences if words
    )


def _repeats_the_game(question: str, context: AskContext) -> bool:
    answers = (text for past in context.rounds for text in (past.asker_answer, past.opponent_answer))
    long_answers = (text for text in answers if len(text.split()) >= LEAST_WORDS_OF_ANSWER_COPIED)
    return any(is_near_copy(question, earlier) for earlier in (*context.asked, *long_answers))


def _is_echo(answer: str, question: str) -> bool:
    return (
        share_found_in(answer, question, length=2) >= MOST_OF_QUESTION
        and share_found_in(question, answer, length=2) >= MOST_OF_QUESTION
    ) or _key(answer) == _key(question)


def _key(text: str) -> str:
    return " ".join(_WORD.findall(text.casefold())) or text
