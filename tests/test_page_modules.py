"""Which modules the page loads, and what is kept of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from hermes_shell.joined_modules import JOINED
from hermes_shell.page import STATIC
from hermes_shell.page_modules import MAIN, page_modules


def test_page_loads_the_joined_file_and_what_is_not_in_it() -> None:
    made = page_modules(STATIC, "of this test")
    assert made.preload[:3] == (MAIN, JOINED, "sdk/index.js")
    assert len(made.preload) == len(set(made.preload))
    assert "vendor/react.js" in made.preload
    assert "vendor/lucide.js" not in made.preload, "it is imported when the first icon is drawn"
    assert not [path for path in made.preload[3:] if not path.startswith("vendor/")]
    assert all(path in made.files or (STATIC / path).is_file() for path in made.preload)


def small_site(root: Path, text: str) -> Path:
    for name, content in {MAIN: "import './a.js'\n", "host/a.js": text, "sdk/index.js": "export const a = 1\n"}.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(content)
    return root


def test_what_was_kept_is_not_made_again(tmp_path: Path) -> None:
    root = small_site(tmp_path / "static", "globalThis.a = 1\n")
    cache = tmp_path / "cache"
    made = page_modules(root, f"{tmp_path} 1", cache)
    record = json.loads((cache / "page-modules.json").read_text())
    record["files"][JOINED] = "kept"
    record["key"] = record["key"].removesuffix("1") + "2"
    (cache / "page-modules.json").write_text(json.dumps(record))
    kept = page_modules(root, f"{tmp_path} 2", cache)
    assert kept.files[JOINED] == "kept"
    assert kept.preload == made.preload


@pytest.mark.parametrize("content", ["", "[]", "{}", '{"key": "1 x"}', "\x00"])
def test_unusable_cache_is_made_again(tmp_path: Path, content: str) -> None:
    root = small_site(tmp_path / "static", "globalThis.a = 1\n")
    (tmp_path / "page-modules.json").write_text(content)
    made = page_modules(root, f"{tmp_path}", tmp_path)
    assert JOINED in made.files
    assert json.loads((tmp_path / "page-modules.json").read_text())["files"] == dict(made.files)


def test_modules_that_cannot_be_joined_are_served_one_by_one(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    root = small_site(tmp_path, "export default 1\n")
    made = page_modules(root, f"{tmp_path}")
    assert made.files == {}
    assert made.preload == (MAIN, "sdk/index.js", "host/a.js")
    assert "host/a.js" in caplog.text
