"""Run a command that never outlives the process that started it.

Called as `python -I -S leash.py PARENT NICENESS COMMAND…` by file name, with nothing of ours
imported, so that it costs some 20 ms. On Linux the kernel is asked to kill this process when its
parent dies, and the command then takes its place; elsewhere it stays and watches.
"""

import contextlib
import os
import signal
import subprocess
import sys

PR_SET_PDEATHSIG = 1
LOOK_EVERY_SECONDS = 0.25


def replace(parent: int, command: list[str]) -> None:
    """Become the command, bound to the parent's life (Linux: the bond survives exec)."""
    import ctypes

    if ctypes.CDLL(None, use_errno=True).prctl(PR_SET_PDEATHSIG, signal.SIGKILL, 0, 0, 0) != 0:
        sys.exit("The kernel refuses to bind this process to its parent.")
    # The parent may have died before the bond was made; then nothing will ever signal us.
    if os.getppid() == parent:
        os.execvp(command[0], command)  # noqa: S606 - the operator's own command, without a shell


def watch(parent: int, command: list[str]) -> int:
    """Run the command beside us; kill our whole process group once the parent is gone."""
    child = subprocess.Popen(command, close_fds=False)
    # A stop reaches the child too, which is in our group; we stay to return its exit code.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    while True:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return child.wait(LOOK_EVERY_SECONDS)
        if os.getppid() != parent:
            os.killpg(os.getpgrp(), signal.SIGKILL)


def main() -> None:
    """Run the command that the arguments name."""
    parent, niceness, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3:]
    if niceness:
        os.nice(niceness)
    if sys.platform == "linux":
        replace(parent, command)
    else:
        code = watch(parent, command)
        if code < 0:
            signal.signal(-code, signal.SIG_DFL)
            os.kill(os.getpid(), -code)
        sys.exit(code)


if __name__ == "__main__":
    main()
