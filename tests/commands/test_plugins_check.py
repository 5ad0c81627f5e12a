"""`plugins check`: what it prints and how it ends. The rules themselves are tested in tests/plugins/check."""

from __future__ import annotations

from pathlib import Path

from hermes_shell.paths import Home
from tests.commands.conftest import Run, add_plugin


def test_without_a_path_every_plugin_of_the_home_is_checked(run: Run, home: Home) -> None:
    done = run("plugins", "check", "--home", home.root)
    assert done.code == 1
    assert f"{home.plugins / 'wrong' / 'plugin.js'}:1:8: HS201 error:" in done.out
    assert done.out.splitlines()[-1] == "3 plugins: 1 error, 0 warnings"


def test_warnings_end_with_0_unless_strict(run: Run, home: Home) -> None:
    file = add_plugin(home, "folder", "export default { id: 'other', register() {} }")
    assert run("plugins", "check", file).code == 0
    assert run("plugins", "check", file, "--strict").code == 1
    assert run("plugins", "check", home.plugins / "alpha", "--strict").code == 0


def test_json_has_every_finding_with_its_place_and_what_to_do(run: Run, home: Home) -> None:
    done = run("plugins", "check", "--json", home.plugins / "wrong")
    assert done.code == 1
    (checked,) = done.json["plugins"]
    (finding,) = checked["findings"]
    assert (done.json["errors"], done.json["warnings"], checked["id"]) == (1, 0, "wrong")
    assert {name: finding[name] for name in ("code", "severity", "line", "column")} == {
        "code": "HS201",
        "severity": "error",
        "line": 1,
        "column": 8,
    }
    assert finding["message"]
    assert finding["fix"]


def test_one_rule_does_not_bury_the_others(run: Run, home: Home) -> None:
    colours = "".join(f"style({{ color: '#ab00{number:02}' }})\n" for number in range(20))
    file = add_plugin(home, "many", colours + "export default { id: 'many', register() {} }")
    done = run("plugins", "check", file)
    assert done.out.count("HS401 warning") == 5
    assert "… and 15 more of HS401" in done.out
    assert done.out.splitlines()[-1] == "1 plugin: 0 errors, 20 warnings"
    assert len(run("plugins", "check", "--json", file).json["plugins"][0]["findings"]) == 20


def test_a_file_given_twice_is_checked_once(run: Run, home: Home) -> None:
    done = run("plugins", "check", home.plugins / "alpha", home.plugins / "alpha" / "plugin.js")
    assert done.out == "1 plugin: 0 errors, 0 warnings\n"


def test_a_path_without_a_plugin_is_one_sentence(run: Run, tmp_path: Path) -> None:
    for path, told in ((tmp_path / "absent", "There is no "), (tmp_path, "There is no plugin in ")):
        done = run("plugins", "check", path)
        assert (done.code, done.out) == (1, "")
        assert done.err.startswith(f"hermes-shell: {told}")
