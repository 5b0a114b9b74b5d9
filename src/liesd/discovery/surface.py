"""Samples on a curved surface, and motions that lead out of it.

No sample is out there: two functions that agree at every sample may differ in how they change
there. A given function has derivatives in all directions, and such a motion may be a symmetry of
it; but whoever asks should know. Of a law, data say nothing out there: only motions that keep to
the surface can be judged, and all others are unseen.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import torch
from torch import Tensor

from liesd.discovery import limits
from liesd.equations.problem import Problem
from liesd.numerics.moments import double
from liesd.numerics.relations import Relations, find_relations


class Surface:
    """The surface on which the inputs of a problem lie: its equations, and their slopes."""

    def __init__(self, problem: Problem, x: Tensor, relations: Relations) -> None:
        self.problem, self.relations, self.degree = problem, relations, relations.degree
        step = max(1, len(x) // limits.LIMITS.surface_directions)
        self.x = x[::step]
        self.slopes = relations.slopes(self.x / problem.frame.units)
        self._largest = float(self.slopes.norm()) / len(self.x) ** 0.5

    @classmethod
    def find(cls, problem: Problem) -> Surface | None:
        """Find it, if all samples lie on one that is no subspace.

        Solutions of an equation lie on one by its very meaning.
        """
        if problem.frame.inputs.projector is not None or problem.spec.input.is_confined:
            return None
        x = torch.unique(_read_inputs(problem), dim=0)
        relations = find_relations(x / problem.frame.units)
        return None if relations is None else cls(problem, x, relations)

    @property
    def words(self) -> str:
        """Where samples lie."""
        if self.degree == 1:
            return "in a plane (an input, or a sum of several, is constant)"
        return f"on a surface (a polynomial of degree {self.degree} in the inputs is zero there)"

    def keep(self) -> Tensor | None:
        """Orthonormal columns θ that span the motions which keep to it; None if all of them do."""
        every = torch.eye(self.problem.spec.size, dtype=torch.float64)
        out, moves = self._lead_out(every)
        size = torch.linalg.norm(moves, dim=0)
        size = torch.where(size > 0, size, 1.0)
        squares, vectors = torch.linalg.eigh((out / size).T @ (out / size))
        kept = squares.clamp_min(0).sqrt() <= limits.LIMITS.surface_rounding * self._largest
        if kept.all():
            return None
        return torch.linalg.qr(vectors[:, kept] / size[:, None]).Q

    def confine(self) -> Problem:
        """The problem without what derivatives say of steps out of the surface."""
        return replace(self.problem, frame=replace(self.problem.frame, surface=self.relations))

    def tell(self, thetas: Tensor) -> tuple[str, ...]:
        """Say how many symmetries, columns θ, lead out of it; nothing if none does."""
        count = thetas.shape[1]
        leaving = self._count_leaving(thetas) if count else 0
        if not leaving:
            return ()
        which = f"{leaving} of the {count} symmetries" if leaving < count else "all symmetries"
        lead = f"{which} lead out of it, and rest"
        if leaving == 1:
            which = "the symmetry" if count == 1 else f"one of the {count} symmetries"
            lead = f"{which} leads out of it, and rests"
        return (f"every sample lies {self.words}; {lead} on how f changes where no sample is",)

    def _count_leaving(self, thetas: Tensor) -> int:
        out, moves = self._lead_out(thetas)
        least = limits.LIMITS.surface_noise * self._largest * torch.linalg.svdvals(moves)[0]
        return int((torch.linalg.svdvals(out) > least).sum())

    def _lead_out(self, thetas: Tensor) -> tuple[Tensor, Tensor]:
        """How far motions, columns θ, lead out at each sample, and how far they move at all."""
        spec = self.problem.spec
        moved = [spec.input.field(spec.unpack(one), self.x.numpy()) for one in thetas.T.numpy()]
        moves = torch.from_numpy(np.stack(moved, axis=2)) / self.problem.frame.units[:, None]
        out = torch.einsum("nki,nid->nkd", self.slopes, moves)
        return out.flatten(0, 1), moves.flatten(0, 1)


def _read_inputs(problem: Problem) -> Tensor:
    """Some of the inputs, evenly spread."""
    step = max(1, -(-problem.count // limits.LIMITS.surface_samples))
    flatten = problem.source.flatten
    return torch.cat([double(flatten(x)).cpu() for x, _ in problem.batches.samples(step)])
