"""Data frames and specs with column names, for everything that takes samples."""
