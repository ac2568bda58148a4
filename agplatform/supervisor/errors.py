"""What keeps the platform from running, each told in one line."""

import errno

REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EFBIG: "files may not grow any further here",
    errno.EACCES: "the permission is missing",
    errno.EPERM: "the permission is missing",
    errno.EROFS: "the disk is read-only",
    errno.ENOTDIR: "a part of that path is a file, not a folder",
    errno.EEXIST: "a file stands where a folder is needed",
    errno.ENAMETOOLONG: "that path is too long",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
}
# What other programs write when they meet the same troubles; they give us text, not an errno.
FULL_DISK_TEXTS = (
    "no space left",
    "disk is full",
    "disk full",
    "disk quota exceeded",
    "disk i/o error",
    "file too large",
)
UNWRITABLE_TEXTS = ("permission denied", "read-only", "readonly database", "unable to open database file")


class CannotRunError(Exception):
    """The platform cannot start or go on; the message is one whole line for the operator."""


def explain(error: OSError, *, where: object = None) -> str:
    """Return one line that names the file, or else `where` it happened, and what is wrong with it."""
    reason = REASONS.get(error.errno or 0, error.strerror or str(error))
    place = error.filename or where
    return f"{place}: {reason}." if place else f"{reason}."


def trouble_with_disk(text: str, folder: object) -> str | None:
    """Return one line when `text`, which another program wrote, complains of the disk; else None."""
    lowered = text.lower()
    if any(phrase in lowered for phrase in FULL_DISK_TEXTS):
        return f"{folder}: the disk is full. Make room there, or choose another --data-dir."
    if any(phrase in lowered for phrase in UNWRITABLE_TEXTS):
        return f"{folder}: cannot be written. Give this user the permission, or choose another --data-dir."
    return None
