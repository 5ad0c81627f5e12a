from __future__ import annotations

import logging
from pathlib import Path

import pytest

from hermes_shell import log
from hermes_shell.log import FILE_BYTES, FILES_KEPT, plugin_logger
from hermes_shell.paths import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    home.prepare()
    return home


def text(home: Home) -> str:
    return (home.logs / log.FILE_NAME).read_text("utf-8")


def test_lines_go_to_the_home_and_plugin_lines_name_the_plugin(home: Home) -> None:
    assert log.setup(home) == home.logs / log.FILE_NAME
    plugin_logger("nötes").warning("cannot read %s", "x")
    assert "[plugin:nötes] cannot read x" in text(home)


def test_plugin_name_cannot_forge_lines_or_formats(home: Home) -> None:
    log.setup(home)
    plugin_logger("a\n2026 ERROR b %s %(x)s").warning("100 %s", "percent")
    assert "[plugin:a?2026 ERROR b %s %(x)s] 100 percent" in text(home)
    assert len(text(home).splitlines()) == 1


def test_half_a_character_is_written_as_its_code(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    log.setup(home)
    plugin_logger("p").warning("cut \ud83c here")
    assert "cut \\ud83c here" in text(home)
    assert capsys.readouterr().err == ""


def test_no_secret_reaches_the_log(home: Home) -> None:
    secret = "s3cret-text-of-the-instance"
    log.setup(home, [secret, ""])
    logger = logging.getLogger("hermes_shell.test")
    shapes = [
        f"plain {secret}",
        "GET http://127.0.0.1:1/w/abcdefghijklmnopqrstuvwxyz/events",
        "/boot/ABCDEFGHIJKLMNOPQRSTUVWXYZ012345",
        "ws://host/api/ws?token=tok-1234567890&x=1",
        '{"api_key": "key-1234567890"}',
        "Authorization: Bearer bearer-1234567890",
        "Authorization: Basic YmFzaWMtMTIzNDU2Nzg5MA==",
        "cookie: hermes=cookie-1; other=cookie-2",
        "https://somebody:pass-1234@example.org/x",
        "key sk-abcdef0123456789abcd and ghp_abcdefghijklmnopqrst and hf_abcdefghijklmnopqrst",
        "jwt eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    ]
    for shape in shapes:
        logger.warning("%s", shape)
    try:
        raise ValueError(f"about {secret}")
    except ValueError:
        logger.exception("failed")
    written = text(home)
    hidden = (secret, "abcdefghij", "ABCDEFGHIJ", "tok-123", "key-123", "bearer-123")
    more = ("YmFzaWMt", "cookie-1", "cookie-2", "pass-1234", "sk-abc", "ghp_", "hf_abc", "eyJ", "c2lnbmF0")
    assert [text for text in (*hidden, *more) if text in written] == []
    assert "somebody" in written
    assert "/events" in written
    assert "x=1" in written
    assert "Traceback" in written


@pytest.mark.parametrize(
    "harmless",
    ["a basic example", "the bearer of news", "task-force", "http://127.0.0.1:8080/x", "disk-0123456789abcdef01"],
)
def test_what_only_looks_like_a_secret_stays(home: Home, harmless: str) -> None:
    log.setup(home)
    logging.getLogger("hermes_shell").warning("%s", harmless)
    assert harmless in text(home)


def test_plugin_line_is_written_once_per_cause_and_counted(home: Home) -> None:
    log.setup(home)
    for _ in range(1_234):
        plugin_logger("loud").error("timer: %s", "100 % broken")
    assert [line.partition("] ")[2] for line in text(home).splitlines()] == [
        "timer: 100 % broken",
        "timer: 100 % broken (for the 10th time)",
        "timer: 100 % broken (for the 100th time)",
        "timer: 100 % broken (for the 1,000th time)",
    ]


def test_another_plugin_level_or_text_is_another_cause_and_the_shell_repeats_itself(home: Home) -> None:
    log.setup(home)
    for _ in range(2):
        plugin_logger("a").error("x")
        plugin_logger("b").error("x")
        plugin_logger("a").warning("x")
        plugin_logger("a").error("y")
        logging.getLogger("hermes_shell").error("z")
    assert len(text(home).splitlines()) == 6


def test_count_survives_a_second_setup_and_is_bounded(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(log, "MOST_CAUSES", 3)
    log.setup(home)
    plugin_logger("a").error("first")
    log.setup(home, ["more secrets"])
    plugin_logger("a").error("first")
    assert text(home).count("first") == 1
    for number in range(3):
        plugin_logger("a").error("other %s", number)
    plugin_logger("a").error("first")
    assert text(home).count("first") == 2


def test_rotated_files_hold_no_secret_either(home: Home) -> None:
    secret = "s3cret-text-of-the-instance"
    log.setup(home, [secret])
    for number in range(4):
        plugin_logger("p").error("%s %s %s", number, secret, "x" * (FILE_BYTES // 2))
    files = list(home.logs.iterdir())
    assert len(files) > 1
    assert all(secret not in file.read_text("utf-8") for file in files)
    assert all("[plugin:p]" in file.read_text("utf-8") for file in files if file.stat().st_size)


def test_setup_again_keeps_one_handler_with_the_new_secrets(home: Home) -> None:
    log.setup(home)
    log.setup(home, ["later secret"])
    logging.getLogger("hermes_shell").warning("a later secret")
    assert len(text(home).splitlines()) == 1
    assert "later secret" not in text(home)


def test_verbose_shows_what_helps_authors(home: Home) -> None:
    log.setup(home)
    logging.getLogger("hermes_shell.x").debug("hidden")
    log.setup(home, verbose=True)
    logging.getLogger("hermes_shell.x").debug("shown")
    assert "hidden" not in text(home)
    assert "shown" in text(home)


def test_file_rotates(home: Home) -> None:
    log.setup(home)
    logger = logging.getLogger("hermes_shell")
    for _ in range(12):
        logger.warning("x" * (FILE_BYTES // 2))
    files = list(home.logs.iterdir())
    assert len(files) == FILES_KEPT + 1
    assert all(file.stat().st_size < 2 * FILE_BYTES for file in files)


def test_setup_for_another_home_moves_the_log(home: Home, tmp_path: Path) -> None:
    other = Home(tmp_path / "other")
    other.prepare()
    log.setup(home)
    log.setup(other)
    logging.getLogger("hermes_shell").warning("moved")
    assert text(home) == ""
    assert "moved" in text(other)


def test_unwritable_log_goes_to_standard_error(tmp_path: Path, home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    elsewhere = Home(tmp_path / "absent")
    assert log.setup(elsewhere) is None
    assert log.setup(elsewhere, ["a-secret"]) is None  # a start does it again when it knows its secrets
    logging.getLogger("hermes_shell").warning("still told")
    told = capsys.readouterr().err
    assert told.count("no log file") == 1
    assert told.count("still told") == 1


def test_full_disk_is_told_once(home: Home, capsys: pytest.CaptureFixture[str]) -> None:
    (home.logs / log.FILE_NAME).symlink_to("/dev/full")
    log.setup(home)
    for _ in range(3):
        logging.getLogger("hermes_shell").warning("lost")
    assert capsys.readouterr().err.count("the log cannot be written") == 1
    log.setup(home, ["secret"])
    logging.getLogger("hermes_shell").warning("lost again")
    assert capsys.readouterr().err == ""
