"""Explicit setting, else the agent of this machine, else the embedded gateway; never another one instead."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Literal

import pytest

from hermes_shell.errors import GatewayUnusable
from hermes_shell.gateway import ModelSettings, choice
from hermes_shell.gateway.choice import choose_backend, settings_file
from hermes_shell.gateway.connection_settings import ConnectionSettings, Mode, save_settings
from hermes_shell.paths import Home


@pytest.fixture
def home(tmp_path: Path) -> Home:
    made = Home(tmp_path / "home")
    assert made.prepare() == []
    return made


def agent(monkeypatch: pytest.MonkeyPatch, path: Path | None) -> None:
    def find(*_: object) -> Path | None:
        return path

    monkeypatch.setattr(choice, "find_agent", find)


@pytest.mark.parametrize(
    ("option", "mode", "there", "kind"),
    [
        ("none", "remote", True, None),
        ("auto", "auto", True, "child"),
        ("auto", "auto", False, "embedded"),
        ("auto", "embedded", True, "embedded"),
        ("auto", "child", True, "child"),
        ("auto", "remote", True, "remote"),
        ("demo", "remote", True, "embedded"),
        ("embedded", "remote", True, "embedded"),
        ("child", "remote", True, "child"),
        ("remote", "embedded", True, "remote"),
    ],
)
def test_the_start_decides_before_the_settings_and_they_before_what_is_there(
    home: Home,
    monkeypatch: pytest.MonkeyPatch,
    option: Literal["auto", "child", "remote", "embedded", "demo", "none"],
    mode: Mode,
    there: bool,
    kind: str | None,
) -> None:
    agent(monkeypatch, Path("/bin/hermes") if there else None)
    save_settings(settings_file(home), ConnectionSettings(mode=mode, url="https://host"))
    backend = choose_backend(option, home)
    assert (backend.kind if backend else None) == kind


def test_a_choice_that_cannot_be_had_is_a_fault(home: Home, monkeypatch: pytest.MonkeyPatch) -> None:
    agent(monkeypatch, None)
    with pytest.raises(GatewayUnusable, match="no Hermes agent on this machine"):
        choose_backend("child", home)
    with pytest.raises(GatewayUnusable, match="No URL"):
        choose_backend("remote", home)
    settings_file(home).write_text("{")
    with pytest.raises(GatewayUnusable, match="damaged"):
        choose_backend("auto", home)


def test_the_demo_asks_no_model_server_and_the_embedded_one_does_at_each_turn(
    home: Home, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[ModelSettings] = []

    class Embedded:
        kind = "embedded"

        def __init__(self, folder: Path, model: Callable[[], ModelSettings]) -> None:
            assert folder == home.state
            asked.append(model())

    monkeypatch.setattr("hermes_shell.gateway.embedded.backend.EmbeddedBackend", Embedded)
    model = ModelSettings("https://models/v1", "key", "m")
    save_settings(settings_file(home), ConnectionSettings(mode="embedded", model=model))
    choose_backend("demo", home)
    choose_backend("auto", home)
    assert asked == [ModelSettings(), model]
