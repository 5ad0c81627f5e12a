"""Files that a chat's messages may show as documents of their own."""

from __future__ import annotations

from pathlib import Path

import pytest

from hermes_shell.core.preview import HEADERS, SIZE_LIMIT, PreviewError, read_document, with_prelude, wrapped


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    place = tmp_path / "work"
    (place / "sub").mkdir(parents=True)
    (place / "a.html").write_text("<p>ü</p>", "utf-8")
    (place / "sub" / "b.HTM").write_text("b", "utf-8")
    (place / "notes.txt").write_text("text", "utf-8")
    (place / "large.html").write_bytes(b"x" * (SIZE_LIMIT + 1))
    (place / "folder.html").mkdir()
    (tmp_path / "outside.html").write_text("secret", "utf-8")
    (place / "link.html").symlink_to(tmp_path / "outside.html")
    return place


def test_html_files_of_the_folder_are_read(folder: Path) -> None:
    assert read_document(folder, "a.html") == "<p>ü</p>"
    assert read_document(folder, "sub/b.HTM") == "b"
    assert read_document(folder, str(folder / "a.html")) == "<p>ü</p>"


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("", "No file"),
        ("a\0.html", "No file"),
        ("none.html", "no such file"),
        ("../outside.html", "outside"),
        ("link.html", "outside"),
        ("/etc/passwd", "outside"),
        ("notes.txt", "Only HTML"),
        ("folder.html", "not a file"),
        ("large.html", "larger than 2 MB"),
        ("x" * 5000 + ".html", "cannot be read"),
    ],
)
def test_everything_else_is_not_and_says_why(folder: Path, name: str, reason: str) -> None:
    with pytest.raises(PreviewError, match=reason):
        read_document(folder, name)


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("<!doctype html><html><head><title>x</title>", "<!doctype html><html><head>"),
        ("<!DOCTYPE html><p>x", "<!DOCTYPE html>"),
        ('<html lang="de"><body>', '<html lang="de">'),
        ("<!-- a -->\n<!doctype html>\n<html a='>'>\n<HEAD><p>", "<!-- a -->\n<!doctype html>\n<html a='>'>\n<HEAD>"),
        ("<p>x</p>", "<!doctype html>"),
        ("<script>const a='<html><head></head></html>'</script>", "<!doctype html>"),
        ("<!-- <head> --><p>x", "<!doctype html>"),
        ("<header>x</header>", "<!doctype html>"),
    ],
)
def test_the_prelude_comes_first_and_the_document_keeps_its_mode(text: str, before: str) -> None:
    made = with_prelude(text)
    assert made.startswith(f"{before}<style>")
    assert made.endswith(text.removeprefix(before))


def test_a_document_may_run_scripts_and_nothing_else() -> None:
    policy = dict(one.strip().split(" ", 1) for one in HEADERS["content-security-policy"].split(";"))
    assert policy["sandbox"] == "allow-scripts"
    assert [policy[name] for name in ("default-src", "frame-src", "form-action", "base-uri")] == ["'none'"] * 4


def test_a_document_cannot_end_the_frame_that_it_stands_in() -> None:
    made = wrapped('"></iframe><script>bad()</script>')
    assert made.count("<iframe") == made.count("</iframe>") == 1
    assert "bad()</script>" not in made
