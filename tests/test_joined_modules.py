"""Joined modules do what the single ones do."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import pytest

from hermes_shell.errors import ShellError
from hermes_shell.joined_modules import JOINED, JoinError, join
from hermes_shell.page import STATIC
from hermes_shell.page_modules import ENTRIES, MAIN

MODULES = {
    "host/main.js": """import { ready } from './late.js'
import { Store, twice as double } from '../sdk/store.js'
import clsx, { named } from '../vendor/clsx.js'
import './side.js'
const log = [ready, double(2), clsx, named, new Store().get(), globalThis.side, Store.other()]
console.log(JSON.stringify(log))
""",
    "host/late.js": "export const ready = 'ready'\nconst log = 'its own'\nexport function told() {\n  return log\n}\n",
    "host/side.js": "globalThis.side = (globalThis.side ?? 0) + 1\n",
    # Two that import each other, and a name that both have for themselves.
    "sdk/store.js": """import { otherOf } from './other.js'
const secret = 1
export class Store {
  get() { return secret }
  static other() { return otherOf() }
}
export async function* unused() {}
export const twice = (n) => n * 2
""",
    "sdk/other.js": """import { Store } from './store.js'
const secret = 2
export function otherOf() {
  return [secret, new Store().get()]
}
""",
    "sdk/kit/part.js": """import { Store as Kept } from '../store.js'
function h() { return Kept }
export { h as element }
""",
    "sdk/index.js": """export { Store } from './store.js'
export { element } from './kit/part.js'
import names from '../vendor/names.json' with { type: 'json' }
export const lazy = () => import('./kit/lazy.js')
export { names }
""",
    "sdk/kit/lazy.js": "import { Store } from '../store.js'\nexport const made = new Store()\n",
    "vendor/clsx.js": "export default 'clsx'\nexport const named = 'named'\n",
    "vendor/names.json": '["a"]',
}


def site(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    (root / "package.json").write_text('{"type": "module"}')
    return root


def run(root: Path, script: str) -> str:
    done = subprocess.run(
        ["node", "--no-warnings", "--input-type=module", "-e", script],
        cwd=root,
        capture_output=True,
        text=True,
        timeout=30,
        check=False,
    )
    assert done.stderr == ""
    return done.stdout


def test_joined_files_behave_as_the_single_ones(tmp_path: Path) -> None:
    script = """
    await import('./host/main.js')
    const sdk = await import('./sdk/index.js')
    const { Store } = await import('./sdk/store.js')
    const { made } = await sdk.lazy()
    console.log(sdk.Store === Store, sdk.element() === Store, made instanceof Store, sdk.names[0], globalThis.side)
    console.log(Object.keys(sdk).join())
    """
    single = site(tmp_path / "single", MODULES)
    joined = site(tmp_path / "joined", MODULES)
    site(joined, join(joined, "host/main.js", ["sdk/index.js"]))
    expected = '["ready",4,"clsx","named",1,1,[2,1]]\ntrue true true a 1\nStore,element,lazy,names\n'
    assert run(single, script) == expected
    assert run(joined, script) == expected


def test_names_of_a_circle_come_when_the_other_module_has_been_evaluated(tmp_path: Path) -> None:
    root = site(tmp_path, MODULES)
    text = join(root, "host/main.js", ["sdk/index.js"])[JOINED]
    before, _, after = text.partition("{ // sdk/store.js")
    assert "let Store\n" in before
    assert ".push(() => ({ Store } = " in before
    assert "take()" in after


@pytest.mark.parametrize(
    "line",
    [
        "export default 1",
        "export * from './late.js'",
        "import * as all from './late.js'",
        "export let count = 0",
        "export var old = 0",
        "export const { a, b } = {}",
        "import { 'a b' as c } from './late.js'",
        "import { a } from 'react'",
        "import { a } from '../../outside.js'",
        "import { told } from './main.js'",
    ],
)
def test_what_cannot_be_joined_soundly_is_refused(tmp_path: Path, line: str) -> None:
    root = site(tmp_path, {**MODULES, "host/side.js": f"{line}\n"})
    with pytest.raises(JoinError, match=r"host/side\.js"):
        join(root, "host/main.js", ["sdk/index.js"])
    assert issubclass(JoinError, ShellError)


def test_the_modules_of_the_page_can_be_joined_and_a_lexer_finds_the_same_exports(tmp_path: Path) -> None:
    files = join(STATIC, MAIN, ENTRIES)
    assert files[JOINED].count("// host/registry.js\n") == 1
    script = tmp_path / "exports.mjs"
    script.write_text(
        """import { readFileSync } from 'node:fs'
        const [root, ...paths] = process.argv.slice(2)
        ;(0, eval)(readFileSync(`${root}/vendor/lexer/lexer.js`, 'utf8'))
        const found = (path) => globalThis.lexer.parse(readFileSync(`${root}/${path}`, 'utf8'))[1]
        const names = (path) => found(path).map(({ name }) => name).sort()
        console.log(JSON.stringify(Object.fromEntries(paths.map((path) => [path, names(path)]))))
        """
    )
    stubs = [path for path in files if path not in (JOINED, MAIN)]
    done = subprocess.run(
        ["node", str(script), str(STATIC), *stubs], capture_output=True, text=True, timeout=30, check=True
    )
    given = {path: sorted(files[path].partition("export const { ")[2].partition(" }")[0].split(", ")) for path in stubs}
    assert {path: names or [""] for path, names in json.loads(done.stdout).items()} == given
