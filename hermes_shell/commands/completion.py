"""`hermes-shell completion`: a script that completes commands and options, made from the parser itself."""

from __future__ import annotations

import argparse
from collections.abc import Callable

from hermes_shell.commands.options import Commands, add_command

_EXAMPLES = (
    "hermes-shell completion bash > ~/.local/share/bash-completion/completions/hermes-shell",
    "hermes-shell completion zsh > ~/.zfunc/_hermes-shell    # a folder of $fpath",
    "hermes-shell completion fish > ~/.config/fish/completions/hermes-shell.fish",
)


def add(commands: Commands) -> None:
    """Add the command."""
    what = "print a completion script for bash, zsh or fish"
    told = "Print a script that lets a shell complete commands, options and plugins. Save it where the shell looks."
    parser = add_command(commands, "completion", run, what, told, _EXAMPLES)
    parser.add_argument("shell", choices=["bash", "zsh", "fish"], help="the shell that is to complete")


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
