"""What the equations cannot tell of a function, and what to say of it."""

from __future__ import annotations

import math

from liesd.equations.problem import Pass
from liesd.equations.sequential import Solver
from liesd.numerics.moments import Space
from liesd.verdict.estimates import Array, exactly
from liesd.verdict.exact import Decision, Verdict, decide_exact, doubted
from liesd.verdict.instruments.probe import FEW, disagreement

ENOUGH_TIMES = 10  # samples for each that a spec needs at least, with which few are no question


def compared(decision: Decision, outputs: Space, faint: float) -> Decision:
    """What is said of a learned function whose single outputs may drown in the error of others."""
    small = (outputs.moment.diagonal().sqrt() <= faint * outputs.scales) & (
        outputs.moment.diagonal() > 0
    )
    if faint == 0 or not small.any():
        return decision
    names = ", ".join(str(int(k)) for k in small.nonzero()[:5, 0])
    return doubted(
        decision,
        f"next to the error of the fit, output {names} is nothing",
        "leave such outputs out, measure them better, or give them a channel of their own",
    )


def examined(decision: Decision, work: Pass, solver: Solver, thetas: list[Array]) -> Decision:
    """What the equations cannot tell of a function that is given.

    That is what was cut from the data, whether there are enough samples, and what jumps.
    """
    for space, name in ((work.inputs, "x"), (work.outputs, "f(x)")):
        if cut := space.cut(work.eps):
            decision = doubted(
                decision,
                f"{name} spreads so little in some directions (by {cut:.0e} of the others) that "
                "they were left out",
                f"subtract the mean of {name} if it is large, or leave such coordinates out",
            )
    if decision.verdict is Verdict.UNSURE or not thetas:
        return decision
    better = ENOUGH_TIMES * math.ceil(work.spec.size / max(work.outputs.rank, 1))
    if work.count < better and work.source.samples.count is not None:
        values = solver(work.equations(0, work.count // 2)).solution.values.numpy()
        half = decide_exact(exactly(values, work.floor), work.floor).dimension
        if half > decision.dimension:
            return doubted(
                decision,
                f"half of the {work.count} samples would leave {half}: they may be too few",
                f"give at least {better} samples",
            )
    differing = disagreement(work, thetas)
    if differing <= FEW:
        return decision
    return doubted(
        decision,
        f"moved along what was found by a finite step, f gives something else at {differing:.0%} "
        "of the samples: it has parts that derivatives do not see",
        "replace steps, rounding and detached parts, or learn f from its values (liesd.learn)",
    )
