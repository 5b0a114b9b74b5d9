"""Twins of the other laws in which a small term breaks a symmetry."""

from benchmarks.equations.laws.base import Law

from .evolution import EVOLUTION
from .odes import ODES
from .systems import SYSTEMS

WHOLE = {law.name: law for law in ODES + EVOLUTION + SYSTEMS}


def twin(
    of: str,
    name: str,
    equation: str,
    right: tuple[str, ...],
    generators: tuple[tuple[str, ...], ...],
    broken: float,
    source: str,
) -> Law:
    """A law with the data ranges and the degree of the law that it breaks."""
    return Law(
        name=name,
        equation=equation,
        right=right,
        degree=WHOLE[of].degree,
        dimension=len(generators),
        generators=generators,
        recipe=WHOLE[of].recipe,
        source=source,
        twin=of,
        broken=broken,
    )


ONE_PERCENT = (
    twin(
        "kepler_orbit",
        "precessing_orbit",
        "y_xx = F(y, y_x)",
        ("2*y_x**2/y + y - y**2 - 1/360",),
        (("1", "0"),),
        0.01,
        "Goldstein, Classical Mechanics, ch. 8 (advance of the perihelion in general "
        "relativity); the rotation in the angle is left",
    ),
    twin(
        "shot_with_drag",
        "shot_under_weaker_gravity",
        "y_xx, z_xx = F(z, y_x, z_x)",
        (
            "-y_x*(y_x**2 + z_x**2)**(1/2)/2",
            "-1 + z/105 - z_x*(y_x**2 + z_x**2)**(1/2)/2",
        ),
        (("1", "0", "0"), ("0", "1", "0")),
        0.01,
        "gravity that falls off with height; the vertical translation is lost",
    ),
    twin(
        "undular_bore",
        "undular_bore_over_rough_bed",
        "u_t = F(u, u_x, u_xx, u_xxx)",
        ("-u*u_x - u_xxx/10 + u_xx/5 - u/305",),
        (("1", "0", "0"), ("0", "1", "0")),
        0.01,
        "friction at the bed; the Galilean boost is lost",
    ),
    twin(
        "gas_column",
        "gas_column_with_friction",
        "u_tt = F(u_t, u_x, u_xx)",
        ("u_xx/(9/8 + u_x)**2 - u_t/115",),
        (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"), ("0", "x", "-9*x/8")),
        0.01,
        "friction at the wall; the boost and the scaling of time are lost",
    ),
    twin(
        "alfven_waves",
        "damped_alfven_waves",
        "u_t, v_t = F(u, v, u_x, v_x, u_xx, v_xx)",
        (
            "-v_xx - (3*u**2 + v**2)*u_x - 2*u*v*v_x - u/82",
            "u_xx - (u**2 + 3*v**2)*v_x - 2*u*v*u_x - v/82",
        ),
        (("1", "0", "0", "0"), ("0", "1", "0", "0"), ("0", "0", "-v", "u")),
        0.01,
        "collisions; the scaling is lost",
    ),
)

FIVE_PERCENT = (
    twin(
        "tanner_drop",
        "heavy_tanner_drop",
        "y_xxx = F(y, y_x)",
        ("y**(-2) + y_x/25",),
        (("1", "0"),),
        0.05,
        "the weight of the drop; only the translation is left",
    ),
    twin(
        "half_plane_geodesics",
        "half_plane_geodesics_with_drag",
        "y_xx, z_xx = F(z, y_x, z_x)",
        ("2*y_x*z_x/z - y_x/43", "(z_x**2 - y_x**2)/z - z_x/43"),
        (
            ("1", "0", "0"),
            ("0", "1", "0"),
            ("0", "y", "z"),
            ("0", "y**2 - z**2", "2*y*z"),
        ),
        0.05,
        "drag; the parameter can no longer be scaled",
    ),
    twin(
        "gradient_drift",
        "gradient_drift_in_electric_field",
        "y_xx, z_xx = F(y, y_x, z_x)",
        ("y*z_x + 2/25", "-y*y_x"),
        (("1", "0", "0"), ("0", "0", "1")),
        0.05,
        "a constant electric field; the scaling is lost",
    ),
    twin(
        "traffic_flow",
        "traffic_with_ramps",
        "u_t = F(x, u, u_x, u_xx)",
        ("u_xx/5 - u_x + 2*u*u_x + sin(x)/270",),
        (("1", "0", "0"),),
        0.05,
        "cars that enter and leave by ramps; only the translation of time is left",
    ),
    twin(
        "growing_diffusivity",
        "growing_diffusivity_with_reaction",
        "u_t = F(t, u, u_xx)",
        ("t*u_xx - u**2/350",),
        (("0", "1", "0"), ("t", "x", "-u")),
        0.05,
        "a reaction of second order; a translation and a scaling are left",
    ),
    twin(
        "telegraph_line",
        "telegraph_line_with_square_load",
        "u_tt = F(u, u_t, u_xx)",
        ("u_xx - u_t - 2*u - u**2/8",),
        (("1", "0", "0"), ("0", "1", "0")),
        0.05,
        "a load of square law; the boost and the scaling of u are lost",
    ),
)

TWENTY_PERCENT = (
    twin(
        "lame_tube",
        "lame_tube_in_matrix",
        "y_xx = F(x, y, y_x)",
        ("-y_x/x + y/x**2 + y/12",),
        (("0", "y"),),
        0.2,
        "a surrounding matrix that resists the displacement (modified Bessel equation); only the "
        "scaling of y is left",
    ),
    twin(
        "spring_on_table",
        "spring_on_tilted_table",
        "y_xx, z_xx = F(y, z)",
        ("-y + y*(y**2 + z**2)**(-1/2)", "-z + z*(y**2 + z**2)**(-1/2) - 1/9"),
        (("1", "0", "0"),),
        0.2,
        "gravity along the tilted table; the rotation is lost",
    ),
    twin(
        "thermal_grooving",
        "thermal_grooving_with_evaporation",
        "u_t = F(u_x, u_xx, u_xxx, u_xxxx)",
        (
            "-u_xxxx/(1 + u_x**2)**2 + (10*u_x*u_xx*u_xxx + 3*u_xx**3)/(1 + u_x**2)**3 "
            "- 18*u_x**2*u_xx**3/(1 + u_x**2)**4 + 4*u_xx/(15*(1 + u_x**2))",
        ),
        (("1", "0", "0"), ("0", "1", "0"), ("0", "0", "1"), ("0", "-u", "x")),
        0.2,
        "Mullins 1957 (evaporation and condensation besides surface diffusion); the scaling is "
        "lost",
    ),
    twin(
        "beam_epitaxy",
        "beam_epitaxy_with_desorption",
        "u_t = F(u, u_x, u_xx, u_xxx, u_xxxx)",
        ("-u_xxxx - u_x*u_xxx - u_xx**2 - u/10",),
        (("1", "0", "0"), ("0", "1", "0")),
        0.2,
        "desorption that grows with the height; the shift of u and the scaling are lost",
    ),
    twin(
        "laser_heated_metal",
        "laser_heated_metal_with_loss",
        "u_t, v_t = F(u, v, u_xx)",
        ("u_xx + 2*(v - u) - u**3/4", "u - v"),
        (("1", "0", "0", "0"), ("0", "1", "0", "0")),
        0.2,
        "nonlinear heat loss of the electrons; only the translations are left",
    ),
)

BROKEN: tuple[Law, ...] = ONE_PERCENT + FIVE_PERCENT + TWENTY_PERCENT
