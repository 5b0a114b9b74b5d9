"""Samples from files: CSV, NumPy, Parquet and HDF5, with named arrays or columns."""

from liesd.readers.files import open_table
from liesd.readers.samples import FileSamples, read_samples
from liesd.readers.table import Table

__all__ = ["FileSamples", "Table", "open_table", "read_samples"]
