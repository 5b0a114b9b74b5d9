"""Bases that a person would write down: factor by factor, with whole-number exponents."""
