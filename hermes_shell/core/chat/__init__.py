"""Chats: the live sessions of the gateway as windows show them, and the doors of a page to them."""
