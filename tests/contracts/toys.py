"""An action, a source and an instrument from outside the library, one of each."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch

from liesd.sources import Source
from liesd.spec import Phrase, Rep
from liesd.verdict import Measurement
from liesd.verdict.instruments import Instrument


@dataclass(frozen=True, repr=False)
class Slide(Rep):
    """One unknown shift b of a vector: not linear in x."""

    vector: Rep

    @property
    def dim(self):
        return self.vector.dim

    @property
    def unknowns(self):
        (name,) = self.vector.unknowns
        return {name: (self.dim,)}

    @property
    def features(self):
        return 1

    def lift(self, x):
        return torch.ones_like(x[:, :1])

    def coefficients(self, J, phi):
        yield next(iter(self.unknowns)), torch.einsum("bmis,bs->bmi", J, phi[:, 0])

    def _shift(self, theta):
        return np.asarray(theta[next(iter(self.unknowns))], dtype=float)

    def field(self, theta, x):
        return np.zeros_like(x) + self._shift(theta)

    def flow(self, theta, t, x, onto=None):
        step = t * self.field(theta, x)
        return x + (step if onto is None else step @ onto.T)

    def bracket(self, theta, phi):
        return {name: 0 * (theta[name] + phi[name]) for name in self.unknowns}

    def describe(self, theta, hints=None):
        (name,) = self.unknowns
        return {name: Phrase(f"slide by {np.round(self._shift(theta), 2)} of {{}}", 1.0)}

    def explain(self):
        return f"a point of {self.dim} coordinates, shifted"

    def text(self, seen):
        return f"slide({self.vector.text(seen)})"


@dataclass(frozen=True)
class Formula:
    """A function with its derivative, in numpy: what another framework might have."""

    value: object
    slope: object


class FormulaSource(Source):
    """Values and derivatives of a :class:`Formula`."""

    def __init__(self, formula, samples, spec):
        super().__init__(samples, spec)
        self.formula, self.dtype = formula, torch.float64

    @classmethod
    def accepts(cls, request):
        return isinstance(request.f, Formula)

    @classmethod
    def open(cls, request):
        return cls(request.f, request.samples, request.spec)

    def value(self, x):
        return torch.from_numpy(self.formula.value(x.numpy())).reshape(len(x), -1)

    def linearize(self, x):
        slope = torch.from_numpy(self.formula.slope(x.numpy()))
        return self.value(x), slope.reshape(len(x), self.spec.output.dim, self.spec.input.dim)


class Suspicion(Instrument):
    """Says that every accepted direction is broken by ten per cent."""

    name = "a suspicion"

    def measure(self, directions):
        law = np.full(len(directions), 0.1)
        error = np.full(len(directions), 1e-3)
        return Measurement(law, law, law, law, error, law**2, error**2, 10.0)
