"""Samples on a curved surface, and how many symmetries lead out of it.

Such symmetries rest on derivatives where no sample is: two functions that agree at every sample may
differ in them. They are symmetries of a function all the same, but whoever asks should know.
"""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from liesd.discovery import limits
from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.numerics.relations import Relations, find_relations


def note_surface(problem: Problem, thetas: Tensor, learned: bool) -> tuple[str, ...]:
    """Say so where some symmetries, columns θ, lead out of the surface on which samples lie."""
    if not thetas.shape[1]:
        return ()
    x = torch.unique(_read_inputs(problem), dim=0)
    relations = _find_relations(x, problem.frame.inputs.projector)
    if relations is None:
        return ()
    step = max(1, len(relations.rows) // limits.LIMITS.surface_directions)
    leaving = _count_leaving(problem, thetas, x[relations.rows[::step]], relations.slopes[::step])
    if not leaving:
        return ()
    count = thetas.shape[1]
    which = f"{leaving} of the {count} symmetries" if leaving < count else "all symmetries"
    lead = f"{which} lead out of it, and rest"
    if leaving == 1:
        which = "the symmetry" if count == 1 else f"one of the {count} symmetries"
        lead = f"{which} leads out of it, and rests"
    where = f"on a surface (a polynomial of degree {relations.degree} in the inputs is zero there)"
    if relations.degree == 1:
        where = "in a plane (an input, or a sum of several, is constant)"
    what = "the fit goes on" if learned else "f changes"
    return (f"every sample lies {where}; {lead} on how {what} where no sample is",)


def _read_inputs(problem: Problem) -> Tensor:
    """Some of the inputs, evenly spread."""
    step = max(1, -(-problem.count // limits.LIMITS.surface_samples))
    flatten = problem.source.flatten
    return torch.cat([double(flatten(x)).cpu() for x, _ in problem.batches.samples(step)])


def _find_relations(x: Tensor, onto: Tensor | None) -> Relations | None:
    """Find the equations of the surface, with slopes for all inputs.

    Numbers with a few values, such as flags, lie on no surface.
    """
    values = [len(torch.unique(column)) for column in x.T]
    kept = [k for k, n in enumerate(values) if n == 1 or n > limits.LIMITS.few_values]
    if onto is None:
        basis = torch.eye(x.shape[1], dtype=x.dtype)[:, kept]
    elif len(kept) == x.shape[1]:
        basis = torch.linalg.svd(onto).U[:, : int(onto.trace().round())]
    else:
        return None
    found = find_relations(x @ basis) if basis.shape[1] else None
    if found is None:
        return None
    slopes = found.slopes @ basis.T
    slopes = slopes if onto is None else slopes @ onto
    return found._replace(slopes=slopes)


def _count_leaving(problem: Problem, thetas: Tensor, x: Tensor, slopes: Tensor) -> int:
    """How many independent motions, columns θ, lead out of the surface."""
    spec, units = problem.spec, problem.frame.inputs.rms.numpy()
    units = np.where(units > 0, units, 1.0)
    moved = [spec.input.field(spec.unpack(one), x.numpy()) for one in thetas.T.numpy()]
    moves = torch.from_numpy(np.stack([(one / units).ravel() for one in moved], axis=1))
    out = torch.from_numpy(np.stack(moved, axis=2))
    out = torch.einsum("nki,nid->nkd", slopes, out).flatten(0, 1)
    size = torch.linalg.svdvals(moves)[0] * torch.linalg.norm(slopes * torch.from_numpy(units))
    least = limits.LIMITS.surface_noise * size / len(x) ** 0.5
    return int((torch.linalg.svdvals(out) > least).sum())
