"""Chats as turns and blocks: folding of gateway events, Markdown, and their HTML. Knows no gateway and no window."""
