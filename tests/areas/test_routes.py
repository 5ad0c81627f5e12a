from __future__ import annotations

import pytest

from hermes_shell.areas.kinds import AreaContext
from hermes_shell.areas.routes import (
    LONGEST_PATH,
    RESERVED,
    arrange,
    chat_key,
    chat_path,
    is_session,
    path_of,
    refusal,
    resolve,
)
from hermes_shell.contribution import Contribution


def route(name: str, path: object, source: str = "plugin:p") -> Contribution:
    return Contribution(area="routes", id=name, data={"path": path}, source=source)


@pytest.mark.parametrize(
    "path",
    ["/board", "/a/b", "/with-dash_1.2", "/é", "/caf%C3%A9", "/board/", "/Board", "/100%", "/日本/ü", "/deadbeef"],
)
def test_RO1_path_is_accepted(path: str) -> None:
    assert refusal(path) is None


@pytest.mark.parametrize(
    "path",
    [
        *(None, "board", "", "/", "//", "/a//b", "/:id", "/a/:id", "/*", "/a?x=1", "/a#b", "/a\\b", "/a b", "/a%20b"),
        *("/../x", "/%2e%2e/x", "/./x", "/a%2Fb", "/a%00b", "/a\nb", "/a\u202eb", "/a%FF", "/[id]", "/{id}"),
        *("/20261130_095928_6ede65", "/20261130_095928_6ede65/", "/" + "x" * LONGEST_PATH),
    ],
)
def test_RO1_path_is_refused(path: str | None) -> None:
    assert refusal(path)


@pytest.mark.parametrize("path", RESERVED)
def test_RO1_reserved_paths_are_refused_in_every_form(path: str) -> None:
    for form in (path, f"{path}/", f"{path}/x", path.upper(), path.title(), path[:2].replace("s", "%73") + path[2:]):
        assert refusal(form), form


def test_RO1_bad_and_second_routes_are_ignored_with_a_warning() -> None:
    arrangement = arrange(
        [route("p:a", "/a"), route("p:b", "/a"), route("p:c", "settings"), route("home", "/", "core")], AreaContext()
    )
    assert [(item.id, item.view) for item in arrangement.items] == [("p:a", "/a"), ("home", "/")]
    assert [warning.id for warning in arrangement.warnings] == ["p:b", "p:c"]
    assert "/a is already the page of p:a, so p:b has no address" in arrangement.warnings[0].message


def test_one_path_in_other_words_is_the_same_path() -> None:
    forms = ["/caf%C3%A9", "/café", "/cafe\u0301", "/café/", "/caf%c3%a9/"]
    arrangement = arrange([route(f"p:{at}", form) for at, form in enumerate(forms)], AreaContext())
    assert [(item.id, item.view) for item in arrangement.items] == [("p:0", "/café")]
    assert len(arrangement.warnings) == 4
    assert [item.view for item in arrange([route("p:a", "/a"), route("p:A", "/A")], AreaContext()).items] == [
        "/a",
        "/A",
    ]


def test_five_hundred_routes_are_all_there() -> None:
    arrangement = arrange([route(f"p:{at}", f"/page/{at}") for at in range(500)], AreaContext())
    assert len(arrangement.items) == 500
    assert arrangement.warnings == ()


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
    assert resolve("/soon", pages, core, waiting=True, known=True).kind == "waiting"
    assert resolve("/soon", pages, core, waiting=False, known=True).kind == "absent"
    assert resolve("/a", pages, core, waiting=True).id == "p:a"


def test_address_of_a_chat_is_told_from_a_word() -> None:
    assert is_session("/20261130_095928_6ede65")
    assert not is_session("/board")


ADDRESSES = [
    *(("/", "/"), ("#/a", "/a"), ("/a?x=1", "/a"), ("/a/", "/a"), ("", "/"), ("a", "/a"), ("//", "/"), ("/a//", "/a")),
    *(("#/caf%C3%A9", "/café"), ("/cafe\u0301", "/café"), ("/a%20b", "/a b"), ("/a%2Fb", "/a%2Fb"), ("/%zz", "/%zz")),
    *(
        ("/a%FF", "/a%FF"),
        ("/100%", "/100%"),
        ("/a%25", "/a%"),
        ("/a%3Fb?c", "/a%3Fb"),
        ("/A", "/A"),
        ("/é%C3", "/é%C3"),
    ),
]


@pytest.mark.parametrize(("address", "path"), ADDRESSES)
def test_path_of_an_address(address: str, path: str) -> None:
    assert path_of(address) == path


@pytest.mark.parametrize("key", ["20261130_095928_6ede65", "b", "abc-DEF_1"])
def test_most_chats_have_their_id_as_address(key: str) -> None:
    assert chat_path(key) == f"/{key}"
    assert chat_key(f"/{key}") == key


@pytest.mark.parametrize("key", ["../../etc", "__proto__", "Settings", "a/b?c#d%2F", "Ü ☃", "~x", "-", "x" * 150 + " "])
def test_a_chat_whose_id_no_address_holds_has_one_all_the_same(key: str) -> None:
    path = chat_path(key)
    assert path_of(f"#{path}") == path
    assert is_session(path)
    assert chat_key(path) == key
    assert refusal(path) is not None


@pytest.mark.parametrize("path", ["/~", "/~x", "/~_w", "/~ü", "/~Li4!v"])
def test_what_only_looks_like_such_an_address_stays_itself(path: str) -> None:
    assert chat_key(path) == path[1:]
