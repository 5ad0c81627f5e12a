"""`create_app()`: wires the parts of one home into an ASGI app, and nothing else.

The app answers below the secret path; the guard and the boot links stand in front of it (`hermes_shell.server`).
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from functools import partial
from typing import cast

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response
from starlette.routing import BaseRoute, Route, WebSocketRoute
from starlette.websockets import WebSocket

from hermes_shell import __version__, joined_modules
from hermes_shell.announcements import Announcements
from hermes_shell.areas import AREAS
from hermes_shell.bridge import Bridge
from hermes_shell.channel import Channel
from hermes_shell.control import control_routes
from hermes_shell.core.attachments import composer_routes
from hermes_shell.core.boot_snapshot import boot_snapshot, hello_snapshot
from hermes_shell.core.changes import Changes
from hermes_shell.core.desktop import Desktop, NoDesktop
from hermes_shell.core.gateway_door import make_gateway
from hermes_shell.core.preview import preview_routes
from hermes_shell.core.settings_store import SettingsStore
from hermes_shell.core.shell import Shell
from hermes_shell.core.surfaces import register_all
from hermes_shell.core.warm import warm_up
from hermes_shell.core.window import Window
from hermes_shell.decisions import Decisions
from hermes_shell.gateway import Gateway
from hermes_shell.instance import Instance
from hermes_shell.json_answer import JsonAnswer
from hermes_shell.notifications import Notifications
from hermes_shell.page import STATIC, made_file, page_html
from hermes_shell.plugins.loader import PluginLoader
from hermes_shell.plugins.styles import StyleCompiler
from hermes_shell.registry import Registry
from hermes_shell.settings import Settings
from hermes_shell.starts import Starts
from hermes_shell.static_files import Folder, StaticFiles
from hermes_shell.stopped_page import stopped_route
from hermes_shell.storage import Storage

log = logging.getLogger(__name__)

_JAVASCRIPT = "text/javascript; charset=utf-8"
_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]


def create_app(
    settings: Settings,
    *,
    storage: Storage | None = None,
    instance: Instance | None = None,
    gateway: Gateway | None = None,
    desktop: Desktop | None = None,
) -> Starlette:
    """Build the app of one home.

    Args:
        settings: home and options.
        storage: an open store, which its opener closes; None = the home's own.
        instance: secrets of the server; None = the home's own.
        gateway: a client of a gateway; None = the one that the settings ask for.
        desktop: the native windows of this process; None = there are none.

    Returns:
        The app; `app.state.shell` holds its parts.
    """

    def made(name: str) -> bytes | None:
        return made_file(name, static.version, settings.home.cache)

    static = Folder(STATIC, made, f"{__version__} {joined_modules.FORMAT}")
    shell, changes = _build(settings, storage, instance, gateway, desktop, static.version)
    own_storage = shell.storage if storage is None else None

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncGenerator[None]:
        for incident in shell.instance.incidents:
            log.warning("%s", incident)
        await shell.loader.start()
        shell.questions.start()  # before the chats: what is over is not shown again
        shell.chats.start()
        await shell.gateway.start()
        warming = asyncio.create_task(warm_up(), name="warm-up")
        try:
            yield
        finally:
            warming.cancel()
            await asyncio.gather(warming, return_exceptions=True)
            changes.close()
            shell.announcements.close()
            await shell.questions.close()
            await shell.chats.close()
            await shell.close_sessions()
            await shell.gateway.close()
            await shell.loader.stop()
            await shell.starts.close()
            await shell.notifications.close()
            await cast("StyleCompiler", shell.styles).close()
            if own_storage is not None:
                await asyncio.to_thread(own_storage.close)

    app = Starlette(
        routes=_routes(shell),
        middleware=[Middleware(StaticFiles, base=shell.base, folder=static)],
        lifespan=lifespan,
        exception_handlers={404: _not_found},
    )
    app.router.redirect_slashes = False
    app.state.shell = shell
    app.state.first_page = partial(page_html, shell, inline=True)
    return app


def _build(
    settings: Settings,
    storage: Storage | None,
    instance: Instance | None,
    gateway: Gateway | None,
    desktop: Desktop | None,
    static_version: str,
) -> tuple[Shell, Changes]:
    instance = instance or Instance.load(settings.home)
    storage = storage or Storage.open(settings.home.database)
    decisions = Decisions(storage)
    announcements = Announcements(secrets.token_hex(8), lambda: hello_snapshot(shell))

    def announce(kind: str, **data: object) -> int:
        number = announcements.publish(kind, **data)
        changes.announced(kind)
        return number

    styles = StyleCompiler(
        settings.home.cache / "styles.json", announce, lambda found: f"{instance.base}styles/{found}.css"
    )
    shell = Shell(
        settings=settings,
        instance=instance,
        storage=storage,
        decisions=decisions,
        announcements=announcements,
        announce=announce,
        loader=PluginLoader(
            settings.home,
            decisions,
            announce,
            styles,
            developer=settings.developer,
            reload_on_save=lambda: shell.preferences.is_on("plugins.reloadOnSave"),
        ),
        styles=styles,
        bridge=Bridge(),
        registry=Registry(),
        preferences=SettingsStore(storage),
        notifications=Notifications(),
        starts=Starts(settings.home.starts if instance.owns_home else None, safe_mode=settings.safe_mode),
        static_version=static_version,
        gateway=gateway or make_gateway(settings, lambda: shell),
        desktop=desktop or NoDesktop(),
    )
    register_all(shell)
    changes = Changes(shell)
    return shell, changes


def _routes(shell: Shell) -> list[BaseRoute]:
    base = shell.base
    doors = _Doors(shell)
    return [
        Route(base, doors.page),
        Route(f"{base}events", doors.events),
        WebSocketRoute(f"{base}channel", doors.channel),
        Route(f"{base}plugins/{{folder}}/plugin.js", doors.plugin_source),
        Route(f"{base}plugins/{{folder}}/sdk.js", doors.plugin_facade),
        Route(f"{base}styles/{{hash}}.css", doors.styles),
        Route(f"{base}areas/{{area}}", doors.area),
        Route(f"{base}api/shell/snapshot", doors.snapshot),
        Route(f"{base}api/shell/boot-link", doors.boot_link, methods=["POST"]),
        *control_routes(shell),
        *composer_routes(shell),
        *preview_routes(shell),
        stopped_route(shell),
        Route(f"{base}api/plugins/{{path:path}}", _use_rest, methods=_METHODS),
        Route("/api/plugins/{path:path}", _use_rest, methods=_METHODS),
    ]


class _Doors:
    """The endpoints, each a thin edge around a part of the shell."""

    def __init__(self, shell: Shell) -> None:
        self._shell = shell

    async def page(self, request: Request) -> Response:
        self._shell.starts.page_opens()
        nonce = cast("Mapping[str, str]", request.scope.get("state", {})).get("nonce", "")
        return HTMLResponse(page_html(self._shell, nonce), headers={"Cache-Control": "no-store"})

    async def events(self, request: Request) -> Response:
        return self._shell.announcements.stream(request)

    async def channel(self, websocket: WebSocket) -> None:
        await Channel(websocket, Window(self._shell)).run()

    async def plugin_source(self, request: Request) -> Response:
        load = _number(request.query_params.get("load"))
        folder, rev = request.path_params["folder"], request.query_params.get("rev", "")
        source = None if load is None else self._shell.loader.source(folder, rev, load, self._shell.urls)
        if source is None:
            return PlainTextResponse("This revision of the plugin is not here any more.", 404)
        return Response(source, media_type=_JAVASCRIPT, headers={"Cache-Control": "no-store"})

    async def plugin_facade(self, request: Request) -> Response:
        load = _number(request.query_params.get("load"))
        if load is None:
            return PlainTextResponse("load is the number of an incarnation", 404)
        facade = self._shell.loader.facade(request.path_params["folder"], load, self._shell.urls)
        return Response(facade, media_type=_JAVASCRIPT, headers={"Cache-Control": "no-store"})

    async def styles(self, request: Request) -> Response:
        css = self._shell.styles.sheet(request.path_params["hash"])
        if css is None:
            return PlainTextResponse("This sheet has been replaced.", 404)
        return Response(css, media_type="text/css", headers={"Cache-Control": "public, max-age=31536000, immutable"})

    async def area(self, request: Request) -> Response:
        area = AREAS.get(request.path_params["area"])
        if area is None or area.template is None:
            return PlainTextResponse("There is no such area, or the server prints nothing for it.", 404)
        name = request.query_params.get("window")
        window = self._shell.windows.get(name) if name else Window(self._shell)
        if window is None:
            return PlainTextResponse("There is no such window.", 404)
        return HTMLResponse(window.fragment(area.id))

    async def snapshot(self, request: Request) -> Response:
        return JsonAnswer(boot_snapshot(self._shell))

    async def boot_link(self, request: Request) -> Response:
        mint = getattr(request.app.state, "boot_url", None)
        if mint is None:
            return PlainTextResponse("This server hands out no links.", 404)
        return JsonAnswer({"url": mint()})


async def _use_rest(request: Request) -> Response:
    del request
    return PlainTextResponse("use ctx.rest", 404)


async def _not_found(request: Request, error: Exception) -> Response:
    del request, error
    return PlainTextResponse("Not found", 404)


def _number(text: str | None) -> int | None:
    return int(text) if text is not None and text.isascii() and text.isdigit() and len(text) < 16 else None
