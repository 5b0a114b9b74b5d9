"""A class label: one thing that does not move, whatever the number of classes."""

from __future__ import annotations

from dataclasses import dataclass

from liesd.spec.compose import Scalar
from liesd.spec.language import register_action


@dataclass(frozen=True, repr=False)
class Label(Scalar):
    """The label of a sample; a model gives one number or one per class for it.

    >>> from liesd.spec import Spec
    >>> spec = Spec.parse("x[2] -> label")
    >>> spec.for_outputs(3)
    Spec.parse('x[2] -> 3')
    """

    def explain(self) -> str:
        return "a class label, which does not move"

    def text(self, seen: set[str]) -> str:
        return "label"

    @property
    def is_label(self) -> bool:
        return True


register_action("label", Label)
