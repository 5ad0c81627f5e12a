from __future__ import annotations

import base64

import pytest

from hermes_shell.gateway.attachment_limits import CALL_BYTES, attachment_limits, in_megabytes

MB = 1024 * 1024


@pytest.mark.parametrize("kind", ["child", "remote"])
def test_largest_file_of_a_gateway_behind_a_socket_fits_one_call(kind: str) -> None:
    limits = attachment_limits(kind)
    assert limits.file == limits.image
    assert CALL_BYTES - 128 * 1024 < len(base64.b64encode(bytes(limits.file))) < CALL_BYTES
    assert limits.problem("a.bin", "file", limits.file) is None
    told = "a.bin has 11.3 MB, and the gateway takes 11.2 MB at most."
    assert limits.problem("a.bin", "file", limits.file + 1) == told


def test_embedded_gateway_takes_larger_files_than_images() -> None:
    limits = attachment_limits("embedded")
    assert limits.problem("a.bin", "file", 50 * MB) is None
    told = "a.png has 20.1 MB, and the gateway takes 20 MB at most."
    assert limits.problem("a.png", "image", 20 * MB + 1) == told
    assert attachment_limits("none") == limits


def test_sizes_for_people_are_told_to_the_safe_side() -> None:
    assert (in_megabytes(MB + 1), in_megabytes(MB + 1, up=True), in_megabytes(3 * MB, up=True)) == ("1", "1.1", "3")
