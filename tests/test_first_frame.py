"""The kept beginning of a page: what it depends on, and that it holds no secret."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell import first_frame
from hermes_shell.first_frame import BOUNDARY, NONCE, FirstFrame, frame_key
from hermes_shell.page import page_html
from hermes_shell.paths import Home
from hermes_shell.settings import Settings
from hermes_shell.storage import Storage
from tests.shell_parts import open_app

BASE = "/w/secret-of-the-path/"


def home(root: Path) -> Home:
    made = Home(root)
    made.prepare()
    return made


def test_frame_comes_back_with_another_nonce_and_base(tmp_path: Path) -> None:
    FirstFrame(home(tmp_path), BASE).keep("k", f'<a href="{BASE}x" nonce="{NONCE}">{BOUNDARY}secret')
    frames = FirstFrame(Home(tmp_path), "/w/other/")
    text = frames.read("k")
    assert text is not None
    assert "secret" not in text
    assert frames.filled(text, "fresh") == '<a href="/w/other/x" nonce="fresh">'


@pytest.mark.parametrize("content", [b"", b"k", b"k\n", b"other\n<p>", b"k\n\xff", b"k\n" + b"x" * 3_000_000])
def test_unusable_file_is_no_frame(tmp_path: Path, content: bytes) -> None:
    (home(tmp_path).cache / "first-frame.html").write_bytes(content)
    assert FirstFrame(Home(tmp_path), BASE).read("k") is None


def test_frame_that_is_not_whole_is_no_frame(tmp_path: Path) -> None:
    FirstFrame(home(tmp_path), BASE).keep("k", f"<style>a {{}}</style><p>{BOUNDARY}")
    file = Home(tmp_path).cache / "first-frame.html"
    whole = file.read_bytes()
    for damaged in (whole[:-12], whole.replace(b"<p>", b"<!-"), whole + b" "):
        file.write_bytes(damaged)
        assert FirstFrame(Home(tmp_path), BASE).read("k") is None
    file.write_bytes(whole)
    assert FirstFrame(Home(tmp_path), BASE).read("k") == "<style>a {}</style><p>"


def test_frame_that_is_kept_already_is_not_written(tmp_path: Path) -> None:
    frames = FirstFrame(home(tmp_path), BASE)
    frames.keep("k", "page")
    (Home(tmp_path).cache / "first-frame.html").unlink()
    frames.keep("k", "page")
    assert frames.read("k") is None
    frames.keep("k", "new page")
    assert frames.read("k") == "new page"


def test_home_that_cannot_be_written_keeps_none(tmp_path: Path) -> None:
    (tmp_path / "desktop-shell").write_text("a file where the directory should be")
    frames = FirstFrame(Home(tmp_path), BASE)
    frames.keep("k", "page")
    assert frames.read("k") is None


def test_key_follows_what_the_shell_keeps_and_not_what_it_knows_of_plugins(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(home=home(tmp_path))
    storage = Storage.open(settings.home.database)
    try:
        keys = [frame_key(settings, storage)]
        storage.set("shell", "plugins.folders", {"a": 1})
        assert frame_key(settings, storage) == keys[0]
        storage.set("shell", "theme", {"mode": "dark"})
        keys.append(frame_key(settings, storage))
        keys.append(frame_key(Settings(home=settings.home, safe_mode=True), storage))
        monkeypatch.setattr(first_frame, "__version__", "another")
        keys.append(frame_key(settings, storage))
    finally:
        storage.close()
    assert len(set(keys)) == len(keys)


async def test_kept_frame_of_the_real_page_holds_no_secret(tmp_path: Path) -> None:
    async with open_app(tmp_path) as (_, shell, _):
        home(tmp_path / "kept")
        frames = FirstFrame(Home(tmp_path / "kept"), shell.base)
        frames.keep("k", page_html(shell, NONCE, inline=True))
        text = frames.read("k")
        assert text is not None
        assert [secret for secret in shell.instance.secrets() if secret in text] == []
        assert page_html(shell, "fresh", inline=True).startswith(frames.filled(text, "fresh"))
