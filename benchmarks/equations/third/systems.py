"""Systems of two fields in t and x."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

SYSTEMS = (
    # ------------------------------------------------------------ two fields
    Law(
        name="fitzhugh_nagumo",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx + u - u**3/3 - v", "v_xx/4 + (2*u - v + 1)/4"),
        degree=1,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1), 4 * pi, ((-1, 1),) * 2, ((0.5, 2),) * 2, modes=4, cut=28, lead=0.1),
        source="Murray, Mathematical Biology, volume 2, chapter 1; translations only",
    ),
    Law(
        name="chemotaxis",
        equation="u_t, v_t = F(u, u_x, v_x, u_xx, v_xx)",
        right=("u_xx - u_x*v_x - u*v_xx", "v_xx + u"),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "0", "1"),
            ("2*t", "x", "-2*u", "0"),
        ),
        recipe=Waves(
            (0, 0.4), 2 * pi, ((1, 2), (-1, 1)), ((0.3, 0.9), (0.3, 0.9)), cut=36, lead=0.03
        ),
        source="Keller & Segel, J. Theor. Biol. 30 (1971) 225 (without decay)",
    ),
    Law(
        name="kaup_boussinesq",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xxx)",
        right=("-u*u_x - v_x", "-u*v_x - v*u_x + u_xxx"),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "t", "1", "0"),
            ("2*t", "x", "-u", "-2*v"),
        ),
        recipe=Waves((0, 0.4), 4 * pi, ((-1, 1), (1.5, 3)), ((0.3, 0.9), (0.3, 0.9)), modes=4),
        source="Kaup, Prog. Theor. Phys. 54 (1975) 396 (long waves in shallow water)",
    ),
    Law(
        name="monatomic_gas",
        equation="u_t, v_t = F(u, v, u_x, v_x)",
        right=("-u*u_x - v**(-1/3)*v_x", "-u*v_x - v*u_x"),
        degree=1,
        dimension=5,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "t", "1", "0"),
            ("t", "x", "0", "0"),
            ("0", "x", "u", "3*v"),
        ),
        recipe=Waves((0, 0.3), 2 * pi, ((-1, 1), (1, 2)), ((0.2, 0.5), (0.2, 0.5)), modes=3),
        source="Ovsiannikov, Group Analysis, section 11; Ibragimov's handbook, volume 2",
    ),
)
