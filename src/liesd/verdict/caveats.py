"""Caveats of data and function that the equations do not show, for the transcript."""

from __future__ import annotations

import math

import torch

from liesd.equations.problem import Problem
from liesd.numerics.space import Space
from liesd.verdict import limits


def find_cuts(problem: Problem, outputs: Space) -> tuple[tuple[str, float], ...]:
    """Find x or f(x) where directions were left out for their tiny spread, and the size of that."""
    spaces = [(problem.frame.inputs, "x"), (outputs, "f(x)"), *_pool_features(problem)]
    return tuple((name, cut) for space, name in spaces if (cut := space.cut(problem.eps)))


def _pool_features(problem: Problem) -> list[tuple[Space, str]]:
    """The features of each named space of points, over all its copies, which are moved alike."""
    moment, found = problem.frame.features.moment, []
    for channel in problem.spec.input.channels():
        if channel.name is not None:
            index = torch.from_numpy(channel.features)
            pooled = moment[index[:, :, None], index[:, None, :]].mean(dim=0)
            everything = [torch.arange(len(pooled))[None]]
            found.append((Space(everything, pooled), f"the library of {channel.name}"))
    return found


def find_faint(outputs: Space, faint: float) -> tuple[int, ...]:
    """Find outputs of a learned function that are smaller than the error of others."""
    power = outputs.moment.diagonal()
    small = (power.sqrt() <= faint * outputs.scales) & (power > 0)
    return tuple(int(k) for k in small.nonzero()[:, 0]) if faint else ()


def count_enough(problem: Problem, outputs: Space) -> int:
    """Count the samples that are surely enough."""
    return limits.LIMITS.enough_samples * math.ceil(problem.spec.size / max(outputs.rank, 1))
