"""Ordinary equations: second order, third order, and systems of two of second order."""

from __future__ import annotations

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Curves

SECOND = (
    Law(
        name="delaunay",
        equation="y_xx = F(y, y_x)",
        right=("(1 + y_x**2)/y - (1 + y_x**2)**(3/2)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 4), ((0.7, 1.4), (-0.5, 0.5)), floor=0.1),
        source="surfaces of revolution of constant mean curvature (Delaunay; liquid bridges in "
        "books on capillarity); the pressure fixes the length, only the shift along the axis stays",
    ),
    Law(
        name="sitnikov",
        equation="y_xx = F(y)",
        right=("-y*(1 + y**2)**(-3/2)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 6), ((-1.5, 1.5), (-0.8, 0.8))),
        source="books on celestial mechanics (circular Sitnikov problem), also a charge on the "
        "axis of a ring; shift of time",
    ),
    Law(
        name="great_circle",
        equation="y_xx = F(y, y_x)",
        right=("-sin(y)*cos(y) - 2*sin(y)*y_x**2/cos(y)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 3), ((-0.8, 0.8), (-0.7, 0.7)), bound=3.0),
        source="geodesics of the sphere, latitude over longitude; the algebra is sl(3), but all "
        "of it except the shift of longitude is trigonometric",
    ),
    Law(
        name="fin_with_varying_conductivity",
        equation="y_xx = F(y, y_x)",
        right=("(y - y_x**2)/(1 + y)",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 2), ((0.3, 1.2), (-1, 0.5)), floor=-0.3),
        source="books on heat transfer: straight cooling fin, conductivity linear in the "
        "temperature; shift along the fin",
    ),
    Law(
        name="oxygen_in_cell",
        equation="y_xx = F(x, y, y_x)",
        right=("-2*y_x/x + y/(1 + y)",),
        degree=2,
        dimension=0,
        generators=(),
        recipe=Curves((1, 4), ((0.2, 2), (-0.5, 0.5)), floor=0.0),
        source="oxygen in a spherical cell with Michaelis-Menten uptake (Lin 1976; McElwain "
        "1978); nothing is left",
    ),
    Law(
        name="moisture_front",
        equation="y_xx = F(x, y, y_x)",
        right=("-(y_x**2 + 2*x*y_x)/y",),
        degree=2,
        dimension=1,
        generators=(("x", "2*y"),),
        recipe=Curves((0, 1.5), ((1, 2), (-0.8, 0.3)), floor=0.3),
        source="Crank, Mathematics of Diffusion: Boltzmann variable with a diffusivity "
        "proportional to the content; common scaling of x and y",
    ),
    Law(
        name="rocket_with_drag",
        equation="y_xx = F(x, y_x)",
        right=("-1 + (2 - y_x/2)/(5 - x)",),
        degree=2,
        dimension=3,
        generators=(("5 - x", "4*x - 2*y"), ("0", "1"), ("0", "y + x**2 - 14*x")),
        recipe=Curves((0, 3), ((-1, 1), (0, 2))),
        source="books on mechanics: rising rocket of falling mass with linear drag; linear, "
        "the polynomial part",
    ),
    Law(
        name="thick_cylinder",
        equation="y_xx = F(x, y, y_x)",
        right=("-y_x/x + y/x**2",),
        degree=2,
        dimension=3,
        generators=(("x", "0"), ("0", "x"), ("0", "y")),
        recipe=Curves((1, 4), ((-1, 1), (-1, 1))),
        source="books on elasticity: Lame's thick cylinder; linear with the "
        "solutions x and 1/x, of which the polynomial part counts",
    ),
    Law(
        name="driven_van_der_pol",
        equation="y_xx = F(x, y, y_x)",
        right=("(1 - y**2)*y_x - y + cos(x)/2",),
        degree=2,
        dimension=0,
        generators=(),
        recipe=Curves((0, 6), ((-2, 2), (-2, 2)), points=160),
        source="Van der Pol and Van der Mark 1927, driven triode; nothing is left",
    ),
    Law(
        name="plasma_sheath",
        equation="y_xx = F(y)",
        right=("y**(-1/2) - 3*exp(-y/2)/2",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 3), ((1, 3), (-0.6, 0.8)), floor=0.3),
        source="books on plasma physics: sheath of cold ions and thermal electrons (Bohm), in the "
        "ion energy; shift",
    ),
)

THIRD = (
    Law(
        name="jeffery_hamel",
        equation="y_xxx = F(y, y_x)",
        right=("-2*y*y_x - 4*y_x",),
        degree=2,
        dimension=2,
        generators=(("1", "0"), ("x", "-2*y - 4")),
        recipe=Curves((0, 2), ((-1.5, 1.5), (-1, 1), (-2, 2))),
        source="books on viscous flow: radial flow in a wedge; shift of the angle and a scaling "
        "about y = -2",
    ),
    Law(
        name="film_on_wall",
        equation="y_xxx = F(y)",
        right=("y**(-3) - 1",),
        degree=2,
        dimension=1,
        generators=(("1", "0"),),
        recipe=Curves((0, 3), ((0.8, 1.3), (-0.3, 0.3), (-0.3, 0.3)), floor=0.5),
        source="Tuck and Schwartz 1990: steady film draining down a dry wall; shift",
    ),
    Law(
        name="sandwich_beam",
        equation="y_xxx = F(x, y_x)",
        right=("y_x - x/2",),
        degree=2,
        dimension=3,
        generators=(("2", "x"), ("0", "1"), ("0", "-x**2 + 4*y")),
        recipe=Curves((0, 2), ((-1, 1), (-1, 1), (-1, 1))),
        source="Krajcinovic 1972: three-layer beam under uniform load; linear, with the "
        "particular solution x**2/4",
    ),
)

PAIRS = (
    Law(
        name="projectile_with_drag",
        equation="y_xx, z_xx = F(y_x, z_x)",
        right=(
            "-y_x*(y_x**2 + z_x**2)**(1/2)/4",
            "-1 - z_x*(y_x**2 + z_x**2)**(1/2)/4",
        ),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1")),
        recipe=Curves((0, 2.5), ((-1, 1), (0.5, 3), (-1, 1), (0, 3))),
        source="books on mechanics and ballistics: shot with quadratic drag; three shifts, gravity "
        "and drag together leave no scaling",
    ),
    Law(
        name="orbit_with_drag",
        equation="y_xx, z_xx = F(y, z, y_x, z_x)",
        right=(
            "-y/(y**2 + z**2)**(3/2) - y_x/8",
            "-z/(y**2 + z**2)**(3/2) - z_x/8",
        ),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "z", "-y")),
        recipe=Curves((0, 4), ((0.8, 1.5), (-0.4, 0.4), (-0.5, 0.5), (0.7, 1.1)), bound=1.6),
        source="Kepler's problem with linear drag (Danby, Fundamentals of Celestial Mechanics); "
        "shift of time and rotation",
    ),
    Law(
        name="cubic_coupling_spring",
        equation="y_xx, z_xx = F(y, z)",
        right=("-y - (y - z)**3", "-z - (z - y)**3"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("0", "y + z", "y + z")),
        recipe=Curves((0, 5), ((-1.2, 1.2), (-1.2, 1.2), (-1.2, 1.2), (-1.2, 1.2))),
        source="nonlinear normal modes (Vakakis and others): two oscillators and a cubic spring; "
        "shift and scaling of the mode in phase, which is linear",
    ),
    Law(
        name="two_reagents_in_slab",
        equation="y_xx, z_xx = F(y, z)",
        right=("y*z", "2*y*z"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0"), ("x", "-2*y", "-2*z")),
        recipe=Curves((0, 1.5), ((0.3, 1.5), (-1, 0.5), (0.3, 1.5), (-1, 0.5))),
        source="books on chemical engineering (gas absorption with a reaction of second order); "
        "shift and a scaling",
    ),
    Law(
        name="damped_pendulum_in_plane",
        equation="y_xx, z_xx = F(y, z, y_x, z_x)",
        right=("-y - y_x/4", "-z - z_x/4"),
        degree=2,
        dimension=5,
        generators=(
            ("1", "0", "0"),
            ("0", "y", "0"),
            ("0", "z", "0"),
            ("0", "0", "y"),
            ("0", "0", "z"),
        ),
        recipe=Curves((0, 6), ((-1, 1), (-1, 1), (-1, 1), (-1, 1))),
        source="small swings of a damped spherical pendulum; shift and gl(2), other symmetries are "
        "exponential",
    ),
)

ODES = SECOND + THIRD + PAIRS
