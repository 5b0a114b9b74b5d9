"""Fields of differential equations with known symmetries, from accurate solvers."""
