"""Formats of files, one module each, in one registry."""

from liesd.data.formats.base import Format, OpenedArray
from liesd.data.formats.registry import FORMATS, format_of, list_endings, open_table, register

__all__ = [
    "FORMATS",
    "Format",
    "OpenedArray",
    "format_of",
    "list_endings",
    "open_table",
    "register",
]
