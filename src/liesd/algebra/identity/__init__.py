"""The identity of a Lie algebra: structure, catalogue and names."""
