from __future__ import annotations

import asyncio
import socket
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

import httpx
import pytest
import websockets
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from hermes_shell.errors import BindError, ServerError
from hermes_shell.instance import Instance
from hermes_shell.listening import bind
from hermes_shell.paths import Home
from hermes_shell.server import ShellServer
from hermes_shell.settings import Settings
from tests.tiny_app import TinyShell, running


@pytest.fixture
def home(tmp_path: Path) -> Home:
    home = Home(tmp_path)
    assert home.prepare() == []
    return home


def test_boot_link_sets_cookie_and_opens_page_once(tmp_path: Path) -> None:
    with running(tmp_path) as shell, httpx.Client(trust_env=False) as client:
        link = shell.server.boot_url()
        booted = client.get(link)
        cookie = booted.headers["set-cookie"]
        assert booted.status_code == 303
        assert booted.headers["location"] == shell.instance.base
        assert "HttpOnly" in cookie
        assert "SameSite=strict" in cookie
        assert f"Path={shell.instance.base}" in cookie
        assert client.get(shell.url).text.startswith("page ")
        assert client.get(link).status_code == 403


def test_answers_do_not_wait_for_delayed_acknowledgements(tmp_path: Path) -> None:
    with running(tmp_path) as shell:
        bound = bind(Settings(home=Home(tmp_path), port=0), shell.instance)
        assert bound.proto == socket.IPPROTO_TCP
        bound.close()


def test_app_state_offers_boot_links(tmp_path: Path) -> None:
    app = Starlette()
    server = ShellServer(app, Instance.ephemeral(), Settings(home=Home(tmp_path), port=0))
    server.start()
    try:
        assert app.state.boot_url().startswith(f"{server.origin}/boot/")
    finally:
        server.stop(5)


async def _open_streams(shell: TinyShell, count: int, stack: AsyncExitStack) -> list[AsyncIterator[str]]:
    client = await stack.enter_async_context(
        httpx.AsyncClient(
            headers={"Cookie": shell.cookie}, limits=httpx.Limits(max_connections=None), timeout=30, trust_env=False
        )
    )
    streams: list[AsyncIterator[str]] = []
    for _ in range(count):
        response = await stack.enter_async_context(client.stream("GET", shell.url + "events"))
        lines = response.aiter_lines()
        assert [await anext(lines) for _ in range(2)][1] == "event: hello"
        streams.append(lines)
    return streams


async def test_stop_ends_fifty_streams_and_channels_and_tells_them(tmp_path: Path) -> None:
    with running(tmp_path) as shell:
        async with AsyncExitStack() as stack:
            streams = await _open_streams(shell, 50, stack)
            headers = {"Cookie": shell.cookie}
            sockets = [
                await stack.enter_async_context(
                    websockets.connect(shell.websocket_url, additional_headers=headers, proxy=None)
                )
                for _ in range(10)
            ]
            await sockets[0].send("ping")
            assert await sockets[0].recv() == "ping"
            assert await asyncio.to_thread(shell.server.stop, 5)
            for lines in streams:
                assert any('"kind":"stopping"' in line for line in [line async for line in lines])
            for connection in sockets:
                with pytest.raises(websockets.ConnectionClosed):
                    await connection.recv()
        assert shell.ended.count("channel") == 10
        assert shell.ended[-1] == "lifespan"
        assert not shell.server.running
        assert shell.announcements.listeners == 0


async def test_stop_cuts_off_a_request_that_never_ends(tmp_path: Path) -> None:
    arrived = asyncio.Event()
    loop = asyncio.get_running_loop()
    instance = Instance.ephemeral()

    async def stuck(request: Request) -> Response:
        loop.call_soon_threadsafe(arrived.set)
        await asyncio.Event().wait()
        return PlainTextResponse("never")

    app = Starlette(routes=[Route(instance.base + "stuck", stuck)])
    server = ShellServer(app, instance, Settings(home=Home(tmp_path), port=0))
    server.start()
    cookie = f"hermes_shell_session={instance.session}"
    async with httpx.AsyncClient(headers={"Cookie": cookie}, trust_env=False) as client:
        request = asyncio.create_task(client.get(server.origin + instance.base + "stuck"))
        await asyncio.wait_for(arrived.wait(), 10)
        assert await asyncio.to_thread(server.stop, 5)
        with pytest.raises(httpx.HTTPError):
            await request


def test_stop_twice_and_before_start_does_nothing(tmp_path: Path) -> None:
    with running(tmp_path) as shell:
        assert shell.server.stop(5)
        assert shell.server.stop(5)
    assert ShellServer(Starlette(), Instance.ephemeral(), Settings(home=Home(tmp_path))).stop()


def test_failing_before_stop_does_not_keep_the_server(tmp_path: Path) -> None:
    async def fail() -> None:
        raise RuntimeError("channel")

    server = ShellServer(Starlette(), Instance.ephemeral(), Settings(home=Home(tmp_path), port=0), before_stop=fail)
    server.start()
    assert server.stop(5)


def test_failing_lifespan_is_one_clear_error(tmp_path: Path) -> None:
    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncGenerator[None]:
        raise RuntimeError("no loader")
        yield

    server = ShellServer(Starlette(lifespan=lifespan), Instance.ephemeral(), Settings(home=Home(tmp_path), port=0))
    with pytest.raises(ServerError, match="did not start"):
        server.start()
    assert not server.running


def test_port_is_remembered_for_the_home(home: Home) -> None:
    first = Instance.load(home)
    with running(home.root, instance=first, settings=Settings(home=home)) as shell:
        port = shell.server.port
    first.release()
    second = Instance.load(home)
    assert second.port == port
    with running(home.root, instance=second, settings=Settings(home=home)) as shell:
        assert shell.server.port == port


def test_taken_port_of_the_last_start_is_replaced_and_remembered(home: Home) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        taken = other.getsockname()[1]
        instance = Instance.load(home)
        instance.remember_port(taken)
        bound = bind(Settings(home=home), instance)
        port = bound.getsockname()[1]
        bound.close()
    assert port != taken
    instance.release()
    assert Instance.load(home).port == port


def test_second_process_of_a_home_leaves_the_remembered_port(home: Home) -> None:
    first = Instance.load(home)
    kept = bind(Settings(home=home), first)
    second = Instance.load(home)
    assert first.owns_home
    assert not second.owns_home
    assert second.path_secret == first.path_secret
    bind(Settings(home=home), second).close()
    assert Instance.load(home).port == kept.getsockname()[1]
    kept.close()
    first.release()


def test_explicit_port_in_use_is_refused(home: Home) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(BindError, match="port"):
            bind(Settings(home=home, port=other.getsockname()[1]), Instance.ephemeral())


@pytest.mark.parametrize(
    ("host", "words"),
    [("0.0.0.0", "every address"), ("::", "every address"), ("192.0.2.7", "allow-remote"), ("no host", "address")],
)
def test_host_that_others_can_reach_is_refused(home: Home, host: str, words: str) -> None:
    with pytest.raises(BindError, match=words):
        bind(Settings(home=home, host=host, port=0), Instance.ephemeral())


@pytest.mark.parametrize(("allow", "token"), [(True, None), (False, "x" * 40), (True, "short")])
def test_remote_host_needs_flag_and_long_token(home: Home, allow: bool, token: str | None) -> None:
    settings = Settings(home=home, host="192.0.2.7", port=0, allow_remote=allow, token=token)
    with pytest.raises(BindError, match="token"):
        bind(settings, Instance.ephemeral())


def test_remote_host_with_flag_and_token_is_tried(home: Home) -> None:
    settings = Settings(home=home, host="192.0.2.7", port=0, allow_remote=True, token="x" * 40)
    with pytest.raises(BindError, match="Cannot listen"):  # 192.0.2.0/24 is no machine's address
        bind(settings, Instance.ephemeral())


def test_token_form_lets_in_with_the_token_only(home: Home) -> None:
    settings = Settings(home=home, port=0, token="a long enough token")
    with running(home.root, settings=settings) as shell, httpx.Client(trust_env=False) as client:
        form = f"{shell.server.origin}/boot/token"
        headers = {"Origin": shell.server.origin}
        assert "password" in client.get(form).text
        assert client.post(form, data={"token": "wrong"}, headers=headers).status_code == 403
        assert client.post(form, data={"token": "a long enough token"}, headers=headers).status_code == 303
        for _ in range(9):
            client.post(form, data={"token": "wrong"}, headers=headers)
        assert client.post(form, data={"token": "a long enough token"}, headers=headers).status_code == 429


def test_localhost_and_ipv6_are_own_names(home: Home) -> None:
    with running(home.root, settings=replace(Settings(home=home), host="localhost", port=0)) as shell:
        headers = {"Host": f"localhost:{shell.server.port}"}
        assert httpx.get(f"{shell.server.origin}/healthz", headers=headers, trust_env=False).text == "ok"


def test_109_health_answers_while_the_app_is_busy(tmp_path: Path) -> None:
    with running(tmp_path) as shell:
        answer = httpx.get(f"{shell.server.origin}/healthz", trust_env=False)
        assert (answer.status_code, answer.text) == (200, "ok")
        assert answer.headers["cache-control"] == "no-store"
