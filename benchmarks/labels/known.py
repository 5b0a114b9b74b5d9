"""Classification problems whose continuous linear symmetries are known exactly.

Every law comes with a twin in which it is stretched or otherwise broken by a real amount.
A symmetry moves each vector of a sample by x -> x + eps A x without changing the class
probabilities to first order; `Law.true` is a basis of all such choices of matrices.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.labels.law import Array, Law, Symmetry

# Building blocks


def _unit(n: int, i: int, j: int) -> Array:
    """The n x n matrix with a one in row i, column j, and zeros elsewhere."""
    out = np.zeros((n, n))
    out[i, j] = 1.0
    return out


def _rotations(n: int, axes: tuple[int, ...] | None = None) -> list[Array]:
    """Generators of the rotations among the given axes (all axes by default)."""
    axes = tuple(range(n)) if axes is None else axes
    return [_unit(n, j, i) - _unit(n, i, j) for k, i in enumerate(axes) for j in axes[k + 1 :]]


def _boosts() -> list[Array]:
    """Generators of the boosts of (E, px, py, pz)."""
    return [_unit(4, 0, i) + _unit(4, i, 0) for i in (1, 2, 3)]


def _traceless(n: int) -> list[Array]:
    """A basis of the n x n matrices without trace, which preserve volumes."""
    off = [_unit(n, i, j) for i in range(n) for j in range(n) if i != j]
    return off + [_unit(n, i, i) - _unit(n, n - 1, n - 1) for i in range(n - 1)]


def _only(name: str, matrices: list[Array]) -> tuple[Symmetry, ...]:
    """Symmetries of a spec with a single unknown matrix."""
    return tuple({name: a} for a in matrices)


def _mirror(v: tuple[float, ...]) -> Array:
    """The reflection that flips v: an orthogonal, symmetric matrix without special axes."""
    w = np.array(v) / np.linalg.norm(v)
    return np.eye(len(v)) - 2.0 * np.outer(w, w)


def _soft(z: Array, size: float) -> Array:
    """z where it is small, levelling off smoothly at plus or minus size."""
    return size * np.tanh(z / size)


def _bands(*scores: Array) -> Array:
    """Logits of ordered classes: scores[i] is the log-odds of class i + 1 against class i."""
    steps = np.cumsum(np.stack((np.zeros_like(scores[0]), *scores), axis=1), axis=1)
    return steps - steps.mean(axis=1, keepdims=True)


def _square(x: Array) -> Array:
    """Squared Euclidean length of each row."""
    return np.sum(x * x, axis=1)


# Rings: three bands of the distance from the origin, seen in an off-centre box.
# A stretched ellipse alone would still have a (sheared) rotation; the twin stretches only the
# outer edge, and the two edges have no rotation in common.


def _rings_sample(rng: np.random.Generator, n: int) -> Array:
    """Points of a box that is not centred on the rings."""
    return rng.uniform((-2.4, -3.0), (3.2, 2.2), size=(n, 2))


def _rings_logits(x: Array) -> Array:
    """Disc, ring and outside, with round edges."""
    r = np.sqrt(0.1 + _square(x))
    return _bands(_soft(22.0 * (r - 1.3), 6.0), _soft(22.0 * (r - 2.3), 6.0))


def _rings_twin_logits(x: Array) -> Array:
    """Disc, ring and outside; the outer edge is 1.7 times as long along the first axis."""
    r = np.sqrt(0.1 + _square(x))
    outer = np.sqrt(0.1 + _square(x / (1.7, 1.0)))
    return _bands(_soft(22.0 * (r - 1.2), 6.0), _soft(22.0 * (outer - 1.8), 6.0))


# Four-body mass: four particles (E, px, py, pz); the label depends on the mass of all four and
# on the mass of the first two. Six Lorentz transformations. In the twin the energy of the third
# particle matters as well, which leaves the three rotations.


def _mass_sample(rng: np.random.Generator, n: int) -> Array:
    """Massive particles with momenta of some tens of units that drift along z."""
    momentum = rng.normal((0.0, 5.0, 20.0), (20.0, 20.0, 30.0), size=(n, 4, 3))
    mass = rng.uniform(2.0, 30.0, size=(n, 4, 1))
    energy = np.sqrt(mass**2 + np.sum(momentum**2, axis=2, keepdims=True))
    return np.concatenate((energy, momentum), axis=2).reshape(n, 16)


def _log_mass(p: Array) -> Array:
    """Logarithm of the invariant mass of (n, 4) momenta."""
    return 0.5 * np.log(p[:, 0] ** 2 - _square(p[:, 1:]))


def _mass_score(x: Array) -> Array:
    """Invariant score, about zero in the middle of the samples."""
    p = x.reshape(-1, 4, 4)
    return 16.0 * (_log_mass(p.sum(axis=1)) - 5.07) + 8.0 * (_log_mass(p[:, 0] + p[:, 1]) - 4.15)


def _mass_logits(x: Array) -> Array:
    """Log-odds of a heavy system."""
    return _soft(1.8 * _mass_score(x), 11.0)


def _mass_twin_logits(x: Array) -> Array:
    """Log-odds of a heavy system whose third particle has little energy in the laboratory."""
    return _soft(_mass_score(x) - 9.0 * np.log(x[:, 8] / 45.0), 11.0)


# Cones: three classes by the angle to an axis, in coordinates y = B x with a tilted axis and
# unequal units. The rotation about the axis and the scaling. The twin stretches the numerator of
# the ratio across the axis, so that only the scaling is left.

_CONE = _mirror((0.3, 0.5, 1.0)) @ np.diag((1.0, 1.0, 0.4))


def _cones_sample(rng: np.random.Generator, n: int) -> Array:
    """Points of a shell in y with lengths between 0.7 and 3, in the units of x."""
    y = rng.normal(size=(n, 3)) * (1.0, 1.2, 1.3)
    y /= np.linalg.norm(y, axis=1, keepdims=True)
    y *= rng.uniform(0.7, 3.0, size=(n, 1))
    return y @ np.linalg.inv(_CONE).T


def _cone_ratio(x: Array, stretch: float) -> Array:
    """The form (1, stretch^2, -1) of y divided by its squared length."""
    y = x @ _CONE.T
    return (y * y) @ np.array((1.0, stretch**2, -1.0)) / _square(y)


def _cones_logits(x: Array) -> Array:
    """Near the axis, in between, near the equator."""
    h = _cone_ratio(x, 1.0)
    return _bands(6.0 * (h + 0.2), 6.0 * (h - 0.6))


def _cones_twin_logits(x: Array) -> Array:
    """The same three classes with a stretched numerator."""
    h = _cone_ratio(x, 1.6)
    return _bands(_soft(5.0 * (h - 0.0), 8.0), _soft(5.0 * (h - 1.1), 8.0))


def _cone_symmetry(a: Array) -> Array:
    """A matrix that acts on y, written as one that acts on x."""
    return np.linalg.inv(_CONE) @ a @ _CONE


# Clouds: class 1 is a mixture of two round clouds, class 0 a single wide one; all centres lie on
# one tilted line through the origin. Rotations of the three directions across the line. The twin
# stretches one of the two clouds across the line, which leaves one rotation.

_TILT = _mirror((1.0, 0.4, -0.6, 0.5))
_NEAR, _FAR, _WIDE = -1.7, 2.3, 0.3  # positions of the three centres along the line
_ROUND = np.full(4, 0.75)
_STRETCHED = _ROUND * (1.0, 2.0, 1.0, 1.0)
_BROAD = np.full(4, 1.5)


def _cloud(y: Array, centre: float, widths: Array) -> Array:
    """Logarithm of a Gaussian density, up to a common constant."""
    z = (y - (centre, 0.0, 0.0, 0.0)) / widths
    return -0.5 * _square(z) - np.sum(np.log(widths))


def _clouds_sampler(far: Array) -> Callable[[np.random.Generator, int], Array]:
    """Samples of both classes in equal parts; `far` holds the widths of the far cloud."""

    def sample(rng: np.random.Generator, n: int) -> Array:
        which = rng.choice(3, size=n, p=(0.25, 0.25, 0.5))
        y = rng.normal(size=(n, 4)) * np.stack((_ROUND, far, _BROAD))[which]
        y[:, 0] += np.array((_NEAR, _FAR, _WIDE))[which]
        return y @ _TILT.T

    return sample


def _clouds_logits(far: Array) -> Callable[[Array], Array]:
    """Log-odds of the mixture against the wide cloud."""

    def logits(x: Array) -> Array:
        y = x @ _TILT
        pair = np.logaddexp(_cloud(y, _NEAR, _ROUND), _cloud(y, _FAR, far)) - np.log(2.0)
        return _soft(pair - _cloud(y, _WIDE, _BROAD), 12.0)

    return logits


def _cloud_symmetries(axes: tuple[int, ...]) -> tuple[Symmetry, ...]:
    """Rotations among axes of y, written in x."""
    return _only("x", [_TILT @ a @ _TILT.T for a in _rotations(4, axes)])


# Swept area: position q and momentum p in different units, each with its own matrix, and a
# threshold on q1 p2 - q2 p1 set by an input that does not move. Any A goes with B = J A^T J:
# four symmetries. The twin adds |q|^2 and a stretched |p|^2, and nothing is left.

_TURN = np.array(((0.0, -1.0), (1.0, 0.0)))


def _swept_sample(rng: np.random.Generator, n: int) -> Array:
    """An off-centre cloud of positions, a box of momenta, and a uniform threshold."""
    q = rng.normal((0.8, -0.4), (1.0, 1.2), size=(n, 2))
    p = rng.uniform((-6.0, -5.0), (5.0, 7.0), size=(n, 2))
    return np.concatenate((q, p, rng.uniform(-1.0, 1.0, size=(n, 1))), axis=1)


def _swept_area(x: Array) -> Array:
    """The area of q and p less the threshold, in units of about one."""
    return (x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2]) / 3.0 - 0.3 - 0.8 * x[:, 4]


def _swept_logits(x: Array) -> Array:
    """Log-odds of a large area."""
    return _soft(1.3 * _swept_area(x), 9.0)


def _swept_twin_logits(x: Array) -> Array:
    """Log-odds of a large area with the lengths mixed in, p stretched along its first axis."""
    lengths = _square(x[:, :2]) - _square(x[:, 2:4] * (1.8, 1.0)) / 15.0
    return _soft(1.3 * (_swept_area(x) + lengths), 9.0)


def _swept_symmetries() -> tuple[Symmetry, ...]:
    """Every matrix of q with the matrix of p that undoes it."""
    units = [_unit(2, i, j) for i in range(2) for j in range(2)]
    return tuple({"q": a, "p": _TURN @ a.T @ _TURN} for a in units)


# Handedness: three vectors in space that share one matrix; left-handed, flat or right-handed by
# their signed volume. Eight matrices without trace. The twin adds the length of the first vector
# less a stretched length of the second, and nothing is left.


def _handed_sample(rng: np.random.Generator, n: int) -> Array:
    """Three off-centre clouds of vectors."""
    centre = (0.5, 0.0, 0.2, -0.3, 0.6, 0.0, 0.0, -0.2, 0.4)
    return rng.normal(centre, 1.1, size=(n, 9))


def _volume(x: Array) -> Array:
    """Signed volume of the three vectors."""
    u, v, w = x[:, :3], x[:, 3:6], x[:, 6:]
    return np.sum(u * np.cross(v, w), axis=1)


def _handed_logits(x: Array) -> Array:
    """Left-handed, flat, right-handed."""
    volume = _volume(x)
    return _bands(_soft(2.2 * (volume + 0.9), 6.0), _soft(2.2 * (volume - 0.9), 6.0))


def _handed_twin_logits(x: Array) -> Array:
    """The same classes by the volume plus a difference of lengths."""
    lengths = _square(x[:, :3]) - _square(x[:, 3:6] * (1.0, 1.4, 0.7))
    h = _volume(x) + 0.8 * lengths
    return _bands(_soft(1.6 * (h + 1.2), 6.0), _soft(1.6 * (h - 1.2), 6.0))


# Length ratio: the joint length of two vectors in space against the length of one in the plane,
# in four bands. Three rotations of u, one of v, and the scaling of both. The twin stretches only
# the second u, which leaves the rotation of v and the scaling.


def _ratio_sample(rng: np.random.Generator, n: int) -> Array:
    """Long vectors u from a box and a cloud, short vectors v that stay clear of zero."""
    first = rng.uniform((-8.0, -9.0, -6.0), (10.0, 7.0, 8.0), size=(n, 3))
    second = rng.normal((2.0, 0.0, -1.0), (4.0, 4.0, 5.0), size=(n, 3))
    angle, length = rng.uniform(0.0, 2.0 * np.pi, n), rng.uniform(0.2, 1.6, n)
    v = np.stack((length * np.cos(angle), length * np.sin(angle)), axis=1)
    return np.concatenate((first, second, v), axis=1)


def _ratio(x: Array, stretch: tuple[float, float, float]) -> Array:
    """Logarithm of the ratio of lengths, the second u stretched along the axes."""
    return 0.5 * np.log((_square(x[:, :3]) + _square(x[:, 3:6] * stretch)) / _square(x[:, 6:]))


def _ratio_logits(x: Array) -> Array:
    """Four bands of the ratio."""
    h = _ratio(x, (1.0, 1.0, 1.0))
    return _bands(*(_soft(14.0 * (h - edge), 4.0) for edge in (2.0, 2.4, 2.9)))


def _ratio_twin_logits(x: Array) -> Array:
    """Four bands of the stretched ratio."""
    h = _ratio(x, (1.0, 1.5, 2.0))
    return _bands(*(_soft(14.0 * (h - edge), 4.0) for edge in (2.2, 2.6, 3.1)))


def _ratio_symmetries(u_rotations: list[Array]) -> tuple[Symmetry, ...]:
    """The given rotations of u, the rotation of v, and the common scaling."""
    turns = tuple({"u": a, "v": np.zeros((2, 2))} for a in u_rotations)
    return (*turns, {"u": np.zeros((3, 3)), "v": _TURN}, {"u": np.eye(3), "v": np.eye(2)})


LAWS: tuple[Law, ...] = (
    Law("rings", "x[2] -> label", _rings_sample, _rings_logits, _only("x", _rotations(2))),
    Law("rings-twin", "x[2] -> label", _rings_sample, _rings_twin_logits, ()),
    Law(
        "four-body-mass",
        "4*p[4] -> label",
        _mass_sample,
        _mass_logits,
        _only("p", _rotations(4, (1, 2, 3)) + _boosts()),
    ),
    Law(
        "four-body-mass-twin",
        "4*p[4] -> label",
        _mass_sample,
        _mass_twin_logits,
        _only("p", _rotations(4, (1, 2, 3))),
    ),
    Law(
        "cones",
        "x[3] -> label",
        _cones_sample,
        _cones_logits,
        _only("x", [_cone_symmetry(_rotations(3, (0, 1))[0]), np.eye(3)]),
    ),
    Law("cones-twin", "x[3] -> label", _cones_sample, _cones_twin_logits, _only("x", [np.eye(3)])),
    Law(
        "clouds",
        "x[4] -> label",
        _clouds_sampler(_ROUND),
        _clouds_logits(_ROUND),
        _cloud_symmetries((1, 2, 3)),
    ),
    Law(
        "clouds-twin",
        "x[4] -> label",
        _clouds_sampler(_STRETCHED),
        _clouds_logits(_STRETCHED),
        _cloud_symmetries((2, 3)),
    ),
    Law("swept-area", "q[2]+p[2]+1 -> label", _swept_sample, _swept_logits, _swept_symmetries()),
    Law("swept-area-twin", "q[2]+p[2]+1 -> label", _swept_sample, _swept_twin_logits, ()),
    Law("handedness", "3*u[3] -> label", _handed_sample, _handed_logits, _only("u", _traceless(3))),
    Law("handedness-twin", "3*u[3] -> label", _handed_sample, _handed_twin_logits, ()),
    Law(
        "length-ratio",
        "2*u[3]+v[2] -> label",
        _ratio_sample,
        _ratio_logits,
        _ratio_symmetries(_rotations(3)),
    ),
    Law(
        "length-ratio-twin",
        "2*u[3]+v[2] -> label",
        _ratio_sample,
        _ratio_twin_logits,
        _ratio_symmetries([]),
    ),
)
