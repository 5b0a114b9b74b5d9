"""f(x) and its derivatives: one file per place where they come from."""

from liesd.sources.base import SOURCES, Request, Source, open_source, register_source
from liesd.sources.ensemble import Ensemble
from liesd.sources.fitted import Fit, Fitted
from liesd.sources.given import Given
from liesd.sources.torch import Autodiff
from liesd.sources.units import InUnits, Units, find_units

__all__ = [
    "SOURCES",
    "Autodiff",
    "Ensemble",
    "Fit",
    "Fitted",
    "Given",
    "InUnits",
    "Request",
    "Source",
    "Units",
    "find_units",
    "open_source",
    "register_source",
]
