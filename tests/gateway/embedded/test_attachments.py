from __future__ import annotations

import base64
import os
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.attachments import (
    ALL_TEXT_BYTES,
    TEXT_BYTES,
    Attachments,
    decoded,
    existing_file,
    with_files,
)
from tests.gateway.embedded.test_images import PNG


def test_an_image_is_kept_private_under_a_safe_name(tmp_path: Path) -> None:
    kept, image, size = Attachments(tmp_path / "files").keep_image(
        "../../evil", "../../../etc/pass wd.png", base64.b64encode(PNG).decode()
    )
    assert (image.width, size) == (640, len(PNG))
    assert kept.is_relative_to(tmp_path / "files")
    assert kept.name.endswith("-pass wd.png")
    assert kept.stat().st_mode & 0o777 == 0o600


def test_what_is_no_image_is_refused(tmp_path: Path) -> None:
    with pytest.raises(GatewayError, match="not a PNG") as refused:
        Attachments(tmp_path).keep_image("a", "x.svg", base64.b64encode(b"<svg>").decode())
    assert refused.value.code == 4016


def test_a_file_comes_as_a_data_url(tmp_path: Path) -> None:
    files = Attachments(tmp_path)
    kept = files.keep_file("a", "..", "data:text/plain;base64,aGVsbG8=")
    assert kept.read_text() == "hello"
    for wrong in ("data:text/plain,hello", "http://example.org/", "data:;base64,?"):
        with pytest.raises(GatewayError):
            files.keep_file("a", "x", wrong)
    files.delete("a")
    assert not kept.exists()
    files.delete("a")


def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "files").write_text("in the way")
    with pytest.raises(GatewayError, match="cannot be kept"):
        Attachments(tmp_path / "files").keep_file("a", "x", "data:;base64,aGVsbG8=")


def test_base64_has_a_limit() -> None:
    assert decoded("aGk=", 2) == b"hi"
    with pytest.raises(GatewayError, match="larger than"):
        decoded("aGk=" * 100, 2)


def test_a_prompt_without_references_stays_as_it_is(tmp_path: Path) -> None:
    assert with_files("no reference, me@example.org", str(tmp_path), {}) is None


def test_referenced_files_go_behind_the_prompt(tmp_path: Path) -> None:
    (tmp_path / "a.txt").write_text("one ``` two")
    (tmp_path / "with space.txt").write_text("three")
    (tmp_path / "binary").write_bytes(b"\0\1\2")
    text = with_files(
        'see @file:a.txt, @file:"with space.txt" @file:binary @file:gone @file:att', str(tmp_path), {"att": __file__}
    )
    assert text is not None
    assert text.startswith("see @file:a.txt")
    assert "--- Attached Context ---" in text
    assert "a.txt:\n````\none ``` two\n````" in text
    assert "three" in text
    assert "[binary: not a text file, 3 bytes]" in text
    assert "[gone: no such file]" in text
    assert "test_referenced_files_go_behind_the_prompt" in text


def test_referenced_files_are_cut(tmp_path: Path) -> None:
    for name in "abcdef":
        (tmp_path / name).write_text(name * (TEXT_BYTES + 10))
    text = with_files(" ".join(f"@file:{name}" for name in "abcdef"), str(tmp_path), {})
    assert text is not None
    assert "[cut here]" in text
    assert len(text) < ALL_TEXT_BYTES + TEXT_BYTES


def test_a_pipe_is_not_read(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    assert "no such file" in (with_files("@file:pipe", str(tmp_path), {}) or "")


def test_an_existing_file(tmp_path: Path) -> None:
    (tmp_path / "a").write_text("")
    assert existing_file("a", str(tmp_path)) == tmp_path / "a"
    for wrong in ("b", ".", "\0", "~nobody-here/x"):
        with pytest.raises(GatewayError, match="file not found"):
            existing_file(wrong, str(tmp_path))
