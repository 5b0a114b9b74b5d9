"""The functions that were written without sight of the code, in the form that is judged."""

from __future__ import annotations

from typing import Any

import numpy as np
import torch

from benchmarks.suggest import blind, veiled
from benchmarks.suggest.case import Case
from benchmarks.suggest.judge import Channels


def _convert(case: Any) -> Case:
    x = case.sample(np.random.default_rng(0), 4)
    assert case.f(torch.from_numpy(x)).ndim == 2
    columns: Channels = {}
    sides = case.spec.replace(" ", "").split("->")
    for text, channels, sign in zip(sides, (case.inputs, case.outputs), (1, -1), strict=True):
        letters = [
            (term.split("*")[-1].split("[")[0], int(term.split("*")[0]) if "*" in term else 1)
            for term in text.split("+")
        ]
        each = iter(channels)
        for letter, count in letters:
            for _ in range(count):
                group = tuple(int(k) if sign > 0 else -1 - int(k) for k in next(each))
                if not letter.isdigit():
                    columns.setdefault(letter, []).append(group)
    return Case(case.name, x.shape[1], case.f, case.spec, case.sample, columns, int(case.dimension))


SETS = {
    "blind": tuple(map(_convert, blind.CASES)),
    "veiled": tuple(map(_convert, veiled.CASES)),
}
"""Each was judged once, with the code of its day, and has been known since."""
