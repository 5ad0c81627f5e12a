"""The wheel runs with its declared dependencies alone, in an environment where nothing else is installed."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from importlib.metadata import Distribution, distribution
from pathlib import Path

import httpx
import pytest
from packaging.requirements import Requirement

ROOT = Path(__file__).resolve().parents[1]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel of this tree."""
    folder = tmp_path_factory.mktemp("dist")
    command = [sys.executable, "-m", "hatchling", "build", "--target", "wheel", "--directory", str(folder)]
    subprocess.run(command, cwd=ROOT, check=True, capture_output=True, timeout=110)
    return next(folder.glob("*.whl"))


@pytest.fixture(scope="module")
def program(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """`hermes-shell` in a virtual environment that holds the wheel and what it declares, and not even pip."""
    environment = tmp_path_factory.mktemp("environment")
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(environment)], check=True, timeout=110)
    packages = next((environment / "lib").glob("python*/site-packages"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(packages)
        declared = archive.read(next(name for name in archive.namelist() if name.endswith("METADATA"))).decode()
        points = archive.read(next(name for name in archive.namelist() if name.endswith("entry_points.txt"))).decode()
    requirements = [Requirement(text) for text in re.findall(r"^Requires-Dist: (.*)$", declared, re.MULTILINE)]
    for found in _closure(requirements):
        _link(found, packages)
    module, function = re.findall(r"hermes-shell = ([\w.]+):(\w+)", points)[0]
    script = environment / "bin/hermes-shell"
    script.write_text(
        f"#!{environment}/bin/python\nimport sys\nfrom {module} import {function}\nsys.exit({function}())\n"
    )
    script.chmod(0o755)
    return script


def _closure(requirements: list[Requirement]) -> Iterator[Distribution]:
    """The installed distributions of what is required here, and of what they require."""
    waiting, seen = list(requirements), set[str]()
    while waiting:
        one = waiting.pop()
        if one.name in seen or (one.marker is not None and not one.marker.evaluate({"extra": ""})):
            continue
        seen.add(one.name)
        found = distribution(one.name)
        yield found
        waiting += [Requirement(text) for text in found.requires or ()]


def _link(found: Distribution, packages: Path) -> None:
    for file in {Path(str(file)).parts[0] for file in found.files or ()}:
        source = Path(str(found.locate_file(file)))
        if file not in ("..", "__pycache__") and source.exists() and not (packages / file).exists():
            (packages / file).symlink_to(source)


def test_wheel_holds_the_package_and_nothing_of_the_workshop(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
    tops = {name.split("/")[0] for name in names}
    assert {top for top in tops if not top.endswith(".dist-info")} == {"hermes_shell"}
    for needed in (
        "static/vendor/react.js",
        "static/host/main.js",
        "templates/page.html",
        "static/icons/hermes-shell.svg",
    ):
        assert f"hermes_shell/{needed}" in names
    assert [name for name in names if "node_modules" in name or name.endswith((".pyc", ".map"))] == []
    licences = [name for name in names if ".dist-info/licenses/" in name]
    assert {Path(name).name for name in licences} >= {"LICENSE", "LICENSES.txt"}


def test_installed_program_says_its_version_and_checks_its_usage(program: Path) -> None:
    done = subprocess.run([program, "--version"], capture_output=True, text=True, check=True, timeout=60)
    assert re.fullmatch(r"hermes-shell \d+\.\d+\.\d+\S*\n", done.stdout)
    assert subprocess.run([program, "--nothing"], capture_output=True, check=False, timeout=60).returncode == 2


def test_installed_program_serves_a_page(program: Path, tmp_path: Path) -> None:
    ready = tmp_path / "ready.json"
    environment = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "COVERAGE"))}
    command = [program, "serve", "--home", tmp_path / "home", "--port", "0", "--ready-file", ready]
    with subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True) as process:
        try:
            boot = _ready(ready, process)
            with httpx.Client(follow_redirects=True, timeout=30) as client:
                page = client.get(boot)
                assert page.status_code == 200
                assert "data-shell" in page.text
            process.send_signal(signal.SIGTERM)
            assert process.wait(timeout=30) == 0
        finally:
            process.kill()


def _ready(file: Path, process: subprocess.Popen[str]) -> str:
    from watchfiles import watch

    for _ in watch(file.parent, recursive=False, yield_on_timeout=True, rust_timeout=200, step=10, debounce=20):
        if file.exists():
            return json.loads(file.read_text())["boot_url"]
        assert process.poll() is None, process.stderr and process.stderr.read()
    raise AssertionError("the watch ended")
