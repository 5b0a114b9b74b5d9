"""Twelve pairs of laws of labels: a law with symmetries, then a twin that breaks them."""

from benchmarks.labels.quiet.biology import LAWS as BIOLOGY
from benchmarks.labels.quiet.chemistry import LAWS as CHEMISTRY
from benchmarks.labels.quiet.engineering import LAWS as ENGINEERING
from benchmarks.labels.quiet.finance import LAWS as FINANCE
from benchmarks.labels.quiet.physics import LAWS as PHYSICS

LAWS = (*PHYSICS, *CHEMISTRY, *BIOLOGY, *ENGINEERING, *FINANCE)

__all__ = ["LAWS"]
