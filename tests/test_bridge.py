from __future__ import annotations

import asyncio
import os
import sys
import threading
from pathlib import Path

import pytest

from hermes_shell import bridge
from hermes_shell.bridge import Bridge, is_openable

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="fakes the programs of a Linux desktop")


@pytest.fixture
def programs(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The only directory on PATH; fake programs go here."""
    directory = tmp_path / "bin"
    directory.mkdir()
    monkeypatch.setenv("PATH", str(directory))
    for name in ("DISPLAY", "WAYLAND_DISPLAY", "DBUS_SESSION_BUS_ADDRESS"):
        monkeypatch.delenv(name, raising=False)
    return directory


def fake(programs: Path, name: str, body: str = "", code: int = 0) -> Path:
    """Write a program that notes its arguments, one a line; returns where."""
    notes = programs.parent / f"{name}.log"
    script = programs / name
    script.write_text(f'#!/bin/sh\nprintf "%s\\n" "$@" >> "{notes}"\n{body}\nexit {code}\n')
    script.chmod(0o755)
    return notes


@pytest.mark.parametrize(
    "url",
    [
        *("https://example.org/a?b=c#d", "http://127.0.0.1:1/", "HTTPS://EXAMPLE.ORG", "mailto:a@example.org"),
        *("spotify:track:1", "tel:+123", "obsidian://open?vault=a", "vscode://file/x", "slack://open", "magnet:?xt=1"),
    ],
)
async def test_app_and_web_urls_are_opened(programs: Path, url: str) -> None:
    notes = fake(programs, "xdg-open")
    assert await Bridge().open_external(url) is True
    assert notes.read_text() == f"{url}\n"


@pytest.mark.parametrize(
    "url",
    [
        *(
            "file:///etc/passwd",
            "FILE:///x",
            "javascript:alert(1)",
            "JavaScript:alert(1)",
            "data:text/html,x",
            "blob:x",
        ),
        *("vbscript:x", "view-source:https://a", "about:blank", "ms-msdt:/id", "search-ms:query=x", "smb://host/share"),
        *("", "example.org", "/etc/passwd", "//example.org", "--help", "-x:y", "c:\\windows", "https:", "https:///x"),
        *(
            "java\nscript:x",
            " https://a",
            "https://a b",
            "https://a\x00",
            "1a:b",
            "mailto:",
            "http://[::1",
            "x" * 40_000,
        ),
    ],
)
async def test_everything_else_is_refused(programs: Path, url: str) -> None:
    notes = fake(programs, "xdg-open")
    assert await Bridge().open_external(url) is False
    assert not notes.exists()


def test_long_but_usual_urls_are_openable() -> None:
    assert is_openable("mailto:a@example.org?body=" + "x" * 10_000)


async def test_absent_program_is_false(programs: Path) -> None:
    assert await Bridge().open_external("https://example.org") is False
    assert await Bridge().reveal_path(str(programs)) is False
    assert await Bridge().write_clipboard("x") is False


async def test_failing_program_is_false(programs: Path) -> None:
    fake(programs, "xdg-open", code=3)
    assert await Bridge().open_external("https://example.org") is False


async def test_broken_program_is_false(programs: Path) -> None:
    (programs / "xdg-open").write_bytes(b"\x7fELF not a program")
    (programs / "xdg-open").chmod(0o755)
    assert await Bridge().open_external("https://example.org") is False


async def test_program_that_stays_counts_as_started(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    fake(programs, "xdg-open", body=f'read line < "{fifo}"')
    monkeypatch.setattr(bridge, "PATIENCE_SECONDS", 0.05)
    assert await Bridge().open_external("https://example.org") is True
    await asyncio.to_thread(fifo.write_text, "end\n")


async def test_programs_that_are_slow_to_start_leave_threads_for_the_rest_of_the_shell(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release = threading.Event()

    def slow(url: str) -> bool:
        return release.wait(10) and bool(url)

    monkeypatch.setattr(bridge, "open_url", slow)
    doors = Bridge()
    calls = [asyncio.create_task(doors.open_external("https://example.org")) for _ in range(40)]
    await asyncio.sleep(0)
    try:
        async with asyncio.timeout(2):
            assert await asyncio.to_thread(int, "1") == 1
    finally:
        release.set()
    assert await asyncio.gather(*calls) == [True] * 40


async def test_program_gets_no_blocked_signals_and_its_own_session(programs: Path) -> None:
    status = fake(
        programs, "xdg-open", body='while read -r line; do echo "$line" >> "$0.status"; done < /proc/$$/status'
    )
    assert await Bridge().open_external("https://example.org") is True
    lines = (programs / "xdg-open.status").read_text().splitlines()
    fields = dict(line.split(":", 1) for line in lines if ":" in line)
    assert int(fields["SigBlk"], 16) == 0
    assert fields["NSsid"].split()[0] == fields["Pid"].strip()
    assert status.exists()


async def test_clipboard_takes_the_program_of_the_display(programs: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISPLAY", ":99")
    assert await Bridge().write_clipboard("x") is False
    cat = 'while read -r line; do echo "$line" >> "$0.text"; done'
    fake(programs, "xclip", body=cat)
    assert await Bridge().write_clipboard("text ü\nsecond\n") is True
    assert (programs / "xclip.text").read_text() == "text ü\nsecond\n"


async def test_clipboard_refuses_absurd_sizes_and_replaces_lone_surrogates(
    programs: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISPLAY", ":99")
    fake(programs, "xclip", body='while read -r line; do echo "$line" >> "$0.text"; done')
    assert await Bridge().write_clipboard("x" * (bridge.CLIPBOARD_LIMIT + 1)) is False
    assert await Bridge().write_clipboard("a\ud800b\n") is True
    assert (programs / "xclip.text").read_text() == "a?b\n"


async def test_reveal_asks_the_file_manager_and_else_opens_the_folder(
    programs: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a, 'b' ü.txt"
    file.touch()
    opened = fake(programs, "xdg-open")
    assert await Bridge().reveal_path(str(file)) is True
    assert opened.read_text() == f"{tmp_path}\n"
    monkeypatch.setenv("DBUS_SESSION_BUS_ADDRESS", "unix:path=/nowhere")
    asked = fake(programs, "dbus-send")
    assert await Bridge().reveal_path(str(file)) is True
    assert f"array:string:{file.as_uri()}" in asked.read_text().splitlines()
    assert "," not in file.as_uri()
    fake(programs, "dbus-send", code=1)
    called = fake(programs, "gdbus")
    assert await Bridge().reveal_path(str(file)) is True
    assert f"['{file.as_uri()}']" in called.read_text().splitlines()
    assert opened.read_text() == f"{tmp_path}\n"


@pytest.mark.parametrize("path", ["", "relative", "/nowhere/at/all", "a\x00b", "~nobody-here/x"])
async def test_reveal_of_nothing_is_false(programs: Path, path: str) -> None:
    notes = fake(programs, "xdg-open")
    assert await Bridge().reveal_path(path) is False
    assert not notes.exists()


def test_program_that_is_slow_to_start_does_not_hold_up_the_exit(monkeypatch: pytest.MonkeyPatch) -> None:
    begun, release, left = threading.Event(), threading.Event(), threading.Event()

    def slow(url: str) -> bool:
        begun.set()
        return release.wait(10) and bool(url)

    async def leave() -> None:
        call = asyncio.create_task(Bridge().open_external("https://example.org"))
        await asyncio.to_thread(begun.wait, 10)
        call.cancel()

    def shell() -> None:
        asyncio.run(leave())
        left.set()

    monkeypatch.setattr(bridge, "open_url", slow)
    thread = threading.Thread(target=shell, daemon=True)
    thread.start()
    try:
        assert left.wait(3)
    finally:
        release.set()
        thread.join(10)


async def test_what_a_verb_throws_reaches_its_caller(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(url: str) -> bool:
        raise RuntimeError(url)

    monkeypatch.setattr(bridge, "open_url", broken)
    with pytest.raises(RuntimeError, match="spotify:1"):
        await Bridge().open_external("spotify:1")
