"""Static files: names that carry a hash of their content, so that browsers may cache them for ever, and their sending."""

from django.http import HttpRequest, HttpResponse
from whitenoise.middleware import WhiteNoiseMiddleware
from whitenoise.responders import StaticFile
from whitenoise.storage import CompressedManifestStaticFilesStorage


class StaticFilesMiddleware(WhiteNoiseMiddleware):
    """Send a static file in one piece: ours are small, and a file read in steps would hold up an ASGI server."""

    @staticmethod
    def serve(static_file: StaticFile, request: HttpRequest) -> HttpResponse:
        """Answer with the file, a part of it, or that the browser has it already."""
        reply = static_file.get_response(request.method, request.META)
        content = b""
        if reply.file is not None:
            with reply.file as file:
                content = file.read()
        response = HttpResponse(content, status=int(reply.status))
        del response.headers["Content-Type"]
        for name, value in reply.headers:
            response.headers[name] = value
        return response


class StaticFilesStorage(CompressedManifestStaticFilesStorage):
    """Fall back to plain names where `collectstatic` has not run (tests, first minutes of development)."""

    manifest_strict = False

    def stored_name(self, name: str) -> str:
        """Return the name with its hash, or the plain one of a file that was not collected."""
        try:
            return str(super().stored_name(name))
        except ValueError:
            return name
