"""Symmetries of differential equations with known algebras."""
