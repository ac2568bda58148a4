"""What a player can do wrong; each error says what happened and what to do, and nothing was changed."""


class GameError(Exception):
    """A request that the game refuses; the message is written for the player."""


class NotFoundError(GameError):
    """No such thing, or none that this viewer may know of."""


class StaleMoveError(GameError):
    """The game has moved on since the page was shown."""


class NotYourTurnError(GameError):
    """Somebody else has to move."""


class TextRejectedError(GameError):
    """A text is empty, too long or holds nothing readable; `field` names the input."""

    def __init__(self, message: str, field: str) -> None:
        """Keep the name of the input beside the message."""
        super().__init__(message)
        self.field = field


class ProtocolError(GameError):
    """A protocol that cannot be made or retired so; the message is written for the operator."""


class NoOpponentError(GameError):
    """No AI player is ready for this protocol."""
