"""Exact functions of points with curved actions, whose symmetries are known by hand."""
