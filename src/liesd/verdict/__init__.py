"""How many directions are symmetries, and how sure that is."""

from liesd.verdict.decide import decide
from liesd.verdict.estimates import Evidence, Measurement
from liesd.verdict.rule import RULE, Candidate, Decision, Rule, Verdict
from liesd.verdict.transcript import Transcript

__all__ = [
    "RULE",
    "Candidate",
    "Decision",
    "Evidence",
    "Measurement",
    "Rule",
    "Transcript",
    "Verdict",
    "decide",
]
