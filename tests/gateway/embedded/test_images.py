from __future__ import annotations

import base64
import struct
from pathlib import Path

import pytest

from hermes_shell.gateway.attachment_limits import IMAGE_BYTES
from hermes_shell.gateway.embedded.images import Image, as_data_url, recognise

PNG = b"\x89PNG\r\n\x1a\n" + struct.pack(">I4sII", 13, b"IHDR", 640, 480) + b"\x08\x06\0\0\0"
JPEG = b"\xff\xd8\xff\xe0\x00\x04ab" + b"\xff\xc0\x00\x11\x08" + struct.pack(">HH", 20, 30) + b"\0" * 20


@pytest.mark.parametrize(
    ("data", "expected"),
    [
        (PNG, Image("image/png", 640, 480)),
        (b"GIF89a" + struct.pack("<HH", 3, 4), Image("image/gif", 3, 4)),
        (JPEG, Image("image/jpeg", 30, 20)),
        (b"\xff\xd8\xff\xe0", Image("image/jpeg", 0, 0)),
        (b"RIFF\0\0\0\0WEBPVP8 ", Image("image/webp", 0, 0)),
        (b"RIFF\0\0\0\0WEBPVP8X" + b"\0" * 8 + b"\x09\0\0\x13\0\0" + b"\0" * 4, Image("image/webp", 10, 20)),
        (b"<svg onload=alert(1)>", None),
        (b"", None),
        (b"\x89PNG\r\n\x1a\n", None),
    ],
)
def test_images_are_recognised_by_their_bytes(data: bytes, expected: Image | None) -> None:
    assert recognise(data) == expected


def test_tokens_grow_with_the_size() -> None:
    assert Image("image/png", 10, 10).tokens == 85
    assert Image("image/png", 1500, 1000).tokens == 2000
    assert Image("image/webp", 0, 0).tokens == 1000


def test_a_data_url_of_a_file(tmp_path: Path) -> None:
    file = tmp_path / "a.png"
    file.write_bytes(PNG)
    url = as_data_url(str(file))
    assert url == "data:image/png;base64," + base64.b64encode(PNG).decode()


def test_no_data_url_of_what_is_no_image(tmp_path: Path) -> None:
    file = tmp_path / "a.txt"
    file.write_text("text")
    assert as_data_url(str(file)) is None
    assert as_data_url(str(tmp_path / "gone")) is None
    assert as_data_url("\0") is None
    with open(file, "wb") as big:
        big.truncate(IMAGE_BYTES + 1)
    assert as_data_url(str(file)) is None
