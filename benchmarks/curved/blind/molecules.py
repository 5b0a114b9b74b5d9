"""Molecules and pairs: energies and forces of a few atoms whose origin is nowhere in particular."""

import torch

from benchmarks.curved.blind.law import Function, Law
from benchmarks.curved.blind.parts import Frame, about, boxes, dot, square, turn


def morse(a: torch.Tensor, b: torch.Tensor, rest: float, depth: float) -> torch.Tensor:
    """The Morse energy of a bond."""
    stretch = square(a - b).sqrt() - rest
    return depth * (1.0 - torch.exp(-0.9 * stretch)) ** 2


TRIMER = Frame((3.1, -2.4), (0.8, 0.8))
TRIANGLE = ((0.0, 0.0), (1.6, 0.1), (0.7, 1.5))


def trimer(x: torch.Tensor) -> torch.Tensor:
    """Three unlike atoms on a surface."""
    a, b, c = TRIMER.points(x, 3)
    return morse(a, b, 1.3, 1.0) + morse(b, c, 1.5, 0.7) + morse(c, a, 1.7, 1.3)


BEADS = Frame((0.6, 4.2, -1.3), (1.0, 1.0, 1.0))
BEAD_PLACES = ((0.0, 0.0, 0.0), (0.7, 0.5, -0.4), (-0.5, 0.5, 0.6))
FIELD_AXIS = (1.0, 2.0, 2.0)


def beads(amount: float) -> Function:
    """Three beads of a polymer, neutral in all, with their dipole in a uniform field."""

    def law(x: torch.Tensor) -> torch.Tensor:
        middle, one, two = BEADS.points(x, 3)
        p, q = one - middle, two - middle
        springs = (0.6 + square(p)).sqrt() + 0.8 * (0.9 + square(q)).sqrt()
        axis = torch.tensor(FIELD_AXIS, dtype=x.dtype) / 3.0
        dipole = (p - 0.7 * q) @ axis[:, None]
        return springs + 0.25 * dot(p, q) + amount * 1.1 * dipole

    return law


COLLOID = Frame((12.0, -30.0, 1.7), (1.0, 2.5, 0.4))


def colloid(x: torch.Tensor) -> torch.Tensor:
    """The acceleration of a particle by another, each axis in its own unit."""
    a, b = COLLOID.points(x, 2)
    r = b - a
    return COLLOID.back((torch.exp(-0.35 * square(r)) - 0.2) * r)


LAYERS = Frame((2.0, 0.5, -3.0), (1.0, 1.0, 1.0))
LAYER_NORMAL = (0.0, 0.6, 0.8)


def layers(x: torch.Tensor) -> torch.Tensor:
    """Two defects in a layered crystal, the range of their interaction being the last number."""
    a, b = LAYERS.points(x, 2)
    r = b - a
    height = r @ torch.tensor(LAYER_NORMAL, dtype=x.dtype)[:, None]
    across = square(r) - height**2
    return (0.5 + torch.cos(1.2 * height)) * torch.exp(-across / x[:, 6:7])


HELIX = Frame((2.0, -1.0, 6.0), (1.0, 1.0, 1.0))
PITCH = 0.8


def helix(x: torch.Tensor) -> torch.Tensor:
    """Two ions of unlike charge in a channel that winds about a vertical axis."""
    a, b = HELIX.points(x, 2)

    def wall(p: torch.Tensor) -> torch.Tensor:
        phase = PITCH * p[:, 2:]
        return p[:, :1] * torch.cos(phase) + p[:, 1:2] * torch.sin(phase)

    return wall(a) - 0.6 * wall(b) + 0.7 * wall(b) ** 2 + 1.5 * torch.exp(-0.25 * square(a - b))


CHAIN = Frame((5.0, 3.0, -2.0), (1.5, 1.5, 1.5))
CHAIN_ATOMS = ((-0.3, 0.95, 0.1), (0.0, 0.0, 0.0), (1.0, 0.0, 0.0), (1.35, 0.55, 0.75))


def torsion(x: torch.Tensor) -> torch.Tensor:
    """The cosine and the sine of the dihedral angle of a chain of four atoms."""
    a, b, c, d = CHAIN.points(x, 4)
    axis = (c - b) / square(c - b).sqrt()
    p, q = a - b, d - c
    p, q = p - dot(p, axis) * axis, q - dot(q, axis) * axis
    size = (square(p) * square(q)).sqrt()
    return torch.cat([dot(p, q), dot(torch.linalg.cross(axis, p), q)], dim=1) / size


SUBSTRATE = Frame((-6.0, 2.0), (1.0, 1.0))


def substrate(amount: float) -> Function:
    """The forces on two adatoms, over a substrate that is corrugated along its first axis."""

    def law(x: torch.Tensor) -> torch.Tensor:
        a, b = SUBSTRATE.points(x, 2)
        r = b - a
        pull = (0.8 - torch.exp(0.6 - 0.5 * square(r))) * r

        def rows(p: torch.Tensor) -> torch.Tensor:
            wave = -amount * 1.3 * torch.sin(1.7 * p[:, :1])
            return torch.cat([wave, torch.zeros_like(wave)], dim=1)

        return torch.cat([pull + rows(a), rows(b) - pull], dim=1)

    return law


LAWS = (
    Law(
        name="trimer",
        spec="3*affine(x[2]) -> 1",
        field="molecules",
        sample=TRIMER.around(TRIANGLE, 0.25),
        law=trimer,
        true=(*TRIMER.translations(), *TRIMER.rotations()),
    ),
    Law(
        name="charged beads",
        spec="3*affine(x[3]) -> 1",
        field="polymers",
        sample=BEADS.around(BEAD_PLACES, 0.38),
        law=beads(0.2),
        true=(*BEADS.translations(), *BEADS.linear(about(FIELD_AXIS))),
        broken=0.2,
        intact=beads(0.0),
        remains="translations and the rotation about the field, of se(3)",
    ),
    Law(
        name="colloid pair",
        spec="2*affine(x[3]) -> x",
        field="soft matter",
        sample=COLLOID.around(((0.0, 0.0, 0.0), (0.9, 0.6, -0.5)), 0.7),
        law=colloid,
        true=(*COLLOID.translations(), *COLLOID.rotations()),
    ),
    Law(
        name="layered crystal",
        spec="2*affine(x[3]) + 1 -> 1",
        field="crystals",
        sample=boxes((2.0, 0.5, -3.0, 2.4, 1.0, -2.6, 3.0), (*(0.6, 0.6, 0.6) * 2, 0.7)),
        law=layers,
        true=(*LAYERS.translations(), *LAYERS.linear(about(LAYER_NORMAL))),
    ),
    Law(
        name="helical channel",
        spec="2*affine(x[3]) -> 1",
        field="biophysics",
        sample=HELIX.around(((0.3, 0.2, -0.5), (-0.2, 0.4, 0.6)), (0.8, 0.8, 0.9)),
        law=helix,
        true=(HELIX.affine(turn(3, 0, 1), (0.0, 0.0, 1.0 / PITCH)),),
    ),
    Law(
        name="torsion",
        spec="4*affine(x[3]) -> 2",
        field="chemistry",
        sample=CHAIN.around(CHAIN_ATOMS, 0.13),
        law=torsion,
        true=(
            *CHAIN.translations(),
            *CHAIN.rotations(),
            *CHAIN.linear(((1.0, 0.0, 0.0), (0.0, 1.0, 0.0), (0.0, 0.0, 1.0))),
        ),
    ),
    Law(
        name="corrugated substrate",
        spec="2*affine(x[2]) -> 2*x",
        field="surfaces",
        sample=SUBSTRATE.around(((0.0, 0.0), (0.8, 0.5)), 1.0),
        law=substrate(0.2),
        true=SUBSTRATE.translations(1),
        broken=0.2,
        intact=substrate(0.0),
        remains="the translation along the rows, of se(2)",
    ),
)
