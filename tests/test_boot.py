from __future__ import annotations

from hermes_shell.admission import presented_cookies
from hermes_shell.boot_links import LIFETIME, OUTSTANDING_LIMIT, BootLinks


class Clock:
    """A clock that a test moves."""

    def __init__(self) -> None:
        self.now = 1000.0

    def __call__(self) -> float:
        return self.now


def test_nonce_works_once() -> None:
    links = BootLinks()
    nonce = links.mint()
    assert links.redeem(nonce)
    assert not links.redeem(nonce)


def test_nonce_ends_after_its_lifetime() -> None:
    clock = Clock()
    links = BootLinks(clock)
    early, late = links.mint(), links.mint()
    clock.now += LIFETIME
    assert links.redeem(early)
    clock.now += 0.1
    assert not links.redeem(late)


def test_guesses_are_refused() -> None:
    links = BootLinks()
    nonce = links.mint()
    for guess in ("", nonce[:-1], nonce + "x", nonce.swapcase(), "ü\ud800"):
        assert not links.redeem(guess)
    assert links.redeem(nonce)


def test_number_of_outstanding_nonces_is_bounded() -> None:
    links = BootLinks()
    nonces = [links.mint() for _ in range(OUTSTANDING_LIMIT + 1)]
    assert len(set(nonces)) == len(nonces)
    assert not links.redeem(nonces[0])
    assert links.redeem(nonces[1])
    assert links.redeem(nonces[-1])


def test_cookie_header_of_any_shape_is_read() -> None:
    header = 'a=b; hermes_shell_session="quoted"; =; hermes_shell_session ; hermes_shell_session=x=y;;'
    assert presented_cookies(header) == ["quoted", "x=y"]
