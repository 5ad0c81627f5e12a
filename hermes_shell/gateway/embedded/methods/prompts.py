"""Methods that send prompts, answer questions and take attachments."""

from __future__ import annotations

import asyncio
import os

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.attachments import existing_file, with_files
from hermes_shell.gateway.embedded.call import BAD_VALUE, Call
from hermes_shell.gateway.embedded.live_session import LiveSession, Prompt
from hermes_shell.gateway.embedded.models.pieces import QuestionKind

IMAGES_LIMIT = 20
"""Images that may wait for one prompt."""


async def submit(call: Call) -> object:
    """`prompt.submit`: start a turn, or do with the prompt what is set for a busy session.

    The answer comes when the prompt is on disk.
    """
    gateway, session = call.gateway, call.session(bind=True)
    text = call.text("text")
    if not text.strip() and not session.images:
        raise GatewayError(4004, "text is required")
    ordinal = call.params.get("truncate_before_user_ordinal")
    if ordinal is not None and session.running:
        raise GatewayError(4009, "session busy — interrupt the current turn before editing")
    images, session.images = tuple(session.images), []
    try:
        sent = await _sent(session, text)
        if ordinal is not None:
            cut_at = await _cut_at(call, session)
            _require_idle(session)
            await gateway.turns.start(session, Prompt(text, sent, images), cut_at)
            return {"status": "streaming"}
        if session.turn is None:
            await gateway.turns.start(session, Prompt(text, sent, images))
            return {"status": "streaming"}
        mode = gateway.preferences["busy"]
        if mode == "steer" and not images and gateway.turns.steer(session, sent or text):
            return {"status": "steered"}
        await gateway.turns.queue(session, Prompt(text, sent, images))
        if mode == "interrupt":
            gateway.turns.stop(session)
        return {"status": "queued"}
    except GatewayError:
        session.images = [*images, *session.images]
        raise


async def interrupt(call: Call) -> object:
    """`session.interrupt`: end the running turn; `unsent` has the prompts that waited behind it."""
    dropped = await call.gateway.turns.interrupt(call.session())
    return {"status": "interrupted", "unsent": dropped} if dropped else {"status": "interrupted"}


async def steer(call: Call) -> object:
    """`session.steer`: give the running turn a note; rejected when nothing runs, because no tool would bring it."""
    text = call.text("text").strip()
    if not text:
        raise GatewayError(BAD_VALUE, "text is required")
    taken = call.gateway.turns.steer(call.session(), text)
    return {"status": "queued" if taken else "rejected", "text": text}


async def approve(call: Call) -> object:
    """`approval.respond`: answer the approval with a request id, or the oldest one of the session."""
    choice = call.text("choice", "deny")
    session = call.session()
    return {"resolved": session.questions.answer_approvals(choice, call.text("request_id"), call.flag("all"))}


async def clarify(call: Call) -> object:
    """`clarify.respond`."""
    if not _answer(call, "clarify", call.text("answer")):
        raise GatewayError(4009, "no pending answer request")
    return {"status": "ok"}


async def sudo(call: Call) -> object:
    """`sudo.respond`: the password goes to whoever asked, and nowhere else."""
    return {"status": "ok" if _answer(call, "sudo", call.text("password")) else "expired"}


async def secret(call: Call) -> object:
    """`secret.respond`: the value goes to whoever asked, and nowhere else."""
    return {"status": "ok" if _answer(call, "secret", call.text("value")) else "expired"}


async def attach_image(call: Call) -> object:
    """`image.attach_bytes`: keep an image for the next prompt."""
    session, name = call.session(), call.text("filename", "image")
    content = call.text("content_base64")
    if not content:
        raise GatewayError(4015, "content_base64 required")
    if len(session.images) >= IMAGES_LIMIT:
        raise GatewayError(4016, f"{IMAGES_LIMIT} images wait for this prompt already.")
    path, image, size = await asyncio.to_thread(call.gateway.attachments.keep_image, session.stored, name, content)
    session.images.append(str(path))
    return {
        "attached": True,
        "path": str(path),
        "count": len(session.images),
        "name": name,
        "width": image.width,
        "height": image.height,
        "bytes": size,
        "token_estimate": image.tokens,
        "text": f"[Image: {name}]",
        "remainder": "",
    }


async def detach_image(call: Call) -> object:
    """`image.detach`: an image does not go with the next prompt after all."""
    session, path = call.session(), call.text("path")
    if not path:
        raise GatewayError(4015, "path required")
    if path not in session.images:
        raise GatewayError(4016, "image not found")
    session.images.remove(path)
    return {"detached": True, "count": len(session.images)}


async def attach_file(call: Call) -> object:
    """`file.attach`: a file that the next prompt refers to."""
    session, path, data_url = call.session(), call.text("path"), call.text("data_url")
    if data_url:
        name = os.path.basename(call.text("name", "file").replace("\\", "/")) or "file"
        kept = await asyncio.to_thread(call.gateway.attachments.keep_file, session.stored, name, data_url)
    elif path:
        kept = await asyncio.to_thread(existing_file, path, session.cwd)
        name = kept.name
    else:
        raise GatewayError(4015, "path or data_url required")
    reference = name
    number = 2
    while session.files.get(reference, str(kept)) != str(kept):  # another file of the same name
        reference, number = f"{number}-{name}", number + 1
    session.files[reference] = str(kept)
    quoted = f'"{reference}"' if any(character.isspace() for character in reference) else reference
    return {
        "attached": True,
        "name": name,
        "path": str(kept),
        "ref_path": reference,
        "ref_text": f"@file:{quoted}",
        "uploaded": bool(data_url),
    }


async def _sent(session: LiveSession, text: str) -> str | None:
    if "@file:" not in text:
        return None
    return await asyncio.to_thread(with_files, text, session.cwd, dict(session.files))


async def _cut_at(call: Call, session: LiveSession) -> int:
    """The number of the message that an edited prompt replaces."""
    ordinal: object = call.params["truncate_before_user_ordinal"]
    if isinstance(ordinal, bool) or not isinstance(ordinal, int):
        raise GatewayError(4004, "truncate_before_user_ordinal must be an integer")
    messages = call.gateway.store.messages
    found = await call.gateway.store.run(lambda: messages.user_message(session.stored, min(ordinal, 2**31)))
    if found is None:
        raise GatewayError(4018, "target user message is no longer in session history")
    return found


def _require_idle(session: LiveSession) -> None:
    if session.turn is not None:
        raise GatewayError(4009, "session busy — interrupt the current turn before editing")


def _answer(call: Call, kind: QuestionKind, value: str) -> bool:
    request = call.text("request_id")
    for session in call.gateway.live.values():
        if session.questions.has(request, kind):
            session.questions.answer(request, value)
            return True
    return False
