"""What the Settings page shows: its tabs, and one row for each setting of the shell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final, Literal

Kind = Literal["switch", "choice", "zoom", "percent", "text", "hidden"]


@dataclass(frozen=True, slots=True)
class Tab:
    """One tab of the page; `words` find it beside its title and description."""

    id: str
    title: str
    description: str
    icon: str
    words: str = ""


@dataclass(frozen=True, slots=True)
class SettingRow:
    """One setting.

    Attributes:
        key: of the setting.
        tab: id of the tab it stands on.
        label: what it is, in a few words.
        description: what it does.
        kind: its control.
        options: value and label of each choice.
        words: find it beside label and description.
        placeholder: of a text field.
        needs: what must be there for it to have an effect; empty = nothing.
    """

    key: str
    tab: str
    label: str
    description: str
    kind: Kind
    options: tuple[tuple[str, str], ...] = ()
    words: str = ""
    placeholder: str = ""
    needs: str = ""


TABS: Final = (
    Tab("appearance", "Appearance", "Kept for this home, in every window.", "symbol-color", "theme colours mode light"),
    Tab("chat", "Chat", "What the composer does, and how the agent calls you.", "comment", "composer agent questions"),
    Tab("gateway", "Gateway", "Where the agent runs that answers here.", "globe", "agent url token model key demo"),
    Tab("window", "Window", "How the window behaves on this desktop.", "window", "close minimise start"),
    Tab("notifications", "Notifications", "What may ask for your attention.", "bell", "messages alerts"),
    Tab("plugins", "Plugins", "How plugins are loaded and worked on.", "extensions", "extensions addons editor"),
    Tab("keyboard", "Keyboard", "Every shortcut of the shell and of plugins.", "keyboard", "keys shortcuts bindings"),
    Tab("about", "About", "This version, and where things are.", "info", "version paths diagnostics report"),
)

ALIASES: Final = {"keybinds": "keyboard", "shortcuts": "keyboard", "diagnostics": "about"}
"""Other names of tabs; the first is the one of the contract (`keybinds.openPanel`)."""

ROWS: Final = (
    SettingRow(
        "appearance.zoom",
        "appearance",
        "Zoom",
        "Scales everything, plugins too.",
        "zoom",
        words="text size larger smaller font scale",
    ),
    SettingRow(
        "appearance.density",
        "appearance",
        "Density",
        "Height of rows in lists and menus.",
        "choice",
        (("compact", "Compact"), ("relaxed", "Relaxed")),
        words="spacing rows compact relaxed",
    ),
    SettingRow(
        "appearance.reduceMotion",
        "appearance",
        "Reduce motion",
        "Nothing moves or fades. When off, the system decides.",
        "switch",
        words="animation accessibility",
    ),
    SettingRow(
        "statusBar.hidden",
        "appearance",
        "Status bar",
        "Items that you hid with a right-click.",
        "hidden",
        words="hidden items show footer",
    ),
    SettingRow(
        "sidebarNav.hidden",
        "appearance",
        "Navigation",
        "Rows of the sidebar that you hid with a right-click.",
        "hidden",
        words="hidden sidebar rows show menu",
    ),
    SettingRow(
        "chat.enterWhileBusy",
        "chat",
        "Enter while the agent works",
        "A message in the middle of a turn waits for its end, steers it, or ends it.",
        "choice",
        (("queue", "Queue"), ("steer", "Steer"), ("interrupt", "Interrupt")),
        words="queue steer interrupt send busy turn",
    ),
    SettingRow(
        "reasoning.collapsedByDefault",
        "chat",
        "Keep thoughts closed",
        "Else the last lines of a thought show while the model thinks.",
        "switch",
        words="reasoning thinking collapsed fold",
    ),
    SettingRow(
        "toolView.technical",
        "chat",
        "Tool calls",
        "In plain words, or with the tools' own names and what they were given.",
        "choice",
        (("product", "Plain"), ("technical", "Technical")),
        words="tools arguments raw json",
    ),
    SettingRow(
        "toolView.hideCodeDiffs",
        "chat",
        "Hide changes of files",
        "An edit says how many lines it changed, and not which.",
        "switch",
        words="diff code edits tools",
    ),
    SettingRow(
        "user-bubble-transparency.v1",
        "chat",
        "Transparency of your messages",
        "How much of the background shows through.",
        "percent",
        words="bubble opacity colour",
    ),
    SettingRow(
        "notifications.questions",
        "chat",
        "Notify of questions",
        "A desktop notification when the agent waits for your answer and no window has the focus.",
        "switch",
        words="approval attention system native",
    ),
    SettingRow(
        "notifications.turns",
        "chat",
        "Notify of finished turns",
        "A desktop notification when the agent is done and no window has the focus.",
        "switch",
        words="complete done attention system native",
    ),
    SettingRow(
        "notifications.sound",
        "chat",
        "Sound",
        "A short tone for questions, or for finished turns too; also while another app has the focus.",
        "choice",
        (("off", "Off"), ("questions", "Questions"), ("all", "All")),
        words="tone audio beep attention",
    ),
    SettingRow(
        "window.closeToTray",
        "window",
        "Close to the tray",
        "Closing the last window hides it; plugins go on working.",
        "switch",
        words="quit background icon",
        needs="tray",
    ),
    SettingRow(
        "window.startHidden",
        "window",
        "Start hidden",
        "The window stays in the tray until you ask for it.",
        "switch",
        words="background login icon",
        needs="tray",
    ),
    SettingRow(
        "notifications.enabled",
        "notifications",
        "Desktop notifications",
        "Shown by the system, and only while no window has the focus.",
        "switch",
        words="native system",
    ),
    SettingRow(
        "notifications.plugins",
        "notifications",
        "Plugins may notify",
        "At most one notification a second for each plugin.",
        "switch",
        words="native system extensions",
    ),
    SettingRow(
        "notifications.toasts",
        "notifications",
        "Messages of plugins in the window",
        "The shell's own answers to what you do are always shown.",
        "choice",
        (("all", "All"), ("warnings", "Warnings"), ("errors", "Errors")),
        words="toasts quiet",
    ),
    SettingRow(
        "plugins.reloadOnSave",
        "plugins",
        "Reload on save",
        "A saved plugin runs at once. When off, its row offers to load it again.",
        "switch",
        words="watch hot developer",
    ),
    SettingRow(
        "plugins.announceOff",
        "plugins",
        "Tell of plugins that are off",
        "Offers to turn on a plugin that was just installed and is off.",
        "switch",
        words="installed enable toast",
    ),
    SettingRow(
        "editor.command",
        "plugins",
        "Editor",
        "The command that opens a file at a line. {file}, {line} and {column} are filled in.",
        "text",
        words="open code vim external",
        placeholder="code --goto {file}:{line}:{column}",
    ),
)
