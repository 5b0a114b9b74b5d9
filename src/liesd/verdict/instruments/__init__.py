"""Instruments: measurements of directions, besides their defects."""

from liesd.verdict.instruments.base import INSTRUMENTS, Instrument, Subject, register_instrument
from liesd.verdict.instruments.closure import Closure
from liesd.verdict.instruments.heldout import Heldout
from liesd.verdict.instruments.imposed import Imposed
from liesd.verdict.instruments.jumps import Jumps
from liesd.verdict.instruments.neighbours import Neighbours
from liesd.verdict.instruments.path import Path
from liesd.verdict.instruments.probe import Halves, Probe, Slopes
from liesd.verdict.instruments.replicas import Groups, Replicas, Rounding
from liesd.verdict.instruments.rim import Rim, find_place
from liesd.verdict.instruments.steps import Steps

OWN = tuple(INSTRUMENTS)
"""The names of the library's own instruments, which the rule asks by itself."""

__all__ = [
    "INSTRUMENTS",
    "OWN",
    "Closure",
    "Groups",
    "Halves",
    "Heldout",
    "Imposed",
    "Instrument",
    "Jumps",
    "Neighbours",
    "Path",
    "Probe",
    "Replicas",
    "Rim",
    "Rounding",
    "Slopes",
    "Steps",
    "Subject",
    "find_place",
    "register_instrument",
]
