"""What a composer sends and fetches over HTTP: attachments, their pictures, the draft of a page that has gone."""

from __future__ import annotations

from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import httpx
import pytest

from hermes_shell.core import attachment_store
from hermes_shell.core.shell import Shell
from tests.shell_parts import open_app


@pytest.fixture
async def served(tmp_path: Path) -> AsyncGenerator[tuple[httpx.AsyncClient, Shell]]:
    async with open_app(tmp_path) as (app, shell, _loader):
        base = f"http://shell{shell.base}api/chat/"
        async with httpx.AsyncClient(transport=httpx.ASGITransport(app), base_url=base, trust_env=False) as client:
            yield client, shell


async def test_picture_goes_up_and_comes_down(served: tuple[httpx.AsyncClient, Shell]) -> None:
    client, shell = served
    headers = {"X-File-Name": "caf%C3%A9%20one.png", "Content-Type": "image/png"}
    kept = (await client.post("attachments", content=b"picture", headers=headers)).json()
    assert {**kept, "id": ""} == {"id": "", "name": "café one.png", "kind": "image", "size": 7}
    assert shell.attachments.get(kept["id"]) is not None
    answer = await client.get(f"attachments/{kept['id']}")
    assert (answer.content, answer.headers["content-type"]) == (b"picture", "image/png")


async def test_what_is_no_picture_is_never_shown(served: tuple[httpx.AsyncClient, Shell]) -> None:
    client, _ = served
    headers = {"X-File-Name": "page.html", "Content-Type": "text/html"}
    kept = (await client.post("attachments", content=b"<script>", headers=headers)).json()
    assert kept["kind"] == "file"
    assert (await client.get(f"attachments/{kept['id']}")).status_code == 404


async def test_too_large_a_file_is_told_in_words(
    served: tuple[httpx.AsyncClient, Shell], monkeypatch: pytest.MonkeyPatch
) -> None:
    client, _ = served
    monkeypatch.setattr(attachment_store, "SIZE_LIMIT", 4)
    answer = await client.post("attachments", content=b"12345", headers={"X-File-Name": "big.bin"})
    assert answer.status_code == 413
    assert "big.bin is larger than" in answer.json()["error"]


async def test_last_words_of_a_page_are_its_draft(served: tuple[httpx.AsyncClient, Shell]) -> None:
    client, shell = served
    said: dict[str, Any] = {
        "key": "a",
        "text": "last words",
        "chips": [],
        "attachments": [],
        "serial": 3,
        "window": "w9",
    }
    assert (await client.post("drafts", json=said)).json() is True
    await client.post("drafts", json={**said, "text": "older", "serial": 2})
    draft = shell.drafts.get("a")
    assert draft is not None
    assert draft["text"] == "last words"


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b'{"key": "a"}', b'{"key": "a", "text": "x", "serial": "1"}'])
async def test_what_is_no_draft_is_refused_in_words(served: tuple[httpx.AsyncClient, Shell], body: bytes) -> None:
    client, shell = served
    answer = await client.post("drafts", content=body)
    assert answer.status_code == 400
    assert answer.json()["error"]
    assert shell.drafts.get("a") is None
