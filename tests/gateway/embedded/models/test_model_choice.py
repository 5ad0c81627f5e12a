from __future__ import annotations

from collections.abc import Callable
from typing import Any

import httpx2
import pytest

from hermes_shell.errors import GatewayError, GatewayUnusable
from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.models import model_choice, server_names
from hermes_shell.gateway.embedded.models.model_choice import ModelChoice

SERVER = ModelSettings("http://model.test/v1", "key", "one")


def choice_at(handle: Callable[[httpx2.Request], httpx2.Response], monkeypatch: pytest.MonkeyPatch) -> ModelChoice:
    """A choice whose server is a function."""
    made = httpx2.AsyncClient

    def client(**options: object) -> httpx2.AsyncClient:
        return made(transport=httpx2.MockTransport(handle))

    monkeypatch.setattr(httpx2, "AsyncClient", client)
    return ModelChoice(lambda: SERVER)


async def test_without_settings_the_demo_answers() -> None:
    choice = ModelChoice(ModelSettings)
    assert (choice.name(), choice.provider(), choice.fault) == ("demo", "demo", None)
    assert (await choice.model()).provider == "demo"
    assert await choice.names() == (["demo"], None)
    await choice.close()


async def test_a_session_has_its_own_choice() -> None:
    choice = ModelChoice(lambda: SERVER)
    assert choice.name("two") == "two"
    assert choice.name("demo", "custom") == "one"
    assert (choice.provider("demo"), choice.name("x", "demo")) == ("demo", "demo")
    assert (await choice.model("two", "custom")).name == "two"
    assert (await choice.model("", "demo")).provider == "demo"


@pytest.mark.parametrize(
    "settings", [ModelSettings("http://x/v1", "k", ""), ModelSettings("", "k", ""), ModelSettings("", "", "m")]
)
async def test_half_settings_are_a_fault_and_not_the_demo(settings: ModelSettings) -> None:
    choice = ModelChoice(lambda: settings)
    assert choice.fault
    with pytest.raises(GatewayError, match="Settings → Gateway") as refused:
        await choice.model()
    assert refused.value.code == 5032


async def test_a_server_names_its_models_once_a_minute(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[str] = []

    def handle(request: httpx2.Request) -> httpx2.Response:
        asked.append(request.headers["authorization"])
        return httpx2.Response(200, json={"data": [{"id": "two"}, {"id": "one"}, {"id": 7}, "x"]})

    choice = choice_at(handle, monkeypatch)
    assert await choice.names() == (["one", "two"], None)
    assert await choice.names() == (["one", "two"], None)
    assert asked == ["Bearer key"]
    await choice.close()


@pytest.mark.parametrize(
    "answer",
    [
        httpx2.Response(404),
        httpx2.Response(200, text="<html>"),
        httpx2.Response(200, json=7),
        httpx2.Response(200, content=b"x" * 200),
    ],
)
async def test_a_server_that_names_none(answer: httpx2.Response, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(server_names, "BYTES", 100)
    choice = choice_at(lambda request: answer, monkeypatch)
    names, _ = await choice.names()
    assert names == ["one"]


async def test_a_server_that_is_not_there(monkeypatch: pytest.MonkeyPatch) -> None:
    def handle(request: httpx2.Request) -> httpx2.Response:
        raise httpx2.ConnectError("refused")

    names, warning = await choice_at(handle, monkeypatch).names()
    assert (names, warning) == (["one"], "The model server does not list its models.")


async def test_settings_that_cannot_be_read_are_a_fault_and_not_the_demo() -> None:
    def read() -> ModelSettings:
        raise GatewayUnusable("The file is damaged.")

    choice = ModelChoice(read)
    assert choice.fault == "The file is damaged."
    with pytest.raises(GatewayError, match="damaged"):
        await choice.model()
    assert (await choice.model("", "demo")).provider == "demo"


async def test_settings_are_read_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(model_choice, "SETTINGS_KEPT", 0.0)
    answers: list[ModelSettings | GatewayUnusable] = [SERVER, GatewayUnusable("gone"), ModelSettings()]

    def read() -> ModelSettings:
        answer = answers[0]
        if isinstance(answer, GatewayUnusable):
            raise answer
        return answer

    choice = ModelChoice(read)
    assert choice.name() == "one"
    answers.pop(0)
    assert (choice.name(), choice.fault) == ("one", "gone")
    answers.pop(0)
    assert (choice.name(), choice.fault) == ("demo", None)


async def test_getting_ready_makes_one_client(monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[object] = []

    class Counted(httpx2.AsyncClient):
        def __init__(self, **options: Any) -> None:
            made.append(self)
            super().__init__(transport=httpx2.MockTransport(lambda request: httpx2.Response(404)), **options)

    monkeypatch.setattr(httpx2, "AsyncClient", Counted)
    choice = ModelChoice(lambda: SERVER)
    choice.warm()
    choice.warm()
    await choice.model()
    await choice.names()
    await choice.close()
    assert len(made) == 1
    ModelChoice(ModelSettings).warm()
