"""Finite steps along what was found: what derivatives do not see shows in values.

Rounding, steps and detached parts have no derivative, so that they break a symmetry without a
trace in the equations. A group element near the identity, applied to some samples, finds them.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from liesd.equations.problem import Pass
from liesd.numerics.moments import double
from liesd.verdict.estimates import Array

SAMPLES = 512
TRIES = 3  # random combinations of the generators
STEP = 0.1  # how far samples move, in units of their own size
BAR = 1e-3  # what f may differ by, relative to its size
FEW = 0.005  # the part of the samples that may differ: at a border of the data, perhaps


def disagreement(work: Pass, thetas: list[Array]) -> float:
    """The part of some samples at which f(exp(tA)x) is not exp(tB)f(x), at the worst."""
    x, y = work.few(SAMPLES)
    rng = np.random.default_rng(0)
    bar = max(BAR, 10 * work.floor)
    worst = 0.0
    for mix in rng.standard_normal((TRIES, len(thetas))):
        A, B, speed = work.motion(mix @ np.array(thetas), x)
        if speed > 0:
            step = STEP / speed
            moved = x @ torch.linalg.matrix_exp(step * A).T
            wanted = y @ torch.linalg.matrix_exp(step * B).T
            worst = max(worst, _differing(work, moved, wanted, bar))
    return worst


def _differing(work: Pass, moved: Tensor, wanted: Tensor, bar: float) -> float:
    made = torch.cat([double(work.source.function(part)).cpu() for part in moved.split(SAMPLES)])
    size = wanted.abs() + 1 / work.row_weights
    wrong = ((made - wanted).abs() / size).amax(dim=1)
    return float((wrong > bar).double().mean())  # what is not finite does not count
