"""The tasks of the paper, the jets, and the runs that reproduce its tables."""
