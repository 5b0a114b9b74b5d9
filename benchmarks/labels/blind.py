"""Classification problems whose continuous linear symmetries are known exactly.

Each problem comes as a pair: a symmetric law, and a twin in which some or all of its symmetries
are broken by a sizeable stretch or by an added term. A symmetry assigns a matrix to each unknown
of the spec so that moving x -> x + eps A x leaves P(label | x) unchanged to first order.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

import numpy as np

from benchmarks.labels.law import Array, Law, Symmetry
from benchmarks.labels.tools import (
    TURN,
    alone,
    away,
    length,
    lorentz,
    mass2,
    soft,
    square,
    symplectic,
    traceless,
    turns,
    unit,
    with_energy,
)

# 1. Cytometry: three concentric cell populations in five channels with different units.

UNITS = np.array([1.0, 1.6, 0.7, 1.2, 2.0])
SPREAD = (0.4, 1.2, 3.6)
STRETCH = np.array([1.0, 1.3, 1.5, 1.75, 2.0]) / 1.47
TAIL = 6.0


def shells_sample(rng: np.random.Generator, n: int, twin: bool) -> Array:
    """Draw from three Student distributions; in the twin the middle one is an ellipsoid."""
    kind = rng.integers(3, size=n)
    z = rng.normal(size=(n, 5)) / np.sqrt(rng.chisquare(TAIL, n) / TAIL)[:, None]
    z *= np.array(SPREAD)[kind][:, None]
    if twin:
        z[kind == 1] *= STRETCH
    return z * UNITS


def shells(x: Array, twin: bool) -> Array:
    """Return the log-densities of the three populations, less their mean."""
    z = x / UNITS
    out = []
    for kind, spread in enumerate(SPREAD):
        axes = spread * (STRETCH if twin and kind == 1 else np.ones(5))
        out.append(-0.5 * (TAIL + 5) * np.log1p(square(z / axes) / TAIL) - np.log(axes).sum())
    return np.stack(out, axis=1) - np.mean(out, axis=0)[:, None]


SHELLS = alone("x", [np.diag(UNITS) @ a @ np.diag(1 / UNITS) for a in turns(5)])


# 2. Collider: a threshold in the invariant mass of two jets, in GeV.


def dijet_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw one jet with momentum from a box and one from an off-centre cloud."""
    first = with_energy(rng, rng.uniform(-30, 30, (n, 3)), 5, 30)
    cloud = rng.normal(size=(n, 3)) * [20, 15, 25] + [8, -5, 10]
    return np.hstack([first, with_energy(rng, cloud, 5, 30)])


def dijet(x: Array, twin: bool) -> Array:
    """Compare the mass with a threshold; the twin reads the second energy 1.5 times too high."""
    total = x[:, :4] + x[:, 4:] * (np.array([1.5, 1, 1, 1]) if twin else 1.0)
    return soft(18.0 * np.log(mass2(total) / ((82.0 if twin else 58.0) ** 2)))


# 3. Scattering: which of the s, t and u channels, with part of the final state unseen.


def mandelstam_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw four particles with spread masses; their momenta need not balance."""
    centres = [[0, 0, 0.8], [0, 0, -0.8], [0.3, 0.2, 0], [-0.3, 0, 0.3]]
    widths = [0.7, 0.7, 0.9, 0.9]
    clouds = [rng.normal(c, w, (n, 3)) for c, w in zip(centres, widths, strict=True)]
    return np.hstack([with_energy(rng, cloud, 0.3, 1.5) for cloud in clouds])


def mandelstam(x: Array, twin: bool) -> Array:
    """Score the channels by s, t and u; the twin adds the third particle's transverse energy."""
    a, b, c, d = np.split(x, 4, axis=1)
    s, t, u = mass2(a + b), mass2(a - c), mass2(a - d)
    across = 2.0 * (square(c[:, 1:3]) - 1.7) if twin else 0.0
    return soft(np.stack([0.55 * (s - 9.0), 1.4 * (t + 1.7) + across, 1.4 * (u + 1.7)], axis=1), 6)


# 4. Chemistry: the handedness of a stereocentre from three bond vectors.


def chirality_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw three bonds from boxes, each shifted a little along its own axis."""
    return rng.uniform(-1.5, 1.5, (n, 9)) + 0.3 * np.eye(3).ravel()


def chirality(x: Array, twin: bool) -> Array:
    """Use the signed volume; the twin also favours a long first bond."""
    volume = np.linalg.det(x.reshape(-1, 3, 3))
    return soft(3.5 * volume + (2.5 * (square(x[:, :3]) - 2.3) if twin else 0.0))


# 5. Biology: the area of a leaf, spanned by two vectors, relative to a scale bar.


def leaf_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw two sides and a scale bar that is never very short."""
    sides = rng.normal(size=(n, 4)) * 1.2 + [0.8, 0.0, 0.2, 0.6]
    return np.hstack([sides, away(rng.normal(size=(n, 2)) * 0.4 + [0.2, 0.0], 0.9)])


def leaf(x: Array, twin: bool) -> Array:
    """Use the unsigned area over the bar's square; the twin adds light from one side."""
    area = (x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]) / square(x[:, 4:])
    light = 1.5 * (x[:, 0] - 0.8) if twin else 0.0
    return soft(4.0 * (np.sqrt(area**2 + 0.1) - 0.8) + light)


LEAF_BAR = {"v": np.zeros((2, 2)), "w": TURN}
LEAF = (
    *({"v": a, "w": np.zeros((2, 2))} for a in traceless(2)),
    LEAF_BAR,
    {"v": np.eye(2), "w": np.eye(2)},
)
LEAF_TWIN = (
    {"v": unit(2, 1, 0), "w": np.zeros((2, 2))},
    LEAF_BAR,
    {"v": 2 * unit(2, 1, 1), "w": np.eye(2)},
)


# 6. Magnetism: the angle between two moments of unequal size.


def spins_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw two moments, one round and one from an off-centre cloud."""
    first = away(rng.normal(size=(n, 3)), 0.5)
    second = away(rng.normal(size=(n, 3)) * 2.0 + [0.6, 0.4, -0.8], 1.0)
    return np.hstack([first, second])


def spins(x: Array, twin: bool) -> Array:
    """Use the cosine of the angle; the twin has an easy axis for the first moment."""
    u, v = x[:, :3] / length(x[:, :3])[:, None], x[:, 3:] / length(x[:, 3:])[:, None]
    return 5.0 * (u * v).sum(axis=1) + (6.0 * (u[:, 2] ** 2 - 1 / 3) if twin else 0.0)


SPIN_SIZES = ({"u": np.eye(3), "v": np.zeros((3, 3))}, {"u": np.zeros((3, 3)), "v": np.eye(3)})
SPINS = tuple({"u": a, "v": a} for a in turns(3)) + SPIN_SIZES
SPINS_TWIN = ({"u": turns(3)[0], "v": turns(3)[0]}, *SPIN_SIZES)


# 7. Accelerators: the symplectic area of two beam particles (q1, q2, p1, p2).


def beam_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw two off-centre particles."""
    centre = [0.4, -0.2, 0.3, 0.0, 0.0, 0.3, -0.2, 0.4]
    return rng.normal(size=(n, 8)) * [1, 1.2, 0.9, 1, 1.1, 1, 1, 0.8] + centre


def beam(x: Array, twin: bool) -> Array:
    """Use the symplectic product; the twin adds the first particle's energy in two modes."""
    a, b = x[:, :4], x[:, 4:]
    form = (a[:, :2] * b[:, 2:] - a[:, 2:] * b[:, :2]).sum(axis=1)
    energy = (a**2 @ [1.0, 2.0, 1.0, 2.0] - 7.0) * 0.5 if twin else 0.0
    return soft(1.5 * form + energy)


BEAM_TWIN = alone("z", [unit(4, i + 2, i) - unit(4, i, i + 2) for i in range(2)])


# 8. Astronomy: stars that escape, fall in or move out, from position and velocity.


def orbits_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw positions from a box and smaller velocities from an off-centre cloud."""
    return np.hstack([rng.uniform(-2.5, 2.5, (n, 3)), rng.normal([0.2, 0, 0.1], 0.7, (n, 3))])


def orbits(x: Array, twin: bool) -> Array:
    """Score by energy and by outward motion; the twin's potential is triaxial."""
    q, p = x[:, :3], x[:, 3:]
    shape = q * np.array([0.7, 1.0, 1.5]) if twin else q
    energy = 0.5 * square(p) + 0.8 * np.log(1.0 + square(shape))
    outward = 2.5 * (q * p).sum(axis=1)
    return soft(np.stack([5.0 * (energy - 1.6), -outward, outward], axis=1), 9.0)


ORBITS = tuple({"q": a, "p": a} for a in turns(3))


# 9. Engineering: a rotor whose two bearings both whirl at a healthy radius.


def whirl_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw both displacements from one four-dimensional box."""
    return rng.uniform([-1.9, -1.7, -1.5, -1.6], [1.7, 1.9, 1.6, 1.4], (n, 4))


def whirl(x: Array, twin: bool) -> Array:
    """Favour a torus of two circles; the twin couples the bearings along one direction."""
    ring = (square(x[:, :2]) - 2.0) ** 2 / 2.0 + (square(x[:, 2:]) - 1.3) ** 2
    return soft(5.0 * (1.6 - ring) + (5.0 * x[:, 0] * x[:, 2] if twin else 0.0))


WHIRL = alone("x", [np.kron(unit(2, i, i), TURN) for i in range(2)])


# 10. Finance: portfolios of four correlated assets, accepted by their Sharpe ratio.

RISK = np.array([[1.0, 0, 0, 0], [0.4, 0.9, 0, 0], [-0.2, 0.3, 1.1, 0], [0.1, 0.2, 0.3, 0.8]])
GAIN = np.array([0.6, 0.3, 0.5, -0.2])


def sharpe_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw positions, mostly long, that are never all tiny."""
    return away(rng.uniform(-1.4, 1.8, (n, 4)), 0.3)


def sharpe(x: Array, twin: bool) -> Array:
    """Use expected gain over risk; the twin penalises leverage, asset by asset."""
    ratio = x @ GAIN / length(x @ RISK)
    leverage = np.sqrt(x**2 + 0.1).sum(axis=1)
    return soft(7.0 * (ratio - 0.1) - (2.0 * (leverage - 4.0) if twin else 0.0))


def sharpe_true() -> list[Array]:
    """Return the scaling and the rotations, in units of risk, that keep the expected gain."""
    gain = np.linalg.solve(RISK, GAIN)
    frame = np.linalg.qr(np.column_stack([gain, np.eye(4)[:, 1:]]))[0][:, 1:]
    kept = [frame @ a @ frame.T for a in turns(3)]
    return [np.linalg.solve(RISK.T, a @ RISK.T) for a in kept] + [np.eye(4)]


# 11. Biology: a limb's length against body size to the power 3/4, at a given temperature.


def allometry_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw limb and body vectors of very different lengths, and a temperature."""
    limb = away(rng.normal(size=(n, 2)), 0.3) * rng.uniform(0.5, 1.6, (n, 1))
    body = away(rng.normal(size=(n, 3)) + np.array([0.3, -0.2, 0.2]), 0.4) * rng.uniform(
        0.5, 1.6, (n, 1)
    )
    return np.hstack([limb, body, rng.uniform(-1, 1, (n, 1))])


def allometry(x: Array, twin: bool) -> Array:
    """Compare the logarithms; in the twin the temperature stretches the body's third axis."""
    body = x[:, 2:5] * np.stack([1 + 0 * x[:, 5], 1 + 0 * x[:, 5], 2.0 ** x[:, 5]], axis=1)
    size = np.log(length(x[:, :2])) - 0.75 * np.log(length(body if twin else x[:, 2:5]))
    return soft(5.0 * (size + 0.2) + 1.0 * x[:, 5])


LIMB = {"u": TURN, "v": np.zeros((3, 3))}
GROWTH = {"u": 0.75 * np.eye(2), "v": np.eye(3)}
BODY = tuple({"u": np.zeros((2, 2)), "v": a} for a in turns(3))


# 12. Astronomy: three interleaved logarithmic spiral arms.


def spiral_sample(rng: np.random.Generator, n: int) -> Array:
    """Draw from an off-centre box with a small hole at the origin."""
    return away(rng.uniform([-2.2, -2.6], [2.6, 2.2], (n, 2)), 0.4)


def spiral(x: Array, twin: bool) -> Array:
    """Return one logit per arm; the twin adds a bar to the first arm."""
    phase = np.arctan2(x[:, 1], x[:, 0]) - 1.5 * np.log(length(x))
    arms = 7.5 * np.cos(phase[:, None] - 2 * np.pi * np.arange(3) / 3)
    if twin:
        arms[:, 0] += soft(2.0 * (x[:, 0] ** 2 - x[:, 1] ** 2), 4.5)
    return arms


def pair(
    name: str,
    left: str,
    sample: Callable[[np.random.Generator, int], Array],
    logits: Callable[[Array, bool], Array],
    true: tuple[Symmetry, ...],
    twin_true: tuple[Symmetry, ...] = (),
) -> tuple[Law, Law]:
    """Build a symmetric law and its twin."""
    spec = f"{left} -> label"
    return (
        Law(name, spec, sample, partial(logits, twin=False), true),
        Law(f"{name}-twin", spec, sample, partial(logits, twin=True), twin_true),
    )


PLANAR = [a for a in lorentz() if not a[1:3, [0, 3]].any() and not a[[0, 3], 1:3].any()]

LAWS: tuple[Law, ...] = (
    Law(
        "cell-shells",
        "x[5] -> label",
        partial(shells_sample, twin=False),
        partial(shells, twin=False),
        SHELLS,
    ),
    Law(
        "cell-shells-twin",
        "x[5] -> label",
        partial(shells_sample, twin=True),
        partial(shells, twin=True),
        (),
    ),
    *pair(
        "dijet-mass",
        "2*p[4]",
        dijet_sample,
        dijet,
        alone("p", lorentz()),
        alone("p", lorentz()[3:]),
    ),
    *pair(
        "mandelstam-channels",
        "4*p[4]",
        mandelstam_sample,
        mandelstam,
        alone("p", lorentz()),
        alone("p", PLANAR),
    ),
    *pair(
        "chiral-volume",
        "3*u[3]",
        chirality_sample,
        chirality,
        alone("u", traceless(3)),
        alone("u", turns(3)),
    ),
    *pair("leaf-area", "2*v[2]+w[2]", leaf_sample, leaf, LEAF, LEAF_TWIN),
    *pair("spin-angle", "u[3]+v[3]", spins_sample, spins, SPINS, SPINS_TWIN),
    *pair("beam-symplectic", "2*z[4]", beam_sample, beam, alone("z", symplectic()), BEAM_TWIN),
    *pair("orbit-channels", "q[3]+p[3]", orbits_sample, orbits, ORBITS),
    *pair("whirl-torus", "x[4]", whirl_sample, whirl, WHIRL),
    *pair("sharpe-cone", "w[4]", sharpe_sample, sharpe, alone("w", sharpe_true())),
    *pair(
        "allometry-ratio",
        "u[2]+v[3]+1",
        allometry_sample,
        allometry,
        (LIMB, *BODY, GROWTH),
        (LIMB, BODY[0], GROWTH),
    ),
    *pair("spiral-arms", "x[2]", spiral_sample, spiral, alone("x", [np.eye(2) + 1.5 * TURN])),
)
