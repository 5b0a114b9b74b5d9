"""From data alone: learners whose derivatives are accurate, because everything rests on them."""

from __future__ import annotations

from liesd.learning.api import learn
from liesd.learning.files import load_model
from liesd.learning.model import LearnedModel

__all__ = ["LearnedModel", "learn", "load_model"]
