"""The connection settings: secrets for their owner alone, and never empty where they cannot be read."""

from __future__ import annotations

import json
import stat
from pathlib import Path

import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway import ModelSettings
from hermes_shell.gateway.connection_settings import ConnectionSettings, load_settings, save_settings

FULL = ConnectionSettings(
    mode="remote",
    chosen=True,
    url="https://host",
    token="the-token",
    command="/bin/hermes",
    model=ModelSettings("https://models/v1", "the-key", "m"),
)


def test_what_is_saved_is_read_again_and_belongs_to_its_owner(tmp_path: Path) -> None:
    file = tmp_path / "gateway.json"
    assert load_settings(file) == ConnectionSettings()
    save_settings(file, FULL)
    assert load_settings(file) == FULL
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [entry.name for entry in tmp_path.iterdir()] == ["gateway.json"]


def test_secrets_are_in_no_text_of_the_settings() -> None:
    assert "the-token" not in repr(FULL)
    assert "the-key" not in repr(FULL)


def test_a_file_that_others_could_read_is_closed(tmp_path: Path) -> None:
    file = tmp_path / "gateway.json"
    file.write_text("{}")
    file.chmod(0o644)
    assert load_settings(file).mode == "auto"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


DAMAGED = ["", "{", "[]", "null", '{"mode":"magic"}', '{"url":7}', '{"model":[]}', '{"model":{"api_key":1}}']


@pytest.mark.parametrize("text", [*DAMAGED, "[" * 99_999, " " * 99_999])
def test_a_damaged_file_is_a_fault_and_stays(tmp_path: Path, text: str) -> None:
    file = tmp_path / "gateway.json"
    file.write_text(text)
    with pytest.raises(GatewayUnusable, match="are damaged"):
        load_settings(file)
    assert file.read_text() == text
    save_settings(file, FULL)
    assert load_settings(file) == FULL
    (kept,) = [entry for entry in tmp_path.iterdir() if entry != file]
    assert kept.read_text() == text


def test_what_cannot_be_read_is_not_taken_for_empty(tmp_path: Path) -> None:
    file = tmp_path / "gateway.json"
    file.mkdir()
    with pytest.raises(GatewayUnusable, match="cannot be read"):
        load_settings(file)


def test_what_cannot_be_written_is_told_and_the_old_one_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "gateway.json"
    save_settings(file, FULL)

    def full(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("os.fsync", full)
    with pytest.raises(GatewayError, match="No space left"):
        save_settings(file, ConnectionSettings())
    assert load_settings(file) == FULL
    assert [entry.name for entry in tmp_path.iterdir()] == ["gateway.json"]


def test_fields_of_a_later_version_are_no_damage(tmp_path: Path) -> None:
    file = tmp_path / "gateway.json"
    file.write_text(json.dumps({"mode": "embedded", "later": {"x": 1}}))
    assert load_settings(file) == ConnectionSettings(mode="embedded", chosen=True)
