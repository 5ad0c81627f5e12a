from __future__ import annotations

import pytest

from hermes_shell.addresses import checked_route, with_route
from hermes_shell.errors import ProtocolError


@pytest.mark.parametrize(
    ("route", "checked"),
    [
        ("/", "/"),
        ("/settings?tab=plugin:a.b&q=x%20y", "/settings?tab=plugin:a.b&q=x%20y"),
        ("/名前#x <y>", "/%E5%90%8D%E5%89%8D%23x%20%3Cy%3E"),
    ],
)
def test_route_is_encoded_once(route: str, checked: str) -> None:
    assert checked_route(route) == checked
    assert checked_route(checked) == checked


@pytest.mark.parametrize(
    "route", ["", "x", "javascript:alert(1)", "#/x", "/a\nb", "/a\x00", "/\u202e", "/" * 3000, 7, None]
)
def test_what_is_no_route_is_refused(route: object) -> None:
    with pytest.raises(ProtocolError, match="A route starts with /"):
        checked_route(route)


def test_route_stands_behind_the_link() -> None:
    assert with_route("http://127.0.0.1:1/boot/x", "/a") == "http://127.0.0.1:1/boot/x#/a"
    assert with_route("http://127.0.0.1:1/boot/x", None) == "http://127.0.0.1:1/boot/x"
