from __future__ import annotations

import json
from pathlib import Path

import pytest

from hermes_shell.instance import Instance
from hermes_shell.paths import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path / "дом ü")
    assert home.prepare() == []
    return home


def test_secrets_stay_over_restarts_and_are_private(home: Home) -> None:
    first = Instance.load(home)
    assert first.incidents == []
    assert home.secrets.stat().st_mode & 0o777 == 0o600
    assert len(set(first.secrets())) == 3
    second = Instance.load(home)
    assert second.secrets() == first.secrets()
    assert second.base == f"/w/{first.path_secret}/"
    assert sorted(file.name for file in home.state.iterdir() if file.is_file()) == ["instance.json", "instance.lock"]


def test_secrets_do_not_appear_in_the_representation(home: Home) -> None:
    instance = Instance.load(home)
    assert instance.session not in repr(instance)
    assert instance.csrf not in repr(instance)


def test_loosened_mode_is_tightened(home: Home) -> None:
    Instance.load(home)
    home.secrets.chmod(0o644)
    Instance.load(home)
    assert home.secrets.stat().st_mode & 0o777 == 0o600


@pytest.mark.parametrize(
    "content",
    [b"", b"{", b"[]", b"{}", b'{"path": "short", "session": "short", "csrf": "short"}', b"\xff\xfe", b"[" * 70_000],
)
def test_damaged_file_is_set_aside_and_told_once(home: Home, content: bytes) -> None:
    home.secrets.write_bytes(content)
    instance = Instance.load(home)
    assert len(instance.incidents) == 1
    assert "is damaged" in instance.incidents[0]
    assert [file.read_bytes() for file in home.state.glob("instance.json.damaged-*")] == [content]
    again = Instance.load(home)
    assert again.incidents == []
    assert again.secrets() == instance.secrets()


def test_path_secret_with_a_slash_is_damage(home: Home) -> None:
    record = {"path": "a/../" + "b" * 40, "session": "s" * 40, "csrf": "c" * 40}
    home.secrets.write_text(json.dumps(record))
    assert "damaged" in Instance.load(home).incidents[0]


def test_unreadable_file_is_left_alone(home: Home) -> None:
    home.secrets.mkdir()  # reading a directory fails for root too
    instance = Instance.load(home)
    assert "cannot be read" in instance.incidents[0]
    assert home.secrets.is_dir()
    instance.remember_port(1234)
    assert instance.file is None


def test_home_that_cannot_be_written_means_memory(tmp_path: Path) -> None:
    (tmp_path / "desktop-shell").write_text("a file where a directory belongs")
    instance = Instance.load(Home(tmp_path))
    assert instance.incidents == []  # the storage tells it, once
    assert len(instance.session) >= 32
    instance.remember_port(1234)
    assert instance.port == 1234


@pytest.mark.parametrize("port", ["80", 0, -1, 70_000, None, 1.5])
def test_absurd_port_is_ignored(home: Home, port: object) -> None:
    Instance.load(home)
    record = json.loads(home.secrets.read_bytes())
    home.secrets.write_text(json.dumps({**record, "port": port}))
    instance = Instance.load(home)
    assert instance.port is None
    assert instance.incidents == []


def test_remembered_port_is_written_in_one_step(home: Home) -> None:
    instance = Instance.load(home)
    instance.remember_port(4321)
    assert json.loads(home.secrets.read_bytes())["port"] == 4321
    assert home.secrets.stat().st_mode & 0o777 == 0o600
    instance.release()
    assert Instance.load(home).port == 4321
