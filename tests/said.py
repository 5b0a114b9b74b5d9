"""Whether a program prints what a page says it prints."""

from __future__ import annotations

import re

import pytest

FIGURE = re.compile(r"-?\d[\d,]*(?:\.\d+)?(?:e[-+]?\d+)?(?: ?%)?")


def assert_printed(shown: str, printed: str) -> None:
    """Every line shown is printed, in order: the same words, the same counts, figures about so."""
    lines = iter(printed.splitlines())
    for line in filter(None, map(str.strip, shown.splitlines())):
        assert any(_alike(line, other) for other in lines), f"{line!r} is not in\n{printed}"


def _alike(shown: str, printed: str) -> bool:
    words = (" ".join(FIGURE.sub("#", line).split()) for line in (shown, printed))
    if next(words) != next(words):
        return False
    pairs = zip(FIGURE.findall(shown), FIGURE.findall(printed), strict=True)
    return all(a == b or _close(a, b) for a, b in pairs)


def _close(shown: str, printed: str) -> bool:
    if not re.search(r"[.e%]", shown):
        return False  # a count
    a, b = (float(figure.rstrip(" %").replace(",", "")) for figure in (shown, printed))
    return a == pytest.approx(b, rel=0.3, abs=2 if "%" in shown else 0.1)


def test_alike() -> None:
    assert _alike("3 found, defect 1.0e-02", "3  found, defect 1.1e-02")
    assert _alike("a defect of 24 %", "a defect of 28 %")
    assert not _alike("a defect of 24 %", "a defect of 48 %")
    assert not _alike("3 found", "4 found")
    assert not _alike("3 found", "3 lost")
