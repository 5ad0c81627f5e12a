"""What the loader's tests share: a home, decisions and announcements in memory, and the engines."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import pytest_asyncio

from hermes_shell.paths import Home
from hermes_shell.plugins.jsengine import JsEngine
from hermes_shell.plugins.lint import lexer_engine
from hermes_shell.plugins.loader import PluginLoader
from tests.plugins.doubles import Announced, MemoryDecisions
from tests.plugins.loader_shell import Shell


@pytest.fixture
def home(tmp_path: Path) -> Home:
    """A home with an empty plugins root."""
    made = Home(tmp_path / "home")
    assert made.prepare() == []
    return made


@pytest.fixture
def decisions() -> MemoryDecisions:
    return MemoryDecisions()


@pytest.fixture
def announced() -> Announced:
    return Announced()


@pytest_asyncio.fixture
async def lexer() -> AsyncIterator[JsEngine]:
    engine = lexer_engine()
    yield engine
    engine.close()


@pytest_asyncio.fixture
async def shell(home: Home, decisions: MemoryDecisions, announced: Announced) -> AsyncIterator[Shell]:
    loader = PluginLoader(home, decisions, announced, developer=True)
    yield Shell(home, decisions, announced, loader)
    await loader.stop()
    await loader.stop()
