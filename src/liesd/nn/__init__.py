"""Torch layers that commute with an algebra: build with the symmetry that was found."""

from liesd.nn.linear import EquivariantLinear
from liesd.nn.mlp import EquivariantMLP

__all__ = ["EquivariantLinear", "EquivariantMLP"]
