"""Numbers by which instruments measure; those that decide are in :mod:`liesd.verdict.rule`."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Sizes of subsamples, lengths of steps and tolerances of the instruments."""

    confidence: float = 0.95
    """Confidence of the intervals of defects."""
    signal_share: float = 0.25
    """Part of a scale that counts as signal, at least, however noisy replicas are."""
    noiseless: float = 1e-12
    """Noise of replicas, at least: less is rounding."""
    enough_samples: int = 10
    """Samples, in units of the number that a spec needs, from which on there are surely enough."""
    bracket_part: float = 0.1
    """Singular value of brackets of unit vectors above which a direction counts as a bracket."""
    bracket_pairs: int = 2000
    """Pairs of symmetries whose brackets are tried, at most."""
    bracket_batch: int = 64
    """Pairs that are bracketed at a time, which bounds the memory."""
    dependent: float = 1e-10
    """Relative singular value below which rows depend on each other."""
    spanned: float = 1e-6
    """Relative singular value below which the other symmetries span nothing at a sample."""
    replica_samples: int = 2500
    """Samples on which replicas are compared."""
    jackknife_groups: int = 20
    """Groups of samples that the jackknife leaves out in turn."""
    step_samples: int = 1000
    """Samples that finite steps move."""
    step_sizes: tuple[float, ...] = (1.5, 0.7, 0.35)
    """Lengths of finite steps, in units of the root mean square of the samples."""
    step_arriving: float = 0.5
    """Part of the moved samples that must arrive where the function is known."""
    path_samples: int = 2000
    """Samples of a function without replicas that finite steps move."""
    path_sizes: tuple[float, ...] = (0.7, 0.35)
    """Lengths of these steps, in units of the root mean square of the samples."""
    heldout_moves: int = 24
    """Group elements over which a fit is averaged."""
    heldout_steps: tuple[float, float] = (0.25, 3.0)
    """Shortest and longest of these motions, in units of the root mean square of the samples."""
    heldout_neighbours: int = 1024
    """Samples among which a moved sample must arrive, since a fit is poor elsewhere."""
    heldout_radius: float = 0.9
    """Quantile of the distances between nearest samples within which a moved sample must arrive."""
    heldout_share: float = 0.1
    """Part of the size of y that counts as the law, at least, if the rest commutes with
    everything."""
    heldout_clip: float = 2.0
    """Distance from the median, in units of the median distance, at which moved values are
    clipped."""
    heldout_arriving: float = 0.2
    """Part of all motions that must arrive among other samples: where fewer do, as on a few
    trajectories, samples hardly move, and a broken symmetry hardly shows."""
    heldout_samples: int = 100
    """Held-out samples that must take part, at least."""
    unit_samples: int = 400
    """Held-out samples, at most, that tell which asymmetry random directions have."""
    imposed_samples: int = 1000
    """Samples from which a function that has symmetries imposed on it finds them."""
    rim_weight: float = 0.1
    """Weight of a sample, relative to the mean, below which it hardly counts: the rim."""
    rim_samples: int = 10
    """Samples at the rim that must arrive among others, at least, for values to judge there."""
    rim_part: float = 0.8
    """Part of what is unexplained at the rim that the place named for it holds."""
    probe_samples: int = 512
    """Samples that a probe of an exact function moves."""
    probe_tries: int = 3
    """Random combinations of the generators that are tried."""
    probe_step: float = 0.1
    """Length of the step, in units of the root mean square of the samples."""
    probe_tolerance: float = 1e-3
    """Relative difference of f beyond which a sample disagrees."""
    slope_steps: tuple[float, ...] = (1e-5, 1e-3, 0.03)
    """Steps towards another sample that show the slope of f, as parts of the way."""
    slope_error: float = 0.1
    """Relative error of a slope that is wrong..."""
    slope_typical: float = 0.1
    """... where slopes count at least this part of their typical size."""
    enough_for_replicas: int = 1000
    """Samples from which on :func:`liesd.learn` makes replicas: fewer would leave weak fits."""
    neighbours: int = 8
    """Neighbours of a sample between which given derivatives are compared with values."""
    neighbour_centres: int = 512
    """Samples whose neighbours are looked for, at most..."""
    neighbour_least: int = 20
    """... and at least: fewer tell nothing."""
    neighbour_samples: int = 4096
    """Samples among which neighbours are looked for, at most."""
    neighbour_numbers: int = 1 << 23
    """Entries of their derivatives that are held at a time, at most."""
    neighbour_copy: float = 1e-9
    """Distance, in units of the spread, up to which samples are copies of each other."""
    neighbour_errors: float = 5.0
    """Standard errors by which something must stand clear of noise."""
    neighbour_rounding: float = 100.0
    """Rounding of values and derivatives, in units of the precision."""
    neighbour_coherent: float = 0.5
    """Part of the errors that must look like one of derivatives, since noise does not."""
    neighbour_seen: float = 0.3
    """Squared slope that values must show, relative to what derivatives say..."""
    neighbour_smooth: float = 0.25
    """... unless the squared change of derivatives between neighbours is below this part."""
    neighbour_coarse: float = 3.0
    """Squared change of derivatives between neighbours, relative to that of values, beyond which
    nothing can be said."""
    neighbour_apart: float = 0.75
    """Part of the slope of values that derivatives must miss where samples are far apart."""
    jump_steps: int = 8192
    """Finite steps that look for what derivatives do not see; fewer where samples are few."""
    jump_sizes: tuple[float, ...] = (0.1, 0.3, 1.0, 2.0)
    """Lengths of these steps, in units of the root mean square of the samples."""
    jump_tries: tuple[int, int] = (4, 16)
    """Random combinations of the generators that they follow, at least and at most."""
    jump_work: int = 1 << 25
    """Cubed size of a matrix times combinations, at most: exponentials of large ones are slow."""
    jump_tolerance: float = 1e-6
    """Relative change of f beyond which a step is looked at closely."""
    jump_judged: int = 128
    """Steps that are followed by derivatives, at most."""
    jump_points: int = 9
    """Points along such a step, its ends included."""
    jump_slack: float = 2.0
    """How many times more than derivatives at these points allow f must change to be a jump."""
    jump_rarer: float = 2.0
    """How many times farther the nearest sample may be after a step than before it."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
