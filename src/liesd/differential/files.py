"""Reading results from files."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

from liesd.differential.result import SECTION, convert
from liesd.discovery import files
from liesd.discovery.result import Discovery
from liesd.errors import FileFormatError
from liesd.spec import Prolonged

FACTS = ("question", "equation", "heldout_error", "assumed", "sizes")


def load(path: str | Path, dictionary: Mapping[str, Any] | None = None) -> Discovery:
    """Read a discovery that :meth:`Discovery.save` wrote, also one of an equation.

    ``dictionary`` gives again the functions of ``fields(x[2], name)``, which no file can hold;
    formulas are in the file.
    """
    found = files.load(path, dictionary)
    if SECTION not in found.settings:
        return found
    facts = found.settings[SECTION]
    if (
        not isinstance(facts, dict)
        or any(name not in facts for name in FACTS)
        or not isinstance(found.spec.input, Prolonged)
        or len(facts["sizes"]) != found.spec.input.base.dim
    ):
        raise FileFormatError(
            f"{path} holds no discovery of an equation saved by liesd: save the discovery again"
        )
    return convert(found)
