"""Polynomials in the directions that matter."""
