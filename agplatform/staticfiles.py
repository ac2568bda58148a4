"""Static file names that carry a hash of their content, so that browsers may cache them for ever."""

from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Fall back to plain names where `collectstatic` has not run (tests, first minutes of development)."""

    manifest_strict = False
