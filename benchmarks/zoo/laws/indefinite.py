"""Rotations of spaces with a time: so(1,1), so(1,2), so(1,3), so(2,2)."""

from __future__ import annotations

import numpy as np
import torch
from torch import Tensor

from benchmarks.zoo.case import Array
from benchmarks.zoo.family import Family
from benchmarks.zoo.forms import PLANE, SPACE, SPACETIME, form, inner, lower
from benchmarks.zoo.matrices import (
    J,
    conjugate,
    each,
    generic,
    number,
    pseudo_rotations,
    rotations,
    traceless,
)
from benchmarks.zoo.samples import box, forward, normal

law = Family(__name__)


@law("so11-step", "x[2] -> 1", normal(2), true=each(pseudo_rotations(PLANE), "x"))
def step(x: Tensor) -> Tensor:
    """A soft step of the interval in one dimension of space."""
    return torch.tanh(form(x, PLANE) / 2)


@law("so12-arc", "x[3] -> 1", normal(3), true=each(pseudo_rotations(SPACE), "x"))
def arc(x: Tensor) -> Tensor:
    """The arctangent of the interval in two dimensions of space."""
    return torch.atan(form(x, SPACE) / 2)


@law(
    "so13-mass-scaled",
    "p[4] -> s[1]",
    normal(4),
    true=[*each(pseudo_rotations(SPACETIME), "p"), {"p": np.eye(4), "s": number(2)}],
)
def mass_scaled(p: Tensor) -> Tensor:
    """The squared mass of a particle with momentum p."""
    return form(p, SPACETIME)


@law("so13-pair", "2*p[4] -> 1", normal(8), true=each(pseudo_rotations(SPACETIME), "p"))
def pair(p: Tensor) -> Tensor:
    """The squared mass of a pair of particles."""
    return form(p[:, :4] + p[:, 4:], SPACETIME)


@law("so13-gradient", "p[4] -> p.T", box(4), true=each(pseudo_rotations(SPACETIME), "p"))
def gradient(p: Tensor) -> Tensor:
    """The gradient of a potential of the mass, a covector."""
    return lower(p, SPACETIME) * (1 + form(p, SPACETIME) / 4)


@law(
    "so22-determinant",
    "x[4] -> 1",
    normal(4),
    true=each(
        [
            *(np.kron(A, np.eye(2)) for A in traceless(2)),
            *(np.kron(np.eye(2), A) for A in traceless(2)),
        ],
        "x",
    ),
)
def determinant(x: Tensor) -> Tensor:
    """The determinant of a 2×2 matrix, a form with two signs of each kind."""
    return (x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2])[:, None]


SKEW_3 = generic(131, 3)


@law(
    "so12-skew-push",
    "x[3] -> x",
    normal(3),
    true=each(conjugate(np.linalg.inv(SKEW_3), pseudo_rotations(SPACE)), "x"),
)
def skew_push(x: Tensor) -> Tensor:
    """x / √(1 + Q²) with the form Q of spacetime in skew coordinates."""
    interval = form(x @ torch.from_numpy(SKEW_3).T, SPACE)
    return x / torch.sqrt(1 + interval**2 / 4)


def on_fields() -> list[Array]:
    """Rotations turn E and B alike; boosts mix them: real and imaginary parts of so(3, C)."""
    return [np.kron(part, A) for part in (np.eye(2), J) for A in rotations(3)]


@law("so13-fields", "x[6] -> 2", box(6), true=each(on_fields(), "x"))
def field_invariants(x: Tensor) -> Tensor:
    """E² − B² and tanh(E·B)."""
    E, B = x.split(3, dim=1)
    return torch.stack([(E**2 - B**2).sum(1), torch.tanh((E * B).sum(1))], dim=1)


TWO_TIMES = (1.0, 1.0, -1.0, -1.0, -1.0)


@law("so23-step", "x[5] -> 1", normal(5), true=each(pseudo_rotations(TWO_TIMES), "x"))
def step_of_two_times(x: Tensor) -> Tensor:
    """A soft step of a form with two times."""
    return torch.tanh(form(x, TWO_TIMES) / 4)


@law("so11-squeeze", "x[2] -> x", normal(2), true=each(pseudo_rotations(PLANE), "x"))
def squeeze(x: Tensor) -> Tensor:
    """An event, stretched by a function of its interval."""
    return x * (1 + torch.tanh(form(x, PLANE)) / 2)


@law(
    "so13-mandelstam",
    "3*p[4] -> 3",
    box(12, -1.2, 1.2),
    true=each(pseudo_rotations(SPACETIME), "p"),
)
def mandelstam(p: Tensor) -> Tensor:
    """(p + q)², (p − k)² and (q − k)² of three momenta, the second one bounded."""
    a, b, c = p.split(4, dim=1)
    s, t, u = (form(k, SPACETIME) / 4 for k in (a + b, a - c, b - c))
    return torch.cat([s, torch.tanh(t), u], dim=1)


@law("so13-force", "p[4]*p+p -> p", normal(20), true=each(pseudo_rotations(SPACETIME), "p"))
def force(x: Tensor) -> Tensor:
    """The force on a charge of velocity u in a field F."""
    F, u = x[:, :16].reshape(-1, 4, 4), x[:, 16:]
    return torch.einsum("bij,bj->bi", F, lower(u, SPACETIME))


EXCHANGE = np.kron(1 - np.eye(2), np.eye(3))


@law("so33-screws", "x[6] -> 1", normal(6), true=each([EXCHANGE @ A for A in rotations(6)], "x"))
def screws(x: Tensor) -> Tensor:
    """The power w of a wrench on a screw, as w + w²/4: a product of their two halves."""
    a, b = x.split(3, dim=1)
    w = inner(a, b)
    return w + w**2 / 4


@law("so11-two-events", "2*x[2] -> 2", normal(4), true=each(pseudo_rotations(PLANE), "x"))
def two_events(x: Tensor) -> Tensor:
    """The product of two events on a line, and the interval of the first."""
    a, b = x.split(2, dim=1)
    return torch.cat([inner(a, lower(b, PLANE)), torch.tanh(form(a, PLANE) / 2)], dim=1)


@law("so12-cross", "2*x[3] -> x", normal(6), true=each(pseudo_rotations(SPACE), "x"))
def plane_cross(x: Tensor) -> Tensor:
    """The vector that is at right angles, by the metric of spacetime, to two others."""
    return lower(torch.linalg.cross(x[:, :3], x[:, 3:]), SPACE)


@law("so12-dust", "p[3] -> p*p", box(3), true=each(pseudo_rotations(SPACE), "p"))
def dust(p: Tensor) -> Tensor:
    """Energy and momentum of dust, and their flow, of a density that falls off."""
    return (p[:, :, None] * p[:, None, :]).flatten(1) / torch.sqrt(1 + form(p, SPACE) ** 2 / 4)


@law("so13-exchange", "2*p[4] -> p", normal(8), true=each(pseudo_rotations(SPACETIME), "p"))
def exchange(x: Tensor) -> Tensor:
    """A momentum after an encounter, which hands over more the more the two have in common."""
    p, q = x.split(4, dim=1)
    share = torch.tanh(inner(p, lower(q, SPACETIME)) / 2)
    return p + (q - p) * (1 + share) / 4


DE_SITTER, TWO_DOWN = (1.0, -1.0, -1.0, -1.0, -1.0), (1.0, 1.0, -1.0, -1.0)


@law("so14-de-sitter", "x[5] -> 1", box(5), true=each(pseudo_rotations(DE_SITTER), "x"))
def de_sitter(x: Tensor) -> Tensor:
    """The interval in the space around de Sitter's, bounded."""
    interval = form(x, DE_SITTER)
    return interval / torch.sqrt(1 + interval**2 / 9)


SKEW_4 = generic(331, 4)


@law(
    "so22-saddle",
    "x[4] -> e[1]",
    normal(4),
    true=[
        *each(conjugate(np.linalg.inv(SKEW_4), pseudo_rotations(TWO_DOWN)), "x"),
        {"x": np.eye(4), "e": number(2)},
    ],
)
def saddle(x: Tensor) -> Tensor:
    """A saddle with two directions down, in skew coordinates."""
    return form(x @ torch.from_numpy(SKEW_4).T, TWO_DOWN)


@law(
    "so11-quadrupole",
    "x[2] -> u[1]",
    box(2),
    true=[*each(pseudo_rotations(PLANE), "x"), {"x": np.eye(2), "u": number(2)}],
)
def quadrupole(x: Tensor) -> Tensor:
    """The potential of a quadrupole in the plane."""
    return form(x, PLANE)


@law("so12-scattering", "2*p[3] -> 1", normal(6), true=each(pseudo_rotations(SPACE), "p"))
def scattering(x: Tensor) -> Tensor:
    """How often two particles of a plane scatter, from their momenta."""
    p, q = x.split(3, dim=1)
    return torch.atan(inner(p, lower(q, SPACE))) + torch.tanh(form(p, SPACE) / 3)


@law(
    "so13-four-velocity",
    "p[4] -> u[4]",
    forward,
    true=[*each(pseudo_rotations(SPACETIME), "p", "u"), {"p": np.eye(4)}],
)
def four_velocity(p: Tensor) -> Tensor:
    """The velocity of a particle with momentum p, of length one."""
    return p / torch.sqrt(form(p, SPACETIME))


@law("so11-vacuum", "x[2] -> 1", normal(2), true=each(pseudo_rotations(PLANE), "x"))
def vacuum(x: Tensor) -> Tensor:
    """A resonance at one interval."""
    return 1 / (1 + (form(x, PLANE) - 0.5) ** 2)


@law("so12-wave-vector", "p[3] -> p.T", normal(3), true=each(pseudo_rotations(SPACE), "p"))
def wave_vector(p: Tensor) -> Tensor:
    """A covector along the gradient of the interval, bounded."""
    return lower(p, SPACE) / (1 + form(p, SPACE) ** 2 / 4)


def sightings(rng: np.random.Generator, count: int) -> Array:
    """Momenta of light, and of those who see it."""
    k = rng.standard_normal((count, 3))
    return np.column_stack([np.linalg.norm(k, axis=1), k, forward(rng, count)])


@law(
    "so13-doppler",
    "k[4]+p[4] -> w[1]",
    sightings,
    true=[
        *each(pseudo_rotations(SPACETIME), "k", "p"),
        {"k": np.eye(4), "w": number(1)},
        {"p": np.eye(4)},
    ],
)
def doppler(x: Tensor) -> Tensor:
    """The frequency of light k as one sees it who has the momentum p."""
    k, p = x.split(4, dim=1)
    return inner(k, lower(p, SPACETIME)) / torch.sqrt(form(p, SPACETIME))
