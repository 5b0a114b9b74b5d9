"""Specs worth asking: from the symmetries of the most general one to a tight one."""
