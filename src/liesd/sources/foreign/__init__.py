"""Functions of other frameworks as torch modules: one file per framework."""

from liesd.sources.foreign.base import FRAMEWORKS, Foreign, adapt, register_framework
from liesd.sources.foreign.black_box import BlackBox, black_box
from liesd.sources.foreign.differences import Differences
from liesd.sources.foreign.jax import JaxFunction
from liesd.sources.foreign.onnx import OnnxModel
from liesd.sources.foreign.sklearn import SklearnModel

__all__ = [
    "FRAMEWORKS",
    "BlackBox",
    "Differences",
    "Foreign",
    "JaxFunction",
    "OnnxModel",
    "SklearnModel",
    "adapt",
    "black_box",
    "register_framework",
]
