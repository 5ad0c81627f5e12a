"""What a window says of a plugin, as the server takes it."""

from __future__ import annotations

from hermes_shell.plugins.report import Report

ADDRESS = "http://127.0.0.1:41234/w/Zm9vYmFyYmF6cXV4Zm9vYmFyYmF6cXV4/"


def test_no_text_of_a_report_keeps_the_secret_address() -> None:
    place = "plugins/tally/plugin.js?rev=1&load=2"
    raw = {
        "folder": "tally",
        "status": "error",
        "warnings": [f"slow: {ADDRESS}{place}"],
        "error": {
            "message": f"Failed to fetch dynamically imported module: {ADDRESS}{place}",
            "stack": f"at register ({ADDRESS}{place}:3:1)",
        },
    }
    report = Report.model_validate(raw)
    assert report.error is not None
    assert report.error.message == f"Failed to fetch dynamically imported module: {place}"
    assert report.error.stack == f"at register ({place}:3:1)"
    assert report.warnings == [f"slow: {place}"]
