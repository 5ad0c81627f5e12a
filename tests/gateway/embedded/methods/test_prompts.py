from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any

import httpx2
import pytest

from hermes_shell.gateway.backend import ModelSettings
from hermes_shell.gateway.embedded.methods import prompts
from tests.gateway.embedded.chatting import Client, chatting, stream
from tests.gateway.embedded.test_images import PNG

IMAGE = base64.b64encode(PNG).decode()


def there(path: str) -> bool:
    """Whether a file is there."""
    return Path(path).is_file()


async def test_an_image_goes_with_the_next_prompt_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    bodies: list[dict[str, Any]] = []
    made = httpx2.AsyncClient

    def answer(request: httpx2.Request) -> httpx2.Response:
        bodies.append(json.loads(request.content))
        return stream('{"choices":[{"delta":{"content":"nice"},"finish_reason":"stop"}]}')

    monkeypatch.setattr(httpx2, "AsyncClient", lambda **options: made(transport=httpx2.MockTransport(answer)))  # pyright: ignore
    async with chatting(tmp_path, ModelSettings("http://model.test/v1", "", "m")) as client:
        live = (await client.create())["session_id"]
        attached = await client.call("image.attach_bytes", session_id=live, content_base64=IMAGE, filename="a.png")
        assert (attached["attached"], attached["count"], attached["width"], attached["height"]) == (True, 1, 640, 480)
        await client.turn(live, "")
        await client.turn(live, "and now?")
        (message, *_) = (await client.call("session.history", session_id=live))["messages"]
        assert message["images"] == [attached["path"]]
        branch = await client.call("session.branch", session_id=live)
        stored = (await client.call("session.title", session_id=live))["session_key"]
        await client.call("session.close", session_id=live)
        await client.call("session.delete", session_id=stored)
        assert there(attached["path"]), "a branch shows it too"
        await client.call("session.close", session_id=branch["session_id"])
        await client.call("session.delete", session_id=branch["stored_session_id"])
        assert not there(attached["path"]), "nobody does any more"
    first, second = (body["messages"][1:] for body in bodies)
    assert first[0]["content"][0]["type"] == "image_url"
    assert second[2] == {"role": "user", "content": "and now?"}


async def test_files_of_a_session_go_with_it(client: Client, live: str) -> None:
    attached = await client.call("image.attach_bytes", session_id=live, content_base64=IMAGE)
    await client.turn(live, "look")
    stored = (await client.call("session.title", session_id=live))["session_key"]
    await client.call("session.close", session_id=live)
    await client.call("session.delete", session_id=stored)
    assert not there(attached["path"])


async def test_images_can_be_taken_back(client: Client, live: str) -> None:
    attached = await client.call("image.attach_bytes", session_id=live, content_base64=IMAGE)
    assert await client.call("image.detach", session_id=live, path=attached["path"]) == {"detached": True, "count": 0}
    assert await client.refusal("image.detach", session_id=live, path=attached["path"]) == 4016
    assert await client.refusal("image.detach", session_id=live) == 4015
    assert await client.refusal("image.attach_bytes", session_id=live) == 4015
    assert await client.refusal("image.attach_bytes", session_id=live, content_base64="aGVsbG8=") == 4016


async def test_images_have_a_limit(client: Client, live: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(prompts, "IMAGES_LIMIT", 1)
    await client.call("image.attach_bytes", session_id=live, content_base64=IMAGE)
    assert await client.refusal("image.attach_bytes", session_id=live, content_base64=IMAGE) == 4016


async def test_images_of_a_refused_prompt_stay(client: Client, live: str) -> None:
    await client.call("image.attach_bytes", session_id=live, content_base64=IMAGE)
    assert await client.refusal("prompt.submit", session_id=live, text="x", truncate_before_user_ordinal=5) == 4018
    await client.turn(live, "look")
    history = await client.call("session.history", session_id=live)
    assert len(history["messages"][0]["images"]) == 1


async def test_a_file_is_attached_by_path_or_content(client: Client, live: str, tmp_path: Path) -> None:
    file = tmp_path / "notes one.txt"
    file.write_text("the contents")
    by_path = await client.call("file.attach", session_id=live, path=str(file))
    assert (by_path["ref_text"], by_path["uploaded"]) == ('@file:"notes one.txt"', False)
    content = {"name": "dir/notes one.txt", "data_url": "data:text/plain;base64,b3RoZXI="}
    by_content = await client.call("file.attach", session_id=live, **content)
    assert (by_content["ref_path"], by_content["uploaded"]) == ("2-notes one.txt", True)
    await client.turn(live, f"{by_path['ref_text']} and {by_content['ref_text']}")
    stored = (await client.call("session.title", session_id=live))["session_key"]
    row = (await client.get(f"/api/sessions/{stored}/messages"))["messages"][0]
    assert row["content"] == '@file:"notes one.txt" and @file:"2-notes one.txt"'
    assert "the contents" in row["api_content"]
    assert "other" in row["api_content"]
    assert await client.refusal("file.attach", session_id=live) == 4015
    assert await client.refusal("file.attach", session_id=live, path="gone.txt") == 4016
    assert await client.refusal("file.attach", session_id=live, data_url="nonsense") == 4016


async def test_answers_to_nobody(client: Client, live: str) -> None:
    assert await client.call("approval.respond", session_id=live, choice="once") == {"resolved": 0}
    assert await client.refusal("clarify.respond", request_id="x", answer="y") == 4009
    assert await client.call("sudo.respond", request_id="x", password="y") == {"status": "expired"}
    assert await client.call("secret.respond", request_id="x", value="y") == {"status": "expired"}
    assert await client.refusal("session.steer", session_id=live, text=" ") == 4002
    assert await client.call("session.steer", session_id=live, text="x") == {"status": "rejected", "text": "x"}
