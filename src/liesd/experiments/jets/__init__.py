"""Jets of top quarks and of QCD: making them, reading them, looking at them.

>>> from liesd import jets
>>> p, label = jets.sample(jets=100, constituents=200)
>>> p.shape, jets.mass(p).shape
((100, 200, 4), (100,))
"""

from __future__ import annotations

from liesd.experiments.jets.files import chunks, header, read
from liesd.experiments.jets.kinematics import eta, mass, momentum, multiplicity, pt
from liesd.experiments.jets.produce import Run, produce
from liesd.experiments.jets.sample import sample
from liesd.experiments.jets.settings import Settings
from liesd.experiments.jets.summary import Observables

__all__ = [
    "Observables",
    "Run",
    "Settings",
    "chunks",
    "eta",
    "header",
    "mass",
    "momentum",
    "multiplicity",
    "produce",
    "pt",
    "read",
    "sample",
]
