"""Chats in a browser, with the real agent."""
