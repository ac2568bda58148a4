"""What goes wrong between people and judging; each message says what happened and what to do, and nothing was changed."""


class JudgingError(Exception):
    """A request that judging refuses; the message is written for whoever made it."""


class NotAllowedError(JudgingError):
    """This person may not do that."""


class StaleCaseError(JudgingError):
    """The case has moved on since the page was shown."""


class InvalidInputError(JudgingError):
    """Something is missing or too long; `field` names the input."""

    def __init__(self, message: str, field: str) -> None:
        """Keep the name of the input beside the message."""
        super().__init__(message)
        self.field = field
