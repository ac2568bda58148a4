"""The minds of AI players: ELIZA's rules, and any model behind an OpenAI-compatible endpoint."""
