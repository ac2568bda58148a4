"""ELIZA, a player of rules without a model (after Weizenbaum, CACM 9(1), 1966); all words are our own."""

from games.domain.eliza.answering import answer
from games.domain.eliza.asking import ask

__all__ = ["answer", "ask"]
