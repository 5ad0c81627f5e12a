from __future__ import annotations

from hermes_shell.core.root_attributes import root_attributes
from hermes_shell.core.shell import Shell


async def test_defaults_leave_the_size_alone(shell: Shell) -> None:
    root = root_attributes(shell)
    assert root.attributes == 'data-density="compact" data-reduce-motion="false"'
    assert root.style == ""


async def test_choices_stand_in_the_first_html(shell: Shell) -> None:
    for key, value in {"density": "relaxed", "reduceMotion": True, "zoom": 67}.items():
        await shell.preferences.set(f"appearance.{key}", value)
    root = root_attributes(shell)
    assert root.attributes == 'data-density="relaxed" data-reduce-motion="true"'
    assert root.style == "--hs-zoom:0.67"
