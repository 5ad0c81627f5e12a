"""The tree of splits and groups: what moves, what stays, and what lives in panes meanwhile."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from hermes_shell.areas.rendering import macro
from hermes_shell.layout.sashes import sash_between, track_style
from tests.surfaces.conftest import OpenPage
from tests.surfaces.layout_parts import Node, card, fill, fold, group, layout, split

MAIN = group("main")
"""The workspace's group; its content is in the page from the start."""

PLUGIN = """() => {
  const { React, h } = T
  window.pane = (id) => T.registry.register({ id, area: 'panes', source: 'plugin:p', title: id, render: () => h(Body) })
  function Body() {
    const [count, setCount] = React.useState(0)
    return h('div', null,
      h('button', { 'data-count': '', onClick: () => setCount(count + 1) }, `count ${count}`),
      h('input', { defaultValue: 'some words' }),
      h('p', { 'data-text': '' }, 'Words to select'),
      h('iframe', { srcdoc: '<p>frame</p>' }),
      h('div', { 'data-scroll': '', style: { height: '100px', overflow: 'auto' } },
        h('div', { style: { height: '2000px' } })))
  }
}"""

LIVE = """(id) => {
  const pane = document.querySelector(`#pane\\\\:${id}`)
  pane.querySelector('[data-count]').click()
  pane.querySelector('[data-scroll]').scrollTop = 700
  pane.querySelector('iframe').contentWindow.kept = 'kept'
  const input = pane.querySelector('input')
  input.focus(); input.setSelectionRange(2, 6, 'backward')
  window.live = { pane, input }
}"""

STATE = """(id) => {
  const pane = document.querySelector(`#pane\\\\:${id}`)
  const input = pane.querySelector('input')
  return {
    same: pane === live.pane && input === live.input,
    count: pane.querySelector('[data-count]').textContent,
    scroll: pane.querySelector('[data-scroll]').scrollTop,
    frame: pane.querySelector('iframe').contentWindow.kept ?? null,
    focused: document.activeElement === input,
    caret: [input.selectionStart, input.selectionEnd, input.selectionDirection],
    zone: pane.closest('[data-zone]').dataset.zone,
  }
}"""


ORDER = """[...document.querySelector('.hs-tree').children].map((child) => child.dataset.node ?? '|')"""


def apply(page: Page, *parts: Node) -> None:
    """Apply one frame."""
    page.evaluate("(parts) => T.applyParts(parts)", list(parts))


def shape(page: Page) -> Any:
    """The tree as nested lists: axis and children of a split, names of groups, `|` for a sash."""
    return page.evaluate(
        """() => {
          const of = (element) => element.classList.contains('hs-sash') ? '|'
            : element.classList.contains('hs-zone') ? element.dataset.zone
            : [element.dataset.axis, ...[...element.children].map(of)]
          return of(document.querySelector('.hs-tree'))
        }"""
    )


def right(*children: Node) -> Node:
    """A row of the workspace and more."""
    return split("s1", "row", MAIN, *children)


def test_a_split_is_made_and_unmade(page: Page) -> None:
    apply(page, layout(right(group("right", size="300px"))), fill("right", "a"))
    assert shape(page) == ["row", "main", "|", "right"]
    apply(
        page,
        layout(right(split("s2", "column", group("right"), group("g1"), size="300px"))),
        fill("right", "a"),
        fill("g1", "b"),
    )
    assert shape(page) == ["row", "main", "|", ["column", "right", "|", "g1"]]
    expect(page.locator("[data-node=s2]")).to_have_attribute("style", "flex:0 1 300px;min-width:5rem;--track:300px")
    apply(page, layout(right(group("g1", size="300px"))))
    assert shape(page) == ["row", "main", "|", "g1"]
    expect(page.locator("#pane\\:b")).to_be_attached()
    apply(page, layout(MAIN))
    assert shape(page) == ["row", "main"]


def test_a_tree_can_be_turned_inside_out(page: Page) -> None:
    apply(page, layout(right(split("s2", "column", split("s3", "row", group("a"), group("b")), group("c")))))
    apply(
        page,
        layout(split("s9", "column", split("s3", "row", split("s2", "column", group("c"), MAIN), group("b")))),
    )
    assert shape(page) == ["column", ["row", ["column", "c", "|", "main"], "|", "b"]]


@pytest.mark.parametrize(
    "after",
    [
        right(split("s2", "column", group("right"), group("g1"), size="300px"), group("g2")),
        right(group("g2"), group("right", size="300px")),
        split("s5", "column", split("s1", "row", MAIN, group("right", size="300px")), group("bottom", size="200px")),
        split("s1", "row", group("right"), MAIN),
        right(split("s2", "column", group("g1"), split("s3", "row", group("g2"), group("right")))),
    ],
    ids=["split", "reordered", "deeper", "other side", "two levels deeper"],
)
def test_a_pane_keeps_what_lives_in_it_when_the_tree_around_it_changes(page: Page, after: Node) -> None:
    page.evaluate(PLUGIN)
    page.evaluate("() => { pane('a') }")
    before = right(group("right", size="300px"), group("g2"))
    apply(page, layout(before), fill("right", "a"))
    page.frame_locator("#pane\\:a iframe").get_by_text("frame").wait_for()
    page.evaluate(LIVE, "a")
    expected = {
        "same": True,
        "count": "count 1",
        "scroll": 700,
        "frame": "kept",
        "focused": True,
        "caret": [2, 6, "backward"],
        "zone": "right",
    }
    expect(page.locator("[data-count]")).to_have_text("count 1")
    apply(page, layout(after))
    assert page.evaluate(STATE, "a") == expected
    apply(page, layout(before))
    assert page.evaluate(STATE, "a") == expected


@pytest.mark.parametrize("active", ["a", "b"])
def test_a_pane_that_changes_its_group_takes_everything_with_it(page: Page, active: str) -> None:
    page.evaluate(PLUGIN)
    page.evaluate("() => { pane('a'); pane('b') }")
    tree = right(group("right", size="300px"), group("g1"))
    apply(page, layout(tree), fill("right", "a"), fill("g1", "b"))
    page.frame_locator("#pane\\:a iframe").get_by_text("frame").wait_for()
    page.evaluate(LIVE, "a")
    expect(page.locator("#pane\\:a [data-count]")).to_have_text("count 1")
    apply(page, layout(right(group("g1"))), fill("g1", "b", "a", active=active))
    state = page.evaluate(STATE, "a")
    assert (state["same"], state["count"], state["frame"], state["zone"]) == (True, "count 1", "kept", "g1")
    if active == "a":
        assert (state["scroll"], state["focused"], state["caret"]) == (700, True, [2, 6, "backward"])
    apply(page, layout(right(group("g1")), floating=[card("a")]), fill("g1", "b"), fill("float:a", "a"))
    state = page.evaluate(STATE, "a")
    assert (state["same"], state["count"], state["frame"], state["zone"]) == (True, "count 1", "kept", "float:a")


def test_selected_text_stays_selected(page: Page) -> None:
    page.evaluate(PLUGIN)
    page.evaluate("() => { pane('a') }")
    apply(page, layout(right(group("right"))), fill("right", "a"))
    page.locator("[data-text]").evaluate(
        "text => getSelection().setBaseAndExtent(text.firstChild, 0, text.firstChild, 5)"
    )
    apply(page, layout(right(split("s2", "column", group("g1"), group("right")))))
    assert page.evaluate("getSelection().toString()") == "Words"


def test_the_workspace_and_what_stays_beside_it_are_not_moved(page: Page) -> None:
    apply(page, layout(right(group("a"), group("b"))))
    page.evaluate(
        """() => {
          window.moved = []
          new MutationObserver((records) => {
            for (const { addedNodes } of records)
              for (const { dataset } of addedNodes) moved.push(dataset.zone ?? dataset.node ?? '|')
          }).observe(document.querySelector('.hs-tree'), { childList: true, subtree: true })
        }"""
    )
    apply(page, layout(right(group("b"), group("a"))))
    assert page.evaluate("moved.filter((name) => name !== '|')") in (["a"], ["b"])
    page.evaluate("() => { moved.length = 0 }")
    apply(page, layout(split("s1", "row", group("b"), MAIN, group("a"))))
    assert page.evaluate("moved.filter((name) => name !== '|')") == ["b"]
    page.evaluate("() => { moved.length = 0 }")
    apply(page, layout(split("s1", "row", group("b"), MAIN, split("s2", "column", group("a"), group("c")))))
    assert sorted(page.evaluate("moved.filter((name) => name !== '|')")) == ["a", "c", "s2"]
    page.evaluate("() => { moved.length = 0 }")
    apply(page, layout(split("s1", "row", group("b"), MAIN, split("s2", "column", group("a"), group("c")))))
    assert page.evaluate("moved") == []


def test_without_moveBefore_a_pane_stays_when_its_neighbours_come_and_go(open_page: OpenPage) -> None:
    page = open_page(before="delete Element.prototype.moveBefore")
    page.evaluate(PLUGIN)
    page.evaluate("() => { pane('a') }")
    column = split("s2", "column", group("right"), group("g1"), size="300px")
    apply(page, layout(right(column)), fill("right", "a"))
    page.frame_locator("#pane\\:a iframe").get_by_text("frame").wait_for()
    page.evaluate(LIVE, "a")
    expect(page.locator("[data-count]")).to_have_text("count 1")
    expected = {
        "same": True,
        "count": "count 1",
        "scroll": 700,
        "frame": "kept",
        "focused": True,
        "caret": [2, 6, "backward"],
        "zone": "right",
    }
    alone = group("right", size="300px")
    below = split("s4", "column", split("s5", "row", group("g3"), group("g4")), group("right"), size="300px")
    for after in (alone, split("s3", "column", group("g2"), group("right"), size="300px"), alone, below):
        apply(page, layout(right(after)))
        assert page.evaluate(STATE, "a") == expected
    assert shape(page) == ["row", "main", "|", ["column", ["row", "g3", "|", "g4"], "|", "right"]]
    apply(page, layout(split("s1", "row", group("right"), MAIN, group("g3"))))
    assert page.evaluate(ORDER) == ["right", "|", "main", "|", "g3"]
    apply(page, layout(right(alone)))
    assert page.locator("[data-node=right]").first.evaluate("track => track.getBoundingClientRect().width") == 300
    apply(page, layout(MAIN))
    assert shape(page) == ["row", "main"]


def test_without_moveBefore_a_moved_pane_keeps_focus_caret_and_scroll(open_page: OpenPage) -> None:
    page = open_page(before="delete Element.prototype.moveBefore")
    page.evaluate(PLUGIN)
    page.evaluate("() => { pane('a') }")
    apply(page, layout(right(group("right"), group("g1"))), fill("right", "a"))
    page.frame_locator("#pane\\:a iframe").get_by_text("frame").wait_for()
    page.evaluate(LIVE, "a")
    expect(page.locator("[data-count]")).to_have_text("count 1")
    apply(page, layout(right(group("g1"))), fill("g1", "a"))
    state = page.evaluate(STATE, "a")
    assert {name: value for name, value in state.items() if name != "frame"} == {
        "same": True,
        "count": "count 1",
        "scroll": 700,
        "focused": True,
        "caret": [2, 6, "backward"],
        "zone": "g1",
    }


def test_an_equal_layout_touches_nothing(page: Page) -> None:
    tree = right(group("right", size="300px"), group("g1", minimised=True))
    apply(page, layout(tree, floating=[card("f")]))
    page.evaluate("T.frame()")
    page.evaluate(
        """() => {
          window.touched = 0
          const observer = new MutationObserver((records) => { touched += records.length })
          for (const part of document.querySelectorAll('.hs-tree, .hs-floats'))
            observer.observe(part, { childList: true, subtree: true, attributes: true })
        }"""
    )
    apply(page, layout(tree, floating=[card("f")]))
    assert page.evaluate("touched") == 0


def test_a_minimised_group_has_no_sash_and_its_panes_are_not_visible(page: Page) -> None:
    apply(page, layout(right(group("right"), group("g1"))), fill("right", "a"), fill("g1", "b"))
    assert page.evaluate("[T.paneVisibility('a').get(), T.paneVisibility('b').get()]") == [True, True]
    apply(page, layout(right(group("right"), group("g1", minimised=True))), fold("g1", "b"))
    assert shape(page) == ["row", "main", "|", "right", "g1"]
    assert page.evaluate("[T.paneVisibility('a').get(), T.paneVisibility('b').get()]") == [True, False]
    apply(page, layout(right(group("right"), group("g1"))), fill("g1", "b"))
    assert page.evaluate("T.paneVisibility('b').get()") is True
    assert shape(page) == ["row", "main", "|", "right", "|", "g1"]


def test_a_maximised_group_stands_alone(page: Page) -> None:
    tree = right(split("s2", "column", group("right"), group("g1")))
    apply(page, layout(tree), fill("right", "a"), fill("g1", "b"))
    apply(page, layout(tree, maximised="g1"))
    behind = "[...document.querySelectorAll('[data-behind]')].map((one) => one.dataset.zone ?? '|')"
    assert page.evaluate(behind) == ["main", "|", "right", "|"]
    assert page.evaluate("[T.paneVisibility('a').get(), T.paneVisibility('b').get()]") == [False, True]
    expect(page.get_by_role("main")).to_have_attribute("data-zone", "g1")
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_have_text("b")
    apply(page, fill("g1", "b", "c", active="c"))
    expect(page.get_by_role("main").get_by_role("heading", level=1)).to_have_text("c")
    apply(page, layout(tree))
    assert page.evaluate(behind) == []
    expect(page.get_by_role("main")).to_have_attribute("data-zone", "main")
    expect(page.get_by_role("heading", level=1)).to_have_count(0)
    assert page.evaluate("T.paneVisibility('a').get()") is True


def test_the_first_html_is_what_the_page_makes_of_the_same_layout(page: Page) -> None:
    tree = split(
        "s1",
        "row",
        group("left", size="280px", side="left", edge="left"),
        split(
            "s2", "column", group("main", weight=1.5, min="min(12rem, 50%)"), group("bottom", weight=0.5, tint="blue")
        ),
        split(
            "s3",
            "column",
            group("right", strip="never"),
            group("g1", minimised=True),
            size="max(336px, 20rem)",
            side="right",
            edge="right",
            min="16rem",
            max="40rem",
        ),
        split(
            "s4", "column", group("g2", minimised=True) | {"size": None}, group("g3", minimised=True) | {"size": None}
        )
        | {"folded": True, "size": "1.75rem"},
        group("g4", size="100px", grow=True, max="200px"),
    )
    part = layout(tree, floating=[card("one"), card("two", x=40)])
    empty: dict[str, str] = defaultdict(str)
    printed = macro("areas/layout_tree.html", "tree")(part["layout"], empty, track_style, sash_between)
    page.evaluate(
        """(html) => {
          document.querySelector('.hs-tree').remove()
          document.querySelector('.hs-floats').outerHTML = html
        }""",
        str(printed),
    )
    seen = """[...document.querySelectorAll('.hs-tree, .hs-tree *, .hs-floats, .hs-floats *')].map((element) =>
      [element.localName, ...[...element.attributes].map(({ name, value }) => `${name}=${value}`)
        .filter((told) => !told.startsWith('aria-value') && told !== 'data-current=').sort()])"""
    first = page.evaluate(seen)
    apply(page, part)
    assert page.evaluate(seen) == first
    # And what it makes anew, the cards' numbers aside, which it writes one by one.
    seen = seen.replace(", .hs-floats, .hs-floats *", "")
    first = page.evaluate(seen)
    apply(page, layout(MAIN))
    apply(page, part)
    assert page.evaluate(seen) == first


def test_a_raised_card_is_not_moved(page: Page) -> None:
    one, two = card("one"), card("two", x=40)
    apply(page, layout(MAIN, floating=[one, two]))
    order = """[...document.querySelectorAll('.hs-float')].map((card) => [card.dataset.zone,
      card.style.getPropertyValue('--float-order'), card.style.getPropertyValue('--float-x')])"""
    assert page.evaluate(order) == [["float:one", "0", "12px"], ["float:two", "1", "40px"]]
    apply(page, layout(MAIN, floating=[two, one]))
    assert page.evaluate(order) == [["float:one", "1", "12px"], ["float:two", "0", "40px"]]
    apply(page, layout(MAIN, floating=[one]))
    assert page.evaluate(order) == [["float:one", "0", "12px"]]


def test_the_focus_of_a_tab_follows_its_pane_and_else_stays_in_the_group(page: Page) -> None:
    apply(page, layout(right(group("right"), group("g1"))), fill("right", "a", "b"), fill("g1", "c"))
    page.locator("#tab\\:a").focus()
    apply(page, fill("right", "b"), fill("g1", "c", "a", active="a"))
    expect(page.locator("#tab\\:a")).to_be_focused()
    apply(page, fill("g1", "c"))
    expect(page.locator("#tab\\:c")).to_be_focused()
    apply(page, layout(right(group("right"))))
    expect(page.get_by_role("tab", name="Home")).to_be_focused()
    page.locator("#tab\\:b").focus()
    apply(page, layout(right(group("right", minimised=True))), fold("right", "b"))
    expect(page.get_by_role("button", name="b", exact=True)).to_be_focused()
