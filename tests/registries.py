"""Leave the library's registries as they were after a test that adds to them."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from liesd.data.formats import FORMATS
from liesd.learning import LEARNERS
from liesd.learning.base import KINDS
from liesd.sources import SOURCES
from liesd.spec.language import ACTIONS
from liesd.verdict.instruments import INSTRUMENTS


@contextmanager
def kept_registries() -> Iterator[None]:
    """Forget whatever is registered inside."""
    lists, tables = (SOURCES, FORMATS), (ACTIONS, INSTRUMENTS, LEARNERS.data, KINDS.data)
    before = [list(one) for one in lists], [dict(one) for one in tables]
    try:
        yield
    finally:
        for registry, kept in zip(lists, before[0], strict=True):
            registry[:] = kept
        for table, known in zip(tables, before[1], strict=True):
            table.clear()
            table.update(known)
