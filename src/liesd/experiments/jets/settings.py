"""The physics of a jet file: which collisions, which jets; and the packages it takes."""

from __future__ import annotations

import math
from dataclasses import asdict, dataclass
from importlib import import_module
from typing import Any

from liesd.errors import DataError

CONSTITUENTS = 200  # Constituents per jet, at most: those of highest pT.


@dataclass(frozen=True)
class Settings:
    """Proton collisions and the jets that are taken from them. Momenta and energies are in GeV.

    The defaults are those of the public top tagging reference, with a narrow range of the hard
    process for speed. The physical mixture takes ``interactions=True`` and a wide range, such as
    ``pthat_min=400, pthat_max=1000``.

    >>> Settings().pt_min, Settings().pt_max
    (550.0, 650.0)
    """

    energy: float = 14_000.0
    """of the collision, in the centre of mass"""
    interactions: bool = False
    """multi-parton interactions; four times slower"""
    pthat_min: float = 530.0
    pthat_max: float = 700.0
    """transverse momentum of the hard process"""
    radius: float = 0.8
    """of the anti-kT jets"""
    pt_min: float = 550.0
    pt_max: float = 650.0
    """transverse momentum of the jets"""
    eta_max: float = 2.0
    """largest pseudorapidity of the jets, either side"""
    match_radius: float = 0.8
    """a top jet has the three quarks of a top within this distance of its axis"""

    def __post_init__(self) -> None:
        for name, value in asdict(self).items():
            if name != "interactions":
                object.__setattr__(self, name, float(value))  # 500 and 500.0 are the same
            if not math.isfinite(value) or (
                value <= 0 and name not in ("pthat_min", "interactions")
            ):
                raise DataError(f"{name} must be a positive number, not {value}")
        for low, high in (("pthat_min", "pthat_max"), ("pt_min", "pt_max")):
            least, most = getattr(self, low), getattr(self, high)
            if not 0 <= least < most:
                raise DataError(f"{low} must be below {high}, but {least:g} is not below {most:g}")
        if self.energy < 2 * max(self.pt_min, self.pthat_min):
            raise DataError(
                f"collisions of {self.energy:g} GeV cannot give two jets of "
                f"{max(self.pt_min, self.pthat_min):g} GeV: raise the energy or lower pt_min and "
                "pthat_min"
            )
        if self.radius > 2:
            raise DataError(f"the jet radius must be at most 2, not {self.radius:g}")

    def as_dict(self) -> dict[str, Any]:
        """All settings as plain values, for a file."""
        return asdict(self)


def need(package: str, extra: str = "hep") -> Any:
    """Import an optional package, or say in one line how to get it."""
    try:
        return import_module(package)
    except ImportError:
        raise DataError(
            f"the package {package} is needed and not installed: pip install 'liesd[{extra}]'"
        ) from None
