"""Why a server cannot be reached, in words and without its address."""

from __future__ import annotations

import socket
import ssl


def cause_of(error: BaseException) -> str:
    """What the system said, from an error and those behind it: half a sentence."""
    seen: BaseException | None = error
    while seen is not None:
        if isinstance(seen, ConnectionRefusedError) or "Connect call failed" in str(seen):
            return "nothing listens there"
        if isinstance(seen, socket.gaierror):
            return "its name is not known here"
        if isinstance(seen, ssl.SSLCertVerificationError):
            return "its certificate is not trusted"
        if isinstance(seen, ssl.SSLError):
            return "it does not speak TLS"
        if isinstance(seen, TimeoutError):
            return "it does not answer"
        if isinstance(seen, OSError) and seen.strerror:
            return seen.strerror.lower()
        seen = seen.__cause__ or seen.__context__
    return "the connection broke"
