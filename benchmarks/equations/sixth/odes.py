"""Ordinary equations: second order, third order, and systems of two."""

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Curves

SECOND_ORDER = (
    Law(
        name="heavy_elastica",
        equation="y_xx = F(x, y)",
        right=("x*cos(y)",),
        degree=2,
        dimension=0,
        generators=(),
        recipe=Curves((0, 3), ((-1, 2), (-1, 1))),
        source="Love, Treatise on the Mathematical Theory of Elasticity, ch. XIX (angle of a "
        "flexible rod that bends under its own weight); x enters explicitly, nothing is left",
    ),
    Law(
        name="cylindrical_diode",
        equation="y_xx = F(x, y, y_x)",
        right=("-y_x/x + y**(-1/2)/x",),
        degree=2,
        dimension=1,
        generators=(("3*x", "2*y"),),
        recipe=Curves((1, 4), ((0.5, 2), (-0.5, 1)), floor=0.2),
        source="Langmuir and Blodgett 1923 (space charge between coaxial cylinders); one scaling",
    ),
    Law(
        name="dust_universe",
        equation="y_xx = F(y)",
        right=("-1/(2*y**2) + y/3",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 2), ((0.8, 2), (-0.4, 1)), floor=0.4),
        source="Weinberg, Cosmology, ch. 1 (scale factor, dust and cosmological constant); time "
        "translation only",
    ),
    Law(
        name="oxygen_in_cell",
        equation="y_xx = F(x, y, y_x)",
        right=("-2*y_x/x + 3*y/(1 + y)",),
        degree=2,
        dimension=0,
        generators=(),
        recipe=Curves((1, 3), ((0.2, 2), (-1.5, 1)), floor=-0.3),
        source="Keener and Sneyd, Mathematical Physiology, ch. 2; Lin 1976 (uptake in a spherical "
        "cell by Michaelis-Menten kinetics); nothing is left",
    ),
    Law(
        name="capillary_rise",
        equation="y_xx = F(y, y_x)",
        right=("(1 - y_x**2 - y*y_x)/y",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 2), ((0.5, 2), (-0.5, 1.5)), floor=0.2),
        source="Bosanquet 1923 (liquid that enters a capillary tube); linear in y**2, but of its "
        "eight symmetries only the translation is a polynomial",
    ),
    Law(
        name="duffing_harmonic",
        equation="y_xx = F(y)",
        right=("-y**3/(1 + y**2)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 8), ((-2, 2), (-1.5, 1.5))),
        source="Mickens, Truly Nonlinear Oscillations, ch. 2 (Duffing-harmonic oscillator); time "
        "translation",
    ),
    Law(
        name="laser_relaxation",
        equation="y_xx = F(y)",
        right=("1 - exp(y)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 6), ((-2, 1), (-1, 1))),
        source="Oppo and Politi 1985 (logarithm of the intensity of a class-B laser, a particle "
        "in a Toda potential); time translation",
    ),
    Law(
        name="lame_tube",
        equation="y_xx = F(x, y, y_x)",
        right=("-y_x/x + y/x**2",),
        degree=2,
        dimension=3,
        generators=(("x", "0"), ("0", "y"), ("0", "x")),
        recipe=Curves((0.5, 2.5), ((-1, 1), (-2, 2))),
        source="Timoshenko and Goodier, Theory of Elasticity, ch. 4 (radial displacement in a "
        "thick tube, solutions x and 1/x); polynomial part of the eight",
    ),
    Law(
        name="kepler_orbit",
        equation="y_xx = F(y, y_x)",
        right=("2*y_x**2/y + y - y**2",),
        degree=2,
        dimension=2,
        generators=(("1", "0"), ("0", "y - y**2")),
        recipe=Curves((0, 6), ((0.75, 1.4), (-0.3, 0.3))),
        source="Goldstein, Classical Mechanics, ch. 3 (distance as a function of the angle); "
        "1/y is linear, the generators with sines are left out",
    ),
)

THIRD_ORDER = (
    Law(
        name="tanner_drop",
        equation="y_xxx = F(y)",
        right=("y**(-2)",),
        degree=2,
        dimension=3,
        generators=(("1", "0"), ("x", "y"), ("x**2", "2*x*y")),
        recipe=Curves((0, 2), ((0.5, 2), (-1, 1), (-1, 1)), floor=0.3),
        source="Tanner 1979; Oron, Davis and Bankoff 1997 (edge of a spreading drop); translation, "
        "scaling and a projective one",
    ),
    Law(
        name="jeffery_hamel",
        equation="y_xxx = F(y, y_x)",
        right=("-2*y*y_x - 4*y_x",),
        degree=2,
        dimension=2,
        generators=(("1", "0"), ("x", "-2*y - 4")),
        recipe=Curves((0, 2), ((-3, 3), (-3, 3), (-5, 5)), bound=20),
        source="Batchelor, Introduction to Fluid Dynamics, sec. 5.6 (flow in a wedge); "
        "translation, and a scaling about y = -2",
    ),
    Law(
        name="airy_product",
        equation="y_xxx = F(x, y, y_x)",
        right=("4*x*y_x + 2*y",),
        degree=2,
        dimension=1,
        generators=(("0", "y"),),
        recipe=Curves((-3, 1), ((-1, 1), (-2, 2), (-4, 4)), bound=20),
        source="Abramowitz and Stegun 10.4 (products of Airy functions); linear and equivalent "
        "to y_xxx = 0, but the other generators are not polynomials",
    ),
    Law(
        name="genesio_tesi",
        equation="y_xxx = F(y, y_x, y_xx)",
        right=("-11*y_xx/25 - 11*y_x/10 - y + y**2",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 6), ((-0.6, 0.6), (-0.6, 0.6), (-0.6, 0.6)), bound=5),
        source="Genesio and Tesi 1992 (a chaotic control loop); time translation",
    ),
)

SYSTEMS = (
    Law(
        name="gradient_drift",
        equation="y_xx, z_xx = F(y, y_x, z_x)",
        right=("y*z_x", "-y*y_x"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "0", "1"), ("x", "-y", "-z")),
        recipe=Curves((0, 4), ((-1.5, 1.5), (-1.5, 1.5), (-1, 1), (-1.5, 1.5))),
        source="Chen, Introduction to Plasma Physics, ch. 2 (charge near the neutral line of a "
        "magnetic field that grows linearly); two translations and a scaling",
    ),
    Law(
        name="shot_with_drag",
        equation="y_xx, z_xx = F(y_x, z_x)",
        right=(
            "-y_x*(y_x**2 + z_x**2)**(1/2)/2",
            "-1 - z_x*(y_x**2 + z_x**2)**(1/2)/2",
        ),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")),
        recipe=Curves((0, 2), ((-1, 1), (-2, 2), (-1, 1), (-1.5, 2.5))),
        source="Taylor, Classical Mechanics, ch. 2 (projectile with quadratic drag); translations",
    ),
    Law(
        name="spring_on_table",
        equation="y_xx, z_xx = F(y, z)",
        right=("-y + y*(y**2 + z**2)**(-1/2)", "-z + z*(y**2 + z**2)**(-1/2)"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "-z", "y")),
        recipe=Curves((0, 6), ((0.8, 1.8), (-0.6, 0.6), (-0.6, 0.6), (0.6, 1.3))),
        source="Kleppner and Kolenkow, Introduction to Mechanics, ch. 9 (mass on a spring of "
        "finite length that rotates on a smooth table); time translation and rotation",
    ),
    Law(
        name="half_plane_geodesics",
        equation="y_xx, z_xx = F(z, y_x, z_x)",
        right=("2*y_x*z_x/z", "(z_x**2 - y_x**2)/z"),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("x", "0", "0"),
            ("0", "1", "0"),
            ("0", "y", "z"),
            ("0", "y**2 - z**2", "2*y*z"),
        ),
        recipe=Curves((0, 2), ((-1, 1), (-0.8, 0.8), (0.8, 2), (-0.6, 0.6))),
        source="do Carmo, Riemannian Geometry, ch. 3 (geodesics of the half-plane with their own "
        "parameter); isometries and affine changes of the parameter",
    ),
)

ODES: tuple[Law, ...] = SECOND_ORDER + THIRD_ORDER + SYSTEMS
