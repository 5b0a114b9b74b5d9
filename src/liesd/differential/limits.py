"""Numbers that decide how fields are read, differentiated and explained, in one place."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Limits:
    """Accuracy of differences, sizes of samples, and what counts as explained."""

    most_axes: int = 4
    """Axes of a field, at most: time and three of space."""
    accuracy: int = 8
    """Order of accuracy of differences on an axis that is not periodic..."""
    finer: int = 14
    """... and the one that is tried in its place, which is further from the ends..."""
    coarse: float = 1e-7
    """... where two orders differ by more than this part of the spread of a derivative..."""
    agreeing: float = 0.3
    """... and taken if that falls to this part of it; for noise it is a half or a third."""
    even: float = 1e-6
    """Relative difference of steps up to which a grid counts as even."""
    single: float = 4 * 1.2e-7
    """Difference from an even grid, relative to the largest point, up to which single precision
    explains it: the points are then taken as even."""
    rounded: float = 0.5
    """Unit of the last decimal, in steps, up to which uneven steps may come of rounding."""
    repeated: float = 1e-9
    """Difference of the two ends of a periodic axis, relative to the spread of the field, up to
    which the end point is stored twice..."""
    moving: float = 1e-6
    """... if neighbouring points differ by more than this."""
    seam: float = 30.0
    """Fourth difference across the seam of a periodic axis, relative to the largest one elsewhere,
    from which on the field is not periodic..."""
    seam_least: float = 1e-6
    """... if it is larger than this, relative to the spread of the field."""
    constant: float = 1e-7
    """Spread of a derivative, relative to what its units suggest, up to which it never changes;
    where it is as small itself, it is zero."""
    jets: int = 8192
    """Jets that are drawn from all trajectories together."""
    slices: int = 24
    """Points along an axis that is not periodic at which the jets of a trajectory are drawn."""
    pieces: tuple[int, ...] = (1, 2, 4)
    """Numbers of pieces of the first axis in which noisy fields are fitted..."""
    piece_points: int = 24
    """... each of so many points, at least..."""
    piece_gain: float = 0.9
    """... if more pieces lower the risk to this part of it."""
    most_polynomials: int = 40
    """Polynomials along an axis of such a fit, at most."""
    most_share: float = 0.5
    """Functions of such a fit per point, at most."""
    risk_noises: float = 2.0
    """How many standard errors of noise the risk of a simpler fit may be larger."""
    rounding: float = 1e-14
    """Relative size of what a fit leaves that may be rounding."""
    edge: float = 0.08
    """Part of an axis at either end where derivatives of a fit are not taken."""
    tail: float = 2 / 3
    """Part of the spectrum beyond which a resolved field has nothing."""
    heldout: float = 0.2
    """Part of the trajectories that are held out."""
    replicas: int = 4
    """Groups of trajectories, at most, to which the equation is fitted separately."""
    most_degree: int = 14
    """Degree of the polynomials that F is made of, at most."""
    most_terms: int = 1000
    """Terms of such a polynomial, at most."""
    jets_per_term: int = 3
    """Jets per term of a polynomial, at least."""
    low_degree: int = 4
    """Degree up to which polynomials are tried before features of arguments are..."""
    unexplained: float = 1e-5
    """... and the held-out error from which on a lower degree does not keep from that."""
    away: float = 0.02
    """Least absolute value of an argument, relative to the largest one, of which powers that are
    negative or fractions are tried."""
    steepest: float = 20.0
    """Absolute value up to which exponentials and sines of an axis or a field are tried."""
    gain: float = 0.1
    """Part of the held-out error to which a feature must lower it."""
    most_features: int = 2
    """Groups of features, at most."""
    tried_jets: int = 2500
    """Jets on which features are tried..."""
    tried_degree: int = 7
    """... by polynomials of this degree..."""
    tried_terms: int = 300
    """... with so many terms, at most."""
    most_products: int = 1000
    """Products of powers of arguments, at most, out of which the terms of F are collected..."""
    product_away: float = 0.005
    """... with powers that are negative or fractions of arguments whose least absolute value is
    more than this, relative to the largest one: few terms stand more than a polynomial does..."""
    product_degree: int = 3
    """... of this degree in other arguments, at most..."""
    highest_power: int = 4
    """... and exponents up to this one in those..."""
    most_summed: int = 8
    """... so many terms, at most..."""
    product_jets: int = 1000
    """... on so many jets..."""
    exchanged: float = 0.99
    """... where an exchange of one term must lower the error to this part of it."""
    quotient_less: int = 6
    """Terms of a side up to which no quotient is looked for if they explain it."""
    quotient_degree: int = 4
    """Degree of the polynomials of a quotient, at most..."""
    quotient_terms: int = 260
    """... with so many terms in all, at most..."""
    quotient_few: int = 60
    """... of which single ones are left out where no more than so many are left."""
    quotient_rounds: int = 3
    """Fits of a quotient, each weighted by the denominator of the one before."""
    pole: float = 1e-6
    """Least absolute value of a denominator, relative to the largest one."""
    better: float = 0.5
    """Part of the held-out error to which a higher degree must lower it."""
    perfect: float = 1e-8
    """Held-out error that no higher degree needs to lower."""
    simpler: float = 10.0
    """How many times larger the held-out error may be with derivatives of a lower order."""
    guessed_order: int = 3
    """Order of derivatives up to which arguments are looked for, at most."""
    plain_degree: int = 2
    """Degree of the polynomials by which schemes are compared where F is learned otherwise."""
    schemes: float = 1e-6
    """Held-out error from which on plain difference schemes are tried."""
    patience: int = 2
    """Degrees in a row that may fail to lower the error before the search ends."""
    given_error: float = 0.1
    """Part of the left side that a given function may leave unexplained, at most."""
    rank: float = 1e-12
    """Relative singular value of a regression below which a combination of terms is not seen."""
    shown: float = 1e-6
    """Part of the left side that terms which the text leaves out may explain, at least."""
    hidden: float = 1e-5
    """Held-out error up to which F has only the terms of the text: what these leave out is less."""
    noisy: float = 1e-5
    """Relative noise of fields beyond which F has only the terms of the text where these explain
    held-out trajectories as well; nothing is sure then."""
    most_selected: int = 300
    """Terms, at most, of which some are left out."""
    most_collected: int = 30
    """Terms, at most, that are collected one after the other."""
    most_shown: int = 15
    """Terms of a side, at most, that the text spells out."""
    round: float = 1e-5
    """Relative difference from a number of two digits up to which a coefficient is round."""
    generator_noise: float = 5.0
    """Error of the coefficients of a symmetry of high degree, in units of that of its direction."""
    films: int = 12
    """Symmetries along which a solution is shown as it moves, at most..."""
    film_lines: int = 3
    """... by so many lines..."""
    film_points: int = 48
    """... of so many points, at most..."""
    film_steps: int = 21
    """... in so many steps..."""
    film_reach: float = 0.4
    """... as far as this part of the spread of what moves fastest."""
    flow_even: float = 1e-5
    """Difference between the motions of points, relative to their spread, that is rounding."""
    flow_checks: int = 200
    """Points at which it is checked what a motion depends on."""
    flow_finer: int = 4
    """How many times finer the grid of a periodic axis is made before it is read in between."""
    flow_trial: float = 0.5
    """Part of the usual motion by which it is tried whether a symmetry keeps the grid."""
    flow_error: float = 0.05
    """Part of the left side that a moved solution may leave unexplained, at most..."""
    flow_factor: float = 100.0
    """... and in units of what the solutions before the motion leave."""
    most_auto: int = 7
    """Degree of the fields that are looked for, at most, where it is left to the library..."""
    least_auto: int = 3
    """... and the one up to which it is raised in any case."""
    most_unknowns: int = 300
    """Numbers to find, at most, in that case."""
    added: float = 1e-3
    """Part of a symmetry that moves axes, or depends on fields, and may be rounding."""
    linear: float = 1e-6
    """Part of the left side that is not linear in fields, up to which an equation is linear..."""
    linear_jets: int = 500
    """... at so many jets, at most."""
    far: float = 100.0
    """How many times farther along axes that F does not depend on a symmetry must hold too."""
    truncated: float = 1e-2
    """Defect of a broken symmetry up to which it may be a part of one with other functions."""
    sparse: float = 1.5
    """Factor by which the held-out error may grow when terms are left out of the text."""


LIMITS = Limits()
"""Read as ``limits.LIMITS``, so that a test can replace it."""
