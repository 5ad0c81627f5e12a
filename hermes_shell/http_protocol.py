"""uvicorn's httptools protocol with the limit on a request's head that its other parser has."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 64 * 1024
"""The most that request line and headers of one request may take, in bytes; the limit of uvicorn's h11 protocol."""


class BoundedHttpProtocol(HttpToolsProtocol):
    """Refuses a request whose head is too long with 400 and ends the connection: the head is kept in memory."""

    _in_head = False
    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        """Parse what arrived; a head that goes on for too long ends here."""
        super().data_received(data)
        if not self._in_head:
            return
        self._head_bytes += len(data)
        if self._head_bytes > HEAD_BYTES:
            self._refuse()

    def on_message_begin(self) -> None:
        """A request starts."""
        self._in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head of a request is there; one that came in a single piece is measured here.

        Raises:
            ValueError: it is too long. The parser passes it on and uvicorn answers 400.
        """
        self._in_head = False
        size = len(self.url) + sum(len(name) + len(value) for name, value in self.headers)
        if size > HEAD_BYTES:
            raise ValueError(f"The head of a request is longer than {HEAD_BYTES} bytes.")
        super().on_headers_complete()

    def _refuse(self) -> None:
        self._in_head = False
        if not self.transport.is_closing():
            self.send_400_response(f"The head of a request is longer than {HEAD_BYTES} bytes.")
