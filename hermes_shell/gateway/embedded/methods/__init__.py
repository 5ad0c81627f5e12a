"""The methods of the embedded gateway, by name. What is not here answers -32601, and a client hides it."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping

from hermes_shell.gateway.embedded.call import Call
from hermes_shell.gateway.embedded.methods import (
    catalogs,
    commands,
    prompts,
    session_lists,
    session_opening,
    sessions,
    settings,
)

Handler = Callable[[Call], Awaitable[object]]

METHODS: Mapping[str, Handler] = {
    "session.create": session_opening.create,
    "session.resume": session_opening.resume,
    "session.activate": session_opening.activate,
    "session.list": session_lists.list_sessions,
    "session.most_recent": session_lists.most_recent,
    "session.active_list": session_lists.active_list,
    "session.history": session_lists.history,
    "session.title": sessions.title,
    "session.usage": session_lists.usage,
    "session.status": session_lists.status,
    "session.undo": sessions.undo,
    "session.branch": session_opening.branch,
    "session.cwd.set": sessions.set_cwd,
    "session.close": sessions.close,
    "session.delete": sessions.delete,
    "session.interrupt": prompts.interrupt,
    "session.steer": prompts.steer,
    "terminal.resize": sessions.resize,
    "prompt.submit": prompts.submit,
    "approval.respond": prompts.approve,
    "clarify.respond": prompts.clarify,
    "sudo.respond": prompts.sudo,
    "secret.respond": prompts.secret,
    "image.attach_bytes": prompts.attach_image,
    "image.detach": prompts.detach_image,
    "file.attach": prompts.attach_file,
    "config.get": settings.get,
    "config.set": settings.set_,
    "model.options": settings.model_options,
    "setup.status": settings.setup_status,
    "setup.runtime_check": settings.runtime_check,
    "commands.catalog": commands.catalog,
    "command.dispatch": commands.dispatch,
    "command.resolve": commands.resolve,
    "complete.slash": commands.complete_slash,
    "complete.path": commands.complete_path,
    "slash.exec": commands.execute,
    "tools.list": catalogs.toolsets,
    "toolsets.list": catalogs.toolsets,
    "tools.show": catalogs.tools,
    "skills.manage": catalogs.skills,
    "plugins.list": catalogs.plugins,
    "plugins.manage": catalogs.manage_plugins,
    "cron.manage": catalogs.cron,
    "agents.list": catalogs.agents,
    "process.list": catalogs.agents,
    "pet.info": catalogs.pet,
    "pet.info.meta": catalogs.pet,
    "pet.cells": catalogs.pet,
    "pet.gallery": catalogs.pet_gallery,
    "projects.list": catalogs.projects,
    "projects.tree": catalogs.project_tree,
}
