from __future__ import annotations

import pytest

from hermes_shell.gateway.rest_errors import detail_of


@pytest.mark.parametrize(
    ("answer", "text"),
    [
        ({"detail": "Session not found"}, "Session not found"),
        ({"error": "Headless backend"}, "Headless backend"),
        ({"detail": [{"msg": "Field required"}, {"msg": "Too long"}, 7]}, "Field required; Too long"),
        ({"detail": []}, "The gateway answered with HTTP 422."),
        ({"detail": ""}, "The gateway answered with HTTP 422."),
        (None, "The gateway answered with HTTP 422."),
        ("text", "The gateway answered with HTTP 422."),
    ],
)
def test_a_failure_is_told_in_the_gateways_words(answer: object, text: str) -> None:
    assert detail_of(422, answer) == text
