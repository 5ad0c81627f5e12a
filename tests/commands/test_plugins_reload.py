from __future__ import annotations

from e2e.shell_process import ShellProcess
from hermes_shell.paths import Home
from tests.commands.conftest import Run, add_plugin


def test_the_running_shell_reads_everything_again(run: Run, served: ShellProcess) -> None:
    add_plugin(Home(served.home), "late")
    done = run("plugins", "reload", "--json", "--home", served.home)
    assert done.code == 0
    assert {row["folder"] for row in done.json["plugins"]} == {"alpha", "beta", "late"}
    assert run("plugins", "reload", "--home", served.home).out == "3 plugins read again.\n"


def test_without_a_shell_there_is_nothing_to_reload(run: Run, home: Home) -> None:
    done = run("plugins", "reload", "--home", home.root)
    assert (done.code, done.out) == (1, "")
    assert done.err.startswith("hermes-shell: No hermes-shell runs on ")
