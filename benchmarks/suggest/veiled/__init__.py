"""Test functions with known groupings of their columns into vectors."""

from benchmarks.suggest.veiled import families, mixed, scalings, vectors
from benchmarks.suggest.veiled.function import Function

CASES: tuple[Function, ...] = vectors.CASES + families.CASES + scalings.CASES + mixed.CASES

__all__ = ["CASES", "Function"]
