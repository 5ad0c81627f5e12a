"""The announcements stream: one a browser, relayed, without gaps (architecture section 1)."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any

import pytest
from playwright.async_api import Browser, Page

from tests.host.site import Site

Run = Callable[..., Awaitable[Any]]

pytestmark = pytest.mark.asyncio(loop_scope="session")

LISTEN = """async () => {
  const { startStream } = await host('stream'), { receive, onAnnouncement } = await host('announcements')
  globalThis.heard = []
  for (const kind of ['hello', 'theme']) onAnnouncement(kind, (message) => heard.push([kind, message.number]))
  await Promise.race([startStream(receive), new Promise((resolve) => setTimeout(resolve, 50))])
}"""
SOURCES = "() => fake.sources.length"
HELLO = "() => fake.sources.at(-1).hear('hello', { epoch: 'e', number: 0, inventory: [] })"


async def test_twelve_tabs_have_one_stream_and_hear_the_same(browser: Browser, site: Site) -> None:
    context = await browser.new_context()
    pages = [await context.new_page() for _ in range(12)]
    for page in pages:
        await page.goto(site.url)
        await page.evaluate(LISTEN)
    assert [await page.evaluate(SOURCES) for page in pages] == [1, *[0] * 11]
    await pages[0].evaluate(HELLO)
    await pages[0].evaluate("() => fake.sources[0].hear('announce', { number: 1, kind: 'theme' })")
    for page in pages:
        heard = await page.evaluate(
            "async () => { while (heard.length < 2) await new Promise((resolve) => setTimeout(resolve, 2)); "
            "return heard }"
        )
        assert heard == [["hello", 0], ["theme", 1]]
    await pages[0].close()
    await pages[1].evaluate(
        "async () => { while (!fake.sources.length) await new Promise((resolve) => setTimeout(resolve, 2)) }"
    )
    assert sum([await page.evaluate(SOURCES) for page in pages[1:]]) == 1
    await context.close()


async def test_without_locks_a_window_has_its_own_stream(page: Page, site: Site) -> None:
    await page.add_init_script("Object.defineProperty(navigator, 'locks', { value: undefined })")
    await page.goto(site.url)
    await page.evaluate(LISTEN)
    assert await page.evaluate(SOURCES) == 1


async def test_stream_that_the_engine_gives_up_is_opened_again(page: Page, site: Site) -> None:
    await page.goto(site.url)
    await page.evaluate(LISTEN)
    await page.evaluate(
        "() => { const [source] = fake.sources; source.close(); source.dispatchEvent(new Event('error')) }"
    )
    assert (
        await page.evaluate(
            "async () => { while (fake.sources.length < 2) await new Promise((r) => setTimeout(r, 5)); "
            "return fake.sources.length }"
        )
        == 2
    )


async def test_gap_is_closed_with_the_snapshot_of_now(run: Run, site: Site) -> None:
    assert await run(
        """
        const { receive, onAnnouncement, seen } = await host('announcements'), heard = []
        for (const kind of ['hello', 'theme']) onAnnouncement(kind, ({ number, theme }) => heard.push([kind, number,
        theme ?? null]))
        receive({ kind: 'theme', number: 1, theme: 'one' }); receive({ kind: 'theme', number: 1, theme: 'twice' })
        const answer = { epoch: 'e', number: 4, inventory: [], theme: 'four' }
        globalThis.fetch = async () => ({ ok: true, json: async () => answer })
        receive({ kind: 'theme', number: 3, theme: 'gap' }); receive({ kind: 'theme', number: 4 });
        receive({ kind: 'theme', number: 5, theme: 'five' })
        await new Promise((resolve) => setTimeout(resolve, 5))
        return [heard, seen()]"""
    ) == [[["theme", 1, "one"], ["hello", 4, "four"], ["theme", 5, "five"]], {"epoch": "e", "number": 5}]


async def test_gap_is_closed_though_the_first_answer_is_lost(run: Run, site: Site) -> None:
    assert await run(
        """
        const { receive, onAnnouncement, seen } = await host('announcements'), heard = []
        for (const kind of ['hello', 'theme']) onAnnouncement(kind, ({ number }) => heard.push([kind, number]))
        let asked = 0
        globalThis.fetch = async () => {
          if (++asked === 1) throw new TypeError('Failed to fetch')
          return { ok: true, json: async () => ({ epoch: 'e', number: 2, inventory: [] }) }
        }
        const closed = new Promise((resolve) => onAnnouncement('hello', resolve))
        receive({ kind: 'theme', number: 2 }); receive({ kind: 'theme', number: 3 })
        await Promise.race([closed, new Promise((resolve) => setTimeout(resolve, 3000))])
        await Promise.resolve()
        return [heard, seen().number, asked]"""
    ) == [[["hello", 2], ["theme", 3]], 3, 2]


async def test_hello_of_a_restarted_server_is_taken_whole(run: Run, site: Site) -> None:
    assert await run(
        """
        const { receive, onAnnouncement, seen } = await host('announcements'), heard = []
        onAnnouncement('hello', ({ number, complete }) => heard.push([number, complete ?? false]))
        globalThis.fetch = async () => ({ ok: true, json: async () => ({ epoch: 'f', number: 2, inventory: [] }) })
        receive({ kind: 'hello', epoch: 'f', number: 2, inventory: [] })
        await new Promise((resolve) => setTimeout(resolve, 5))
        return [heard, seen()]"""
    ) == [[[2, False], [2, True]], {"epoch": "f", "number": 2}]


async def test_locks_that_cannot_be_asked_leave_a_window_its_own_stream(page: Page, site: Site) -> None:
    await page.add_init_script(
        "for (const door of ['query', 'request']) "
        "navigator.locks[door] = () => Promise.reject(new DOMException('no locks', 'SecurityError'))"
    )
    uncaught: list[str] = []
    page.on("pageerror", lambda error: uncaught.append(str(error)))
    await page.goto(site.url)
    await page.evaluate(LISTEN)
    assert await page.evaluate(SOURCES) == 1
    assert uncaught == []
