"""What else should be known of a discovery, in words."""

from __future__ import annotations

import numpy as np

from liesd.algebra.element import Element
from liesd.discovery.result import Generator
from liesd.equations.problem import Problem
from liesd.verdict.overlap import find_overlaps

COMPARED = 512  # samples at which symmetries are compared with each other


def find_remarks(problem: Problem, found: list[Generator]) -> tuple[str, ...]:
    """Symmetries that these samples can hardly tell from the others.

    A function that lacks such a symmetry moves by the part that is its own only, and may owe up to
    1/own of its steepness to directions in which nothing ever moves (a mass near the light cone
    does): a defect of about own² is all that it would show.
    """
    if len(found) < 2:
        return ()
    thetas = np.array([g.theta for g in found])
    defects = np.array([g.defect for g in found])
    x, y = problem.subsample(COMPARED)
    x_units = (x / problem.frame.inputs.scales).numpy()
    y_units = (y * problem.row_weights).numpy()
    remarks = []
    for coefficients, own in find_overlaps(problem.spec, thetas, x_units, y_units):
        defect = float(np.linalg.norm(coefficients * defects))
        if defect > own**2 / 2:
            words = Element(problem.spec, coefficients @ thetas).words
            remarks.append(
                f"at every sample one of the symmetries ({words}) does nearly what the others "
                f"do together: only {own:.1%} of its action is its own, and with a defect of "
                f"{defect:.1%} these samples cannot tell it apart from them"
            )
    return tuple(remarks)
