"""One shell of each gateway for the tests of a file: a real agent takes seconds to start."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Page

from e2e.agent.scene import AGENT_DEADLINE, Scene, expect_open, play
from e2e.conftest import open_page
from tests.gateway.contract.gateway_process import GATEWAYS
from tests.model_server.gates import Gate


@pytest.fixture(scope="module")
def hermes(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A shell with the real agent."""
    yield from play("hermes", browser, tmp_path_factory.mktemp("hermes"))


@pytest.fixture(scope="module")
def embedded(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    """A shell with the embedded gateway."""
    yield from play("embedded", browser, tmp_path_factory.mktemp("embedded"))


@pytest.fixture(params=GATEWAYS)
def scene(request: pytest.FixtureRequest) -> Scene:
    """A scene, with a model that knows nothing of the tests before."""
    scene: Scene = request.getfixturevalue(request.param)
    scene.model.forget()
    return scene


@pytest.fixture
def page(scene: Scene) -> Iterator[Page]:
    """A window with a new chat, the gateway open."""
    page = open_page(scene.context, f"{scene.base}#/")
    page.set_default_timeout(AGENT_DEADLINE)
    expect_open(page, scene)
    yield page
    page.close()


@pytest.fixture
def gate(scene: Scene) -> Iterator[Gate]:
    """A place for an answer to wait at."""
    gate = scene.model.gates.new()
    yield gate
    gate.release()
