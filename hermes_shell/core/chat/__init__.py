"""Chats: the live sessions of the gateway as windows show them, and the doors of a page to them."""

from hermes_shell.core.chat.chat import Chat
from hermes_shell.core.chat.hub import ChatHub
from hermes_shell.core.chat.prompt import Attachment, Prompt

__all__ = ["Attachment", "Chat", "ChatHub", "Prompt"]
