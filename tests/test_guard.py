"""Every route and transport refuses what another page, host or cookie brings, with the same answer."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator

import httpx
import pytest
import websockets
from starlette.types import Message, Receive, Scope, Send

from hermes_shell.guard import Guard
from hermes_shell.instance import Instance
from tests.tiny_app import TinyShell, running


@pytest.fixture(scope="module")
def shell(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TinyShell]:
    with running(tmp_path_factory.mktemp("home")) as shell:
        yield shell


def forgeries(shell: TinyShell) -> dict[str, tuple[dict[str, str], int]]:
    """Headers that differ from a page's own, and the status they must get."""
    port = shell.server.port
    cookie = shell.cookie
    return {
        "rebound host": ({"Host": f"evil.example:{port}", "Cookie": cookie}, 421),
        "host suffix": ({"Host": f"127.0.0.1.evil.example:{port}", "Cookie": cookie}, 421),
        "other port": ({"Host": f"127.0.0.1:{port + 1}", "Cookie": cookie}, 421),
        "no port": ({"Host": "127.0.0.1", "Cookie": cookie}, 421),
        "unbound ipv6": ({"Host": f"[::1]:{port}", "Cookie": cookie}, 421),
        "foreign origin": ({"Origin": "https://evil.example", "Cookie": cookie}, 403),
        "origin of another port": ({"Origin": f"http://127.0.0.1:{port + 1}", "Cookie": cookie}, 403),
        "origin of our other name": ({"Origin": f"http://localhost:{port}", "Cookie": cookie}, 403),
        "origin with tls": ({"Origin": f"https://127.0.0.1:{port}", "Cookie": cookie}, 403),
        "null origin": ({"Origin": "null", "Cookie": cookie}, 403),
        "empty origin": ({"Origin": "", "Cookie": cookie}, 403),
        "cross-site": ({"Sec-Fetch-Site": "cross-site", "Cookie": cookie}, 403),
        "same-site": ({"Sec-Fetch-Site": "same-site", "Cookie": cookie}, 403),
        "cross-site navigation": (
            {
                "Sec-Fetch-Site": "cross-site",
                "Sec-Fetch-Mode": "navigate",
                "Sec-Fetch-Dest": "document",
                "Cookie": cookie,
            },
            403,
        ),
        "unknown fetch site": ({"Sec-Fetch-Site": "same-origin, cross-site", "Cookie": cookie}, 403),
        "no cookie": ({}, 401),
        "empty cookie": ({"Cookie": "hermes_shell_session="}, 401),
        "forged cookie": ({"Cookie": "hermes_shell_session=" + "A" * 43}, 401),
        "cookie prefix": ({"Cookie": cookie[:-1]}, 401),
        "cookie of another name": ({"Cookie": cookie.replace("hermes", "Hermes")}, 401),
        "csrf token as cookie": ({"Cookie": f"hermes_shell_session={shell.instance.csrf}"}, 401),
    }


FORGERIES = [
    *("rebound host", "host suffix", "other port", "no port", "unbound ipv6", "foreign origin"),
    *("origin of another port", "origin of our other name", "origin with tls", "null origin", "empty origin"),
    *("cross-site", "same-site", "cross-site navigation", "unknown fetch site", "no cookie", "empty cookie"),
    *("forged cookie", "cookie prefix", "cookie of another name", "csrf token as cookie"),
]
ROUTES = ["", "events", "static/1/file", "action", "channel", "nowhere"]


def test_forgeries_are_all_listed(shell: TinyShell) -> None:
    assert list(forgeries(shell)) == FORGERIES


@pytest.mark.parametrize("forgery", FORGERIES)
@pytest.mark.parametrize("route", ROUTES)
def test_forged_request_is_refused_on_every_route(shell: TinyShell, route: str, forgery: str) -> None:
    headers, status = forgeries(shell)[forgery]
    headers = {"X-Hermes-CSRF": shell.instance.csrf, **headers}
    method = "POST" if route == "action" else "GET"
    answer = httpx.request(method, shell.url + route, headers=headers, timeout=10, trust_env=False)
    assert answer.status_code == status


@pytest.mark.parametrize("forgery", FORGERIES)
async def test_forged_websocket_is_refused_before_it_is_accepted(shell: TinyShell, forgery: str) -> None:
    headers, status = forgeries(shell)[forgery]
    with pytest.raises(websockets.InvalidStatus) as refused:
        await _connect(shell, shell.websocket_url, headers)
    assert refused.value.response.status_code == status


async def _connect(shell: TinyShell, url: str, headers: dict[str, str]) -> str:
    host = headers.pop("Host", None)
    if host is not None:  # the client library sets its own Host from the URL
        url = url.replace(f"127.0.0.1:{shell.server.port}", host)
    async with asyncio.timeout(10):
        async with websockets.connect(
            url, host="127.0.0.1", port=shell.server.port, additional_headers=headers, proxy=None
        ) as connection:
            await connection.send("hello")
            return str(await connection.recv())


@pytest.mark.parametrize("name", ["127.0.0.1", "localhost"])
async def test_own_page_passes_on_every_transport(shell: TinyShell, name: str) -> None:
    host = f"{name}:{shell.server.port}"
    headers = {"Host": host, "Origin": f"http://{host}", "Sec-Fetch-Site": "same-origin", "Cookie": shell.cookie}
    async with httpx.AsyncClient(base_url=shell.url, headers=headers, trust_env=False) as client:
        assert (await client.get("")).status_code == 200
        async with client.stream("GET", "events") as stream:
            assert stream.status_code == 200
        action = await client.post("action", content="do", headers={"X-Hermes-CSRF": shell.instance.csrf})
        assert (action.status_code, action.text) == (200, "do")
    assert await _connect(shell, shell.websocket_url, headers) == "hello"


def test_null_origin_of_an_own_form_passes_with_fetch_metadata(shell: TinyShell) -> None:
    headers = {"Origin": "null", "Sec-Fetch-Site": "same-origin", "X-Hermes-CSRF": shell.instance.csrf}
    with shell.client() as client:
        assert client.post("action", content="do", headers=headers).text == "do"


def test_typed_address_passes_with_the_cookie(shell: TinyShell) -> None:
    with shell.client() as client:
        assert client.get("", headers={"Sec-Fetch-Site": "none", "Sec-Fetch-Mode": "navigate"}).status_code == 200


def test_cookie_beside_foreign_and_stale_ones_is_found(shell: TinyShell) -> None:
    crowd = f'theme="a;b"; hermes_shell_session=stale; {shell.cookie}; broken'
    assert httpx.get(shell.url, headers={"Cookie": crowd}, trust_env=False).status_code == 200


@pytest.mark.parametrize("method", ["POST", "DELETE", "PUT", "PATCH"])
@pytest.mark.parametrize("token", [None, "", "x" * 43, "session"])
def test_unsafe_method_without_the_token_is_refused(shell: TinyShell, method: str, token: str | None) -> None:
    value = shell.instance.session if token == "session" else token
    headers = {} if value is None else {"X-Hermes-CSRF": value}
    with shell.client() as client:
        assert client.request(method, "action", headers=headers).status_code == 403


def test_token_twice_is_refused(shell: TinyShell) -> None:
    token = ("X-Hermes-CSRF", shell.instance.csrf)
    with shell.client() as client:
        assert client.post("action", headers=[token, token]).status_code == 403


@pytest.mark.parametrize("path", ["/", "/w/", "/w/wrong/", "/favicon.ico", "/static/x.js", "/healthz/", "/boot", "/W/"])
def test_paths_outside_are_not_found(shell: TinyShell, path: str) -> None:
    answer = httpx.get(shell.server.origin + path, headers={"Cookie": shell.cookie}, trust_env=False)
    assert answer.status_code == 404


def test_secret_without_slash_or_in_other_case_is_not_found(shell: TinyShell) -> None:
    with shell.client() as client:
        assert client.get(shell.url.rstrip("/")).status_code == 404
        assert client.get(shell.url.upper().replace("HTTP", "http")).status_code == 404


def test_direct_plugin_backend_call_names_the_right_door(shell: TinyShell) -> None:
    answer = httpx.get(shell.server.origin + "/api/plugins/notes/list", trust_env=False)
    assert (answer.status_code, answer.text) == (404, "use ctx.rest")


@pytest.mark.parametrize("forgery", ["rebound host", "foreign origin", "cross-site"])
@pytest.mark.parametrize("path", ["/healthz", "/boot/guess"])
def test_routes_without_cookie_still_check_host_and_origin(shell: TinyShell, path: str, forgery: str) -> None:
    headers, status = forgeries(shell)[forgery]
    assert httpx.get(shell.server.origin + path, headers=headers, trust_env=False).status_code == status


def test_boot_link_followed_from_another_page_is_a_navigation_only(shell: TinyShell) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
    link = shell.server.boot_url()
    for stolen in ({"Sec-Fetch-Mode": "no-cors"}, {"Sec-Fetch-Dest": "iframe"}, {"Sec-Fetch-Dest": "image"}):
        assert httpx.get(link, headers={**headers, **stolen}, trust_env=False).status_code == 403
    assert httpx.get(link, headers=headers, trust_env=False).status_code == 303


def test_every_answer_has_the_protective_headers(shell: TinyShell) -> None:
    with shell.client() as client:
        answers = [client.get(""), client.get("nowhere"), client.get(shell.server.origin + "/x"), client.post("action")]
    for answer in answers:
        policy = answer.headers["content-security-policy"]
        assert "default-src 'self'" in policy
        assert "unsafe-eval" not in policy
        assert "frame-ancestors 'none'" in policy
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.headers["cross-origin-resource-policy"] == "same-origin"
        assert answer.headers["referrer-policy"] == "no-referrer"
        assert answer.headers["x-frame-options"] == "DENY"
        assert answer.headers["cache-control"] == "no-store"


def test_nonce_of_the_policy_is_the_page_s_and_never_repeats(shell: TinyShell) -> None:
    with shell.client() as client:
        nonces = set[str]()
        for _ in range(5):
            answer = client.get("")
            found = re.search(r"'nonce-([^']+)'", answer.headers["content-security-policy"])
            assert found is not None
            assert answer.text == f"page {found.group(1)}"
            nonces.add(found.group(1))
    assert len(nonces) == 5


def test_static_files_keep_their_own_cache_header(shell: TinyShell) -> None:
    with shell.client() as client:
        assert client.get("static/1/file").headers["cache-control"] == "max-age=31536000, immutable"


async def test_server_without_denial_responses_gets_a_plain_close() -> None:
    sent: list[Message] = []

    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("reached")

    async def receive() -> Message:
        return {"type": "websocket.connect"}

    async def send(message: Message) -> None:
        sent.append(message)

    scope: Scope = {"type": "websocket", "path": "/", "headers": [(b"host", b"127.0.0.1:1")]}
    await Guard(app, Instance.ephemeral(), ["127.0.0.1:1"])(scope, receive, send)
    assert [message["type"] for message in sent] == ["websocket.close"]


async def test_host_header_missing_or_repeated_is_refused() -> None:
    async def app(scope: Scope, receive: Receive, send: Send) -> None:
        raise AssertionError("reached")

    guard = Guard(app, Instance.ephemeral(), ["127.0.0.1:1"])
    for headers in ([], [(b"host", b"127.0.0.1:1")] * 2):
        refusal = guard.judge({"type": "http", "method": "GET", "path": "/healthz", "headers": headers})
        assert refusal is not None
        assert refusal.status == 421
