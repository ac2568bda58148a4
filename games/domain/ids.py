"""How games and rounds are named outside the database: rows' own keys, or the same as text from URLs and tasks."""

import uuid

GameId = uuid.UUID | str
RoundId = int | str
