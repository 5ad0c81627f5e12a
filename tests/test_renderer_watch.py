from __future__ import annotations

from hermes_shell.renderer_watch import RendererWatch


def test_three_times_a_minute_and_then_only_when_asked() -> None:
    now = 100.0
    watch = RendererWatch(lambda: now)
    assert [watch.died() for _ in range(4)] == [True, True, True, False]
    # Whoever asks for the page again gets the same patience again.
    assert [watch.died() for _ in range(4)] == [True, True, True, False]


def test_old_deaths_do_not_count() -> None:
    now = 100.0
    watch = RendererWatch(lambda: now)
    for _ in range(10):
        assert watch.died()
        now += 20.1
