"""File formats, one file each, in one registry."""
