"""What goes wrong names the input that it is about."""

from judging.domain.errors import InvalidInputError


def test_an_invalid_input_keeps_its_field_beside_its_message() -> None:
    error = InvalidInputError("The text is empty. Write something.", "text")
    assert (str(error), error.field) == ("The text is empty. Write something.", "text")
