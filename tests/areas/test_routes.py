from __future__ import annotations

import pytest

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.routes import RESERVED, arrange, path_of, refusal, resolve
from hermes_shell.contribution import Contribution


def route(name: str, path: object, source: str = "plugin:p") -> Contribution:
    return Contribution(area="routes", id=name, data={"path": path}, source=source)


@pytest.mark.parametrize("path", ["/board", "/a/b", "/with-dash_1.2", "/é"])
def test_RO1_path_is_accepted(path: str) -> None:
    assert refusal(path) is None


@pytest.mark.parametrize(
    "path",
    [None, "board", "", "/", "/a//b", "/:id", "/a/:id", "/a?x=1", "/a#b", "/../x", "/a b", *RESERVED, "/settings/x"],
)
def test_RO1_path_is_refused(path: str | None) -> None:
    assert refusal(path)


def test_RO1_bad_and_second_routes_are_ignored_with_a_warning() -> None:
    arrangement = arrange(
        [route("p:a", "/a"), route("p:b", "/a"), route("p:c", "settings"), route("home", "/", "core")], AreaContext()
    )
    assert [(item.id, item.view) for item in arrangement.items] == [("p:a", "/a"), ("home", "/")]
    assert [warning.id for warning in arrangement.warnings] == ["p:b", "p:c"]
    assert "already the page of p:a" in arrangement.warnings[0].message


def test_address_resolves_by_what_is_there() -> None:
    pages, core = {"/a": "p:a", "/x/y": "p:xy"}, {"/": "home"}
    kinds = {
        path: resolve(path, pages, core, waiting=False).kind
        for path in ("/", "/a", "/x/y", "/settings", "/20260101_abc", "/x/z")
    }
    assert kinds == {
        "/": "core",
        "/a": "extension",
        "/x/y": "extension",
        "/settings": "reserved",
        "/20260101_abc": "session",
        "/x/z": "unknown",
    }
    assert resolve("/soon", pages, core, waiting=True).kind == "waiting"
    assert resolve("/a", pages, core, waiting=True).id == "p:a"


@pytest.mark.parametrize(
    ("address", "path"),
    [("/", "/"), ("#/a", "/a"), ("/a?x=1", "/a"), ("/a/", "/a"), ("", "/"), ("a", "/a"), ("//", "/")],
)
def test_path_of_an_address(address: str, path: str) -> None:
    assert path_of(address) == path
