"""Completion scripts for bash, zsh and fish. They start no program: what they know stands in them,
and plugins are the folders of the home."""

from __future__ import annotations

from collections.abc import Iterator

from hermes_shell.commands.grammar import Command, Option

_ROOT = '"${HERMES_HOME:-$HOME/.hermes}/desktop-plugins"'


def bash(program: Command) -> str:
    """A script for bash 4 or newer, without the bash-completion package."""
    function = f"_{program.name.replace('-', '_')}"
    lines = [
        f"# Completion of {program.name} for bash.",
        f"{function}() {{",
        '    local word="${COMP_WORDS[COMP_CWORD]}" before="${COMP_WORDS[COMP_CWORD-1]}" path="" options="" one',
        "    COMPREPLY=()",
        '    for one in "${COMP_WORDS[@]:1:COMP_CWORD-1}"; do',
        '        case "$path $one" in',
        *(f'            {_words(command)!r}) path="$path $one" ;;' for command in program.walk() if command.path[1:]),
        "        esac",
        "    done",
        '    case "$path:$before" in',
        *_bash_values(program),
        "    esac",
        '    case "$path" in',
    ]
    for command in program.walk():
        offered = " ".join(_offered(command))
        arguments = [option for option in command.options if not option.flags]
        lines.append(f"        {_words(command)!r})")
        lines.append(f'            options="{offered}"')
        for option in arguments:
            if option.is_path or option.is_plugin:
                lines.append(f"            [[ $word == -* ]] || {{ {_bash_reply(option)}; return; }}")
        lines.append("            ;;")
    lines += [
        "    esac",
        '    COMPREPLY=($(compgen -W "$options" -- "$word"))',
        "}",
        f"complete -F {function} {program.name}",
    ]
    return "\n".join(lines) + "\n"


def _bash_values(program: Command) -> Iterator[str]:
    for command in program.walk():
        for option in command.options:
            if not option.flags or option.value is None:
                continue
            pattern = "|".join(f"{_words(command)!r}:{flag}" for flag in option.flags)
            yield f"        {pattern}) {_bash_reply(option)}; return ;;"


def _bash_reply(option: Option) -> str:
    if option.is_path:
        return 'compopt -o filenames; COMPREPLY=($(compgen -f -- "$word"))'
    if option.is_plugin:
        return f'COMPREPLY=($(cd {_ROOT} 2>/dev/null && compgen -d -- "$word"))'
    return f'COMPREPLY=($(compgen -W "{" ".join(option.choices)}" -- "$word"))'


def zsh(program: Command) -> str:
    """A script for zsh's `compsys`, to lie in `$fpath` as `_hermes-shell`."""
    lines = [f"#compdef {program.name}", f"# Completion of {program.name} for zsh.", ""]
    for command in program.walk():
        lines += _zsh_function(command)
    lines += [f'{_function(program)} "$@"']
    return "\n".join(lines) + "\n"


def _zsh_function(command: Command) -> Iterator[str]:
    yield f"{_function(command)}() {{"
    yield '    local context state line curcontext="$curcontext"'
    yield "    _arguments -C -s \\"
    for option in command.options:
        yield f"        {_zsh_option(option)} \\"
    if command.commands:
        yield "        '1: :->command' '*:: :->rest'"
        yield '    case "$state" in'
        yield "        command)"
        described = " ".join(_quoted(f"{one.name}:{_clean(one.summary)}") for one in command.commands)
        yield f"            local -a commands=({described})"
        yield "            _describe command commands ;;"
        yield "        rest)"
        yield '            case "$line[1]" in'
        for one in command.commands:
            yield f"                {one.name}) {_function(one)} ;;"
        yield "            esac ;;"
        yield "    esac"
    else:
        yield "        && return 0"
    yield "}"
    yield ""


def _zsh_option(option: Option) -> str:
    action = f"({' '.join(option.choices)})" if option.choices else " "
    if option.is_path:
        action = "_files"
    elif option.is_plugin:
        action = f"{{compadd - {_ROOT}/*(/N:t)}}".replace(":", "\\:")
    if not option.flags:
        return _quoted(f"{'*' if option.many else ''}:{_clean(option.help)}:{action}")
    value = f":{_clean(option.value)}:{action}" if option.value is not None else ""
    several = len(option.flags) > 1
    names = f"{{{','.join(option.flags)}}}" if several else "".join(option.flags)
    excluded = f"({' '.join(option.flags)})" if several else ""
    return f"{_quoted(excluded) if excluded else ''}{names}{_quoted(f'[{_clean(option.help)}]{value}')}"


def fish(program: Command) -> str:
    """A script for fish 3 or newer."""
    lines = [f"# Completion of {program.name} for fish.", f"complete -c {program.name} -f"]
    for command in program.walk():
        condition = _fish_condition(command)
        for one in command.commands:
            lines.append(f"complete -c {program.name} {condition} -a {one.name} -d {_quoted(one.summary)}")
        for option in command.options:
            lines += _fish_option(program.name, condition, option)
    return "\n".join(lines) + "\n"


def _fish_condition(command: Command) -> str:
    """When the words so far call this command and none below it."""
    seen: list[str] = [f"__fish_seen_subcommand_from {word}" for word in command.path[1:]]
    below = " ".join(one.name for one in command.commands)
    if below:
        seen.append(f"not __fish_seen_subcommand_from {below}")
    return f"-n {_quoted('; and '.join(seen))}" if seen else ""


def _fish_option(program: str, condition: str, option: Option) -> Iterator[str]:
    if not option.flags:
        values = " -F" if option.is_path else f" -a {_quoted(_fish_values(option))}" if _fish_values(option) else ""
        if values:
            yield f"complete -c {program} {condition}{values} -d {_quoted(option.help)}"
        return
    names = " ".join(f"-l {flag[2:]}" if flag.startswith("--") else f"-s {flag[1:]}" for flag in option.flags)
    value = ""
    if option.value is not None:
        values = f" -a {_quoted(_fish_values(option))}" if _fish_values(option) else ""
        value = " -r -F" if option.is_path else f" -x{values}"
    yield f"complete -c {program} {condition} {names}{value} -d {_quoted(option.help)}"


def _fish_values(option: Option) -> str:
    if not option.is_plugin:
        return " ".join(option.choices)
    return '(path basename (test -n "$HERMES_HOME"; and echo $HERMES_HOME; or echo ~/.hermes)/desktop-plugins/*/)'


def _offered(command: Command) -> Iterator[str]:
    for one in command.commands:
        yield one.name
    for option in command.options:
        yield from option.flags if option.flags else option.choices


def _words(command: Command) -> str:
    """The words behind the program's name, each with a space before it."""
    return "".join(f" {word}" for word in command.path[1:])


def _function(command: Command) -> str:
    return "_" + "_".join(command.path).replace("-", "_")


def _clean(text: str | None) -> str:
    """A text for zsh's own notation."""
    return (text or "").replace("[", "(").replace("]", ")").replace(":", "\\:")


def _quoted(text: str) -> str:
    """A text for any of the shells, in single quotes."""
    return "'" + text.replace("'", "'\\''") + "'"
