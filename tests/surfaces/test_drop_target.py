"""Where a point means a dragged pane to go, and where a floating card may stand: numbers only, no layout."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import BrowserContext, Page

SCENE = """async () => {
  const [{ targetAt }, { chipsOf }, floats] = await Promise.all(
    ['drop_target', 'drop_chips', 'float_box'].map((name) => import(`/static/host/${name}.js`)))
  const box = (left, top, width, height) => ({ left, top, width, height })
  const zone = (id, title, at, ids, strip = 28) => ({ id, title, minimised: false, box: at,
    body: box(at.left, at.top + strip, at.width, at.height - strip),
    strip: box(at.left, at.top, at.width, strip),
    tabs: ids.map((tab, i) =>
      ({ id: tab, title: tab.toUpperCase(), box: box(at.left + 4 + i * 100, at.top, 100, strip) })) })
  const scene = { columns: box(0, 36, 1200, 740), tree: box(200, 36, 1000, 740), zones: [
    zone('main', 'Home', box(200, 36, 664, 500), ['workspace', 'notes']),
    zone('right', 'A', box(864, 36, 336, 740), ['a', 'b', 'c']),
    { ...zone('bottom', 'Log', box(200, 748, 664, 28), [], 0), strip: null, minimised: true },
  ] }
  window.S = { targetAt, chipsOf, scene, ...floats,
    dragged: (changes) => ({ pane: 'a', zone: 'right', title: 'A', floating: false, alone: false,
      sizes: { width: null, height: null }, floatAt: ({ x, y }) => box(x - 40, y - 14, 320, 240), ...changes }),
    at: (x, y, changes = {}) => targetAt(scene, S.dragged(changes), { x, y }),
  }
}"""


@pytest.fixture(scope="module")
def scene(context: tuple[BrowserContext, str]) -> Iterator[Page]:
    """A document with three zones in numbers: main, right (with the dragged pane `a`) and a folded one."""
    browser_context, address = context
    page = browser_context.new_page()
    page.goto(f"{address}/static/host/boxes.js")
    page.evaluate(SCENE)
    yield page
    page.close()


def found_at(page: Page, x: float, y: float, **dragged: object) -> dict[str, Any] | None:
    """Where a pane goes that is dropped here; None = nothing would change."""
    return page.evaluate("([x, y, dragged]) => S.at(x, y, dragged)", [x, y, dragged])


def at(page: Page, x: float, y: float, **dragged: object) -> dict[str, Any]:
    """Where a pane goes that is dropped where something would change."""
    found = found_at(page, x, y, **dragged)
    assert found is not None
    return found


def place(page: Page, x: float, y: float, **dragged: object) -> tuple[object, ...] | None:
    """The same in short: zone, position, tab behind, words."""
    found = found_at(page, x, y, **dragged)
    return (found["zone"], found["pos"], found["before"], found["label"]) if found else None


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (530, 110, ("main", "top", None, "Dock above Home")),
        (530, 520, ("main", "bottom", None, "Dock below Home")),
        (240, 300, ("main", "left", None, "Dock left of Home")),
        (840, 300, ("main", "right", None, "Dock right of Home")),
        (420, 300, ("main", "center", None, "Tab in Home")),
        (530, 760, ("bottom", "center", None, "Tab in Log")),
    ],
)
def test_the_outer_parts_of_a_zone_dock_and_its_middle_takes_a_tab(
    scene: Page, x: float, y: float, expected: tuple[object, ...]
) -> None:
    assert place(scene, x, y) == expected


@pytest.mark.parametrize("name", ["left", "right", "top", "bottom", "center", "float"])
def test_chips_in_the_middle_of_a_zone_mean_what_they_show(scene: Page, name: str) -> None:
    chips = scene.evaluate("() => S.chipsOf(S.dragged(), S.scene.zones[0])")
    assert sorted(chip["name"] for chip in chips) == ["bottom", "center", "float", "left", "right", "top"]
    box = next(chip["box"] for chip in chips if chip["name"] == name)
    target = at(scene, box["left"] + 1, box["top"] + 1)
    assert target["chip"] == name
    assert (target["kind"], target["pos"]) == (("float", "center") if name == "float" else ("move", name))


def test_the_highlight_is_where_the_pane_will_stand(scene: Page) -> None:
    half, own, root, tab = at(scene, 530, 520), at(scene, 240, 300), at(scene, 204, 300), at(scene, 420, 300)
    assert half["box"] == {"left": 200, "top": 286, "width": 664, "height": 250}
    assert own["box"]["width"] == 332
    declared = at(scene, 240, 300, sizes={"width": 237, "height": None})
    assert declared["box"]["width"] == 332
    assert (root["zone"], root["pos"], root["box"]["width"]) == ("root", "left", 336)
    assert at(scene, 204, 300, sizes={"width": 237, "height": None})["box"]["width"] == 237
    assert tab["box"] == {"left": 200, "top": 36, "width": 664, "height": 500}


@pytest.mark.parametrize(
    ("x", "y", "expected"),
    [
        (870, 40, None),
        (960, 40, None),
        (1010, 40, None),
        (1030, 40, ("right", "center", "c", "Move before C")),
        (1150, 40, ("right", "center", None, "Move to the end")),
        (260, 40, ("main", "center", "notes", "Tab before NOTES")),
        (700, 40, ("main", "center", None, "Tab in Home")),
    ],
)
def test_a_strip_takes_a_tab_between_two_others(
    scene: Page, x: float, y: float, expected: tuple[object, ...] | None
) -> None:
    assert place(scene, x, y) == expected


def test_a_line_stands_between_two_tabs_and_their_own_zone_is_not_highlighted(scene: Page) -> None:
    own, other = at(scene, 1030, 40), at(scene, 260, 40)
    assert own["box"] is None
    assert own["line"] == {"left": 1067, "top": 36, "width": 2, "height": 28}
    assert other["box"]["top"] == 64


@pytest.mark.parametrize(
    ("x", "y", "side"),
    [(203, 300, "left"), (195, 300, "left"), (1195, 400, "right"), (500, 28, "top"), (1000, 770, "bottom")],
)
def test_the_edges_of_the_tree_dock_to_the_whole_tree(scene: Page, x: float, y: float, side: str) -> None:
    assert place(scene, x, y) == ("root", side, None, f"Dock at the {side} edge")


def test_outside_of_the_tree_a_pane_floats_under_the_pointer(scene: Page) -> None:
    target = at(scene, 100, 300)
    assert (target["kind"], target["label"]) == ("float", "Float here")
    assert target["box"] == {"left": 60, "top": 286, "width": 320, "height": 240}


def test_a_drop_that_would_change_nothing_is_none(scene: Page) -> None:
    assert found_at(scene, 1032, 300) is None
    assert place(scene, 1032, 740) == ("right", "bottom", None, "Dock below A")
    for x, y in [(1032, 740), (880, 300), (1150, 40)]:
        assert found_at(scene, x, y, alone=True, pane=None) is None
    assert scene.evaluate("() => S.chipsOf(S.dragged({ alone: true }), S.scene.zones[1]).map(({ name }) => name)") == [
        "float"
    ]


def test_a_group_docks_and_joins_but_does_not_float(scene: Page) -> None:
    group = {"pane": None, "alone": True}
    assert place(scene, 530, 520, **group) == ("main", "bottom", None, "Dock tabs below Home")
    assert place(scene, 260, 40, **group) == ("main", "center", None, "Tabs in Home")
    assert place(scene, 204, 300, **group) == ("root", "left", None, "Dock tabs at the left edge")
    assert found_at(scene, 100, 300, **group) is None


def test_a_card_that_passes_over_a_zone_docks_only_by_a_chip_a_strip_or_an_edge_of_the_tree(scene: Page) -> None:
    card = {"pane": "f", "zone": "float:f", "floating": True, "alone": True}
    passing = at(scene, 530, 520, **card)
    assert (passing["kind"], passing["label"], passing["box"]) == ("float", "", None)
    assert place(scene, 700, 40, **card) == ("main", "center", None, "Tab in Home")
    assert place(scene, 204, 300, **card) == ("root", "left", None, "Dock at the left edge")
    chips = scene.evaluate("card => S.chipsOf(S.dragged(card), S.scene.zones[0])", card)
    assert "float" not in [chip["name"] for chip in chips]
    below = next(chip["box"] for chip in chips if chip["name"] == "bottom")
    assert place(scene, below["left"] + 5, below["top"] + 5, **card) == ("main", "bottom", None, "Dock below Home")


def test_a_zone_without_room_has_no_chips(scene: Page) -> None:
    assert scene.evaluate("() => S.chipsOf(S.dragged(), S.scene.zones[2])") == []
    small = "() => S.chipsOf(S.dragged(), { ...S.scene.zones[0], body: { left: 0, top: 0, width: 120, height: 400 } })"
    assert scene.evaluate(small) == []


ROOM = {"width": 1200, "height": 740}
CLAMP = """([[left, top, width, height], room]) => Object.values(S.clamped({ left, top, width, height }, room))"""


@pytest.mark.parametrize(
    ("box", "expected"),
    [
        ([-900, 10, 320, 240], [0, 10, 320, 240]),
        ([1190, -50, 320, 240], [880, 0, 320, 240]),
        ([10, 9000, 320, 240], [10, 500, 320, 240]),
        ([10, 10, 20, 20], [10, 10, 160, 96]),
        ([10, 10, 5000, 5000], [10, 10, 1176, 716]),
    ],
)
def test_a_card_stays_whole_in_sight(scene: Page, box: list[float], expected: list[float]) -> None:
    assert scene.evaluate(CLAMP, [box, ROOM]) == expected


def test_a_card_that_has_no_room_keeps_its_strip_in_sight(scene: Page) -> None:
    small = {"width": 120, "height": 80}
    assert scene.evaluate(CLAMP, [[-900, 900, 20, 20], small]) == [-40, 0, 160, 96]
    assert scene.evaluate(CLAMP, [[900, 900, 20, 20], small]) == [0, 0, 160, 96]


@pytest.mark.parametrize(
    ("left", "top", "anchor", "x", "y"),
    [
        (12, 12, "top-left", 12, 12),
        (868, 12, "top-right", 12, 12),
        (868, 488, "bottom-right", 12, 12),
        (40, 488, "bottom-left", 40, 12),
    ],
)
def test_a_card_is_measured_from_the_corner_it_is_nearest_to(
    scene: Page, left: int, top: int, anchor: str, x: int, y: int
) -> None:
    found = scene.evaluate(
        "([left, top, room]) => S.anchored({ left, top, width: 320, height: 240 }, room)", [left, top, ROOM]
    )
    assert found == {"anchor": anchor, "x": x, "y": y, "width": 320, "height": 240}


@pytest.mark.parametrize(
    ("edges", "expected"),
    [
        ("e", [100, 100, 350, 240]),
        ("w", [130, 100, 290, 240]),
        ("se", [100, 100, 350, 260]),
        ("nw", [130, 120, 290, 220]),
    ],
)
def test_the_opposite_edges_of_a_card_stay_where_they_are(scene: Page, edges: str, expected: list[int]) -> None:
    resize = """([edges, dx, dy, room]) =>
      Object.values(S.resized({ left: 100, top: 100, width: 320, height: 240 }, edges, dx, dy, room))"""
    assert scene.evaluate(resize, [edges, 30, 20, ROOM]) == expected
    left, top, width, height = scene.evaluate(resize, ["nw", 4000, 4000, ROOM])
    assert (left + width, top + height, width, height) == (420, 340, 160, 96)
    assert scene.evaluate(resize, ["n", 0, -4000, ROOM]) == [100, 0, 320, 340]
    assert scene.evaluate(resize, ["se", 4000, 4000, ROOM]) == [100, 100, 1100, 640]
    assert scene.evaluate(resize, ["w", -4000, 0, ROOM]) == [0, 100, 420, 240]
