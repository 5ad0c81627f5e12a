from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import hermes_shell

WAITER = """
import threading
from hermes_shell.signals import StopSignals
signals = StopSignals()
thread = threading.Thread(target=lambda: threading.Event().wait(30), daemon=True)
thread.start()
print("ready", flush=True)
signals.wait()
print("stopped", flush=True)
"""

ENDER = """
from hermes_shell.signals import StopSignals
signals = StopSignals()
signals.wait(lambda: False)
signals.stop()
signals.wait()
print("ended")
"""


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM])
def test_signal_ends_the_wait_and_not_the_process(number: signal.Signals) -> None:
    root = Path(hermes_shell.__file__).parents[1]
    with subprocess.Popen([sys.executable, "-c", WAITER], stdout=subprocess.PIPE, text=True, cwd=root) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
        process.send_signal(number)
        assert process.stdout.readline() == "stopped\n"
        assert process.wait(10) == 0


def test_wait_ends_when_nothing_needs_it() -> None:
    root = Path(hermes_shell.__file__).parents[1]
    done = subprocess.run(
        [sys.executable, "-c", ENDER], capture_output=True, text=True, timeout=30, check=True, cwd=root
    )
    assert done.stdout == "ended\n"
