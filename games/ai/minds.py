"""The one place that turns a player's configuration into a mind."""

from games.ai.eliza_mind import ElizaMind
from games.ai.openai_mind import OpenAIMind
from games.domain.minds import FaultKind, Mind, MindFault, PlayerConfig


def mind_for(config: PlayerConfig) -> Mind:
    """Return the mind that plays as `config` says, or raise MindFault(misconfigured) when none can."""
    if config.engine == "eliza":
        return ElizaMind()
    if config.engine == "openai":
        return OpenAIMind(config)
    raise MindFault(FaultKind.MISCONFIGURED, detail="unknown engine")
