"""Symmetries that are broken by 1 %, 5 % and 20 %.

The exact truth is what is left; the directions that are broken are kept as ``approximate``.
"""

from __future__ import annotations

import numpy as np

from benchmarks.zoo.matrices import rotations

UPRIGHT = rotations(3, (0, 1))
"""The rotation about the third axis."""
TILTS = [*rotations(3, (0, 2)), *rotations(3, (1, 2))]
"""The other rotations of space."""
STRAINS = [np.diag([1.0, -1.0]), 1 - np.eye(2)]
"""What changes lengths in the plane, but no areas."""
