from __future__ import annotations

import pytest

from hermes_shell.errors import GatewayUnusable
from hermes_shell.gateway.endpoint import Endpoint, same_origin


@pytest.mark.parametrize(
    ("written", "url", "place", "loopback"),
    [
        ("127.0.0.1:9119", "http://127.0.0.1:9119", "127.0.0.1", True),
        (" http://localhost:1/ ", "http://localhost:1", "localhost", True),
        ("https://Host.Example/hermes/", "https://host.example/hermes", "host.example", False),
        ("wss://host.example/hermes/api/ws", "https://host.example/hermes", "host.example", False),
        ("ws://[::1]:9119", "http://[::1]:9119", "[::1]", True),
        ("host.example", "http://host.example", "host.example", False),
    ],
)
def test_addresses_are_read_as_people_write_them(written: str, url: str, place: str, loopback: bool) -> None:
    endpoint = Endpoint.of(written, "t")
    assert (endpoint.url, endpoint.place, endpoint.loopback) == (url, place, loopback)
    assert endpoint.socket_url == f"ws{url.removeprefix('http')}/api/ws"


@pytest.mark.parametrize(
    "written",
    [
        "",
        " ",
        "ftp://host",
        "file:///etc",
        "http://",
        "http://a b",
        "http://host:99999",
        "http://[::1",
        "javascript:x",
        "http://h\x00",
    ],
)
def test_what_is_no_address_is_refused(written: str) -> None:
    with pytest.raises(GatewayUnusable, match="URL is not one"):
        Endpoint.of(written, "")


def test_names_and_passwords_have_no_place_in_an_address() -> None:
    with pytest.raises(GatewayUnusable, match="must not hold a name"):
        Endpoint.of("https://me:pass@host", "")


@pytest.mark.parametrize("url", ["http://host?token=abc", "host:9119/api/ws?token=abc", "https://host/#abc"])
def test_a_token_has_no_place_in_an_address(url: str) -> None:
    with pytest.raises(GatewayUnusable, match="behind"):
        Endpoint.of(url, "")


@pytest.mark.parametrize("token", ["ü", "a\nb", "a\x00"])
def test_a_token_that_is_none_is_refused(token: str) -> None:
    with pytest.raises(GatewayUnusable, match="token is not one"):
        Endpoint.of("host", token)


def test_a_token_is_in_no_text_of_an_endpoint() -> None:
    assert "secret" not in repr(Endpoint.of("host", "secret"))


@pytest.mark.parametrize(
    ("one", "other", "same"),
    [
        ("host:1", "http://host:1/x", True),
        ("ws://host:1", "http://HOST:1", True),
        ("host:1", "host:2", False),
        ("http://host", "https://host", False),
        ("http://host", "http://host.evil", False),
        ("", "", False),
        ("host", "nonsense://x", False),
    ],
)
def test_secrets_are_for_one_origin(one: str, other: str, same: bool) -> None:
    assert same_origin(one, other) is same
