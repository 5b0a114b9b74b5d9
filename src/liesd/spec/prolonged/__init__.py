"""Vector fields on (x, u), prolonged to the derivatives of u: the action on jets."""

from liesd.spec.prolonged.action import Prolonged

__all__ = ["Prolonged"]
