"""Lie algebras of matrices: closure, names, words, forms, group elements and equivariant maps."""

from liesd.algebra.lie import LieAlgebra
from liesd.algebra.words import describe

__all__ = ["LieAlgebra", "describe"]
