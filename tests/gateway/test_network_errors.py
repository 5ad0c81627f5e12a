from __future__ import annotations

import socket
import ssl

import pytest

from hermes_shell.gateway.network_errors import cause_of


def behind(cause: BaseException) -> Exception:
    """A library's own error with the system's behind it."""
    try:
        raise RuntimeError("https://host/?token=secret") from cause
    except RuntimeError as error:
        return error


@pytest.mark.parametrize(
    ("error", "text"),
    [
        (ConnectionRefusedError(111, "Connection refused"), "nothing listens there"),
        (OSError("Multiple exceptions: [Errno 111] Connect call failed"), "nothing listens there"),
        (socket.gaierror(-2, "Name or service not known"), "its name is not known here"),
        (ssl.SSLCertVerificationError("self-signed"), "its certificate is not trusted"),
        (ssl.SSLError("WRONG_VERSION_NUMBER"), "it does not speak TLS"),
        (TimeoutError(), "it does not answer"),
        (OSError(113, "No route to host"), "no route to host"),
        (ValueError("secret"), "the connection broke"),
    ],
)
def test_a_cause_is_told_in_words_and_without_an_address(error: BaseException, text: str) -> None:
    assert cause_of(error) == text
    assert cause_of(behind(error)) == text
