"""Docstrings are written for Python; the pages show the same in Markdown."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":\w+:`~?([\w.]+)`")  # :func:`liesd.learn`
SESSION = re.compile(r"^>>> .*?(?=\n\n|\Z)", re.DOTALL | re.MULTILINE)


class Docstrings(griffe.Extension):
    """Roles of Sphinx become code, and interactive sessions blocks of it."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe for everything it finds."""
        if obj.docstring:
            text = ROLE.sub(r"`\1`", obj.docstring.value)
            obj.docstring.value = SESSION.sub(r"```pycon\n\g<0>\n```", text)
