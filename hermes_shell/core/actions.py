"""The shell's own actions: the table that plugins cannot shadow (contract, ctx.runAction 5.3 and keybinds K12)."""

from __future__ import annotations

import sys
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Action:
    """One built-in action.

    Attributes:
        id: what keys and plugins know it by.
        category: group in the list of shortcuts.
        label: text in the list of shortcuts.
        defaults: combos it ships with.
        passthrough: when it has nothing to do, the next action of the same combo runs.
        soft: those of `defaults` that act only when nothing else wants the key: no other action, no text, no control.

    Whether it can run is not said here: it can where a page has registered the command of the same id.
    """

    id: str
    category: str
    label: str
    defaults: tuple[str, ...] = ()
    passthrough: bool = False
    soft: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class FixedKey:
    """Keys that are listed but cannot be changed: no action stands behind them (contract 5.3, read-only panel rows).

    Attributes:
        id: of the row; may equal the id of an action.
        category: group in the list of shortcuts.
        label: what the keys do.
        combos: the keys.
        command: where a page has this command, the part that reads these keys is there.
    """

    id: str
    category: str
    label: str
    combos: tuple[str, ...]
    command: str


_MAC = sys.platform == "darwin"
_VOICE = "ctrl+b" if _MAC else "mod+alt+v"

PLUGIN_ACTIONS = (
    Action("view.showBrowser", "view", "Toggle browser", ("mod+shift+l",)),
    Action("view.showFiles", "view", "Show files"),
    Action("view.toggleSidebar", "view", "Toggle sidebar", ("mod+b",)),
    Action("view.toggleRightSidebar", "view", "Toggle right panes", ("mod+j",)),
    Action("view.toggleReview", "view", "Toggle review", ("mod+g",)),
    Action("view.toggleStatusbar", "view", "Toggle status bar", ("mod+shift+s",)),
    Action("view.findInPage", "view", "Find in page", ("mod+f",)),
    Action("composer.focus", "composer", "Focus the composer", ("/", "enter"), soft=("/", "enter")),
    Action("session.new", "session", "New chat", ("mod+n",)),
    Action("session.focusSearch", "session", "Search sessions", ("mod+shift+f",)),
    Action("conversation.scrollPageUp", "session", "Scroll the conversation up", ("pageup",)),
    Action("conversation.scrollPageDown", "session", "Scroll the conversation down", ("pagedown",)),
    Action("nav.commandPalette", "navigation", "Open the command palette", ("mod+k", "mod+p")),
    Action("nav.settings", "navigation", "Open Settings", ("mod+,",)),
    Action("nav.profiles", "navigation", "Open Profiles"),
    Action("nav.capabilities", "navigation", "Open Plugins"),
    Action("nav.messaging", "navigation", "Open Messaging"),
    Action("nav.artifacts", "navigation", "Open Artifacts"),
    Action("nav.cron", "navigation", "Open Scheduled"),
    Action("nav.agents", "navigation", "Open Agents"),
    Action("keybinds.openPanel", "view", "Keyboard shortcuts", ("mod+/",)),
)
"""Actions that plugins may run, in the order of the contract."""

_OTHERS = (
    Action("composer.modelPicker", "composer", "Choose a model", ("mod+shift+m",)),
    Action("composer.voice", "composer", "Voice conversation", (_VOICE,)),
    Action("composer.dictate", "composer", "Dictate"),
    Action("composer.reasoningUp", "composer", "More reasoning"),
    Action("composer.reasoningDown", "composer", "Less reasoning"),
    *(
        Action(f"view.tabSlot.{slot}", "view", f"Go to tab {slot}", (f"mod+{slot}",), passthrough=True)
        for slot in range(1, 10)
    ),
    Action("profile.default", "profiles", "Switch to the default profile", ("mod+d",)),
    *(
        Action(
            f"profile.switch.{slot}",
            "profiles",
            f"Switch to profile {slot}",
            (f"mod+{slot}" if slot < 10 else f"mod+alt+{slot - 9}",),
        )
        for slot in range(1, 19)
    ),
    Action("profile.next", "profiles", "Next profile", ("mod+shift+]",)),
    Action("profile.prev", "profiles", "Previous profile", ("mod+shift+[",)),
    Action("profile.toggleAll", "profiles", "Toggle all profiles", ("mod+shift+0",)),
    Action("profile.create", "profiles", "Create a profile"),
    Action("session.newTab", "session", "New tab", ("mod+t",)),
    Action("session.newWindow", "session", "New window", ("mod+shift+n",)),
    Action("session.next", "session", "Next session", ("ctrl+tab", "ctrl+pagedown")),
    Action("session.prev", "session", "Previous session", ("ctrl+shift+tab", "ctrl+pageup")),
    *(Action(f"session.slot.{slot}", "session", f"Go to session {slot}", (f"ctrl+{slot}",)) for slot in range(1, 10)),
    Action("session.togglePin", "session", "Pin or unpin the current session"),
    Action("session.archive", "session", "Archive current session"),
    Action("workspace.newWorktree", "session", "New worktree", ("mod+shift+b",)),
    Action("workspace.openFolder", "session", "Open a folder", ("mod+o",)),
    Action("nav.commandCenter", "navigation", "Open the command center", ("mod+.",)),
    Action("view.cycleSidebarGrouping", "view", "Next grouping of the sidebar"),
    Action("view.toggleProfileRail", "view", "Toggle the profile rail"),
    Action("view.toggleSimpleMode", "view", "Toggle simple mode"),
    Action("view.toggleTabStrip", "view", "Toggle the tab strip", ("mod+alt+t",)),
    Action("view.toggleHud", "view", "Toggle the HUD", ("mod+shift+h",)),
    Action("view.showTerminal", "view", "Show the terminal", ("ctrl+`",)),
    Action("view.newTerminal", "view", "New terminal", ("ctrl+shift+`",)),
    Action("view.nextTerminal", "view", "Next terminal", ("ctrl+shift+down",)),
    Action("view.prevTerminal", "view", "Previous terminal", ("ctrl+shift+up",)),
    Action("view.closeTerminal", "view", "Close the terminal", ("ctrl+shift+w",)),
    Action("view.flipPanes", "view", "Swap the sides of the panes", ("mod+\\",)),
    Action("view.closeTab", "view", "Close the tab", ("mod+w",)),
    Action("view.reopenTab", "view", "Reopen the last tab", ("mod+shift+t",)),
    Action("view.findNext", "view", "Find the next match"),
    Action("view.findPrevious", "view", "Find the previous match"),
    Action("appearance.toggleMode", "view", "Switch between light and dark", ("shift+x",)),
)

OWN_ACTIONS = (
    Action("nav.back", "navigation", "Back", ("mod+[",) if _MAC else ("alt+left",)),
    Action("nav.forward", "navigation", "Forward", ("mod+]",) if _MAC else ("alt+right",)),
    Action("nav.home", "navigation", "Go home"),
    Action("page.openToSide", "navigation", "Open the page to the side", ("mod+alt+o",)),
    Action("questions.open", "session", "Answer the agent's questions", ("mod+shift+a",)),
    Action("layout.maximise", "view", "Maximise the pane, or back", ("mod+shift+enter",)),
    Action("layout.minimise", "view", "Minimise the pane", ("mod+alt+-",)),
    Action("layout.float", "view", "Float the pane, or dock it", ("mod+alt+f",)),
    Action("layout.moveLeft", "view", "Move the tab left", ("alt+shift+left",)),
    Action("layout.moveRight", "view", "Move the tab right", ("alt+shift+right",)),
    Action("layout.moveUp", "view", "Move the tab up", ("alt+shift+up",)),
    Action("layout.moveDown", "view", "Move the tab down", ("alt+shift+down",)),
    Action("layout.nextZone", "view", "Go to the next group of tabs", ("mod+alt+pagedown",)),
    Action("layout.previousZone", "view", "Go to the previous group of tabs", ("mod+alt+pageup",)),
    Action("layout.reset", "view", "Reset layout"),
    Action("layout.undoReset", "view", "Undo reset layout"),
    Action("view.paneMenu", "view", "Open the menu of the tab", ("mod+alt+m",)),
    Action("sidebar.editNav", "view", "Choose what the sidebar shows"),
    Action("view.statusItems", "view", "Choose what the status bar shows"),
    Action("view.zoomIn", "view", "Zoom in", ("mod+=", "mod+shift+=")),
    Action("view.zoomOut", "view", "Zoom out", ("mod+-",)),
    Action("view.zoomReset", "view", "Actual size", ("mod+0",)),
    Action("appearance.themes", "view", "Choose a theme"),
    Action("appearance.light", "view", "Light appearance"),
    Action("appearance.dark", "view", "Dark appearance"),
    Action("appearance.system", "view", "Follow the system's appearance"),
    Action("appearance.toggleDensity", "view", "Switch between compact and relaxed rows"),
    Action("plugins.reload", "view", "Reload desktop plugins"),
    Action("plugins.rescan", "view", "Look for new desktop plugins"),
    Action("plugins.openFolder", "view", "Open the plugins folder"),
    Action("plugins.addSample", "view", "Add the sample plugin"),
)
"""Actions that only this shell has; their keys are nobody else's."""

ACTIONS = (*PLUGIN_ACTIONS, *_OTHERS, *OWN_ACTIONS)
"""Every built-in action in table order."""

_COMPOSER = "composer.focus"
_TERMINAL = "view.showTerminal"

FIXED_KEYS = (
    FixedKey("composer.send", "composer", "Send the message", ("enter",), _COMPOSER),
    FixedKey("composer.newline", "composer", "New line", ("shift+enter",), _COMPOSER),
    FixedKey("composer.steer", "composer", "Steer the running turn", ("enter",), _COMPOSER),
    FixedKey("composer.queue", "composer", "Queue the message", ("mod+enter",), _COMPOSER),
    FixedKey("composer.sendQueued", "composer", "Send the queued messages", ("mod+shift+k",), _COMPOSER),
    FixedKey("composer.mention", "composer", "Mention something", ("@",), _COMPOSER),
    FixedKey("composer.slash", "composer", "Write a command", ("/",), _COMPOSER),
    FixedKey("composer.help", "composer", "Show help", ("?",), "composer.help"),
    FixedKey("composer.history", "composer", "Earlier and later messages", ("up", "down"), _COMPOSER),
    FixedKey("composer.cancel", "composer", "Stop the turn", ("escape",), _COMPOSER),
    FixedKey("composer.focus", "composer", "Focus the composer", ("mod+l",), _COMPOSER),
    FixedKey("view.selectionToComposer", "view", "Put the selection into the composer", ("mod+l",), _COMPOSER),
    FixedKey("view.terminalCopy", "view", "Copy in the terminal", ("mod+c" if _MAC else "ctrl+shift+c",), _TERMINAL),
    FixedKey("view.terminalPaste", "view", "Paste in the terminal", ("mod+v" if _MAC else "ctrl+shift+v",), _TERMINAL),
    FixedKey("hud.snapToPointer", "view", "Bring the HUD to the pointer", ("mod+shift+g",), "view.toggleHud"),
)
"""Keys that a part of the window reads itself, in the order of the contract."""

_SURFACES = {
    "the composer": ("composer.", "view.selectionToComposer"),
    "chats": ("session.slot.", "session.n", "session.p", "session.f", "session.t", "session.a", "conversation."),
    "profiles": ("profile.", "nav.profiles", "view.toggleProfileRail"),
    "projects": ("workspace.", "view.showFiles", "view.toggleReview", "view.cycleSidebarGrouping"),
    "the terminal": (_TERMINAL, "view.newT", "view.nextT", "view.prevT", "view.closeTerminal", "view.terminal"),
    "the browser pane": ("view.showBrowser",),
    "the HUD": ("view.toggleHud", "hud."),
    "its page": ("nav.",),
}


def surface_of(action: str) -> str:
    """What an action works on, as a person calls it; said while it is not there. Empty = the frame itself."""
    return next((name for name, starts in _SURFACES.items() if action.startswith(starts)), "")
