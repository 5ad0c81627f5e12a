"""A model server that does what the prompt says: the test double of an OpenAI-compatible API, on loopback."""

from __future__ import annotations

import json
import select
import socket
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Any, cast

from tests.model_server.gates import Gates
from tests.model_server.script import Answer, Part, ScriptError, answer_to, parse, text_of
from tests.model_server.wire import Completion

MODEL = "scripted-model"
KEY = "sk-scripted"
TITLE = "A scripted chat"
"""What a call that does not stream is answered: titles and judgements of an agent are such calls."""


class ModelServer:
    """A running server; a context manager.

    Attributes:
        base_url: what a client is configured with, ends with `/v1`.
        gates: where «hold NAME» waits.
        requests: the body of every completion that was asked for, in order.
        side_answer: what calls that do not stream are answered.
    """

    def __init__(self) -> None:
        self.gates = Gates()
        self.requests: list[dict[str, Any]] = []
        self.side_answer = TITLE
        self._queue: list[Answer] = []
        self._lock = threading.Lock()
        self._count = 0
        self._http = _Http(("127.0.0.1", 0), _Handler)
        self._http.owner = self
        self._thread = threading.Thread(target=self._http.serve_forever, args=(0.02,), name="model server", daemon=True)
        self.base_url = f"http://127.0.0.1:{self._http.server_port}/v1"

    def __enter__(self) -> ModelServer:
        self._thread.start()
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.gates.close()
        self._http.shutdown()
        self._http.server_close()
        self._thread.join()

    def queue(self, script: str) -> None:
        """Answer the next streamed calls with the answers of `script`, whatever their prompts say."""
        with self._lock:
            self._queue += parse(script)

    def forget(self) -> None:
        """Drop what is queued and what was asked so far, between two tests."""
        with self._lock:
            self._queue.clear()
            self.requests.clear()

    @property
    def prompts(self) -> list[str]:
        """The newest user message of every streamed call, in order."""
        found: list[str] = []
        for request in self.requests:
            if request.get("stream"):
                users = [text_of(message) for message in request["messages"] if message.get("role") == "user"]
                found.append(users[-1] if users else "")
        return found

    def complete(self, request: dict[str, Any]) -> Completion:
        """Record a request and choose its answer.

        Raises:
            ScriptError: the script of its prompt is wrong.
        """
        messages: list[dict[str, Any]] = request["messages"]
        with self._lock:
            self.requests.append(request)
            self._count += 1
            number = self._count
            queued = self._queue.pop(0) if self._queue and request.get("stream") else None
        answer = queued or (answer_to(messages) if request.get("stream") else (Part("say", self.side_answer),))
        return Completion(number, str(request.get("model", MODEL)), messages, answer)


class _Http(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    owner: ModelServer


class _Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    disable_nagle_algorithm = True

    @property
    def owner(self) -> ModelServer:
        """The server whose script is followed."""
        return cast("_Http", self.server).owner

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing on stderr."""

    def do_GET(self) -> None:
        if self.path != "/v1/models":
            return self._refuse(404, "not found")
        models = [{"id": MODEL, "object": "model", "created": 0, "owned_by": "tests", "context_length": 131072}]
        self._json(200, {"object": "list", "data": models})

    def do_POST(self) -> None:
        raw = self.rfile.read(int(self.headers.get("Content-Length", "0")))
        if self.path != "/v1/chat/completions":
            return self._refuse(404, "not found")
        if self.headers.get("Authorization") != f"Bearer {KEY}":
            return self._refuse(401, "bad key")
        try:
            request: dict[str, Any] = json.loads(raw)
            completion = self.owner.complete(request)
        except ScriptError as error:
            return self._refuse(400, str(error))
        except (ValueError, LookupError, TypeError) as error:
            return self._refuse(400, f"bad request: {error!r}")
        refusal = next((part for part in completion.answer if part.name == "error"), None)
        if refusal is not None:
            return self._refuse(refusal.number, refusal.text)
        if not request.get("stream"):
            return self._json(200, completion.whole())
        try:
            self._stream(completion)
        except OSError:  # its reader has gone
            self.close_connection = True

    def _stream(self, completion: Completion) -> None:
        """Send the chunks in chunked encoding, so that a cut connection is one for every client."""
        self.send_response(200)
        self.send_header("Content-Type", "text/event-stream")
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        pace = 0.0
        for line in completion.lines():
            if isinstance(line, str):
                data = line.encode()
                self.wfile.write(b"%x\r\n%b\r\n" % (len(data), data))
                time.sleep(pace) if pace else None
            elif line.name == "pace":
                pace = line.number / 1000
            elif line.name == "cut":
                self.close_connection = True
                return self.connection.shutdown(socket.SHUT_RDWR)
            elif not self.owner.gates.wait(line.text, self._gone):
                raise OSError("nobody reads on")
        self.wfile.write(b"0\r\n\r\n")

    def _gone(self) -> bool:
        """Whether the reader has closed the connection."""
        if not select.select([self.connection], [], [], 0)[0]:
            return False
        try:
            return not self.connection.recv(1, socket.MSG_PEEK)
        except OSError:  # reset, with chunks unread
            return True

    def _refuse(self, status: int, message: str) -> None:
        self._json(status, {"error": {"message": message, "type": "scripted", "code": status}})

    def _json(self, status: int, body: dict[str, Any]) -> None:
        data = json.dumps(body).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
