"""Settings that plugins may read and change (contract, host.settings 5.4)."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from hermes_shell.core.setting_kinds import Setting, choice, flag, number

PREFIX: Final = "hermes.desktop."
"""What stands before the key of such a setting in the store."""

PLUGIN_SETTINGS: Final[Mapping[str, Setting]] = MappingProxyType(
    {
        "backdrop.v1": flag(False),
        "composerPopout.gesturesEnabled": flag(True),
        "intro-splash.v1": flag(True),
        "reasoning.collapsedByDefault": flag(False),
        "sessionListDensity": choice("compact", "comfortable", "detailed"),
        "tabStripDefault": choice("auto", "always", "never"),
        "embed-mode": choice("ask", "always", "off"),
        "hideThreadTimeline": flag(False),
        "interfaceMode.v1": choice("advanced", "simple"),
        "titlebarAppActions": choice("right", "left"),
        "toolView.technical": choice("product", "technical"),
        "toolView.hideCodeDiffs": flag(False),
        "user-bubble-transparency.v1": number(0, 0, 100),
    }
)
