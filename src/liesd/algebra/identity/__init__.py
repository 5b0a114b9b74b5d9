"""Which Lie algebra it is: structure, rank decisions, the catalogue and its names."""
