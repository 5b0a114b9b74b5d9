"""Numbers that decide what a discovery keeps and shows, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes of subsamples and orbits, and the noise of generators."""

    generator_noise: float = 2e-9
    """Relative noise of generators, at least: whatever comes from data is never exact."""
    multiple_noise: float = 1e-6
    """Relative size, at least, below which a part of a symmetry is zero when multiples of lower
    ones are told apart."""
    most_degree: int = 6
    """Degree of polynomials up to which they are raised, at most."""
    most_noise: float = 0.03
    """Relative noise of generators, at most, by which multiples are told apart."""
    kept_samples: int = 48
    """Samples that a discovery keeps, from which orbits are made."""
    orbit_steps: int = 41
    """Points along an orbit; odd, so that the sample itself is in the middle."""
    orbit_generators: int = 16
    """Generators with orbits, at most."""
    orbit_values: int = 100_000
    """Values of f that are kept for all orbits together, so that files stay small."""
    orbit_growth: float = 3.0
    """Factor by which the size of a channel may change along an orbit, so that it stays near the
    data."""
    compared_samples: int = 512
    """Samples on which symmetries are compared with each other."""
    surface_samples: int = 1000
    """Samples, at most, from which it is seen whether all of them lie on a surface."""
    surface_directions: int = 250
    """Samples, about, at which it is seen which motions lead out of it."""
    surface_rounding: float = 1e-5
    """Relative size of a motion out of a surface that may be rounding."""
    surface_noise: float = 0.03
    """Relative size of a motion out of a surface that may be an error of the symmetry."""
    law_samples: int = 50_000
    """Given values from which a law is learned, at most."""
    rather: float = 1.2
    """How much larger the error of a fit with replicas may be than that of a single model."""
    too_good: float = 0.5
    """Part of the error of a fit below which a model seems to have seen the values before."""
    kept_heldout: int = 4000
    """Given values that serve as held-out samples of a model, at most."""
    tried_samples: int = 32
    """Samples on which a function is tried, to see what it gives."""
    poor_fit: float = 0.05
    """Held-out error beyond which an unsure answer points to columns that were not used."""
    named_dimension: int = 40
    """Largest algebra that a summary names: larger ones take minutes."""
    shown_zero: float = 1e-12
    """Defect below which a summary says 0, which is rounding; bounds of defects are no less."""
    shown_share: float = 1e-4
    """Defect from which on a summary gives it in per cent."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
