"""Algebras of fields that are not linear: formulas, degrees, matrices of affine maps."""
