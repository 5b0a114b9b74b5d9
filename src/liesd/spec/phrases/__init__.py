"""Describe actions in words: "rotation in the plane (0, 1)", "translation along (1, 1, 0)"."""

from liesd.spec.phrases.base import Hint, Hints, Phrase, Place, merge_phrases
from liesd.spec.phrases.matrices import describe_matrix, rescale
from liesd.spec.phrases.points import describe_affine, describe_quadratic, describe_shift
from liesd.spec.phrases.text import (
    find_near,
    find_size,
    format_function,
    format_operator,
    format_ratio,
)

__all__ = [
    "Hint",
    "Hints",
    "Phrase",
    "Place",
    "describe_affine",
    "describe_matrix",
    "describe_quadratic",
    "describe_shift",
    "find_near",
    "find_size",
    "format_function",
    "format_operator",
    "format_ratio",
    "merge_phrases",
    "rescale",
]
