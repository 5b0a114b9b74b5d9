"""Equations in t and x with two fields."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

SYSTEMS = (
    Law(
        name="saturable_medium",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=(
            "-v_xx - 2*(u**2 + v**2)*v/(1 + u**2 + v**2)",
            "u_xx + 2*(u**2 + v**2)*u/(1 + u**2 + v**2)",
        ),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "2*t", "-v*x", "u*x"),
            ("0", "0", "v", "-u"),
        ),
        recipe=Waves((0, 1), 10, ((-0.3, 0.3),) * 2, ((0.6, 1.1),) * 2, cut=32, points=96),
        source="Kivshar and Agrawal, Optical Solitons: beam in a saturable medium; shifts, phase "
        "and Galilei's",
    ),
    Law(
        name="carleman",
        equation="u_t, v_t = F(u, v, u_x, v_x)",
        right=("-u_x - u**2 + v**2", "v_x + u**2 - v**2"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0", "0"), ("t", "x", "-u", "-v"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1.2), 2 * pi, ((0.3, 0.9),) * 2, ((0.15, 0.3),) * 2),
        source="Carleman's model of a gas of two velocities; shifts and a scaling",
    ),
    Law(
        name="two_temperatures",
        equation="u_t, v_t = F(u, v, u_xx)",
        right=("u_xx - u + v", "(u - v)/2"),
        degree=2,
        dimension=6,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "1", "1"),
            ("0", "0", "2*t + 3*x**2", "2*t + 3*x**2 - 4"),
            ("0", "0", "x", "x"),
            ("0", "0", "u", "v"),
        ),
        recipe=Waves(
            (0, 1), 2 * pi, ((-0.5, 0.5),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=16, points=64
        ),
        source="electrons and lattice of a metal heated by a laser (Anisimov 1974), linear form; "
        "shifts, scaling and superposition",
    ),
    Law(
        name="brusselator",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx/4 + 1 - 3*u + u**2*v", "v_xx + 2*u - u**2*v"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1.5), 2 * pi, ((0.7, 1.3), (1.5, 2.5)), ((0.2, 0.5), (0.3, 0.8))),
        source="Nicolis and Prigogine, Self-Organization in Nonequilibrium Systems; shifts only",
    ),
    Law(
        name="epidemic",
        equation="u_t, v_t = F(u, v, v_xx)",
        right=("-u*v", "v_xx + u*v - v/2"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1.5), 2 * pi, ((1, 2), (0.5, 1)), ((0.3, 0.8), (0.2, 0.4))),
        source="Kermack and McKendrick with moving infectives (Noble 1974; Murray, Mathematical "
        "Biology); shifts only",
    ),
)
