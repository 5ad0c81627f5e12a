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
        available: this version can run it.
        passthrough: when it has nothing to do, the next action of the same combo runs.
    """

    id: str
    category: str
    label: str
    defaults: tuple[str, ...] = ()
    available: bool = False
    passthrough: bool = False


_VOICE = "ctrl+b" if sys.platform == "darwin" else "mod+alt+v"

PLUGIN_ACTIONS = (
    Action("view.showBrowser", "view", "Toggle browser", ("mod+shift+l",)),
    Action("view.showFiles", "view", "Show files"),
    Action("view.toggleSidebar", "view", "Toggle sidebar", ("mod+b",), available=True),
    Action("view.toggleRightSidebar", "view", "Toggle right panes", ("mod+j",), available=True),
    Action("view.toggleReview", "view", "Toggle review", ("mod+g",)),
    Action("view.toggleStatusbar", "view", "Toggle status bar", ("mod+shift+s",), available=True),
    Action("view.findInPage", "view", "Find in page", ("mod+f",), available=True),
    Action("composer.focus", "composer", "Focus the composer", ("/", "enter")),
    Action("session.new", "session", "New chat", ("mod+n",)),
    Action("session.focusSearch", "session", "Search sessions", ("mod+shift+f",)),
    Action("conversation.scrollPageUp", "session", "Scroll the conversation up", ("pageup",)),
    Action("conversation.scrollPageDown", "session", "Scroll the conversation down", ("pagedown",)),
    Action("nav.commandPalette", "navigation", "Open the command palette", ("mod+k", "mod+p"), available=True),
    Action("nav.settings", "navigation", "Open Settings", ("mod+,",), available=True),
    Action("nav.profiles", "navigation", "Open Profiles"),
    Action("nav.capabilities", "navigation", "Open Plugins", available=True),
    Action("nav.messaging", "navigation", "Open Messaging"),
    Action("nav.artifacts", "navigation", "Open Artifacts"),
    Action("nav.cron", "navigation", "Open Scheduled"),
    Action("nav.agents", "navigation", "Open Agents"),
    Action("keybinds.openPanel", "view", "Keyboard shortcuts", ("mod+/",), available=True),
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
    Action("session.newWindow", "session", "New window", ("mod+shift+n",), available=True),
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
    Action("view.findNext", "view", "Find the next match", available=True),
    Action("view.findPrevious", "view", "Find the previous match", available=True),
    Action("appearance.toggleMode", "view", "Switch between light and dark", ("shift+x",), available=True),
)

OWN_ACTIONS = (
    Action("nav.back", "navigation", "Back", ("mod+[",) if sys.platform == "darwin" else ("alt+left",), available=True),
    Action(
        "nav.forward",
        "navigation",
        "Forward",
        ("mod+]",) if sys.platform == "darwin" else ("alt+right",),
        available=True,
    ),
    Action("nav.home", "navigation", "Go home", available=True),
    Action("view.zoomIn", "view", "Zoom in", ("mod+=", "mod+shift+="), available=True),
    Action("view.zoomOut", "view", "Zoom out", ("mod+-",), available=True),
    Action("view.zoomReset", "view", "Actual size", ("mod+0",), available=True),
    Action("layout.reset", "view", "Reset layout", available=True),
    Action("plugins.reload", "view", "Reload desktop plugins", available=True),
    Action("plugins.rescan", "view", "Look for new desktop plugins", available=True),
    Action("plugins.openFolder", "view", "Open the plugins folder", available=True),
    Action("plugins.addSample", "view", "Add the sample plugin", available=True),
)
"""Actions that only this shell has."""

ACTIONS = (*PLUGIN_ACTIONS, *_OTHERS, *OWN_ACTIONS)
"""Every built-in action in table order."""
