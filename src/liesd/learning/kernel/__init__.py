"""Gaussian kernels: regression whose derivatives are exact."""
