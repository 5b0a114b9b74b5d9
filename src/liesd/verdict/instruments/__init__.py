"""Instruments: measurements of directions, besides their defects."""

from liesd.verdict.instruments.base import INSTRUMENTS, Instrument, Subject, register_instrument
from liesd.verdict.instruments.heldout import Heldout
from liesd.verdict.instruments.imposed import Imposed
from liesd.verdict.instruments.path import Path
from liesd.verdict.instruments.probe import Halves, Probe
from liesd.verdict.instruments.replicas import Groups, Replicas, Rounding
from liesd.verdict.instruments.rim import Rim, find_place
from liesd.verdict.instruments.steps import Steps

OWN = tuple(INSTRUMENTS)
"""The names of the library's own instruments, which the rule asks by itself."""

__all__ = [
    "INSTRUMENTS",
    "OWN",
    "Groups",
    "Halves",
    "Heldout",
    "Imposed",
    "Instrument",
    "Path",
    "Probe",
    "Replicas",
    "Rim",
    "Rounding",
    "Steps",
    "Subject",
    "find_place",
    "register_instrument",
]
