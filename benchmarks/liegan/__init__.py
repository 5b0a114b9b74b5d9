"""LieGAN (Yang et al. 2023, *Generative Adversarial Symmetry Discovery*), for comparison.

Written anew from the published method: a generator moves data by group elements with learnable
Lie algebra bases, a discriminator tells moved data from real data. Not part of the package.
"""

from benchmarks.liegan.figures import draw
from benchmarks.liegan.runs import perform_all, plan

__all__ = ["draw", "perform_all", "plan"]
