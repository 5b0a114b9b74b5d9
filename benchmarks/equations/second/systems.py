"""Systems of two fields in t and x."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

SYSTEMS = (
    # ------------------------------------------------------------ two fields
    Law(
        name="magnetic_burgers",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xx, v_xx)",
        right=("u_xx - u*u_x - v*v_x", "v_xx - u*v_x - v*u_x"),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "t", "1", "0"),
            ("2*t", "x", "-u", "-v"),
            ("t**2", "t*x", "x - t*u", "-t*v"),
        ),
        recipe=Waves((0, 0.6), 2 * pi, ((-1, 1),) * 2, ((0.5, 2),) * 2, modes=3, cut=36),
        source="Thomas, Phys. Fluids 11 (1968) 1245, one viscosity; Olver, exercise 2.12",
    ),
    Law(
        name="viscous_shallow_water",
        equation="u_t, v_t = F(x, u, v, u_x, v_x, u_xx, v_xx)",
        right=("u_xx - u*u_x - v_x", "v_xx/2 - u*v_x - v*u_x"),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "t", "1", "0"),
            ("2*t", "x", "-u", "-2*v"),
        ),
        recipe=Waves(
            (0, 0.8), 2 * pi, ((-1, 1), (1, 2)), ((0.5, 1.5), (0.3, 0.9)), modes=3, cut=36
        ),
        source="Ibragimov's handbook, volume 2 (shallow water), with viscosity",
    ),
    Law(
        name="predator_prey",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx + u*(1 - u - v)", "v_xx/2 + v*(u - 1/2)"),
        degree=1,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1), 4 * pi, ((1, 2),) * 2, ((0.4, 0.95),) * 2, modes=4, cut=28, lead=0.1),
        source="Murray, Mathematical Biology, volume 2, chapter 1; translations only",
    ),
    Law(
        name="hirota_satsuma",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xxx, v_xxx)",
        right=("u_xxx/2 + 3*u*u_x - 6*v*v_x", "-v_xxx - 3*u*v_x"),
        degree=1,
        dimension=3,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("3*t", "x", "-2*u", "-2*v"),
        ),
        recipe=Waves((0, 0.2), 4 * pi, ((-1, 1),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=36),
        source="Hirota & Satsuma, Phys. Lett. A 85 (1981) 407",
    ),
    Law(
        name="derivative_schroedinger",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xx, v_xx)",
        right=(
            "-v_xx - (3*u**2 + v**2)*u_x - 2*u*v*v_x",
            "u_xx - (u**2 + 3*v**2)*v_x - 2*u*v*u_x",
        ),
        degree=1,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "-v", "u"),
            ("4*t", "2*x", "-u", "-v"),
        ),
        recipe=Waves((0, 0.25), 4 * pi, ((-0.6, 0.6),) * 2, ((0.3, 0.9),) * 2, modes=4, cut=36),
        source="Kaup & Newell, J. Math. Phys. 19 (1978) 798",
    ),
    Law(
        name="free_schroedinger",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("-v_xx", "u_xx"),
        degree=1,
        dimension=9,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("2*t", "x", "0", "0"),
            ("0", "0", "u", "v"),
            ("0", "0", "-v", "u"),
            ("0", "0", "1", "0"),
            ("0", "0", "x", "0"),
            ("0", "0", "0", "1"),
            ("0", "0", "0", "x"),
        ),
        recipe=Waves((0, 0.6), 2 * pi, ((-1, 1),) * 2, ((0.5, 2),) * 2, modes=4, cut=16),
        source="Olver, exercise 2.10 (free particle; only the fields of first degree)",
    ),
)
