"""`python -m tests.model_server`: a scripted model for trying things by hand; ends with Ctrl+C."""

from __future__ import annotations

import signal

from tests.model_server.server import KEY, MODEL, ModelServer

with ModelServer() as server:
    print(f"base URL {server.base_url}, key {KEY}, model {MODEL}", flush=True)
    signal.sigwait({signal.SIGINT, signal.SIGTERM})
