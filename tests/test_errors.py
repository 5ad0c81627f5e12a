from __future__ import annotations

import inspect
from pathlib import Path

from hermes_shell import errors
from hermes_shell.errors import LintError, PluginError, ShellError


def test_every_error_is_in_one_tree_and_drawn_in_the_docstring() -> None:
    classes = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, Exception)]
    assert len(classes) > 10
    for error in classes:
        assert issubclass(error, ShellError)
        assert f" {error.__name__} " in (errors.__doc__ or "")
        assert error.__doc__


def test_plugin_error_carries_plugin_and_file() -> None:
    error = LintError("imports vue", plugin="a", file=Path("plugin.js"))
    assert isinstance(error, PluginError)
    assert (error.message, error.plugin, error.file) == ("imports vue", "a", Path("plugin.js"))
    assert PluginError("x").plugin is None
