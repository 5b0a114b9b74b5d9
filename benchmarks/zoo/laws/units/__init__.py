"""Units that differ by up to a million or more, between channels and inside one."""
