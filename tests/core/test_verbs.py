from __future__ import annotations

from typing import Any

import pytest

from hermes_shell.core.setting_kinds import SettingError
from hermes_shell.core.shell import Shell
from hermes_shell.errors import ProtocolError
from tests.shell_parts import FakeLoader, connect


@pytest.fixture
def announced(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, dict[str, Any]]]:
    heard: list[tuple[str, dict[str, Any]]] = []

    def announce(kind: str, **data: Any) -> int:
        heard.append((kind, data))
        return len(heard)

    monkeypatch.setattr(shell, "announce", announce)
    return heard


class FakeBridge:
    def __init__(self) -> None:
        self.calls: list[tuple[str, str]] = []

    async def open_external(self, url: str) -> bool:
        self.calls.append(("open", url))
        return True

    async def write_clipboard(self, text: str) -> bool:
        self.calls.append(("write", text))
        return True

    async def reveal_path(self, path: str) -> bool:
        self.calls.append(("reveal", path))
        return False


async def test_decision_is_kept_and_announced(shell: Shell, announced: list[tuple[str, dict[str, Any]]]) -> None:
    window, _, _ = connect(shell)
    await window.call("plugins.decide", {"id": "unknown", "enabled": False})
    assert shell.decisions.all() == {"unknown": False}
    assert announced == [("decision", {"id": "unknown", "enabled": False})]
    with pytest.raises(ProtocolError, match="enabled"):
        await window.call("plugins.decide", {"id": "unknown", "enabled": "no"})


async def test_loader_verbs_reach_the_loader(shell: Shell, loader: FakeLoader) -> None:
    window, _, _ = connect(shell)
    await window.call("plugins.reload", {})
    await window.call("plugins.rescan", {})
    assert loader.runs == ["start", "reload", "rescan"]
    found = await window.call("plugins.locate", {"folder": "p", "rev": "r1", "message": "m"})
    assert found == {"line": 1, "column": 2, "source_line": "p", "message": "m"}


async def test_os_verbs_answer_what_the_bridge_answers(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    bridge = FakeBridge()
    monkeypatch.setattr(shell, "bridge", bridge)
    window, _, _ = connect(shell)
    assert await window.call("os.openExternal", {"url": "https://example.org"}) is True
    assert await window.call("os.writeClipboard", {"text": ""}) is True
    assert await window.call("os.revealPath", {"path": "/x"}) is False
    assert bridge.calls == [("open", "https://example.org"), ("write", ""), ("reveal", "/x")]
    with pytest.raises(ProtocolError):
        await window.call("os.openExternal", {"url": 5})


async def test_settings_theme_and_keys_are_stored_and_announced(
    shell: Shell, announced: list[tuple[str, dict[str, Any]]]
) -> None:
    window, _, _ = connect(shell)
    await window.call("settings.set", {"key": "user-bubble-transparency.v1", "value": 41.6})
    await window.call("theme.set", {"name": "night", "mode": "dark"})
    await window.call("keybinds.set", {"overrides": {"a": ["mod+x"], "b": []}})
    await window.call("keybinds.set", {"changes": {"c": ["f5"], "a": None}})
    assert announced == [
        ("setting", {"key": "user-bubble-transparency.v1", "value": 42}),
        ("theme", {"name": "night", "mode": "dark"}),
        ("keybinds", {"overrides": {"a": ["mod+x"], "b": []}}),
        ("keybinds", {"overrides": {"b": [], "c": ["f5"]}}),
    ]
    assert shell.preferences.theme() == {"name": "night", "mode": "dark"}
    assert shell.preferences.keybinds() == {"b": [], "c": ["f5"]}


@pytest.mark.parametrize("args", [{}, {"changes": {}, "overrides": {}}])
async def test_key_bindings_are_changed_in_one_way_at_a_time(shell: Shell, args: dict[str, Any]) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(ProtocolError, match="either changes or overrides"):
        await window.call("keybinds.set", args)


async def test_bad_key_bindings_are_refused_and_not_announced(
    shell: Shell, announced: list[tuple[str, dict[str, Any]]]
) -> None:
    window, _, _ = connect(shell)
    with pytest.raises(SettingError, match="the combos of 'c' are a list of texts"):
        await window.call("keybinds.set", {"changes": {"a": ["mod+x"], "c": "no"}})
    assert announced == []
    assert shell.preferences.keybinds() == {}


async def test_log_lines_name_their_plugin(shell: Shell, caplog: pytest.LogCaptureFixture) -> None:
    window, _, _ = connect(shell)
    await window.call("log", {"level": "warn", "plugin": "p", "message": "hm"})
    assert ("hermes_shell.plugin", 30, "[plugin:p] hm") in caplog.record_tuples
    await window.call("log", {"level": "error", "plugin": "p\n2026 ERROR", "message": "100 %s\n2026 ERROR forged"})
    forged = "[plugin:p?2026 ERROR] 100 %s\n    2026 ERROR forged"
    assert caplog.records[-1].getMessage() == forged
