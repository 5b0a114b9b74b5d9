"""The style check finds bad English, and says where it stands."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.style import find_faults

PAGE, MODULE = Path("page.md"), Path("module.py")


@pytest.mark.parametrize(
    ("sentence", "instead"),
    [
        ("The tables were made anew from data.", "reproduce"),
        ("A direction that leaves the data at zero.", "null space"),
        ("A function that is what it is.", "exact"),
        ("Arrays may hold several numbers a sample.", "per"),
        ("LieSD finds the number by itself, the others are given it.", "told"),
    ],
)
def test_a_banned_phrase_is_found_with_its_line(sentence: str, instead: str) -> None:
    first, *_ = find_faults(PAGE, f"# Title\n\n{sentence}\n")
    assert (first.path, first.line) == (PAGE, 3)
    assert instead in first.message
    assert str(first).startswith("page.md:3: ")


def test_a_phrase_may_break_over_lines() -> None:
    (fault,) = find_faults(PAGE, "- One scale\n  a channel.\n")
    assert fault.line == 1


def test_docstrings_are_checked_and_code_is_not() -> None:
    source = 'def f():\n    """Tell numbers a sample."""\n    return "numbers a sample"\n'
    (fault,) = find_faults(MODULE, source)
    assert fault.line == 2
    shown = "```python\n# numbers a sample\n```\n\nGive `numbers a sample` a name.\n"
    assert not list(find_faults(PAGE, shown))


def test_long_sentences_are_found() -> None:
    short, long = "Here is a short sentence. " * 10, "word " * 61
    (fault,) = find_faults(PAGE, f"# Title\n\n{short}\n{long}.\n")
    assert (fault.line, "61 words" in fault.message) == (4, True)
    (fault,) = find_faults(PAGE, ("word " * 30 + ".\n\n") * 3)
    assert "average" in fault.message


def test_good_english_passes() -> None:
    text = "Give one number per channel: a sample is a row, and a second one follows.\n"
    assert not list(find_faults(PAGE, text))
