from __future__ import annotations

from hermes_shell.gateway.backoff import LONGEST_SECONDS, STEADY_SECONDS, Backoff


def test_waits_grow_from_nothing_to_half_a_minute() -> None:
    backoff = Backoff()
    waits = [backoff.wait() for _ in range(40)]
    assert waits[0] == 0
    assert all(0.4 * 2**n <= wait <= 0.5 * 2**n for n, wait in enumerate(waits[1:7]))
    assert all(0.8 * LONGEST_SECONDS <= wait <= LONGEST_SECONDS for wait in waits[7:])


def test_only_a_connection_that_held_begins_anew() -> None:
    backoff = Backoff()
    for _ in range(5):
        backoff.wait()
    backoff.held(STEADY_SECONDS - 1)
    assert backoff.wait() > 1
    backoff.held(STEADY_SECONDS)
    assert backoff.wait() == 0
