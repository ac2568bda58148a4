"""Who reads about a game, and what that reader calls its two players."""

from dataclasses import dataclass

from games.domain.rules import opponent_of
from judging.domain.naming import Names


@dataclass(frozen=True)
class Reader:
    """What a reader calls the players of seats 0 and 1 at the beginning of a sentence; `seat` is her own, if any."""

    called: tuple[str, str]
    seat: int | None = None

    @classmethod
    def playing(cls, seat: int) -> "Reader":
        """Return the player of a seat, where no other name is known."""
        return cls(("You", "Your opponent") if seat == 0 else ("Your opponent", "You"), seat)

    @property
    def left(self) -> int:
        """The seat whose points she reads first: her own, or the first."""
        return self.seat or 0

    def inside_sentence(self, seat: int) -> str:
        """Return what she calls the player of a seat in the middle of a sentence."""
        if self.seat is None:
            return self.called[seat]
        return "you" if seat == self.seat else "your opponent"

    def names(self, asker: int) -> Names:
        """Return what she calls the two sides of a round."""
        return Names(asker=self.called[asker], opponent=self.called[opponent_of(asker)])

    def score(self, points: tuple[int, int] | list[int]) -> str:
        """Write points by seat as she reads them."""
        return f"{points[self.left]} : {points[opponent_of(self.left)]}"
