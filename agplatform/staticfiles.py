"""Static file names that carry a hash of their content, so that browsers may cache them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Fall back to plain names where `collectstatic` has not run (tests, first minutes of development)."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        """Return the name with its hash, or the plain one of a file that was not collected."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name
