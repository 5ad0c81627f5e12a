"""Findings: what `hermes-shell plugins check` says of a plugin, and the rules they come from."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Severity = Literal["error", "warning"]


@dataclass(frozen=True)
class Rule:
    """One rule of the check.

    Attributes:
        code: `HS` and three digits; the first says what it is about. A code never changes its meaning.
        severity: an error keeps the plugin, or a part of it, from working; a warning does not.
        title: what the rule looks for.
        fix: one sentence that says what to do.
    """

    code: str
    severity: Severity
    title: str
    fix: str


@dataclass(frozen=True)
class Finding:
    """A place where a source breaks a rule.

    Attributes:
        code: of the rule.
        message: what is there, without the place.
        line: from 1; None for the whole file.
        column: from 1, in characters; None for the whole line.
    """

    code: str
    message: str
    line: int | None = None
    column: int | None = None

    @property
    def rule(self) -> Rule:
        """The rule it breaks."""
        return RULES[self.code]

    @property
    def severity(self) -> Severity:
        """Of its rule."""
        return self.rule.severity


def _table(*rules: Rule) -> dict[str, Rule]:
    return {rule.code: rule for rule in rules}


_EXPORT = "Export one object: export default { id: 'my-plugin', name: 'My plugin', register(ctx) { … } }."
_ABSENT = "Ask first and do without it: the member is absent here, so window.hermesDesktop?.name tells the truth."

RULES = _table(
    Rule("HS101", "error", "plugin.js is readable UTF-8 text", "Save the file as UTF-8, readable by you."),
    Rule("HS102", "error", "the source parses as an ES module", "Correct the syntax at this place."),
    Rule("HS103", "error", "the default export is a plugin with register", _EXPORT),
    Rule(
        "HS104",
        "error",
        "the id is a usable text",
        "Give it a short id without '/', '\\', '..' and control characters, such as 'my-plugin'.",
    ),
    Rule("HS105", "warning", "the folder is named as the id", "Rename the folder, so that both say the same."),
    Rule(
        "HS106",
        "warning",
        "no field titlebarButtons",
        "In register, call ctx.register({ id: 'button', area: TITLEBAR_AREAS.right, render: () => … }).",
    ),
    Rule("HS107", "error", "JSX is compiled", "Write jsx('div', { … }) from react/jsx-runtime, or build the file."),
    Rule(
        "HS201",
        "error",
        "only the SDK and React are imported",
        "Import only @hermes/plugin-sdk, react and react/jsx-runtime; put everything else into the file.",
    ),
    Rule("HS202", "warning", "import() names its module", "Write the name as a text: import('@hermes/plugin-sdk')."),
    Rule(
        "HS203",
        "error",
        "every imported name exists",
        "Use import * as sdk and test for the name, or leave it out: a missing name keeps the whole file from loading.",
    ),
    Rule(
        "HS301",
        "warning",
        "no selectors of the app's private page",
        "Contribute to an area or use host.* instead: the app's own elements change without notice.",
    ),
    Rule(
        "HS302",
        "error",
        "what belongs to everyone is not patched",
        "Wrap the function in your own code: a patch reaches the app and every other plugin.",
    ),
    Rule("HS303", "error", "nothing inside the app or React is used", "Use what @hermes/plugin-sdk and react export."),
    Rule("HS304", "error", "no code made from text", "Write it as a function: the page's security policy refuses it."),
    Rule(
        "HS305",
        "error",
        "no scripts are added to the page",
        "Put the code into plugin.js: the page's security policy runs no other script.",
    ),
    Rule("HS306", "warning", "the plugin's backend is called through ctx", "Call ctx.rest('/…') or ctx.socket('/…')."),
    Rule("HS307", "warning", "no stored keys of the app", "Use host.settings, host.state or requestTheme."),
    Rule(
        "HS308",
        "warning",
        "values are kept in ctx.storage",
        "Use ctx.storage: it is the plugin's own, is backed up, and is the same in every window and browser.",
    ),
    Rule(
        "HS401",
        "warning",
        "colours come from the theme",
        "Use a variable of the theme, such as var(--ui-text-primary) or text-(--ui-accent).",
    ),
    Rule(
        "HS501",
        "warning",
        "an interval is stopped",
        "Use ctx.setInterval, or clear it in the effect's clean-up or in ctx.onDispose.",
    ),
    Rule(
        "HS502",
        "warning",
        "a listener on window or document is removed",
        "Use ctx.addEventListener, or remove it in the effect's clean-up or in ctx.onDispose.",
    ),
    Rule("HS503", "warning", "a long timer is stopped", "Use ctx.setTimeout, or clear it in the effect's clean-up."),
    Rule("HS504", "warning", "an observer is disconnected", "Call disconnect() in the clean-up or in ctx.onDispose."),
    Rule("HS601", "warning", "no <webview>", "Use SandboxedFrame: only Electron has <webview>."),
    Rule("HS602", "warning", "no file:// media", "Let the user choose a file, or embed it: the page opens no file://."),
    Rule("HS603", "warning", "no require()", "Use the SDK's doors: there is no Node in the page."),
    Rule("HS604", "warning", "no objects of Electron", "Use the SDK's doors, such as ctx.os: this is no Electron app."),
    Rule("HS605", "warning", "only members of window.hermesDesktop that are here", _ABSENT),
    Rule("HS701", "warning", "every area is known", "Use an area constant of the SDK, such as STATUSBAR_AREAS.right."),
)
"""Every rule by its code."""
