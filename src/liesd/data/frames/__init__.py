"""Data frames as tables of named columns: one file per library, none of which is imported here."""

from liesd.data.frames import arrow, pandas, polars, xarray  # noqa: F401
from liesd.data.frames.base import FRAMES, FrameKind, open_frame, register_frame
from liesd.data.frames.bind import Bound, bind
from liesd.data.frames.take import Taken, select_columns, take_samples

__all__ = [
    "FRAMES",
    "Bound",
    "FrameKind",
    "Taken",
    "bind",
    "open_frame",
    "register_frame",
    "select_columns",
    "take_samples",
]
