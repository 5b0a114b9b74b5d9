"""Export an algebra: to JSON, and to a group of the EMLP library."""

from __future__ import annotations

import hashlib
import json
from typing import Any

import numpy as np

from liesd.errors import DataError, FileFormatError
from liesd.spec import Action, Chart

FORMAT, VERSION = "liesd.LieAlgebra", 1


def to_json(algebra: Any) -> str:
    """Write everything that defines the algebra, and its name for the reader."""
    spec = algebra.spec
    return json.dumps(
        {
            "format": FORMAT,
            "version": VERSION,
            "spec": str(spec),
            "name": algebra.name,
            "noise": algebra.noise,
            "moved": algebra.moved,
            "charts": algebra.charts,
            "generators": [
                {
                    "words": words,
                    "matrices": {name: matrix.tolist() for name, matrix in one.items()},
                }
                for one, words in zip(algebra.basis, algebra.words, strict=True)
            ],
            "modulo": [
                {name: matrix.tolist() for name, matrix in spec.unpack(row).items()}
                for row in algebra.modulo
            ],
        },
        indent=1,
        ensure_ascii=False,
    )


def from_json(text: str) -> dict[str, Any]:
    """Read the arguments of :meth:`LieAlgebra.from_generators`, and ``moved``."""
    try:
        header = json.loads(text)
        if header["format"] != FORMAT:
            raise KeyError("format")
        if header["version"] > VERSION:
            raise FileFormatError(
                f"this algebra was written by a newer version of liesd (format "
                f"{header['version']}, this one reads up to {VERSION}): upgrade liesd to read it"
            )
        return {
            "spec": header["spec"],
            "generators": [one["matrices"] for one in header["generators"]],
            "modulo": header["modulo"],
            "noise": header["noise"],
            "moved": header["moved"],
            "charts": {k: Chart(*map(tuple, v)) for k, v in header.get("charts", {}).items()},
        }
    except (KeyError, TypeError, json.JSONDecodeError) as error:
        raise FileFormatError("this text is not an algebra that liesd wrote") from error


def to_emlp(algebra: Any, rep: str | Action) -> Any:
    """Make a group object of EMLP (``pip install liesd[emlp]``) that acts on ``rep``."""
    try:
        from emlp.groups import Group
    except ImportError as error:
        raise ImportError("the EMLP library is not installed: pip install 'liesd[emlp]'") from error
    matrices = algebra.matrices(rep)
    if not len(matrices):
        raise DataError("an algebra without generators makes no EMLP group")
    # EMLP keeps its solutions under the constructor's arguments: they must tell algebras apart
    digest = hashlib.sha256(np.ascontiguousarray(matrices).tobytes()).hexdigest()

    class Discovered(Group):  # type: ignore[misc]
        """The group of a discovered algebra."""

        def __init__(self, name: str, content: str) -> None:
            self.lie_algebra = matrices
            super().__init__(name, content)

    return Discovered(algebra.name, digest)
