"""The vendored files are the ones that the lock describes, and the package carries them."""

import base64
import hashlib
import json
import os
from collections.abc import Iterator
from pathlib import Path
from typing import TypedDict

import pytest
import quickjs
from hatchling.builders.wheel import WheelBuilder

ROOT = Path(__file__).resolve().parent.parent
VENDOR = ROOT / "hermes_shell" / "static" / "vendor"

UNTRACKED = {
    ".git",
    ".venv",
    ".agent-venv",
    "node_modules",
    "__pycache__",
    ".pytest_cache",
    ".ruff_cache",
    ".hypothesis",
}
REGISTRIES = [
    b".".join(labels)
    for labels in (
        (b"registry", b"npmjs", b"org"),
        (b"registry", b"yarnpkg", b"com"),
        (b"files", b"pythonhosted", b"org"),
        (b"pypi", b"org"),
        (b"deb", b"debian", b"org"),
    )
]


class LockedFile(TypedDict):
    """One file of the lock."""

    bytes: int
    sha384: str


class Lock(TypedDict):
    """vendor.lock.json, as tools/vendor/build.mjs writes it."""

    esbuild: str
    packages: dict[str, str]
    files: dict[str, LockedFile]


@pytest.fixture(scope="module")
def lock() -> Lock:
    return json.loads((VENDOR / "vendor.lock.json").read_text())


def test_every_locked_file_has_the_locked_bytes(lock: Lock) -> None:
    for name, expected in lock["files"].items():
        content = (VENDOR / name).read_bytes()
        digest = base64.b64encode(hashlib.sha384(content).digest()).decode()
        assert (len(content), digest) == (expected["bytes"], expected["sha384"]), name


def test_nothing_beside_the_locked_files_is_in_the_folder(lock: Lock) -> None:
    present = {path.relative_to(VENDOR).as_posix() for path in VENDOR.rglob("*") if path.is_file()}
    assert present == {*lock["files"], "vendor.lock.json"}


def test_locked_versions_are_the_ones_that_the_build_pins(lock: Lock) -> None:
    pinned = json.loads((ROOT / "tools" / "vendor" / "package.json").read_text())["devDependencies"]
    assert lock["esbuild"] == pinned.pop("esbuild")
    assert {name: lock["packages"][name] for name in pinned} == pinned


def test_every_bundled_package_has_its_licence(lock: Lock) -> None:
    licences = (VENDOR / "LICENSES.txt").read_text()
    missing = [name for name, version in lock["packages"].items() if f"\n{name} {version} (" not in licences]
    assert missing == []


def test_no_file_names_a_package_registry() -> None:
    naming = [path.relative_to(ROOT) for path in own_files() if any(host in path.read_bytes() for host in REGISTRIES)]
    assert naming == []


def test_wheel_holds_every_file_of_the_package() -> None:
    packed = {file.distribution_path for file in WheelBuilder(str(ROOT)).recurse_included_files()}
    wanted = {
        path.relative_to(ROOT).as_posix()
        for path in (ROOT / "hermes_shell").rglob("*")
        if path.is_file() and path.suffix != ".pyc"
    }
    assert "hermes_shell/py.typed" in packed
    assert wanted - packed == set()


def test_utility_classes_compile_in_the_js_engine() -> None:
    context = quickjs.Context()
    context.eval((VENDOR / "tailwind" / "compiler.js").read_text())
    context.eval(
        "globalThis.start = css => void tailwind.compile(css).then("
        "  made => { globalThis.build = list => made.build(JSON.parse(list)) })"
    )
    theme, utilities = ((VENDOR / "tailwind" / f"{name}.css").read_text() for name in ("theme", "utilities"))
    context.get("start")(f"@layer theme, utilities; @layer theme {{ {theme} }} @layer utilities {{ {utilities} }}")
    while context.execute_pending_job():
        pass
    sheet = context.get("build")(json.dumps(["text-(--ui-text-tertiary)", "w-[9px]", "no-such-utility"]))
    assert "color: var(--ui-text-tertiary);" in sheet
    assert "width: 9px;" in sheet
    assert "no-such-utility" not in sheet


def test_imports_are_found_in_the_js_engine() -> None:
    context = quickjs.Context()
    context.eval((VENDOR / "lexer" / "lexer.js").read_text())
    context.eval("globalThis.imports = source => JSON.stringify(lexer.parse(source)[0].map(found => found.specifier))")
    source = r"import React from 'r\u0065act'; export { x } from './y.js'; /* import 'no' */ import('z')"
    assert json.loads(context.get("imports")(source)) == ["react", "./y.js", "z"]


def own_files() -> Iterator[Path]:
    for folder, folders, names in os.walk(ROOT):
        folders[:] = [name for name in folders if name not in UNTRACKED]
        yield from (Path(folder, name) for name in names)
