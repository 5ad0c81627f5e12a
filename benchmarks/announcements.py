"""One announcement to fifty streams of a real server."""

from __future__ import annotations

import asyncio
import json
import subprocess
import sys
import time
from urllib.parse import urlsplit

from benchmarks.environment import DEADLINE, end
from benchmarks.measurement import Measurement, Options, measured
from e2e.shell_process import ShellClient

STREAMS = 50
BYTES = 2_000


def run(options: Options) -> list[Measurement]:
    """Start a server in a child that publishes when it is told to; fifty clients here note when each one arrives."""
    count = options.times(100, 30)
    home = options.directory / "home"
    home.mkdir()
    process = subprocess.Popen(
        [sys.executable, "-m", "benchmarks.publisher", str(home)], stdin=subprocess.PIPE, stdout=subprocess.PIPE
    )
    try:
        assert process.stdout is not None
        client = ShellClient.open(json.loads(process.stdout.readline())["boot_url"])
        cookie = "; ".join(f"{one.name}={one.value}" for one in client.http.cookies.jar)
        delays = asyncio.run(_listen(process, client.base, cookie, count))
    finally:
        assert process.stdin is not None
        process.stdin.close()
        end(process)
    lost = STREAMS * count - len(delays)
    return [
        measured("announcements.delivery", delays, f"{BYTES} bytes each, guard included"),
        measured("announcements.lost", [lost], f"of {STREAMS * count}"),
    ]


async def _listen(process: subprocess.Popen[bytes], base: str, cookie: str, count: int) -> list[float]:
    """Open all streams, have `count` announcements published, and return every delay in milliseconds."""
    parts = urlsplit(base)
    request = (
        f"GET {parts.path}events HTTP/1.1\r\nHost: {parts.netloc}\r\nCookie: {cookie}\r\n"
        "Accept: text/event-stream\r\nSec-Fetch-Site: same-origin\r\n\r\n"
    ).encode()
    opened = [asyncio.Event() for _ in range(STREAMS)]
    delays: list[float] = []
    tasks = [
        asyncio.create_task(_stream(parts.hostname or "", parts.port or 80, request, one, count, delays))
        for one in opened
    ]
    async with asyncio.timeout(DEADLINE):
        await asyncio.gather(*(one.wait() for one in opened))
    assert process.stdin is not None
    process.stdin.write(f"{count} {BYTES}\n".encode())
    process.stdin.flush()
    _, pending = await asyncio.wait(tasks, timeout=DEADLINE)
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in tasks:
        if not task.cancelled():
            task.result()
    return delays


async def _stream(host: str, port: int, request: bytes, opened: asyncio.Event, count: int, delays: list[float]) -> None:
    reader, writer = await asyncio.open_connection(host, port, limit=1 << 20)
    try:
        writer.write(request)
        status = await reader.readline()
        if b" 200 " not in status:
            raise RuntimeError(f"the stream was refused: {status.decode().strip()}")
        seen = 0
        while seen < count:
            line = await reader.readline()
            now = time.time_ns()
            if not line:
                return
            if line.startswith(b"event: hello"):
                opened.set()
            elif line.startswith(b"data:") and b'"sent"' in line:
                delays.append((now - int(json.loads(line[5:])["sent"])) / 1e6)
                seen += 1
    finally:
        writer.close()
