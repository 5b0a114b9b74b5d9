"""``discover_equation``: the symmetries of a differential equation, from its solutions."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

import numpy as np

from liesd.differential import limits
from liesd.differential import source as source  # registers the source of jets
from liesd.differential.checks import check_fields, measure_coarse, measure_signs
from liesd.differential.fields import Array, Fields
from liesd.differential.films import take_lines
from liesd.differential.fitting.arguments import choose_arguments
from liesd.differential.fitting.model import Explained, Given, Residual, take_points
from liesd.differential.fitting.regression import (
    fit_equation,
    learn_equation,
    measure_scheme,
    read_sides,
)
from liesd.differential.fitting.text import find_wrong_steps, write_equation
from liesd.differential.grammar import Equation, Term, parse
from liesd.differential.growth import raise_degree
from liesd.differential.jets.draw import Jets, draw_jets, draw_schemes, draw_smooth
from liesd.differential.result import EquationDiscovery, convert
from liesd.discovery.api import discover
from liesd.errors import DataError, check_choice, check_whole
from liesd.learning import LEARNERS
from liesd.spec import Chart, Poly, Prolonged, Scalar, Spec, Vector, VectorFields
from liesd.verdict.rule import Verdict

POINT = "point"
"""The name of the space of points (x, u)."""
POLYNOMIAL = "polynomial"
"""The learner of right sides that can be read."""
AUTO = "auto"
TRUNCATED = "truncated"
"""Leaves the degree to the library."""


def discover_equation(
    data: Fields,
    equation: str,
    *,
    degree: int | str = 2,
    library: Sequence[str] | None = None,
    function: Callable[..., Any] | None = None,
    learner: str = POLYNOMIAL,
    samples: int | None = None,
    tolerance: float | None = None,
    seed: int = 0,
    client: Any = None,
    progress: bool | None = None,
) -> EquationDiscovery:
    """Find the point symmetries of the differential equation that fields or curves obey.

    Parameters
    ----------
    data
        Solutions, several of them: :class:`liesd.Fields`.
    equation
        The form of the equation, as in ``"u_t = F(u, u_x, u_xx)"``, ``"y'' = F(x, y, y')"`` or
        ``"u_t, v_t = F(u, v, u_xx, v_xx)"``. Axes that F does not depend on are left out. A left
        side alone, ``"u_t"``: the library chooses the derivatives that F depends on.
    degree
        Of the polynomials in all coordinates, axes and fields, that symmetries are made of.
        ``"auto"``: it is raised until no more are found, up to solutions that may be added to
        others (:attr:`EquationDiscovery.growth`).
    library
        Functions of the coordinates in place of polynomials: ``["1", "u", "sin(x)", ...]``.
    function
        F itself, where it is known: a function of its arguments, one tensor each, that gives the
        left side, or a tuple of left sides. By default F is fitted to the data.
    learner
        How F is fitted. ``"polynomial"``: by polynomials in its arguments and, where these leave
        much unexplained, in powers, exponentials and sines of them, or by quotients of two
        polynomials; the equation can then be read.
        Or any learner of :func:`liesd.learn`: ``"kernel"``, ``"network"``, ``"auto"``.
    samples
        How many jets to draw from all trajectories together.
    tolerance
        Count every direction whose relative defect is at most this.
    seed
        Of the points that are drawn, and of the split into trajectories to fit and to hold out.
    client, progress
        As for :func:`liesd.discover`.

    Examples
    --------
    >>> import numpy as np, liesd
    >>> x, rng = np.linspace(0, 1, 50), np.random.default_rng(0)
    >>> lines = rng.normal(size=(40, 1)) + rng.normal(size=(40, 1)) * x
    >>> found = liesd.discover_equation(liesd.Fields(y=lines, x=x), "y'' = F(x, y, y')")
    >>> found.dimension, found.equation
    (8, 'y_xx = 0')
    """
    if not isinstance(data, Fields):
        raise DataError(f"give the data as liesd.Fields(u=U, t=t, x=x), not {type(data).__name__}")
    asked = parse(equation, data.axes, data.names)
    auto = degree == AUTO and library is None
    base = _build_base(data, 1 if auto else degree, library)
    check_fields(data)
    check_choice("learner", learner, dict.fromkeys((POLYNOMIAL, *LEARNERS)))
    if function is not None and learner != POLYNOMIAL:
        raise DataError("give function= or learner=: F is either known or learned")
    if samples is not None:
        check_whole("samples", samples, 1)
    check_whole("seed", seed, 0)
    chosen = asked.right is None
    found = _explain(data, asked, function, learner, seed, samples, progress)
    asked, jets, model, text, error, doubtful = found
    model.signs |= measure_signs(data, asked, jets)
    if isinstance(model, Explained) and error > limits.LIMITS.schemes and not jets.noise:
        others = draw_schemes(data, asked.order, seed, samples, jets.accuracy)
        model.signs["scheme"] = measure_scheme(model, jets, others, seed)
    noisy = jets.noise > limits.LIMITS.noisy
    if model.extrapolates and (noisy or error <= limits.LIMITS.hidden):
        jets = jets._replace(values=model.project(jets.values))
    notes = _make_notes(asked, text, error, function is not None, chosen)
    notes += tuple(
        f"the steps of {axis} may be wrong: with one point more or less per length, coefficients "
        f"of {text} would be round; in the units that were given the symmetries are as said"
        for axis in doubtful
    )
    facts = {
        "question": str(asked),
        "equation": text,
        "heldout_error": error,
        "assumed": list(asked.free_axes),
        "data": repr(data),
        "points": sum(one.values[0].size for one in data.trajectories),
        "solution": take_lines(data),
    }
    options = {"tolerance": tolerance, "client": client, "progress": progress}
    options["ask"] = "function" if function is not None else "law"
    if not auto:
        return _discover(model, jets, base, notes, facts, options)
    return raise_degree(
        lambda k: _discover(model, jets, _build_base(data, k, None), notes, facts, options),
        len(data.coordinates),
    )


def _discover(
    model: Residual,
    jets: Jets,
    base: Any,
    notes: tuple[str, ...],
    facts: dict[str, Any],
    options: dict[str, Any],
) -> EquationDiscovery:
    """Discover the fields of a base that are symmetries."""
    asked = model.equation
    model.signs.pop(TRUNCATED, None)
    spec = _state_spec(model, jets.values, base)
    found = discover(model, jets.values, spec, **options)
    if found.dimension and found.verdict is Verdict.SURE and isinstance(base, Poly):
        model.signs[TRUNCATED] = _count_truncated(model, jets, base, found.dimension, options)
        if model.signs[TRUNCATED]:
            found = discover(model, jets.values, spec, **options)
    plain, output = Prolonged(base, len(asked.axes), asked.order), spec.output
    points = take_points(asked, jets.values)
    sizes = [float(size) for size in np.sqrt(np.mean(points**2, axis=0))]
    notes += _note_linear(model, jets, base, facts["heldout_error"])
    found = replace(found, notes=(*found.notes, *notes))
    return convert(found, Spec(plain, output), model, **facts, sizes=sizes)


def _state_spec(model: Residual, jets: Array, base: Any) -> Spec:
    """How the fields of a base act on jets, in units of the points of these."""
    asked, points = model.equation, take_points(model.equation, jets)
    if isinstance(base, Poly):
        base = replace(base, chart=_make_chart(points.mean(axis=0), points.std(axis=0)))
    return Spec(Prolonged(base, len(asked.axes), asked.order), Scalar(len(asked.left)))


def _count_truncated(
    model: Residual, jets: Jets, base: Any, dimension: int, options: dict[str, Any]
) -> float:
    """The number of symmetries that are lost far away, along axes that F does not depend on.

    A jet obeys the equation wherever it lies on such an axis, and a polynomial symmetry holds
    everywhere. A truncated series, as of exp(−0.005t)∂u, holds near the data alone.
    """
    asked, far = model.equation, jets.values.copy()
    free = [asked.axes.index(axis) for axis in asked.free_axes]
    if not free or options["tolerance"] is not None or options["ask"] != "law":
        return 0.0
    middle = far[:, free].mean(axis=0)
    far[:, free] = middle + limits.LIMITS.far * (far[:, free] - middle)
    found = discover(model, far, _state_spec(model, far, base), **{**options, "progress": False})
    return float(max(dimension - found.dimension, 0))


class Explanation(NamedTuple):
    """An equation, jets, and the function E that explains them."""

    asked: Equation
    jets: Jets
    model: Residual
    text: str
    error: float
    doubtful: list[str]
    """Axes with doubtful steps."""


def _explain(
    data: Fields,
    asked: Equation,
    function: Callable[..., Any] | None,
    learner: str,
    seed: int,
    samples: int | None,
    progress: bool | None,
) -> Explanation:
    """Explain jets by derivatives of the data, or of a smooth fit to them if that is better.

    What is better is said by held-out trajectories.
    """
    best: Explanation | None = None
    failed: DataError | None = None
    for draw in (draw_jets, draw_smooth):
        try:
            own = asked
            if asked.right is None:
                own = _choose(data, asked, function, draw, seed, samples)
            jets = draw(data, own.order, seed, samples)
            if not jets.noise:
                jets = _refine(data, own, jets, seed, samples)
            model, error, text, doubtful = _find_model(
                data, own, jets, function, learner, seed, progress
            )
        except DataError as error_:
            failed = failed or error_
            continue
        if best is None or error < limits.LIMITS.better * best.error:
            best = Explanation(own, jets, model, text, error, doubtful)
        if best.error <= limits.LIMITS.hidden:
            break
    if best is None:
        assert failed is not None
        raise failed
    return best


def _refine(data: Fields, asked: Equation, jets: Jets, seed: int, samples: int | None) -> Jets:
    """Take more accurate differences if these agree much better among each other."""
    gap = measure_coarse(asked, jets)
    if gap <= limits.LIMITS.coarse:
        return jets
    try:
        finer = draw_jets(data, asked.order, seed, samples, limits.LIMITS.finer)
    except DataError:  # an axis is too short
        return jets
    return finer if measure_coarse(asked, finer) < limits.LIMITS.agreeing * gap else jets


def _choose(
    data: Fields,
    asked: Equation,
    function: Callable[..., Any] | None,
    draw: Callable[..., Jets],
    seed: int,
    samples: int | None,
) -> Equation:
    """Choose the arguments of the right side."""
    if function is not None:
        raise DataError(
            f"say what the function depends on, as in '{asked} = F({data.names[0]}, ...)'"
        )
    if len(data.axes) == 1 and asked.order == 1:
        raise DataError(
            "an ordinary differential equation of first order has infinitely many symmetries, "
            "whatever it is: ask about one of second order"
        )
    order = max(asked.order, limits.LIMITS.guessed_order if len(data.axes) > 1 else asked.order - 1)
    highest = Term(0, (order, *(0,) * (len(data.axes) - 1)))
    jets = draw(data, order, seed, samples)
    wide = replace(asked, right=(highest,))
    found = choose_arguments(wide, jets, seed)
    return replace(found, function="F")


def _build_base(data: Fields, degree: Any, library: Sequence[str] | None) -> Any:
    vector = Vector(POINT, len(data.coordinates), data.coordinates)
    if library is None:
        return Poly(vector, check_whole("degree", degree, 0))
    if isinstance(library, str):
        raise DataError(f"library must be a list of functions such as ['1', 'u'], not {library!r}")
    return VectorFields(vector, "library", list(library))


def _find_model(
    data: Fields,
    asked: Equation,
    jets: Jets,
    function: Callable[..., Any] | None,
    learner: str,
    seed: int,
    progress: bool | None,
) -> tuple[Residual, float, str, list[str]]:
    """E, its error on held-out trajectories, the equation as text, and axes with doubtful steps."""
    read_sides(asked, jets.values)
    if function is not None:
        given = Given(asked, function)
        error = given.measure(jets.values)
        if not error <= limits.LIMITS.given_error:
            raise DataError(
                f"the given function leaves {error:.1%} of the left side of {asked} unexplained: "
                "the data obey another equation, or their derivatives are poor"
            )
        given.floor = error
        return given, error, str(asked), []
    if learner != POLYNOMIAL:
        learned = learn_equation(asked, jets, learner, seed, progress)
        return learned, learned.heldout_error, str(asked), []
    model = fit_equation(asked, jets, seed)
    counts = [len(points) for points in data.trajectories[0].axes]
    return model, model.heldout_error, write_equation(model), find_wrong_steps(model, counts)


def _make_chart(centre: Array, scale: Array) -> Chart:
    """Units of points in which numbers are of order one."""
    return Chart(tuple(map(float, centre)), tuple(map(float, np.where(scale > 0, scale, 1.0))))


def _make_notes(
    asked: Equation, text: str, error: float, known: bool, chosen: bool
) -> tuple[str, ...]:
    told = [f"the arguments of {asked} were chosen by held-out trajectories"] if chosen else []
    if not known:
        told.append(
            f"{text}, which leaves {error:.1e} of the left side unexplained on held-out "
            "trajectories"
        )
    if asked.free_axes:
        what = "translations" if len(asked.free_axes) > 1 else "the translation"
        told.append(
            f"{what} in {', '.join(asked.free_axes)} hold by the form of the equation: assumed, "
            "not found"
        )
    return tuple(told)


def _note_linear(model: Residual, jets: Jets, base: Any, error: float) -> tuple[str, ...]:
    """Say that a linear equation has more symmetries than can be listed.

    Solutions of an ordinary one, or of more equations than fields, may have finitely many
    parameters.
    """
    asked = model.equation
    if len(asked.axes) == 1 or len(asked.left) > len(asked.fields):
        return ()
    if not model.measure_bend(jets.values) <= limits.LIMITS.linear:
        return ()
    seems = "is" if error <= limits.LIMITS.hidden else "seems to be"
    within = f"within degree {base.degree}" if isinstance(base, Poly) else "in the given library"
    return (
        f"the equation {seems} linear, so its full symmetry algebra is infinite-dimensional "
        f"(superposition of solutions); only the part {within} is listed",
    )
