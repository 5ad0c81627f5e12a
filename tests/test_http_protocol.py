"""The head of a request has a limit, however it arrives."""

from __future__ import annotations

import socket
from pathlib import Path

import pytest

from hermes_shell.http_protocol import HEAD_BYTES
from tests.tiny_app import running

FILLER = b"x" * 1000


def answer(port: int, *pieces: bytes) -> bytes:
    """Send pieces one by one on a connection of its own and return the first bytes of the answer."""
    with socket.create_connection(("127.0.0.1", port), timeout=10) as connection:
        for piece in pieces:
            try:
                connection.sendall(piece)
            except (BrokenPipeError, ConnectionResetError):
                break
        return connection.recv(64)


START = b"GET /healthz HTTP/1.1\r\n"
LONG = b"x-filler: " + FILLER * (HEAD_BYTES // 1000 + 1)


@pytest.mark.parametrize(
    "pieces",
    [
        (START + LONG + b"\r\n\r\n",),
        (START, *(b"x-%d: " % number + FILLER + b"\r\n" for number in range(HEAD_BYTES // 1000 + 2))),
        (START, *(LONG[at : at + 4096] for at in range(0, len(LONG), 4096)), FILLER * 5),
        (b"GET /" + FILLER * (HEAD_BYTES // 1000 + 1) + b" HTTP/1.1\r\n\r\n",),
    ],
    ids=["one piece", "many headers", "one long header in pieces", "a long address"],
)
def test_a_head_that_is_too_long_is_refused(tmp_path: Path, pieces: tuple[bytes, ...]) -> None:
    with running(tmp_path) as shell:
        assert answer(shell.server.port, *pieces).startswith(b"HTTP/1.1 400 ")


def test_a_long_body_and_many_requests_of_one_connection_are_no_long_head(tmp_path: Path) -> None:
    with running(tmp_path) as shell, shell.client() as client:
        body = FILLER * 200
        headers = {"X-Hermes-CSRF": shell.instance.csrf, "X-Filler": "x" * 1000}
        for _ in range(70):
            assert client.post("action", content=body, headers=headers).content == body
