"""Equations in t and x with one field: u_t = ... and u_tt = ..."""

from math import pi

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

FIRST_ORDER = (
    Law(
        name="traffic_flow",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx/5 - u_x + 2*u*u_x",),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "-2*t", "1"),
            ("2*t", "x", "1/2 - u"),
            ("t**2", "t*x", "t/2 - x/2 - t*u"),
        ),
        recipe=Waves((0, 2), 2 * pi, ((0.2, 0.6),), ((0.1, 0.35),)),
        source="Whitham, Linear and Nonlinear Waves, ch. 3 (density of cars, flow u*(1 - u), "
        "drivers who look ahead); the algebra of the Burgers equation",
    ),
    Law(
        name="buckley_leverett",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx/5 - 2*u*(1 - u)*u_x/(1 - 2*u + 2*u**2)**2",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 1), 6, ((0.4, 0.6),), ((0.1, 0.3),), cut=42),
        source="Bear, Dynamics of Fluids in Porous Media, ch. 9 (water that displaces oil); "
        "translations",
    ),
    Law(
        name="soil_drainage",
        equation="u_t = F(u, u_x, u_xx)",
        right=("exp(u)*(u_xx + u_x**2 + u_x)",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("t", "0", "-1")),
        recipe=Waves((0, 1.5), 8, ((-0.5, 0.5),), ((0.2, 0.6),), cut=24, points=96),
        source="Gardner 1958; Philip 1969 (soil water that drains by gravity, exponential "
        "conductivity); translations and a scaling of time",
    ),
    Law(
        name="coating_on_incline",
        equation="u_t = F(u, u_x, u_xxx, u_xxxx)",
        right=("-u**3*u_xxxx - 3*u**2*u_x*u_xxx - 3*u**2*u_x",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("-5*t", "x", "3*u")),
        recipe=Waves((0, 1.5), 12, ((0.8, 1.2),), ((0.1, 0.3),), cut=20, points=96),
        source="Huppert 1982; Oron, Davis and Bankoff 1997 (film that runs down an inclined "
        "plate, surface tension); translations and a scaling",
    ),
    Law(
        name="undular_bore",
        equation="u_t = F(u, u_x, u_xx, u_xxx)",
        right=("-u*u_x - u_xxx/10 + u_xx/5",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "t", "1")),
        recipe=Waves((0, 2), 8, ((-0.5, 0.5),), ((0.5, 1),), cut=32, points=96),
        source="Johnson 1970; Grad and Hu 1967 (Korteweg-de Vries-Burgers equation, bores and "
        "collisional plasma shocks); translations and Galilean boosts",
    ),
    Law(
        name="layered_rod",
        equation="u_t = F(x, u_x, u_xx)",
        right=("(2 + cos(x))*u_xx - sin(x)*u_x",),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "0", "1"), ("0", "0", "u")),
        recipe=Waves((0, 0.4), 2 * pi, ((-1, 1),), ((0.5, 1.5),), cut=30, points=96),
        source="Carslaw and Jaeger, Conduction of Heat in Solids, ch. 1 (periodic conductivity); "
        "time translation, adding a constant, and scaling of u",
    ),
    Law(
        name="spruce_budworm",
        equation="u_t = F(u, u_xx)",
        right=("u_xx + u*(1 - u/6) - 2*u**2/(1 + u**2)",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 2), 14, ((1, 4),), ((0.5, 1),), cut=26, points=96),
        source="Ludwig, Jones and Holling 1978; Murray, Mathematical Biology I, ch. 1 and II, "
        "ch. 2; translations",
    ),
    Law(
        name="arrhenius_reaction",
        equation="u_t = F(u, u_xx)",
        right=("u_xx + 2*exp(-1/u) - u/2",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 1.5), 12, ((0.8, 2),), ((0.3, 0.6),), cut=28, points=96),
        source="Zeldovich, Barenblatt, Librovich and Makhviladze, Mathematical Theory of "
        "Combustion, ch. 1 (heat release with Arrhenius law and heat loss); translations",
    ),
    Law(
        name="thermal_grooving",
        equation="u_t = F(u_x, u_xx, u_xxx, u_xxxx)",
        right=(
            "-u_xxxx/(1 + u_x**2)**2 + (10*u_x*u_xx*u_xxx + 3*u_xx**3)/(1 + u_x**2)**3 "
            "- 18*u_x**2*u_xx**3/(1 + u_x**2)**4",
        ),
        degree=1,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "-u", "x"),
            ("4*t", "x", "u"),
        ),
        recipe=Waves((0, 0.6), 10, ((-1, 1),), ((0.4, 0.7),), modes=2, cut=22, points=96),
        source="Mullins 1957 (a surface smoothed by surface diffusion); translations, rotation "
        "and scaling",
    ),
    Law(
        name="beam_epitaxy",
        equation="u_t = F(u_x, u_xx, u_xxx, u_xxxx)",
        right=("-u_xxxx - u_x*u_xxx - u_xx**2",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"), ("4*t", "x", "0")),
        recipe=Waves((0, 0.5), 10, ((-1, 1),), ((0.5, 1.2),), cut=22, points=96),
        source="Barabasi and Stanley, Fractal Concepts in Surface Growth, ch. 14 (Villain, Lai "
        "and Das Sarma without noise); translations and a scaling",
    ),
    Law(
        name="growing_diffusivity",
        equation="u_t = F(t, u_xx)",
        right=("t*u_xx",),
        degree=2,
        dimension=7,
        generators=(
            ("0", "1", "0"),
            ("t", "x", "0"),
            ("0", "t**2", "-x*u"),
            ("0", "0", "u"),
            ("0", "0", "1"),
            ("0", "0", "x"),
            ("0", "0", "t**2 + x**2"),
        ),
        recipe=Waves((0.2, 1.5), 8, ((1.5, 2.5),), ((0.5, 1.5),), cut=24, points=96),
        source="Batchelor 1949; Csanady, Turbulent Diffusion in the Environment, ch. 2 (young "
        "cloud in turbulent air); polynomial part, with three polynomial solutions",
    ),
    Law(
        name="river_pollutant",
        equation="u_t = F(u, u_x, u_xx)",
        right=("u_xx/5 - u_x - u/2",),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "u"),
            ("2*t", "x + t", "-t*u"),
            ("0", "2*t", "-5*(x - t)*u"),
        ),
        recipe=Waves((0, 2), 8, ((0.5, 1.5),), ((0.3, 0.8),), cut=28, points=96),
        source="Chapra, Surface Water-Quality Modeling, lect. 10 (advection, dispersion and first "
        "order decay); the heat algebra up to degree 2, no solution is a polynomial",
    ),
)

SECOND_ORDER = (
    Law(
        name="gas_column",
        equation="u_tt = F(u_x, u_xx)",
        right=("u_xx/(9/8 + u_x)**2",),
        degree=2,
        dimension=6,
        generators=(
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "0", "1"),
            ("0", "0", "t"),
            ("0", "x", "-9*x/8"),
            ("t", "0", "9*x/8 + u"),
        ),
        recipe=Waves((0, 1), 8, ((-0.2, 0.2), (-0.2, 0.2)), ((0.1, 0.25), (0.1, 0.25)), 2),
        source="Courant and Friedrichs, Supersonic Flow and Shock Waves, ch. 1 (displacement in "
        "an isothermal gas, Lagrangian); translations, a boost and two scalings",
    ),
    Law(
        name="telegraph_line",
        equation="u_tt = F(u, u_t, u_xx)",
        right=("u_xx - u_t - 2*u",),
        degree=2,
        dimension=4,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "0", "u"), ("x", "t", "-x*u/2")),
        recipe=Waves((0, 4), 8, ((-1, 1), (-1, 1)), ((0.5, 1), (0.5, 1)), cut=24, points=96),
        source="Stratton, Electromagnetic Theory, ch. 9 (line with resistance and leakage); the "
        "boost survives with a factor that grows along it",
    ),
    Law(
        name="gravitational_waves",
        equation="u_tt = F(t, u_t, u_xx)",
        right=("u_xx - 4*u_t/t",),
        degree=2,
        dimension=7,
        generators=(
            ("0", "1", "0"),
            ("t", "x", "0"),
            ("0", "0", "u"),
            ("2*t*x", "t**2 + x**2", "-4*x*u"),
            ("0", "0", "1"),
            ("0", "0", "x"),
            ("0", "0", "5*x**2 + t**2"),
        ),
        recipe=Waves((1, 4), 2 * pi, ((-1, 1), (-1, 1)), ((0.5, 1), (0.5, 1)), cut=24, points=96),
        source="Weinberg, Cosmology, ch. 5 (tensor modes in the matter era, conformal time); a "
        "conformal algebra and three polynomial solutions",
    ),
    Law(
        name="josephson_line",
        equation="u_tt = F(u, u_t, u_xx)",
        right=("u_xx - sin(u) - u_t/5 + 1/4",),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "1", "0")),
        recipe=Waves((0, 4), 10, ((-2, 2), (-0.5, 0.5)), ((0.5, 1.5), (0.5, 1)), cut=36),
        source="McLaughlin and Scott 1978 (long Josephson junction with loss and bias current); "
        "translations",
    ),
)

EVOLUTION: tuple[Law, ...] = FIRST_ORDER + SECOND_ORDER
