"""Samples: arrays, files, tables and streams, and the archives that results are kept in."""
