"""Numbers that decide how equations are built, reduced and settled, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes of batches, subsamples and partitions, and what counts as settled."""

    batch_bytes: int = 1 << 26
    """Bytes that the rows and Jacobians of one batch may take."""
    batch_samples: int = 4096
    """Samples in a batch, at most."""
    faint_outputs: float = 0.1
    """Outputs of a learned function below this part of its error count as unseen: they may be
    nothing but error."""
    negligible_jacobian: float = 0.01
    """Relative size at which a Jacobian of a learned function, without its commuting part, is
    nothing but error."""
    scale_samples: int = 8192
    """Samples, evenly spread, from which the scale of a defect is taken: it need not be precise."""
    least_spread: float = 1e-9
    """Spread of a coordinate, relative to the largest or to its distance from zero, below which it
    gives no scale of its own."""
    still_spread: float = 1e-7
    """Spread of a number that does not move, relative to its size, below which it is constant:
    the mean of squares less the square of the mean has no more digits."""
    pending_numbers: int = 1 << 21
    """Entries of Jacobians that wait before they are reduced, since large operations are
    cheaper."""
    outer_least: int = 64
    """Unknowns from which on equations may be reduced as outer products: few are soon written
    out."""
    outer_most: int = 1024
    """Unknowns up to which they are: the eigenvalues of more take too long."""
    outer_gain: float = 2.5
    """Operations that outer products must save, as a ratio, to be used."""
    outer_small: float = 1e-3
    """Part of the largest singular value below which outer products are multiplied out: it costs
    a few times its square in relative accuracy of what is larger."""
    outer_samples: int = 512
    """Samples whose products are made at a time, so that they stay in the cache."""
    outer_numbers: int = 1 << 22
    """Numbers that wait before outer products are reduced, at the cost of one eigenvalue
    problem."""
    elimination_rows: int = 2
    """Rows per local unknown that wait before local unknowns are eliminated."""
    settled: float = 0.05
    """Relative change of the answer that more samples may still make, by default."""
    null_space_gap: float = 4.0
    """Ratio of neighbouring singular values by which a null space stands apart from the rest."""
    settled_draws: int = 2
    """Draws in a row that must leave the answer unchanged, since two halves may agree by chance."""
    first_draw: int = 2048
    """Samples in the first draw, at least."""
    first_draw_factor: int = 4
    """Samples in the first draw, at least, in units of the number that the unknowns need."""
    partitions: int = 64
    """Partitions of a source without chunks of its own, at most."""
    partition_batches: int = 4
    """Batches per partition, at least, since sending a state costs time."""
    partition_equations: int = 4
    """Equations per unknown in a partition, at least: a state is as large as one each."""
    fan_in: int = 4
    """States that are merged at a time."""
    worker_bytes: int = 1 << 30
    """Bytes of free memory that a worker keeps for its next batches, instead of returning them."""
    long_seconds: float = 60.0
    """Seconds of linear algebra from which on the user is told beforehand."""
    known_weights: int = 1_000_000
    """Samples, at most, whose weights are remembered from one pass to the next."""
    inside_samples: int = 256
    """Samples at which it is seen what leads out of the span of the data."""
    inside_rank: float = 1e-9
    """Relative size of a motion out of that span that may be rounding."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
