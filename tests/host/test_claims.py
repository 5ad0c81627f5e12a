"""Who owns an id that several folders claim (contract, loader L18)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

NEW = """
const { resolveClaim, compareCodePoints } = await host('claims')
const known = ({ owners = {}, undecided = [], present = ['a', 'b'], settled = {} }) => ({
  owners: new Map(Object.entries(owners)), undecided: new Set(undecided), present: new Set(present),
  settled: new Map(Object.entries(settled)) })
const claim = (folder, fields) => { const verdict = resolveClaim(folder, 'x', known(fields)); return verdict.kind }
"""


@pytest.mark.parametrize(
    ("folder", "fields", "verdict"),
    [
        pytest.param("b", "{}", "own", id="nobody has it: an unsettled unknown folder owns nothing yet"),
        pytest.param("a", "{ owners: { x: 'b' } }", "duplicate", id="a remembered owner that has not settled keeps it"),
        pytest.param("b", "{ owners: { x: 'b' } }", "own", id="the remembered owner itself"),
        pytest.param("a", "{ owners: { x: 'b' }, present: ['a'] }", "own", id="the remembered owner is gone"),
        pytest.param(
            "a", "{ owners: { x: 'b' }, settled: { b: 'y' } }", "own", id="the remembered owner holds another id now"
        ),
        pytest.param(
            "a",
            "{ owners: { x: 'b' }, undecided: ['x'], settled: { b: 'x' } }",
            "takeover",
            id="first batch: lower folder wins",
        ),
        pytest.param(
            "b",
            "{ owners: { x: 'a' }, undecided: ['x'], settled: { a: 'x' } }",
            "duplicate",
            id="first batch: higher loses",
        ),
        pytest.param(
            "a", "{ owners: { x: 'b' }, settled: { b: 'x' } }", "duplicate", id="later the one that was first stays"
        ),
    ],
)
async def test_L18_claims(run: Run, folder: str, fields: str, verdict: str) -> None:
    assert await run(f"{NEW} return claim('{folder}', {fields})") == verdict


async def test_L18_folder_order_is_by_code_point(run: Run) -> None:
    # U+FF5E sorts before U+1F600, though its UTF-16 unit is higher than the surrogates.
    assert await run(
        NEW
        + "return [compareCodePoints('～', '😀') < 0, compareCodePoints('a', 'ab') < 0, compareCodePoints('a', 'a')]"
    ) == [
        True,
        True,
        0,
    ]
