"""Equations in t and x with two fields."""

from benchmarks.equations.laws.base import Law
from benchmarks.equations.laws.data import Waves

SYSTEMS: tuple[Law, ...] = (
    Law(
        name="alfven_waves",
        equation="u_t, v_t = F(u, v, u_x, v_x, u_xx, v_xx)",
        right=(
            "-v_xx - (3*u**2 + v**2)*u_x - 2*u*v*v_x",
            "u_xx - (u**2 + 3*v**2)*v_x - 2*u*v*u_x",
        ),
        degree=2,
        dimension=4,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "-v", "u"),
            ("4*t", "2*x", "-u", "-v"),
        ),
        recipe=Waves((0, 0.6), 10, ((-0.5, 0.5), (-0.5, 0.5)), ((0.3, 0.7), (0.3, 0.7)), cut=36),
        source="Kaup and Newell 1978; Mjolhus 1976 (derivative Schroedinger equation of Alfven "
        "waves along the field); translations, rotation of the phase, scaling",
    ),
    Law(
        name="photorefractive_beam",
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
            ("0", "0", "-v", "u"),
            ("0", "2*t", "-x*v", "x*u"),
        ),
        recipe=Waves((0, 1), 10, ((-1, 1), (-1, 1)), ((0.5, 1), (0.5, 1)), cut=30, points=96),
        source="Kivshar and Agrawal, Optical Solitons, ch. 1 and 2 (saturable nonlinearity); "
        "translations, rotation of the phase and Galilean boosts",
    ),
    Law(
        name="mass_mixing_epidemic",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx/2 - 2*u*v/(u + 13*v/20)", "v_xx + 2*u*v/(u + 13*v/20) - v/2"),
        degree=2,
        dimension=3,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0"), ("0", "0", "u", "v")),
        recipe=Waves(
            (0, 2), 14, ((0.8, 2), (0.5, 1.5)), ((0.3, 0.6), (0.2, 0.4)), cut=28, points=96
        ),
        source="Brauer and Castillo-Chavez, Mathematical Models in Population Biology and "
        "Epidemiology, ch. 9 (frequency-dependent incidence, the ill go out less); both "
        "numbers scale together",
    ),
    Law(
        name="activator_inhibitor",
        equation="u_t, v_t = F(u, v, u_xx, v_xx)",
        right=("u_xx/4 + u**2/v - u", "2*v_xx + u**2 - v"),
        degree=2,
        dimension=2,
        generators=(("1", "0", "0", "0"), ("0", "1", "0", "0")),
        recipe=Waves(
            (0, 1.5), 12, ((0.7, 1.5), (0.8, 1.6)), ((0.2, 0.4), (0.2, 0.4)), cut=28, points=96
        ),
        source="Gierer and Meinhardt 1972; Murray, Mathematical Biology II, ch. 2; translations",
    ),
    Law(
        name="laser_heated_metal",
        equation="u_t, v_t = F(u, v, u_xx)",
        right=("u_xx + 2*(v - u)", "u - v"),
        degree=2,
        dimension=6,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "u", "v"),
            ("0", "0", "1", "1"),
            ("0", "0", "x", "x"),
            ("0", "0", "3*x**2 + 2*t", "3*x**2 + 2*t - 2"),
        ),
        recipe=Waves((0, 2), 10, ((-1, 1), (-1, 1)), ((0.5, 1.2), (0.5, 1.2)), cut=24, points=96),
        source="Anisimov, Kapeliovich and Perelman 1974 (temperatures of electrons and lattice); "
        "linear, with three polynomial solutions",
    ),
    Law(
        name="varactor_line",
        equation="u_t, v_t = F(u, u_x, v_x)",
        right=("-v_x/(10/9 + u)", "-u_x"),
        degree=2,
        dimension=7,
        generators=(
            ("1", "0", "0", "0"),
            ("0", "1", "0", "0"),
            ("0", "0", "0", "1"),
            ("v", "-u", "0", "0"),
            ("u**2/2 + 10*u/9", "-v", "0", "0"),
            ("t", "x", "0", "0"),
            ("t", "0", "2*u + 20/9", "3*v"),
        ),
        recipe=Waves((0, 1), 8, ((-0.2, 0.2), (-0.3, 0.3)), ((0.1, 0.3), (0.1, 0.3)), 2),
        source="Scott, Nonlinear Science, ch. 5 (line of capacitors whose charge is quadratic in "
        "the voltage); translations, two scalings, and two solutions of the "
        "hodograph equations",
    ),
)
