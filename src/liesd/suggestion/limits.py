"""Numbers that decide what is suggested, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Errors that are too large, entries that count as zero, and sizes of searches."""

    poor_fit: float = 0.03
    """Held-out error, relative to the spread of the outputs, above which every tighter spec has to
    confirm what an UNSURE answer suggests..."""
    hopeless_fit: float = 0.1
    """... and above which nothing is suggested."""
    poor_generators: float = 0.1
    """Relative noise of the generators above which nothing is suggested: entries that are zero
    cannot be told from others."""
    bearable: frozenset[str] = frozenset({"RIM", "ONE_FIT", "LOOSE"})
    """Doubts with which an answer may still be clear: they say where nothing is known of the law,
    that nothing was compared, or how loosely a symmetry holds, for which there is a limit here.
    They say nothing against the number of symmetries."""
    clear_within: float = 0.03
    """Defect of what such an answer accepts, at most..."""
    clear_ratio: float = 10.0
    """... and defect of what it refutes, at least, in units of that one."""
    broken_errors: float = 5.0
    """Asymmetry of held-out values, in units of the held-out error, from which a refuted direction
    is broken, however little: errors of a fit to a symmetric law leave less."""
    supposed_ratio: float = 2.5
    """Least ratio of broken to supposed symmetries where an answer is not clear, and every tighter
    spec has to confirm them."""
    samples: int = 8000
    """Samples at which the general question is asked, at most."""
    least_entry: float = 1e-6
    """Relative size of an entry of a generator, at least, that counts."""
    entry_noises: float = 8.0
    """Size of an entry that counts, at least, in units of the noise of the generators."""
    most_entry: float = 0.15
    """Size of an entry that always counts."""
    nothing_left: float = 0.97
    """Share of the motions into a direction, at least, that are symmetries where the function does
    not depend on that direction."""
    most_firsts: int = 400
    """Ways to choose the columns that differences are taken with, at most."""
    plain_factor: float = 1e-6
    """Distance from 1 below which a factor of an exact function is 1."""
    plain_noises: float = 2.0
    """The same for generators with noise, in units of the noise."""
    most_unknowns: int = 4000
    """Unknown numbers of the general spec, at most: more would take too long."""
    most_dimension: int = 120
    """Symmetries of the general spec, at most, whose structure is looked for."""
    most_tries: int = 20_000
    """Steps of the search for a match of two blocks, at most."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
