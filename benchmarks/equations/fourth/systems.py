"""Systems of two fields in t and x."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

SYSTEMS = (
    # ------------------------------------------------------------ two fields
    Law(
        name="simple_epidemic",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx/2 - u*v", "v_xx + u*v"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0"), ("2*t", "x", "-2*u", "-2*v")),
        recipe=Waves(
            (0, 0.6),
            2 * pi,
            ((1, 2), (0.8, 1.6)),
            ((0.3, 0.9), (0.3, 0.8)),
            modes=4,
            cut=30,
            lead=0.05,
        ),
        source="Murray, Mathematical Biology, volume 2, chapter 13 (without recovery)",
    ),
    Law(
        name="sinking_particles",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xx, v_xx)",
        right=("u_xx + 2*u*u_x - u*v_x - v*u_x", "v_xx + 2*v*v_x - u*v_x - v*u_x"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0"), ("2*t", "x", "-u", "-v")),
        recipe=Waves(
            (0, 0.5), 2 * pi, ((-1, 1),) * 2, ((0.4, 1.2),) * 2, modes=3, cut=36, lead=0.03
        ),
        source="Esipov, Phys. Rev. E 52 (1995) 3711 (coupled equations of Burgers)",
    ),
    Law(
        name="ito_waves",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xx, u_xxx)",
        right=("-u_xxx - 6*u*u_x - 2*v*v_x", "-2*u*v_x - 2*v*u_x"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0"), ("3*t", "x", "-2*u", "-2*v")),
        recipe=Waves(
            (0, 0.16), 4 * pi, ((-0.5, 0.5), (0.8, 1.6)), ((0.3, 0.8), (0.2, 0.5)), cut=40
        ),
        source="Ito, Phys. Lett. A 91 (1982) 335; Ibragimov's handbook, volume 1",
    ),
    Law(
        name="transmission_line",
        equation="u_t, v_t = F(u, v, u_x, v_x)",
        right=("-v_x - u/2", "-u_x - v/4"),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "u", "v"),
            ("8*x", "8*t", "4*v - 3*x*u", "4*u - 3*x*v"),
        ),
        recipe=Waves((0, 1.5), 2 * pi, ((-1, 1),) * 2, ((0.5, 2),) * 2, modes=4, cut=10),
        source="Bluman & Kumei, section 4.2 (voltage and current of a line with losses)",
    ),
)
