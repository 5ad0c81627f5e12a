"""Methods that list what this gateway does not have: tools, skills, plugins, jobs, projects, a pet."""

from __future__ import annotations

from hermes_shell.errors import GatewayError
from hermes_shell.gateway.embedded.call import Call

_NONE = "The built-in gateway has none. Connect Hermes Agent for that."


async def toolsets(call: Call) -> object:
    """`tools.list` and `toolsets.list`."""
    return {"toolsets": []}


async def tools(call: Call) -> object:
    """`tools.show`."""
    return {"sections": [], "total": 0}


async def skills(call: Call) -> object:
    """`skills.manage`, of which `list` is there."""
    if call.text("action", "list") != "list":
        raise GatewayError(4017, _NONE)
    return {"skills": {}}


async def plugins(call: Call) -> object:
    """`plugins.list`."""
    return {"plugins": []}


async def manage_plugins(call: Call) -> object:
    """`plugins.manage`, of which `list` is there."""
    if call.text("action", "list") != "list":
        raise GatewayError(5026, _NONE)
    return {"plugins": [], "user_count": 0, "bundled_count": 0}


async def cron(call: Call) -> object:
    """`cron.manage`, of which `list` is there; other failures are results, as the gateway has them."""
    action = call.text("action", "list")
    if action == "list":
        return {"success": True, "jobs": [], "count": 0}
    if action in ("add", "pause", "resume", "remove", "run", "update"):
        return {"success": False, "error": _NONE}
    raise GatewayError(4016, f"unknown action: {action[:100]}")


async def agents(call: Call) -> object:
    """`agents.list` and `process.list`."""
    return {"processes": []}


async def pet(call: Call) -> object:
    """`pet.info` and its likes."""
    return {"enabled": False}


async def pet_gallery(call: Call) -> object:
    """`pet.gallery`."""
    return {"enabled": False, "active": "", "pets": []}


async def projects(call: Call) -> object:
    """`projects.list`."""
    return {"projects": [], "active_id": None}


async def project_tree(call: Call) -> object:
    """`projects.tree`."""
    return {"projects": []}
