"""Equations in t and x: u_t = ..., u_tt = ..."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

EVOLUTION = (
    # ------------------------------------------------------------ diffusion and reaction
    Law(
        name="strong_absorption",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx - u**(1/2)",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("2*t", "x", "4*u")),
        recipe=Waves((0, 0.5), 2 * pi, ((1.5, 3),), ((0.4, 0.9),), modes=4, cut=28, lead=0.05),
        source="Ibragimov's handbook, volume 1, 10.1 (heat equation with a sink, power 1/2)",
    ),
    Law(
        name="modified_burgers",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx - u**2*u_x",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("4*t", "2*x", "-u")),
        recipe=Waves((0, 0.5), 2 * pi, ((-1, 1),), ((0.5, 1.5),), modes=4, cut=36, lead=0.03),
        source="Nimmo & Crighton, Phil. Trans. R. Soc. A 320 (1986) 1 (cubic sound in a fluid)",
    ),
    Law(
        name="cylindrical_burgers",
        equation="u_t = F(t, u, u_x, u_xx)",
        right=("u_xx - u*u_x - u/(2*t)",),
        degree=2,
        dimension=2,
        generators=(("0", "1", "0"), ("2*t", "x", "-u")),
        recipe=Waves((0.5, 1.1), 2 * pi, ((-1, 1),), ((0.5, 2),), modes=4, cut=36, lead=0.03),
        source="Doyle & Englefield, IMA J. Appl. Math. 44 (1990) 145 (generalised Burgers)",
    ),
    Law(
        name="washboard_density",
        equation="u_t = F(x, u, u_x, u_xx)",
        right=("u_xx/2 + sin(x)*u_x + cos(x)*u",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "0", "u")),
        recipe=Waves((0, 0.8), 2 * pi, ((-1, 1),), ((0.5, 2),), modes=4, cut=36, lead=0.05),
        source="Risken, The Fokker-Planck Equation, chapter 11; superposition of solutions besides",
    ),
    Law(
        name="seasonal_growth",
        equation="u_t = F(t, u, u_xx)",
        right=("u_xx + u*(1 + 2*sin(4*t) - u)",),
        degree=2,
        dimension=1,
        generators=(("0", "1", "0"),),
        recipe=Waves((0, 1.5), 4 * pi, ((1, 2.5),), ((0.4, 0.95),), modes=4, cut=28, lead=0.1),
        source="Cantrell & Cosner, Spatial Ecology via Reaction-Diffusion Equations, chapter 2",
    ),
    Law(
        name="exponential_mobility",
        equation="u_t = F(t, u, u_xx)",
        right=("exp(u)*u_xx",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("2*t", "x", "0"), ("t", "0", "-1")),
        recipe=Waves((0, 0.4), 2 * pi, ((-1, 0.3),), ((0.3, 0.9),), modes=4, cut=40, lead=0.03),
        source="Akhatov, Gazizov & Ibragimov, J. Sov. Math. 55 (1991) 1401 (nonlinear filtration)",
    ),
    # ------------------------------------------------------------ fourth and fifth order
    Law(
        name="swift_hohenberg",
        equation="u_t = F(u, u_xx, u_xxxx)",
        right=("-u_xxxx - 2*u_xx - u/2 - u**3",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 0.6), 6 * pi, ((-0.5, 0.5),), ((0.5, 1.5),), modes=6, cut=26, lead=0.1),
        source="Cross & Greenside, Pattern Formation, chapter 2; translations only",
    ),
    Law(
        name="quantum_diffusion",
        equation="u_t = F(u, u_x, u_xx, u_xxx, u_xxxx)",
        right=("-u_xxxx + 2*u_x*u_xxx/u + 2*u_xx**2/u - 5*u_x**2*u_xx/u**2 + 2*u_x**4/u**3",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("4*t", "x", "0"), ("0", "0", "u")),
        recipe=Waves((0, 0.5), 6 * pi, ((1, 2),), ((0.2, 0.7),), modes=5, cut=26, lead=0.05),
        source="Derrida, Lebowitz, Speer & Spohn, Phys. Rev. Lett. 67 (1991) 165",
    ),
    Law(
        name="kawahara",
        equation="u_t = F(u, u_x, u_xxx, u_xxxxx)",
        right=("-u*u_x - u_xxx + u_xxxxx/10",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "t", "1")),
        recipe=Waves((0, 0.3), 6 * pi, ((-1, 1),), ((0.5, 2),), modes=4, cut=26),
        source="Kawahara, J. Phys. Soc. Japan 33 (1972) 260 (waves under an ice sheet)",
    ),
    # ------------------------------------------------------------ second order in time
    Law(
        name="klein_gordon",
        equation="u_tt = F(u, u_t, u_x, u_xx)",
        right=("u_xx - u",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("x", "t", "0"), ("0", "0", "u")),
        recipe=Waves((0, 1.5), 4 * pi, ((-1, 1), (-1, 1)), ((0.5, 2), (0.5, 2)), modes=4, cut=26),
        source="Bluman & Kumei, section 4.2 (linear equations); superposition besides",
    ),
    Law(
        name="lattice_wave",
        equation="u_tt = F(u, u_x, u_xx)",
        right=("u_xx + u_x*u_xx",),
        degree=2,
        dimension=6,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "t"),
            ("t", "x", "u"),
            ("0", "x", "2*x + 3*u"),
        ),
        recipe=Waves((0, 1.2), 4 * pi, ((-1, 1), (-1, 1)), ((0.2, 0.6), (0.2, 0.5)), cut=40),
        source="Zabusky, J. Math. Phys. 3 (1962) 1028 (chain of Fermi, Pasta and Ulam, long waves)",
    ),
    Law(
        name="beam_on_cubic_bed",
        equation="u_tt = F(u, u_xx, u_xxxx)",
        right=("-u_xxxx - u**3",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("2*t", "x", "-2*u")),
        recipe=Waves(
            (0, 1.2), 4 * pi, ((-1, 1), (-1, 1)), ((0.5, 1.5), (0.5, 1.5)), modes=4, cut=26
        ),
        source="Nayfeh & Mook, Nonlinear Oscillations, chapter 7 (beam on a foundation)",
    ),
)
