"""The pages of judging: judges for everybody, moderation for those who moderate."""
