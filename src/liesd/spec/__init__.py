"""What may move: actions of unknown algebras, and the language in which they are written."""

from liesd.spec.action import (
    Action,
    Array,
    Block,
    Blocks,
    Channel,
    Chart,
    Hints,
    Leaf,
    Phrase,
    Theta,
)
from liesd.spec.affine import Affine, Shift
from liesd.spec.compose import Product, Rep, Scalar, Sum
from liesd.spec.fields import Dictionary, VectorFields
from liesd.spec.language import register_action
from liesd.spec.linear import Dual, Label, Vector, block_rep
from liesd.spec.polynomial import Poly
from liesd.spec.prolonged import Prolonged
from liesd.spec.spec import Spec

__all__ = [
    "Action",
    "Affine",
    "Array",
    "Block",
    "Blocks",
    "Channel",
    "Chart",
    "Dictionary",
    "Dual",
    "Hints",
    "Label",
    "Leaf",
    "Phrase",
    "Poly",
    "Product",
    "Prolonged",
    "Rep",
    "Scalar",
    "Shift",
    "Spec",
    "Sum",
    "Theta",
    "Vector",
    "VectorFields",
    "block_rep",
    "register_action",
]
