"""The tree that the server prints and the one that the page makes of the same layout are the same elements."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import pytest
from markupsafe import Markup
from playwright.sync_api import Page

from hermes_shell import layout
from hermes_shell.areas.panes import PaneView
from hermes_shell.areas.rendering import macro
from hermes_shell.layout import LayoutState, sash_between, shown_layout, track_style
from tests.layout.random_layouts import step, views

DRAWN = """([html, layout]) => {
  // What the page measures or marks for its styles, and what stands in the groups, is not compared.
  const measured = ['aria-valuenow', 'aria-valuemin', 'aria-valuemax', 'data-behind', 'data-current']
  const drawn = (element, depth) => {
    const attributes = [...element.attributes].filter(({ name }) => !measured.includes(name))
      .map(({ name, value }) => name === 'style' ? 'style=' + element.style.cssText : name + '=' + value).sort()
    const children = element.matches('.hs-zone') ? [] : [...element.children].map((child) => drawn(child, depth + 1))
    // A card that is raised is not moved: its order stands in its style.
    if (element.matches('.hs-floats')) children.sort()
    return ['  '.repeat(depth) + element.localName + ' ' + attributes.join(' '), ...children].join('\\n')
  }
  const printed = document.createElement('div')
  printed.innerHTML = html
  return T.applyParts([{ layout }]).then(() => [
    ['.hs-tree', '.hs-floats'].map((place) => drawn(printed.querySelector(place), 0)).join('\\n'),
    ['.hs-tree', '.hs-floats'].map((place) => drawn(document.querySelector(place), 0)).join('\\n'),
  ])
}"""


def printed(state: LayoutState, panes: list[PaneView]) -> list[Any]:
    """The HTML of the tree, and the layout that it was printed from."""
    # No page begins with a maximised group.
    seen = shown_layout(replace(state, maximised=None), panes, (), "Home")
    inside = {zone: Markup() for zone in seen.groups}
    html = macro("areas/layout_tree.html", "tree")(seen.layout, inside, track_style, sash_between)
    return [str(html), seen.layout]


@pytest.mark.parametrize("seed", range(4))
def test_the_printed_tree_is_the_one_that_the_page_makes(page: Page, seed: int) -> None:
    random = Random(seed)
    panes = views(random)
    state = layout.adopt(LayoutState(), panes)
    for _ in range(12):
        first, made = page.evaluate(DRAWN, printed(state, panes))
        assert first == made
        for _ in range(10):
            state = step(random, state, panes)[1](state)


def test_a_workspace_that_stands_alone_is_printed_as_the_page_makes_it(page: Page) -> None:
    first, made = page.evaluate(DRAWN, printed(LayoutState(), []))
    assert first == made
