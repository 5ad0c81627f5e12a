"""`hermes-shell completion`: a script that completes commands and options, made from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from hermes_shell.commands.options import Commands, add_command

_HOW = {
    "bash": "hermes-shell completion bash > ~/.local/share/bash-completion/completions/hermes-shell",
    "zsh": "hermes-shell completion zsh > a folder of $fpath, as _hermes-shell",
    "fish": "hermes-shell completion fish > ~/.config/fish/completions/hermes-shell.fish",
}


def add(commands: Commands) -> None:
    """Add the command."""
    told = f"Print a completion script for a shell: {'; '.join(_HOW.values())}."
    parser = add_command(commands, "completion", run, "print a completion script for bash, zsh or fish", told)
    parser.add_argument("shell", choices=list(_HOW), help="the shell that is to complete")


def run(options: argparse.Namespace) -> int:
    """Print the script."""
    from hermes_shell.cli import build_parser
    from hermes_shell.commands import completion_scripts
    from hermes_shell.commands.grammar import grammar_of

    writers: dict[str, Callable[..., str]] = {
        "bash": completion_scripts.bash,
        "zsh": completion_scripts.zsh,
        "fish": completion_scripts.fish,
    }
    print(writers[options.shell](grammar_of(build_parser())), end="")
    return 0
