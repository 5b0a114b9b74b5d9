"""Laws from chemistry: the direction of a reaction, and the site that a ligand takes."""

import numpy as np

from benchmarks.labels.law import Array, Law
from benchmarks.labels.quiet.algebra import TURN, isometries, soft

ROUND = np.eye(2)
OBLONG = np.array([[1.7, 0.6], [0.6, 0.6]])


def sample_mixtures(rng: np.random.Generator, count: int) -> Array:
    """Draw the concentrations of two reactants and of their product."""
    return np.exp(rng.uniform(-1.0, 1.0, (count, 3)) * np.array([1.0, 1.1, 1.2]))


def reaction(x: Array) -> Array:
    """Return the log-odds that the reaction runs backwards, from its quotient."""
    first, second, product = np.log(x).T
    return soft(2.6 * (product - first - second - 0.1))


def reaction_with_ratio(x: Array) -> Array:
    """Return the log-odds when an unequal mixture of the reactants also matters."""
    first, second, product = np.log(x).T
    uneven = second - first
    return soft(2.2 * (product - first - second) + 2.2 * uneven**2 - 1.6 + 0.7 * uneven)


def sample_ligands(rng: np.random.Generator, count: int) -> Array:
    """Draw the place of a ligand across and along the axis of a complex."""
    across = rng.uniform(-1.8, 1.8, (count, 2)) * np.array([1.0, 0.9])
    return np.column_stack([across, rng.uniform(-1.5, 1.5, count)])


def _sites(distance: Array, height: Array) -> Array:
    """Return one logit for each of four sites, from squared distance and height."""
    near = 2.4 * (1.5 - distance)
    logits = [near + 3.0 * height, near - 3.0 * height, -near + 1.5 * height, -near - 2.5 * height]
    return soft(np.column_stack(logits), 9.0)


def ligand(x: Array) -> Array:
    """Return the logits of four sites about a round complex."""
    return _sites(np.einsum("ni,ij,nj->n", x[:, :2], ROUND, x[:, :2]), x[:, 2])


def ligand_oblong(x: Array) -> Array:
    """Return the logits of four sites about an oblong complex."""
    return _sites(np.einsum("ni,ij,nj->n", x[:, :2], OBLONG, x[:, :2]), x[:, 2])


def _scalings(*rates: tuple[float, float, float]) -> tuple[dict[str, Array], ...]:
    """Return the scalings of three concentrations with the given rates."""
    return tuple(
        {letter: np.array([[r]]) for letter, r in zip("abc", row, strict=True)} for row in rates
    )


LAWS = (
    Law(
        "reaction-quotient",
        "a[1] + b[1] + c[1] -> label",
        sample_mixtures,
        reaction,
        _scalings((1.0, 0.0, 1.0), (0.0, 1.0, 1.0)),
    ),
    Law(
        "reaction-quotient-uneven-mixture",
        "a[1] + b[1] + c[1] -> label",
        sample_mixtures,
        reaction_with_ratio,
        _scalings((1.0, 1.0, 2.0)),
    ),
    Law("ligand-round-complex", "x[2] + 1 -> label", sample_ligands, ligand, ({"x": TURN},)),
    Law(
        "ligand-oblong-complex",
        "x[2] + 1 -> label",
        sample_ligands,
        ligand_oblong,
        tuple({"x": matrix} for matrix in isometries(OBLONG)),
    ),
)
