"""The Chromium that tests drive."""

from __future__ import annotations

from pathlib import Path

CHROMIUM = "/usr/bin/chromium" if Path("/usr/bin/chromium").exists() else None
"""None = the one that Playwright brings."""
_WINDOW_OF_WEB_PAGES = (
    "InitialWebUI",
    "InitialWebUIProfileService",
    "PreloadTopChromeWebUI",
    "WebUIReloadButton",
    "WebUIReloadButtonPrewarmWebUI",
    "WebUIReloadButtonPrewarmWebUIPreNavigate",
    "WebUIReloadButtonProfilePrewarming",
    "WebUIToolbarInternalWebView",
    "WebUIToolbarWebView",
)
"""Every page opens a window, and for each one Chromium would start a renderer that draws the buttons nobody sees."""
ARGUMENTS = [f"--disable-features={','.join(_WINDOW_OF_WEB_PAGES)}"]
