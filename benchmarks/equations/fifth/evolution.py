"""Equations in t and x with one field: u_t = ... and u_tt = ..."""

from __future__ import annotations

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

FIRST = (
    Law(
        name="advection_diffusion_decay",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx/2 - u_x - u/4",),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("4*t", "2*x", "-3*t*u + 2*u*x"),
            ("0", "1", "0"),
            ("0", "t", "t*u - u*x"),
            ("0", "0", "u"),
        ),
        recipe=Waves((0, 1), 2 * pi, ((-0.5, 0.5),), ((0.5, 1.5),), modes=4, cut=16, points=64),
        source="books on water quality (a tracer in a river); the heat equation in a moving "
        "frame, without its projective symmetry, which is cubic",
    ),
    Law(
        name="traffic",
        equation="u_t = F(u, u_x, u_xx)",
        right=("-(1 - 2*u)*u_x + u_xx/5",),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("4*t", "2*x", "1 - 2*u"),
            ("2*t**2", "2*t*x", "-2*t*u + t - x"),
            ("0", "1", "0"),
            ("0", "2*t", "-1"),
        ),
        recipe=Waves((0, 1.5), 2 * pi, ((0.3, 0.6),), ((0.1, 0.35),)),
        source="Whitham, Linear and Nonlinear Waves: density of cars, Greenshields' law; all "
        "five symmetries of Burgers' equation, about u = 1/2",
    ),
    Law(
        name="sloping_aquifer",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u*u_xx + u_x**2 - u_x/2",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("t", "x", "u"), ("0", "1", "0"), ("0", "t - 2*x", "-4*u")),
        recipe=Waves((0, 1), 2 * pi, ((1, 2),), ((0.3, 0.8),)),
        source="Bear, Dynamics of Fluids in Porous Media: Boussinesq's equation over an inclined "
        "bed; the porous medium equation in a moving frame",
    ),
    Law(
        name="ageing_concrete",
        equation="u_t = F(t, u_xx)",
        right=("u_xx/t",),
        degree=2,
        dimension=5,
        generators=(
            ("t", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "x"),
            ("0", "0", "u"),
        ),
        recipe=Waves((1, 3), 2 * pi, ((-0.5, 0.5),), ((0.5, 1.5),), modes=4, cut=16, points=64),
        source="chloride in concrete, whose diffusivity falls as 1/t (Crank, Mathematics of "
        "Diffusion: diffusivity depending on time); after log(t) the heat equation",
    ),
    Law(
        name="richards_gardner",
        equation="u_t = F(u, u_x, u_xx)",
        right=("exp(u)*(u_xx + u_x**2 - u_x)",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("t", "0", "-1"), ("0", "1", "0")),
        recipe=Waves((0, 1), 2 * pi, ((-1, 0),), ((0.3, 0.8),)),
        source="infiltration into soil, Richards' equation with Gardner's exponential "
        "conductivity and gravity; shifts, and a scaling of t with a shift of u",
    ),
    Law(
        name="film_down_plate",
        equation="u_t = F(u, u_x, u_xxx, u_xxxx)",
        right=("-u**2*u_x - (u**3*u_xxxx + 3*u**2*u_x*u_xxx)/3",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("5*t", "-x", "-3*u"), ("0", "1", "0")),
        recipe=Waves((0, 1.5), 16, ((0.8, 1.2),), ((0.2, 0.4),), cut=28, points=84, lead=0.1),
        source="lubrication theory: film with surface tension on a vertical plate (Oron, Davis "
        "and Bankoff 1997); shifts and a scaling",
    ),
    Law(
        name="conserved_growth",
        equation="u_t = F(u_x, u_xx, u_xxx, u_xxxx)",
        right=("-u_xxxx - 2*u_xx**2 - 2*u_x*u_xxx",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("4*t", "x", "0"), ("0", "1", "0"), ("0", "0", "1")),
        recipe=Waves((0, 1), 16, ((-0.5, 0.5),), ((0.5, 1),), modes=4, cut=28, points=84, lead=0.1),
        source="Villain 1991, Lai and Das Sarma 1991: growth of crystals by molecular beams, "
        "without noise; shifts and a scaling",
    ),
    Law(
        name="kdv_burgers",
        equation="u_t = F(u, u_x, u_xx, u_xxx)",
        right=("-u*u_x + u_xx/5 - u_xxx",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "t", "1")),
        recipe=Waves((0, 1.5), 16, ((-0.5, 0.5),), ((0.8, 1.6),), cut=32, points=96),
        source="Johnson 1970: bores and waves in elastic tubes; shifts and Galilei's",
    ),
    Law(
        name="buckley_leverett",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx/5 - 2*u*(1 - u)*u_x/(1 - 2*u + 2*u**2)**2",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 0.8), 2 * pi, ((0.45, 0.55),), ((0.15, 0.35),)),
        source="books on reservoir engineering: water displacing oil, with capillary diffusion; "
        "shifts only",
    ),
    Law(
        name="self_heating",
        equation="u_t = F(u, u_xx)",
        right=("u_xx/2 + 2*exp(-1/u) - u/2",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 1), 2 * pi, ((0.8, 1.5),), ((0.2, 0.6),)),
        source="books on combustion: Arrhenius heating and Newton's cooling; shifts only",
    ),
    Law(
        name="bar_of_varying_conductivity",
        equation="u_t = F(x, u_x, u_xx)",
        right=("(2 + cos(x))*u_xx - sin(x)*u_x",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "0", "1"), ("0", "0", "u")),
        recipe=Waves((0, 0.5), 2 * pi, ((-0.5, 0.5),), ((0.5, 1.5),), modes=4, cut=24, points=64),
        source="books on heat conduction: composite bar, smooth conductivity; shift of "
        "time and superposition",
    ),
    Law(
        name="spruce_budworm",
        equation="u_t = F(u, u_xx)",
        right=("u_xx/2 + u - u**2/8 - u**2/(1 + u**2)",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 1), 2 * pi, ((1.5, 4),), ((0.5, 1.3),)),
        source="Ludwig, Aronson and Weinberger 1979; Murray, Mathematical Biology; shifts only",
    ),
)

SECOND = (
    Law(
        name="leaky_line",
        equation="u_tt = F(u, u_t, u_xx)",
        right=("u_xx - u_t/2 - u",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("4*x", "4*t", "-u*x"), ("0", "1", "0"), ("0", "0", "u")),
        recipe=Waves(
            (0, 3), 2 * pi, ((-0.3, 0.3),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=16, points=64
        ),
        source="Heaviside's telegraph equation of a line with losses in series and across; shifts, "
        "scaling of u, and a boost that acts on u",
    ),
    Law(
        name="gas_column",
        equation="u_tt = F(u_x, u_xx)",
        right=("u_xx/(1 + u_x/16)**3",),
        degree=2,
        dimension=6,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "t"),
            ("t", "x", "u"),
            ("0", "3*x", "u - 32*x"),
        ),
        recipe=Waves((0, 1.5), 12, ((-1, 1), (-1, 1)), ((1.5, 3.5), (0.5, 2))),
        source="sound of finite amplitude in the coordinates of Lagrange (Lamb, Hydrodynamics), "
        "for an adiabatic exponent 2; shifts and two scalings, one of them about x + u/16 = 0",
    ),
    Law(
        name="waves_in_expanding_space",
        equation="u_tt = F(t, u_t, u_xx)",
        right=("u_xx - u_t/t",),
        degree=2,
        dimension=7,
        generators=(
            ("t", "x", "0"),
            ("2*t*x", "t**2 + x**2", "-u*x"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "x"),
            ("0", "0", "u"),
            ("0", "0", "t**2 + 2*x**2"),
        ),
        recipe=Waves(
            (1, 3), 2 * pi, ((-0.3, 0.3),) * 2, ((0.5, 1.5),) * 2, modes=4, cut=16, points=64
        ),
        source="equation of Euler, Poisson and Darboux; polarised Gowdy waves in cosmology; "
        "shift of x, scalings, a conformal symmetry and superposition",
    ),
    Law(
        name="steep_string",
        equation="u_tt = F(u_x, u_xx)",
        right=("u_xx*(1 + u_x**2)**(-3/2)",),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("t", "x", "u"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "t"),
        ),
        recipe=Waves((0, 1.2), 12, ((-0.5, 0.5), (-0.2, 0.2)), ((0.5, 1), (0.2, 0.4)), modes=2),
        source="books on vibrations: string of constant tension, slope not small; shifts, motion "
        "at constant speed and a common scaling",
    ),
)

EVOLUTION = FIRST + SECOND
