"""What may move: actions of unknown algebras, and the language in which they are written."""

from liesd.spec.action import Action, Array, Block, Blocks, Hints, Leaf, Phrase, Theta
from liesd.spec.compose import Dual, Product, Rep, Scalar, Sum
from liesd.spec.label import Label
from liesd.spec.language import register_action
from liesd.spec.linear import Vector, block_rep
from liesd.spec.spec import Spec

__all__ = [
    "Action",
    "Array",
    "Block",
    "Blocks",
    "Dual",
    "Hints",
    "Label",
    "Leaf",
    "Phrase",
    "Product",
    "Rep",
    "Scalar",
    "Spec",
    "Sum",
    "Theta",
    "Vector",
    "block_rep",
    "register_action",
]
