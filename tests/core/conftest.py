from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from hermes_shell.core.shell import Shell
from tests.shell_parts import FakeLoader, open_app


@pytest.fixture
async def shell(tmp_path: Path) -> AsyncGenerator[Shell]:
    async with open_app(tmp_path) as (_, parts, _loader):
        yield parts


@pytest.fixture
def loader(shell: Shell) -> FakeLoader:
    assert isinstance(shell.loader, FakeLoader)
    return shell.loader
