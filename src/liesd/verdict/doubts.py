"""The doubts about an answer: each with its reason and its remedies."""

from __future__ import annotations

import enum
import re
from collections.abc import Iterable
from typing import Any, NamedTuple

BETTER = ("more data", "a better fit")
COUNT_IT = "tolerance=0.05 to count defects up to 5 %"


class Doubt(enum.Enum):
    """A reason to be unsure, and its remedies."""

    ROUNDING = ("a defect of {size:.1e} may be rounding or not", ("{advice}",))
    BORDER = (
        "counted are defects up to {tolerance:.1%}, and some may lie on either side of it",
        ("more data or a better fit, or another tolerance=",),
    )
    WEAK_FIT = (
        "the fit is weak: its held-out error is {error:.0%}",
        ("more data", "another learner", "longer training"),
    )
    UNCLEAR = ("a refuted direction does not stand clear of the noise", BETTER)
    NO_GAP = ("no number of symmetries stands out", (*BETTER, "a tighter spec"))
    LOOSE = ("the accepted directions are symmetric to within {size:.1%} only", BETTER)
    SHARED = (
        "all replicas see a small defect in an accepted direction: it may be broken weakly, or the "
        "learner is biased",
        ("another learner", COUNT_IT),
    )
    UNCONFIRMED = (
        "held-out samples do not confirm the small defect of a refuted direction: the learner may "
        "be biased",
        ("more data", "another learner", COUNT_IT),
    )
    ASYMMETRIC = (
        "held-out samples show an asymmetry of {size:.1%} in what is accepted: it may be broken "
        "weakly, or the fit is poor where moved samples arrive",
        ("a better fit", COUNT_IT),
    )
    RIM = (
        "for {share:.1%} of the samples, mostly where {place}, the fit is too poor to judge the "
        "law: its errors there are {error:.1%} of the spread of all outputs, and held-out values "
        "do not confirm there what was found",
        ("more samples there", "a better fit", "a discovery on the other samples"),
    )
    BROKEN_RIM = (
        "for {share:.1%} of the samples, mostly where {place}, the fit is good and yet changes "
        "under what was found, by {size:.1%} of the spread of all outputs; what was found rests on "
        "the other samples",
        ("more samples there", "a discovery on the other samples"),
    )
    ONE_FIT = (
        "only one fit is known, with a held-out error of {error:.2%}, and none to compare it with",
        ("{remedy}, or pass tolerance=0.05 to count defects up to 5 %",),
    )
    CUT = (
        "{name} spreads so little in some directions (by {size:.0e} of the others) that they were "
        "left out",
        ("subtract the mean of {name} if it is large, or leave such coordinates out",),
    )
    FEW_SAMPLES = (
        "half of the {samples} samples would leave {half}: they may be too few",
        ("give at least {better} samples",),
    )
    JUMPS = (
        "moved along what was found by finite steps, f gives something else at {share:.2%} of the "
        "samples, by up to {size:.1g} of its size: it has parts that derivatives do not see",
        ("replace steps, rounding and detached parts, or learn f from its values (liesd.learn)",),
    )
    UNLIKE_VALUES = (
        "jacobian= does not hold the derivatives of y: from one sample to the next, output "
        "{output} changes otherwise than they say, by {size:.0%} of their size at least",
        (
            "check the order of the samples, outputs before inputs, signs and units",
            "learn f from its values (liesd.learn) where it has no derivatives, as trees",
        ),
    )
    UNLIKE_SLOPES = (
        "the derivatives of f are not those of its values: after a small step f changes otherwise "
        "than they say at {share:.1%} of the samples",
        (
            "look for clipped, rounded or hand-written gradients inside f",
            "learn f from its values (liesd.learn)",
        ),
    )
    BESIDE = (
        "the derivatives of f say so at the samples, but not beside them: after a small step along "
        "what was found f gives something else at {share:.1%} of the samples",
        ("more samples, also beside these ones",),
    )
    UNLIKE_DERIVATIVES = (
        "over finite steps the defect is {size:.1%}, but derivatives say {within:.1%}: f has parts "
        "that they do not see",
        ("replace steps, rounding and detached parts, or learn f from its values (liesd.learn)",),
    )
    ROUGH = (
        "derivatives show a defect of {derivative:.1g} in a direction that is not counted, but "
        "over finite steps it is {size:.1g} only: f is rough, as tables are",
        ("a smooth interpolation instead of a table", "tolerance=0.05 to count it all the same"),
    )
    NOT_CLOSED = (
        "brackets of the accepted directions leave their span by {size:.2g}, where those of "
        "symmetries stay in it: the number may be wrong, or the samples fill no region around them",
        ("more samples, in all directions around these ones", "a tighter spec"),
    )
    CONTINUOUS = (
        "no number of directions stands clear: defects go on from {below:.2%} to {above:.2%} "
        "without a gap",
        ("tolerance=0.05 to count defects up to 5 %", "y= to ask about the law", "a better model"),
    )
    BESIDE_EXACT = (
        "beside the exact symmetries others come near: the next direction has a defect of "
        "{above:.0%}, too small to be none and too large to be one",
        ("tolerance=0.2 to count defects up to 20 %", "y= to ask about the law"),
    )
    FAINT = (
        "next to the error of the fit, output {outputs} is nothing",
        ("leave such outputs out, measure them better, or give them a channel of their own",),
    )
    NEARLY = (
        "the accepted directions are symmetric to within {size:.0e} only, and an equation may have "
        "as much of a near symmetry",
        ("more accurate data", "a finer grid", "tolerance=0.001 to count them"),
    )
    UNRESOLVED = (
        "the grid does not resolve the fields: {size:.1e} of their fluctuation is in the upper "
        "third of the spectrum, so that derivatives are poor",
        ("a finer grid, or smoother solutions",),
    )
    COARSE = (
        "the grid is coarse: differences of two accuracies give derivatives that differ by "
        "{size:.1e} of their spread",
        ("smaller steps along the axes that are not periodic",),
    )
    NOISY = (
        "the fields hold noise of {size:.1e} of their spread: derivatives are those of a smooth "
        "fit, and small terms of the equation may hide in it",
        ("more accurate data", "more trajectories", "a finer grid"),
    )
    SCHEME = (
        "the data obey a difference scheme rather than the equation: coarse differences between "
        "neighbouring points explain the left side {size:.0f} times better than derivatives do",
        ("data from an accurate solver, with smaller steps",),
    )
    UNEXPLAINED = (
        "the right side leaves {size:.2%} of the left side unexplained on held-out trajectories: "
        "it lacks an argument, or derivatives drown in noise",
        ("more derivatives among the arguments of F", "more accurate data"),
    )
    FEW_TRAJECTORIES = (
        "the trajectories are too few to fill the space of jets: what is fitted to some of them "
        "misses held-out ones by {size:.0f} times as much",
        ("more trajectories, from different starts",),
    )
    TRUNCATED = (
        "far from the data, along axes that F does not depend on, {size:.0f} of these fields no "
        "longer hold: they may be truncated series of symmetries that are not polynomial",
        ("library=[...] with exponentials, sines or roots",),
    )
    NONE_HELD_OUT = (
        "there are too few trajectories to hold one out",
        ("more trajectories, from different starts",),
    )
    CONTRADICTED = (
        "{instrument} shows a defect of {size:.1%} in what is accepted",
        BETTER,
    )

    def raised(self, **facts: Any) -> Raised:
        """The doubt with the figures of a case."""
        return Raised(self, facts)


class Caveat(enum.Enum):
    """A limit to what was found, which leaves it as sure as it is elsewhere."""

    RIM = (
        "for {share:.1%} of the samples, mostly where {place}, the fit is poor (its errors there "
        "are {error:.1%} of the spread of all outputs). They carry almost no weight, so the answer "
        "does not cover them"
    )

    def say(self, **facts: Any) -> str:
        """The caveat with the figures of a case."""
        return fill(self.value, facts)


class Raised(NamedTuple):
    """A doubt with the figures of a case."""

    doubt: Doubt
    facts: dict[str, Any]

    @property
    def reason(self) -> str:
        """The reason for the doubt."""
        return fill(self.doubt.value[0], self.facts)

    @property
    def remedies(self) -> list[str]:
        """What may settle the doubt."""
        return [fill(option, self.facts) for option in self.doubt.value[1]]


def fill(text: str, facts: dict[str, Any]) -> str:
    """Fill in figures, with a space before every per cent sign.

    >>> fill("a defect of {size:.1%}", {"size": 0.123})
    'a defect of 12.3 %'
    """
    return re.sub(r"(?<=\d)%", " %", text.format(**facts))


def join_reasons(doubts: Iterable[Raised]) -> str:
    """Join all reasons into one sentence."""
    return "; ".join(one.reason for one in doubts)


def join_remedies(doubts: Iterable[Raised]) -> str:
    """Join all remedies into one choice."""
    options = dict.fromkeys(option for one in doubts for option in one.remedies)
    *others, last = list(options) or [""]
    return f"{', '.join(others)} or {last}" if others else last
