"""The acceptance plugin in real windows: GTK and Qt under Xvfb, and WebKitGTK through its WebDriver."""

from __future__ import annotations

import os
import shutil
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from selenium import webdriver
from selenium.webdriver.common.by import By
from selenium.webdriver.support.wait import WebDriverWait
from selenium.webdriver.webkitgtk.options import Options
from selenium.webdriver.webkitgtk.service import Service

from e2e.conftest import OpenShell
from e2e.litter import LITTER
from e2e.native_windows import virtual_screen
from e2e.shell_process import SAMPLES, install, start_shell, wait_until, write_plugin

HELLO = (SAMPLES / "hello" / "plugin.js").read_text()
MINIBROWSER = "/usr/lib/x86_64-linux-gnu/webkit2gtk-4.1/MiniBrowser"

# Writes what its window shows into its storage, so that a test outside the window can read it.
PROBE = """
export default {
  id: 'probe',
  register(ctx) {
    ctx.setInterval(() => {
      const pane = document.querySelector("[data-pane='hello:pane']")
      const chip = document.querySelector("hermes-slot[cid='hello:chip'] button")
      const toast = document.querySelector('[data-slot=toast]')
      if (pane?.textContent.includes('Hello, Hermes') && chip && !toast) chip.click()
      ctx.storage.set('seen', {
        pane: pane?.textContent ?? '',
        height: pane?.getBoundingClientRect().height ?? 0,
        chip: chip?.textContent ?? '',
        toast: toast?.textContent ?? ''
      })
    }, 100)
  }
}
"""


@pytest.fixture
def display() -> Iterator[str]:
    """A virtual screen."""
    with virtual_screen(1280, 800) as name:
        yield name


@pytest.mark.parametrize("engine", ["gtk", "qt"])
def test_hello_in_a_real_window(engine: str, display: str, home: Path) -> None:
    install(home, SAMPLES / "hello")
    write_plugin(home, "probe", PROBE)
    shell = start_shell(
        home,
        "--developer",
        command=(),
        environment={
            "DISPLAY": display,
            "HERMES_SHELL_ENGINE": engine,
            "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_DMABUF_RENDERER": "1",
        },
    )
    try:
        with shell.client() as client:

            def seen() -> dict[str, object]:
                return client.snapshot()["storage"].get("probe", {}).get("seen", {})

            wait_until(lambda: "Hello from my plugin!" in str(seen().get("toast")), "the toast is shown", 60)
            assert "gateway: idle" in str(seen()["pane"])
            assert seen()["chip"] == "hello"
            assert client.inventory()["hello"]["status"] == "loaded"

            write_plugin(home, "hello", HELLO.replace("'Hello, Hermes'", "'Good evening'"))
            wait_until(lambda: "Good evening" in str(seen().get("pane")), "the save is shown")

            write_plugin(home, "hello", HELLO + "}")
            wait_until(lambda: client.inventory()["hello"]["stale"], "the broken save is reported")
            assert "Good evening" in str(seen()["pane"])

        shell.process.send_signal(signal.SIGINT)
        assert shell.process.wait(20) == 0
    finally:
        if shell.process.poll() is None:
            shell.kill()


def test_hello_in_webkitgtk_through_its_webdriver(display: str, start: OpenShell, home: Path) -> None:
    install(home, SAMPLES / "hello")
    shell = start("--developer")
    driver = open_webkit(display)
    try:
        driver.get(shell.boot_url)
        wait = WebDriverWait(driver, 20)
        wait.until(lambda d: "Hello, Hermes" in text(d, "[data-pane='hello:pane']"))
        driver.find_element(By.CSS_SELECTOR, "hermes-slot[cid='hello:chip'] button").click()
        wait.until(lambda d: "Hello from my plugin!" in text(d, "[data-slot=toast]"))

        write_plugin(home, "hello", HELLO.replace("'Hello, Hermes'", "'Good evening'"))
        wait.until(lambda d: "Good evening" in text(d, "[data-pane='hello:pane']"))

        write_plugin(home, "hello", HELLO + "}")
        wait.until(lambda d: 'Plugin "hello" failed to load' in text(d, "[data-slot=toast][data-kind=error]"))
        assert "Good evening" in text(driver, "[data-pane='hello:pane']")
    finally:
        driver.quit()


def test_failing_register_is_shown_at_its_line_in_webkitgtk(display: str, start: OpenShell, home: Path) -> None:
    install(home, SAMPLES / "hello")
    shell = start("--developer")
    driver = open_webkit(display)
    try:
        driver.get(shell.boot_url)
        wait = WebDriverWait(driver, 20)
        wait.until(lambda d: "Hello, Hermes" in text(d, "[data-pane='hello:pane']"))
        broken = HELLO.replace("register(ctx) {", "register(ctx) {\n    toneFor(1)", 1)
        write_plugin(home, "hello", broken)
        wait.until(lambda d: text(d, ".hs-error-overlay [data-hit]").strip().endswith("toneFor(1)"))
        line = broken[: broken.index("toneFor")].count("\n") + 1
        assert text(driver, ".hs-error-overlay code").startswith(f"hello/plugin.js:{line}:")
    finally:
        driver.quit()


def test_bare_globals_end_with_their_plugin_in_webkitgtk(display: str, start: OpenShell, home: Path) -> None:
    write_plugin(home, "litter", LITTER)
    shell = start("--developer")
    driver = open_webkit(display)
    try:
        driver.get(shell.boot_url)
        wait = WebDriverWait(driver, 20)
        wait.until(lambda d: d.find_elements(By.ID, "in-register") and d.find_elements(By.ID, "in-module"))
        driver.execute_script("location.hash = '#/capabilities'")
        switch = "[data-plugin-row=litter] [role=switch]"
        wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, switch))
        driver.find_element(By.CSS_SELECTOR, switch).click()
        wait.until(lambda d: d.find_elements(By.CSS_SELECTOR, "[data-plugin-row=litter][data-status=disabled]"))
        wait.until(lambda d: not d.find_elements(By.CSS_SELECTOR, "#in-register, #in-module"))
        more = "const [done, before] = [arguments[0], ticks]; setTimeout(() => done(ticks - before), 200)"
        assert driver.execute_async_script(more) == 0
    finally:
        driver.quit()


def open_webkit(display: str) -> webdriver.WebKitGTK:
    """Start WebKitGTK's MiniBrowser under its driver; one retry, because the very first start can hang."""
    service_path = shutil.which("WebKitWebDriver")
    assert service_path, "install webkit2gtk-driver"
    options = Options()
    options.binary_location = MINIBROWSER
    options.add_argument("--automation")
    for attempt in range(2):
        service = Service(service_path, env={**os.environ, "DISPLAY": display, "WEBKIT_DISABLE_DMABUF_RENDERER": "1"})
        try:
            return webdriver.WebKitGTK(options=options, service=service)
        except Exception:
            if attempt:
                raise
    raise AssertionError("unreachable")


def text(driver: webdriver.WebKitGTK, selector: str) -> str:
    """The text of the first element that matches, or nothing."""
    found = driver.find_elements(By.CSS_SELECTOR, selector)
    return str(found[0].get_property("textContent")) if found else ""
