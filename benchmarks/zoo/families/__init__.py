"""The cases, one file a family: each holds a list ``CASES``."""
