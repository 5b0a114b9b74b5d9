"""Numbers that decide how data is split, checked and replicated, in one place.

What a user may set is a setting of a learner (:mod:`liesd.learning.settings`).
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes of subsamples and tolerances that are no settings of a learner."""

    chunk_rows: int = 1 << 14
    """Rows that are read at a time."""
    blocks: int = 40
    """Runs of neighbouring rows, each fitted to or held out as a whole: neighbours are often
    related."""
    heldout_blocks: int = 5
    """Number of these runs that are held out."""
    alike: float = 0.5
    """Mean square distance of neighbouring rows, relative to that of any two, below which rows are
    taken for a series, as along a trajectory: it is 1 where they are independent."""
    compared_rows: int = 20_000
    """Samples whose residuals are compared with those of their neighbours, at most..."""
    compared_numbers: int = 320_000
    """... and numbers among their inputs: neighbours in many dimensions take long to find."""
    clipped_residuals: tuple[float, float] = (-3.0, 3.0)
    """The range that residuals are clipped to, in units of their root mean square."""
    alike_residuals: float = 3.0
    """Mean product of residuals of neighbours, in units of its standard error, that is chance."""
    jump: float = 8.0
    """Distance of neighbouring rows, in units of the median one, at which another series begins."""
    series: int = 8
    """Series that are held out as a whole, at least: of fewer, runs of rows are."""
    repeated: float = 0.01
    """Part of the rows that may repeat others without a word."""
    classes: int = 1000
    """Classes, at most: more labels than this are likely to be measurements."""
    kept_heldout: int = 4000
    """Held-out samples that are kept with a model, at most."""
    replicas: int = 4
    """Replicas of a fit, by default."""
    replica_rows: int = 200
    """Training rows per replica, at least: with fewer its noise says nothing."""
    replica_rows_per_input: int = 4
    """Training rows per replica and input, at least."""
    lifted_inputs: int = 240
    """Inputs together with their products, at most."""
    lifted_samples: int = 20
    """Training samples per input or product, at least."""
    shortest: float = 0.1
    """Length of a channel, relative to a typical one, below which it has no direction."""
    tile_rows: int = 64
    """Rows of a matrix product in a kernel model, so that its rounding does not depend on the
    batch; few enough to stay in the cache."""
    tile_numbers: int = 1 << 20
    """Values of the terms of a polynomial, at most, that are made at a time."""
    dependent: float = 1e-11
    """Relative singular value below which free columns are linearly dependent."""
    clipped_error: float = 10.0
    """Squared error of a sample, in units of the typical one, at which it is clipped."""
    last_layer_ridge: float = 1e-13
    """Relative ridge of the last layer: it damps only what rounding cannot tell apart."""
    typical_rows: int = 4000
    """Samples whose median variance of the Jacobian is the typical one."""
    sketch_directions: int = 32
    """Random directions that represent the covariance of the last layer."""
    check_rows: int = 1 << 14
    """Held-out samples that choose between stages of the training."""
    kept_training: int = 20_000
    """Training samples that are kept with a model of class labels, at most."""
    still_epochs: int = 24
    """Passes over the data in which a network learns not to change along fields."""
    still_rate: float = 0.15
    """Its learning rate in these, relative to that of its first training."""
    still_step: float = 0.02
    """Length of the step by which a change along a field is measured, in units of scaled inputs."""
    still_strength: float = 2.0
    """Weight of the squared change next to the loss, where the change is a relative defect: enough
    to see what a symmetry costs, and too little to spoil a fit that has it nearly."""
    still_rows: int = 4000
    """Samples, at most, at which a polynomial is kept from changing along fields."""
    still_difference: float = 1e-4
    """Length of the step by which terms of a polynomial are differentiated along a field."""
    free_variance: float = 1e4
    """The largest variance of weights of class labels, and that of free ones."""
    least_variance: float = 1e-9
    """The smallest one."""
    least_known: float = 1e-3
    """How many weights of one degree labels must determine, at least, for their variance."""
    halvings: int = 12
    """How often a step of Newton's method is halved, at most, until it helps."""
    distinct: float = 1e-6
    """Part of a power that must be new in a coordinate, relative to its size."""
    tried_samples: int = 4
    """Samples on which a model from a file is tried."""
    extreme: float = 1e60
    """Largest size of a number to learn from, and the smallest is one over it: learners take
    fourth powers."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
