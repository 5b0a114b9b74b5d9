"""Classification problems whose continuous symmetries are known exactly.

Twelve pairs of laws P(label | x) from physics, chemistry, biology, engineering and finance.
Each pair has a symmetric law and a twin in which the law is broken by a real amount. Every law
carries a basis of all its linear symmetries x -> x + eps A x within the form its spec allows.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from benchmarks.labels.law import Array, Law

Rng = np.random.Generator
Moves = tuple[dict[str, Array], ...]
Draw = Callable[[Rng, int], Array]


def unit(n: int, i: int, j: int) -> Array:
    """Return the n by n matrix with a single one, in row i and column j."""
    out = np.zeros((n, n))
    out[i, j] = 1.0
    return out


def turn(n: int, i: int, j: int) -> Array:
    """Return the generator that turns axis i towards axis j."""
    return unit(n, j, i) - unit(n, i, j)


def keepers(form: Array) -> list[Array]:
    """Return a basis of the matrices that keep the symmetric form x.Qx unchanged."""
    n = len(form)
    inverse = np.linalg.inv(form)
    return [inverse @ turn(n, i, j) for i in range(n) for j in range(i + 1, n)]


def alone(name: str, matrices: list[Array]) -> Moves:
    """Wrap matrices that move the only vector kind of a spec."""
    return tuple({name: matrix} for matrix in matrices)


def soft(f: Array, top: float = 8.0) -> Array:
    """Limit f smoothly to the range from -top to top; this changes no symmetry."""
    return top * np.tanh(f / top)


def directions(rng: Rng, n: int, d: int) -> Array:
    """Return n unit vectors, uniform on the sphere in d dimensions."""
    x = rng.normal(size=(n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


# 1. Yield of a granular material: a blunt cone round the hydrostatic axis
def yield_sample(rng: Rng, n: int) -> Array:
    """Draw three principal stresses from an off-centre box."""
    return rng.uniform(-3.0, 3.0, size=(n, 3)) + np.array([-0.6, 0.2, -0.3])


def yield_logits(x: Array, lode: float = 0.0) -> Array:
    """Compare shear with pressure; a Lode term makes the section three-cornered."""
    mean = x.mean(axis=1)
    dev = x - mean[:, None]
    j2 = 0.5 * (dev**2).sum(axis=1)
    corner = lode * dev.prod(axis=1) / (j2 + 0.3)
    return soft(11.0 * (np.sqrt(j2 + 0.05) + 0.6 * mean + corner - 1.45), 12.0)


# 2. Three-body decay: which pair of particles resonates
ETA = np.diag([1.0, -1.0, -1.0, -1.0])


def dalitz_sample(rng: Rng, n: int) -> Array:
    """Draw three particles with energy first, boosted along the beam, of varying masses."""
    p = rng.normal(size=(n, 3, 3)) * np.array([0.8, 0.8, 1.0]) + np.array([0.0, 0.2, 0.3])
    mass = rng.uniform(0.2, 1.2, size=(n, 3, 1))
    energy = np.sqrt(mass**2 + (p**2).sum(axis=2, keepdims=True))
    return np.concatenate([energy, p], axis=2).reshape(n, 12)


def dalitz_logits(x: Array, gain: float = 1.0) -> Array:
    """Return a resonance in each pair mass; gain misreads the energy of the third particle."""
    p = x.reshape(-1, 3, 4) * np.array([[1.0] * 4, [1.0] * 4, [gain, 1.0, 1.0, 1.0]])
    pairs = np.stack([p[:, 0] + p[:, 1], p[:, 1] + p[:, 2], p[:, 2] + p[:, 0]], axis=1)
    s = np.einsum("nki,ij,nkj->nk", pairs, ETA, pairs)
    return 10.0 / (1.0 + ((s - np.array([3.5, 4.5, 5.5])) / 2.0) ** 2)


# 3. Optics: symplectic area spanned by three rays (x, angle, y, angle)
OMEGA = np.kron(np.eye(2), np.array([[0.0, 1.0], [-1.0, 0.0]]))


def ray_sample(rng: Rng, n: int) -> Array:
    """Draw three rays, wide in place and narrow in angle, off the optical axis."""
    rays = rng.normal(size=(n, 3, 4)) * np.array([1.5, 0.6, 1.5, 0.6])
    return (rays + np.array([0.4, -0.2, 0.0, 0.3])).reshape(n, 12)


def ray_logits(x: Array, overlap: float = 0.0) -> Array:
    """Return the symplectic area of the triangle of rays, plus a weighted inner product."""
    z = x.reshape(-1, 3, 4)
    metric = np.diag([0.5, 2.0, 0.5, 2.0])
    first, second = z[:, 1] - z[:, 0], z[:, 2] - z[:, 0]
    return soft(1.3 * np.einsum("ni,ij,nj->n", first, OMEGA + overlap * metric, second))


def ray_true() -> Moves:
    """Return the ten generators of sp(4)."""
    pairs = [(i, j) for i in range(4) for j in range(i, 4)]
    return alone("z", [OMEGA @ (unit(4, i, j) + unit(4, j, i)) for i, j in pairs])


def ray_twin() -> Moves:
    """Return the generators of u(2), in the units of the weighted inner product."""
    scale = np.array([0.5, 2.0, 0.5, 2.0]) ** 0.5
    mixed = [turn(4, 0, 2) + turn(4, 1, 3), turn(4, 0, 3) + turn(4, 2, 1)]
    flat = [turn(4, 0, 1), turn(4, 2, 3), *mixed]
    return alone("z", [a * scale[None, :] / scale[:, None] for a in flat])


# 4. Trading: value of positions at given prices against a budget
def trade_sample(rng: Rng, n: int) -> Array:
    """Draw two positions (either sign), two positive prices and a budget that stays put."""
    q = rng.normal([0.7, 0.4], [1.3, 1.0], size=(n, 2))
    p = rng.uniform(0.3, 3.0, size=(n, 2))
    return np.concatenate([q, p, rng.uniform(0.0, 3.0, size=(n, 1))], axis=1)


def trade_logits(x: Array, cost: float = 0.0) -> Array:
    """Compare value with budget; the twin adds holding costs and a penalty on dear goods."""
    q, p, budget = x[:, :2], x[:, 2:4], x[:, 4]
    extra = (q**2 - 0.5 * p**2) @ np.array([1.0, 2.5])
    return soft(1.4 * ((q * p).sum(axis=1) + cost * extra - budget))


def trade_true() -> Moves:
    """Return every mixing of the goods, with the opposite mixing of their prices."""
    pairs = [(i, j) for i in range(2) for j in range(2)]
    return tuple({"q": unit(2, i, j), "p": -unit(2, j, i)} for i, j in pairs)


# 5. Chemistry: rotamer of a chain of three bonds
def torsion_sample(rng: Rng, n: int) -> Array:
    """Draw chains with free bond lengths, bond angles, torsion and orientation."""
    bend = rng.uniform(0.8, 2.3, size=(2, n))
    phi = rng.uniform(0.0, 2.0 * np.pi, size=n)
    zero, one = np.zeros(n), np.ones(n)
    last = [np.sin(bend[1]) * np.cos(phi), np.sin(bend[1]) * np.sin(phi), np.cos(bend[1])]
    rows = [[np.sin(bend[0]), zero, np.cos(bend[0])], [zero, zero, one], last]
    bonds = np.moveaxis(np.array(rows), 2, 0) * rng.uniform(0.8, 2.0, size=(n, 3, 1))
    first, other = directions(rng, n, 3), directions(rng, n, 3)
    third = np.cross(first, other)
    third /= np.linalg.norm(third, axis=1, keepdims=True)
    frame = np.stack([first, np.cross(third, first), third], axis=1)
    return (bonds @ frame).reshape(n, 9)


def torsion_logits(x: Array, field: float = 0.0) -> Array:
    """Return the three rotamers' logits; a straining field favours the second one."""
    a, b, c = x[:, :3], x[:, 3:6], x[:, 6:]
    left, right = np.cross(a, b), np.cross(b, c)
    even = (left * right).sum(axis=1)
    odd = np.linalg.norm(b, axis=1) * (a * right).sum(axis=1)
    phi = np.stack([even, odd], axis=1) / np.hypot(even, odd)[:, None]
    angles = np.pi * np.array([1.0, 3.0, 5.0]) / 3.0
    out = 3.0 * phi @ np.stack([np.cos(angles), np.sin(angles)])
    out[:, 1] += field * (b[:, 0] ** 2 - b[:, 2] ** 2)
    return out


# 6. Flow regimes: laminar, transitional, turbulent
def flow_sample(rng: Rng, n: int) -> Array:
    """Draw a velocity, a chord in centimetres and a viscosity that stays put."""
    v = directions(rng, n, 3) * rng.uniform(0.6, 3.0, size=(n, 1)) * np.array([1.0, 1.4, 0.8])
    chord = directions(rng, n, 2) * rng.uniform(2.0, 9.0, size=(n, 1))
    return np.concatenate([v, chord, np.exp(rng.normal(0.0, 0.4, size=(n, 1)))], axis=1)


def flow_logits(x: Array, lift: float = 0.0) -> Array:
    """Grade the logarithm of the Reynolds number; lift adds a buoyant term."""
    speed, chord = np.linalg.norm(x[:, :3], axis=1), np.linalg.norm(x[:, 3:5], axis=1)
    grade = np.log(speed * chord / x[:, 5]) + lift * x[:, 2] * chord**2
    return soft(np.stack([7.0 * (1.8 - grade), 0.0 * grade, 7.0 * (grade - 2.5)], axis=1), 10.0)


def flow_twin() -> Moves:
    """Return turns of the velocity about the vertical and turns of the chord."""
    still = {"v": np.zeros((3, 3)), "l": np.zeros((2, 2))}
    return ({**still, "v": turn(3, 0, 1)}, {**still, "l": turn(2, 0, 1)})


def flow_true() -> Moves:
    """Return all turns, and the growth of the velocity at the expense of the chord."""
    around = [{"v": turn(3, i, 2), "l": np.zeros((2, 2))} for i in range(2)]
    return (*flow_twin(), *around, {"v": np.eye(3), "l": -np.eye(2)})


# 7. Ion trap: which of three modes is hot, or none
FREQUENCIES = np.array([1.0, 1.5, 0.7])


def trap_sample(rng: Rng, n: int) -> Array:
    """Draw place and momentum of three modes from off-centre boxes of different widths."""
    width = np.array([2.2, 2.2, 1.5, 2.2, 3.0, 2.2])
    centre = np.array([0.3, 0.0, -0.2, 0.3, 0.0, -0.4])
    return rng.uniform(-1.0, 1.0, size=(n, 6)) * width + centre


def trap_logits(x: Array, bond: float = 0.0) -> Array:
    """Compare mode energies; the twin hardens the first mode and couples the other two."""
    q, p = x[:, 0::2] * FREQUENCIES, x[:, 1::2]
    energy = 0.5 * (q**2 + p**2)
    energy[:, 0] += bond * (0.3 * q[:, 0] ** 4 - 0.5 * q[:, 0] ** 2)
    energy[:, 1] += bond * (q[:, 1] * q[:, 2] + p[:, 1] * p[:, 2])
    return soft(np.concatenate([0.0 * energy[:, :1], 3.2 * (energy - 1.9)], axis=1), 10.0)


def trap_moves(*groups: str) -> Moves:
    """Return one phase rotation for each group of modes that turn together."""
    spin = {
        m: np.array([[0.0, 1.0 / w], [-w, 0.0]]) for m, w in zip("abc", FREQUENCIES, strict=True)
    }
    return tuple({m: a * (m in group) for m, a in spin.items()} for group in groups)


# 8. Shell growth: bands on a conical spiral
PITCH = 1.6


def conch_sample(rng: Rng, n: int) -> Array:
    """Draw points round the axis, at widths from 0.6 to 3.2 and free slopes."""
    width = np.exp(rng.uniform(np.log(0.6), np.log(3.2), size=n))
    angle = rng.uniform(0.0, 2.0 * np.pi, size=n)
    slope = rng.uniform(-0.7, 1.3, size=n)
    return width[:, None] * np.stack([np.cos(angle), np.sin(angle), slope], axis=1)


def conch_logits(x: Array, tip: float = 0.0) -> Array:
    """Return bands that keep their place when growth goes with a turn; tip lights one side."""
    width = np.hypot(x[:, 0], x[:, 1])
    phase = np.arctan2(x[:, 1], x[:, 0]) - PITCH * np.log(width)
    return 3.8 * np.cos(phase) + 2.0 * (x[:, 2] / width - 0.3) + tip * x[:, 0]


# 9. Gas: temperature from pressure and volume
def gas_sample(rng: Rng, n: int) -> Array:
    """Draw a pressure in bar and a volume in litres."""
    return rng.uniform([0.5, 3.0], [3.5, 14.0], size=(n, 2))


def gas_logits(x: Array, real: float = 0.0) -> Array:
    """Compare the ideal gas temperature, or van der Waals' one, with a threshold."""
    pressure = x[:, 0] + real * 60.0 / x[:, 1] ** 2
    return soft(14.0 * np.log(pressure * (x[:, 1] - real * 2.4) / 15.5), 12.0)


# 10. Induction: magnetic flux through the patch between two edges
def flux_sample(rng: Rng, n: int) -> Array:
    """Draw an off-centre field and the two edges of a patch from a box."""
    field = rng.normal([0.5, 0.0, 0.6], [1.0, 1.2, 0.9], size=(n, 3))
    edges = rng.uniform(-1.8, 1.8, size=(n, 6)) + np.array([0.3, 0, 0, 0, -0.3, 0.2])
    return np.concatenate([field, edges], axis=1)


def flux_logits(x: Array, bias: float = 0.0) -> Array:
    """Return the flux, plus a bias that is proportional to the vertical field."""
    normal = np.cross(x[:, 3:6], x[:, 6:])
    return soft(1.3 * ((x[:, :3] * normal).sum(axis=1) + bias * (x[:, 2] - 0.5)))


def flux_true(rows: int) -> Moves:
    """Return maps of the field into its first rows, with the edges' maps that undo them."""
    fields = [unit(3, i, j) for i in range(rows) for j in range(3)]
    return tuple({"b": a, "s": a - 0.5 * np.trace(a) * np.eye(3)} for a in fields)


# 11. Machine states: three heavy-tailed clouds of five vibration signals
MIXER = np.diag([1.0, 0.8, 1.2, 1.5, 0.7]) + 0.3 * np.eye(5, k=1) - 0.25 * np.eye(5, k=-2)
WHITENER = np.linalg.inv(MIXER)


def fault_sample(rng: Rng, n: int) -> Array:
    """Draw correlated signals of very different strengths, slightly off centre."""
    strength = np.exp(rng.uniform(np.log(0.5), np.log(4.5), size=(n, 1)))
    return (strength * rng.normal(size=(n, 5)) + np.array([0.3, 0, -0.2, 0, 0.2])) @ MIXER.T


def fault_logits(x: Array, stretch: float = 1.0) -> Array:
    """Return log densities of Student clouds; stretch flattens the worst state's cloud."""
    y2 = (x @ WHITENER.T) ** 2
    r2 = np.stack([y2 @ np.ones(5)] * 2 + [y2 @ np.array([1, 1, 1, stretch, stretch])], axis=1)
    size = np.array([0.7, 1.7, 4.2])
    shift = np.array([0.0, 0.0, np.log(stretch)])
    out = shift - 5.0 * np.log(size) - 7.5 * np.log(1.0 + r2 / (10.0 * size**2))
    return out - out.mean(axis=1, keepdims=True)


def fault_moves(pairs: list[tuple[int, int]]) -> Moves:
    """Return turns of the whitened signals in the given planes."""
    return alone("x", [MIXER @ turn(5, i, j) @ WHITENER for i, j in pairs])


# 12. Choice: a customer picks the nearest of three products
def taste_sample(rng: Rng, n: int) -> Array:
    """Draw a customer and three products from boxes in a space of four tastes."""
    e = rng.uniform(-1.6, 1.6, size=(n, 4, 4))
    e[:, 0] += np.array([0.3, 0.0, -0.3, 0.2])
    return e.reshape(n, 16)


def taste_logits(x: Array, stress: float = 1.0) -> Array:
    """Return minus squared distances, centred; the twin's customer overstates two tastes."""
    e = x.reshape(-1, 4, 4)
    wish = e[:, 0] * np.array([stress, stress, 1.0 / stress, 1.0 / stress])
    out = -0.65 * ((wish[:, None] - e[:, 1:]) ** 2).sum(axis=2)
    return out - out.mean(axis=1, keepdims=True)


def pair(
    name: str, inputs: str, sample: Draw, logits: Callable[..., Array], by: float, *true: Moves
) -> tuple[Law, Law]:
    """Return a law and its twin, whose logits are broken by this much."""
    spec = f"{inputs} -> label"
    law, twin = true
    broken = Law(f"{name}-twin", spec, sample, lambda x: logits(x, by), twin)
    return Law(name, spec, sample, logits, law), broken


AXES = [turn(3, 0, 1), turn(3, 1, 2), turn(3, 2, 0)]
YIELD = (yield_sample, yield_logits, 1.5, alone("s", [sum(AXES)]), ())
SPINS = [turn(4, 1, 2), turn(4, 2, 3), turn(4, 3, 1)]
DALITZ = (dalitz_sample, dalitz_logits, 1.5, alone("p", keepers(ETA)), alone("p", SPINS))
RAY = (ray_sample, ray_logits, 0.9, ray_true(), ray_twin())
TRADE = (trade_sample, trade_logits, 0.5, trade_true(), ())
TORSION = (torsion_sample, torsion_logits, 1.2, alone("b", [*AXES, np.eye(3)]), ())
FLOW = (flow_sample, flow_logits, 0.04, flow_true(), flow_twin())
TRAP = (trap_sample, trap_logits, 1.0, trap_moves("a", "b", "c"), trap_moves("bc"))
CONCH = (conch_sample, conch_logits, 1.5, alone("x", [np.eye(3) + PITCH * turn(3, 0, 1)]), ())
GAS = (gas_sample, gas_logits, 1.0, alone("x", [np.diag([1.0, -1.0])]), ())
FLUX = (flux_sample, flux_logits, 1.8, flux_true(3), flux_true(2))
PLANES = [(i, j) for i in range(5) for j in range(i + 1, 5)]
KEPT = [(0, 1), (0, 2), (1, 2), (3, 4)]
FAULT = (fault_sample, fault_logits, 3.2, fault_moves(PLANES), fault_moves(KEPT))
TASTES = [alone("e", keepers(np.eye(4))), alone("e", [turn(4, 0, 1), turn(4, 2, 3)])]
TASTE = (taste_sample, taste_logits, 1.6, *TASTES)
LAWS: tuple[Law, ...] = (
    *pair("plastic-yield", "s[3]", *YIELD),
    *pair("dalitz-resonance", "3*p[4]", *DALITZ),
    *pair("ray-etendue", "3*z[4]", *RAY),
    *pair("trade-budget", "q[2]+p[2]+1", *TRADE),
    *pair("torsion-rotamer", "3*b[3]", *TORSION),
    *pair("flow-regime", "v[3]+l[2]+1", *FLOW),
    *pair("trap-modes", "a[2]+b[2]+c[2]", *TRAP),
    *pair("conch-whorl", "x[3]", *CONCH),
    *pair("gas-isotherm", "x[2]", *GAS),
    *pair("flux-linkage", "b[3]+2*s[3]", *FLUX),
    *pair("fault-mixture", "x[5]", *FAULT),
    *pair("taste-choice", "4*e[4]", *TASTE),
)
