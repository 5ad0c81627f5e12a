"""Files that go with prompts."""

from __future__ import annotations

import os
import stat
from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from hermes_shell.core import attachment_store
from hermes_shell.core.attachment_store import AttachmentError, Attachments, safe_name


async def pieces(*given: bytes) -> AsyncIterator[bytes]:
    for piece in given:
        yield piece


def contents(path: str) -> tuple[bytes, int]:
    return Path(path).read_bytes(), stat.S_IMODE(os.stat(path).st_mode)


async def test_file_is_kept_for_its_user_alone(tmp_path: Path) -> None:
    attachments = Attachments(tmp_path / "attachments")
    kept = await attachments.receive("shot.png", "image/png", pieces(b"ab", b"c"))
    assert (kept.name, kept.kind, kept.size) == ("shot.png", "image", 3)
    assert contents(kept.path) == (b"abc", 0o600)
    assert attachments.get(kept.id) == kept
    assert attachments.media_type(kept.id) == "image/png"


async def test_text_is_a_file(tmp_path: Path) -> None:
    kept = await Attachments(tmp_path).receive("a.svg", "image/svg+xml", pieces(b"<svg/>"))
    assert kept.kind == "file"


async def test_too_large_a_file_leaves_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(attachment_store, "SIZE_LIMIT", 4)
    with pytest.raises(AttachmentError, match="larger than"):
        await Attachments(tmp_path).receive("a", "", pieces(b"abc", b"de"))
    assert os.listdir(tmp_path) == []


@pytest.mark.parametrize("identity", ["", "..", "../secrets", "0" * 36, "a/b"])
def test_unknown_id_is_nothing(tmp_path: Path, identity: str) -> None:
    assert Attachments(tmp_path).get(identity) is None


@pytest.mark.parametrize(
    ("given", "name"),
    [
        ("../../etc/passwd", "passwd"),
        ("C:\\Users\\me\\notes.txt", "notes.txt"),
        ("a\x00b.txt", "a_b.txt"),
        ("", "attachment.bin"),
        ("..", "attachment.bin"),
        ("facts.json", "attachment.bin"),
        ("é" * 200 + ".md", "é" * 50 + ".md"),
    ],
)
def test_name_leads_nowhere(given: str, name: str) -> None:
    assert safe_name(given, "bin") == name


async def test_old_files_go_unless_a_draft_holds_them(tmp_path: Path) -> None:
    attachments = Attachments(tmp_path)
    old, held, new = [await attachments.receive("a", "", pieces(b"x")) for _ in range(3)]
    for one in (old, held):
        os.utime(Path(one.path).parent, (1, 1))
    assert attachments.prune({held.id}) == 1
    assert [attachments.get(one.id) is None for one in (old, held, new)] == [True, False, False]
