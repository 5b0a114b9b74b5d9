"""Twins of laws of this set in which a small added term breaks a symmetry."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Curves, Waves

BROKEN = (
    Law(
        name="sitnikov_losing_mass",
        equation="y_xx = F(x, y)",
        right=("-y*(1 - x/330)*(1 + y**2)**(-3/2)",),
        degree=2,
        dimension=0,
        generators=(),
        recipe=Curves((0, 6), ((-1.5, 1.5), (-0.8, 0.8))),
        source="sitnikov with primaries that lose mass; the shift of time is broken and nothing "
        "is left",
        twin="sitnikov",
        broken=0.01,
    ),
    Law(
        name="orbit_in_weak_field",
        equation="y_xx, z_xx = F(y, z, y_x, z_x)",
        right=(
            "-y/(y**2 + z**2)**(3/2) - y_x/8 + 1/84",
            "-z/(y**2 + z**2)**(3/2) - z_x/8",
        ),
        degree=2,
        dimension=1,
        generators=(("1", "0", "0"),),
        recipe=Curves((0, 4), ((0.8, 1.5), (-0.4, 0.4), (-0.5, 0.5), (0.7, 1.1)), bound=1.6),
        source="orbit_with_drag and a uniform pull; the rotation is broken",
        twin="orbit_with_drag",
        broken=0.01,
    ),
    Law(
        name="conserved_growth_with_diffusion",
        equation="u_t = F(u_x, u_xx, u_xxx, u_xxxx)",
        right=("-u_xxxx - 2*u_xx**2 - 2*u_x*u_xxx + u_xx/91",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")),
        recipe=Waves((0, 1), 16, ((-0.5, 0.5),), ((0.5, 1),), modes=4, cut=28, points=84, lead=0.1),
        source="conserved_growth and a little of Edwards and Wilkinson's relaxation; the scaling "
        "is broken",
        twin="conserved_growth",
        broken=0.01,
    ),
    Law(
        name="kdv_burgers_with_friction",
        equation="u_t = F(u, u_x, u_xx, u_xxx)",
        right=("-u*u_x + u_xx/5 - u_xxx - u/230",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 1.5), 16, ((-0.5, 0.5),), ((0.8, 1.6),), cut=32, points=96),
        source="kdv_burgers and friction; Galilei's symmetry becomes exponential in t",
        twin="kdv_burgers",
        broken=0.01,
    ),
    Law(
        name="carleman_with_absorption",
        equation="u_t, v_t = F(u, v, u_x, v_x)",
        right=("-u_x - u**2 + v**2 - u/440", "v_x + u**2 - v**2 - v/440"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1.2), 2 * pi, ((0.3, 0.9),) * 2, ((0.15, 0.3),) * 2),
        source="carleman and absorption at a constant rate; the scaling is broken",
        twin="carleman",
        broken=0.01,
    ),
    Law(
        name="jeffery_hamel_damped",
        equation="y_xxx = F(y, y_x, y_xx)",
        right=("-2*y*y_x - 4*y_x + y_xx/9",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 2), ((-1.5, 1.5), (-1, 1), (-2, 2))),
        source="jeffery_hamel with a small term of second order; the scaling is broken",
        twin="jeffery_hamel",
        broken=0.05,
    ),
    Law(
        name="projectile_in_thinning_air",
        equation="y_xx, z_xx = F(z, y_x, z_x)",
        right=(
            "-y_x*(1 - z/12)*(y_x**2 + z_x**2)**(1/2)/4",
            "-1 - z_x*(1 - z/12)*(y_x**2 + z_x**2)**(1/2)/4",
        ),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Curves((0, 2.5), ((-1, 1), (0.5, 3), (-1, 1), (0, 3))),
        source="projectile_with_drag where the air thins with height; the vertical shift is broken",
        twin="projectile_with_drag",
        broken=0.05,
    ),
    Law(
        name="sloping_aquifer_with_uptake",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u*u_xx + u_x**2 - u_x/2 - u**2/210",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("2*t", "t", "-2*u"), ("0", "1", "0")),
        recipe=Waves((0, 1), 2 * pi, ((1, 2),), ((0.3, 0.8),)),
        source="sloping_aquifer and an uptake that grows with the square of the depth; the "
        "scaling of x and t is broken, that of t and u stays",
        twin="sloping_aquifer",
        broken=0.05,
    ),
    Law(
        name="leaky_line_with_diodes",
        equation="u_tt = F(u, u_t, u_xx)",
        right=("u_xx - u_t/2 - u - 4*u**2/9",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves(
            (0, 3), 2 * pi, ((-0.3, 0.3),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=24, points=64
        ),
        source="leaky_line with a leak that is not linear; superposition is broken, and with it "
        "the boost, which needs the scaling of u",
        twin="leaky_line",
        broken=0.05,
    ),
    Law(
        name="gas_column_with_friction",
        equation="u_tt = F(u_t, u_x, u_xx)",
        right=("u_xx/(1 + u_x/16)**3 - u_t/18",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "3*x", "u - 32*x"), ("0", "0", "1")),
        recipe=Waves((0, 1.5), 12, ((-1, 1), (-1, 1)), ((1.5, 3.5), (0.5, 2))),
        source="gas_column and friction; motion at constant speed and the common scaling are "
        "broken",
        twin="gas_column",
        broken=0.05,
    ),
    Law(
        name="damped_pendulum_in_oval_bowl",
        equation="y_xx, z_xx = F(y, z, y_x, z_x)",
        right=("-y - y_x/4", "-9*z/7 - z_x/4"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "y", "0"), ("0", "0", "z")),
        recipe=Curves((0, 6), ((-1, 1), (-1, 1), (-1, 1), (-1, 1))),
        source="damped_pendulum_in_plane with unequal strengths; the two directions no longer mix",
        twin="damped_pendulum_in_plane",
        broken=0.2,
    ),
    Law(
        name="rotating_disc",
        equation="y_xx = F(x, y, y_x)",
        right=("-y_x/x + y/x**2 - x/72",),
        degree=2,
        dimension=2,
        generators=(("x", "3*y"), ("0", "x")),
        recipe=Curves((1, 4), ((-1, 1), (-1, 1))),
        source="books on elasticity: thick_cylinder with a centrifugal load; the scaling of y now "
        "needs the particular solution, a cubic, or a scaling of x",
        twin="thick_cylinder",
        broken=0.2,
    ),
    Law(
        name="traffic_with_curved_law",
        equation="u_t = F(u, u_x, u_xx)",
        right=("-(1 - 2*u)*u_x + u_xx/5 - 3*u**2*u_x/10",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("12*t", "-14*t + 6*x", "10 - 3*u"), ("0", "1", "0")),
        recipe=Waves((0, 1.5), 2 * pi, ((0.3, 0.6),), ((0.1, 0.35),)),
        source="traffic with a cubic flux; Galilei's and the projective symmetry are broken, a "
        "scaling in a moving frame stays",
        twin="traffic",
        broken=0.2,
    ),
    Law(
        name="massive_waves_in_expanding_space",
        equation="u_tt = F(t, u, u_t, u_xx)",
        right=("u_xx - u_t/t - 7*u/8",),
        degree=2,
        dimension=2,
        generators=(("0", "1", "0"), ("0", "0", "u")),
        recipe=Waves(
            (1, 3), 2 * pi, ((-0.3, 0.3),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=16, points=64
        ),
        source="waves_in_expanding_space with a mass; only the shift of x and the "
        "scaling of u stay",
        twin="waves_in_expanding_space",
        broken=0.2,
    ),
    Law(
        name="saturable_medium_birefringent",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=(
            "-v_xx - 2*(u**2 + v**2)*v/(1 + u**2 + v**2)",
            "u_xx + 2*(u**2 + v**2)*u/(1 + u**2 + v**2) + u/3",
        ),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves((0, 1), 10, ((-0.3, 0.3),) * 2, ((0.6, 1.1),) * 2, cut=32, points=96),
        source="saturable_medium with a term that depends on the phase, as in parametric "
        "amplifiers; the phase and Galilei's symmetry are broken",
        twin="saturable_medium",
        broken=0.2,
    ),
)
