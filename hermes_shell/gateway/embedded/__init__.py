"""The gateway inside the shell: chats in a file of the home, answered by a model server or by the demo model.

It speaks as much of the gateway's protocol as a chat needs, in process (`backend`) or over a socket
(`python -m hermes_shell.gateway.embedded`). It runs no tools, and says so. Importing this package loads nothing.
"""
