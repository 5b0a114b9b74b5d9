"""The settings of the search for directions and terms of a polynomial."""

from __future__ import annotations

from dataclasses import dataclass

from liesd.learning.settings import Settings, as_count, as_positive, as_tuple


@dataclass(frozen=True, kw_only=True)
class PolynomialSearch(Settings):
    """The search for the directions in which a polynomial needs few terms."""

    stages: tuple[int, ...] = (330, 730)
    """Terms at most while directions are searched for, stage by stage."""
    rows_per_term: int = 11
    """Samples that are fitted to per term meanwhile."""
    least_rows: int = 6
    """Samples per term, at least, where there are few."""
    rounds: int = 7
    """How often directions are sharpened at each stage, at most."""
    enough_gain: float = 0.9
    """Sharpening must multiply the held-out error by less than this to be tried again."""
    hopeless: float = 0.05
    """A held-out error of the first stage beyond which a polynomial is given up."""
    growth: float = 0.6
    """More terms are added if those of a stage multiply the error by less than this."""
    bent_rows: int = 18
    """Samples per term that are enough where what is left is no noise."""
    exact: float = 1e-11
    """A typical error that is rounding."""
    degree: int = 40
    """The largest degree in one direction."""
    distinct: float = 1e-6
    """Part of a power that must be new in a coordinate, relative to its size."""
    dependent: float = 1e-9
    """Part of a term that must be new on the samples: on a surface, terms depend on each other."""
    costly: float = 12.0
    """The largest cost of a degree in one direction, in units of the least."""
    ladder: float = 1.1
    """Numbers of terms that are compared differ by this factor, at least."""
    noise: float = 3.0
    """What the square of a coefficient must exceed to be told from noise, in units of it."""
    sloping_rows: int = 2000
    """Samples at which slopes are averaged."""
    heldout_rows: int = 4000
    """Held-out samples by which settings are compared."""
    sketch: int = 32
    """Random directions by which the covariance of the weights is remembered."""
    saturated_gain: float = 0.97
    """More terms change nothing if they multiply the error by at least this."""
    few: float = 0.25
    """The part of all terms that must do as well for this to be seen."""

    def __post_init__(self) -> None:
        self.check(
            stages=as_tuple(as_count),
            rows_per_term=as_count,
            least_rows=as_count,
            rounds=as_count,
            enough_gain=as_positive,
            hopeless=as_positive,
            growth=as_positive,
            bent_rows=as_count,
            exact=as_positive,
            degree=as_count,
            distinct=as_positive,
            dependent=as_positive,
            costly=as_positive,
            ladder=as_positive,
            noise=as_positive,
            sloping_rows=as_count,
            heldout_rows=as_count,
            sketch=as_count,
            saturated_gain=as_positive,
            few=as_positive,
        )
