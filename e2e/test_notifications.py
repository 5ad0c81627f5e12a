"""A notification of a plugin, from its call in a real page to the desktop's service and back."""

from __future__ import annotations

from collections.abc import AsyncGenerator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from e2e.bus_thread import BusThread
from e2e.conftest import open_page
from e2e.shell_process import start_shell, wait_until, write_plugin
from tests.session_bus import NotificationService

PLUGIN = """
import { host } from '@hermes/plugin-sdk'
export default {
  id: 'matches',
  name: 'Matches',
  register(ctx) {
    ctx.register({ id: 'chip', area: 'statusBar.right', data: { id: 'chip', label: 'Tell me', onSelect: async () => {
      const posted = await ctx.os.notify({ title: 'New match', body: '<b>Ada</b>', activate: '/capabilities',
        onActivate: () => host.notify({ kind: 'success', message: 'Seen' }) })
      if (!posted) host.notify({ kind: 'warning', message: 'Not posted' })
    } } })
  }
}
"""


class Service(BusThread):
    """The desktop's notification service on a bus of its own."""

    @asynccontextmanager
    async def services(self) -> AsyncGenerator[None]:
        self._service, bus = await NotificationService.start(self.address)
        yield
        bus.disconnect()

    @property
    def shown(self) -> list[str]:
        """Titles and bodies."""
        return [f"{one['title']}: {one['body']}" for one in self._service.shown]

    def click(self, number: int) -> None:
        """Click on a notification."""
        self.loop.call_soon_threadsafe(self._service.click, number)


@pytest.fixture
def service() -> Iterator[Service]:
    with Service() as service:
        yield service


def test_a_plugin_tells_the_user_who_is_away_and_a_click_leads_back(
    browser: Browser, home: Path, service: Service
) -> None:
    write_plugin(home, "matches", PLUGIN)
    shell = start_shell(home, environment={"DBUS_SESSION_BUS_ADDRESS": service.address})
    context = browser.new_context()
    # Playwright gives every page the focus.
    context.add_init_script("globalThis.away = false; document.hasFocus = () => !globalThis.away")
    try:
        page = open_page(context, shell.boot_url)
        chip = page.get_by_role("button", name="Tell me")
        chip.click()
        expect(page.locator("[data-slot=toast]")).to_contain_text("Not posted")
        assert service.shown == []

        page.get_by_role("button", name="Dismiss").click()
        page.evaluate("() => { away = true; dispatchEvent(new Event('blur')) }")
        chip.click()
        wait_until(lambda: service.shown, "the notification is shown")
        assert service.shown == ["New match: &lt;b&gt;Ada&lt;/b&gt;"]

        service.click(1)
        expect(page.locator("[data-slot=toast]")).to_contain_text("Seen")
        expect(page).to_have_url(f"{page.url.split('#')[0]}#/capabilities")
    finally:
        context.close()
        shell.stop()
