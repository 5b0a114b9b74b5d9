"""Docstrings say :func:`liesd.learn`; the pages show the name as code."""

from __future__ import annotations

import re
from typing import Any

import griffe

ROLE = re.compile(r":\w+:`~?([\w.]+)`")


class Roles(griffe.Extension):
    """Takes the roles of Sphinx out of docstrings."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        """Called by griffe for everything it finds."""
        if obj.docstring:
            obj.docstring.value = ROLE.sub(r"`\1`", obj.docstring.value)
