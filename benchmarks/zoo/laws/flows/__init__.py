"""Short-time flows of differential equations, with and without symmetry.

Functions under ``after`` are right-hand sides; states are (q, p) where there are momenta.
"""
