"""Why a spec is worth asking, in words."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from liesd.discovery.result import Discovery
from liesd.suggestion.blocks import Family
from liesd.suggestion.names import Hints
from liesd.suggestion.quotient import Quotient
from liesd.suggestion.writing import GENERAL, Draft


def explain(
    one: Draft, found: Discovery, lost: int, total: int, hints: Hints, is_best: bool
) -> str:
    """Say what moves together, and what the spec loses."""
    if one.kind == GENERAL:
        if total == 0:
            return (
                "no linear symmetry was found, so that nothing tells which columns belong together"
            )
        return "the most general linear spec: it assumes nothing, and has the most unknown numbers"
    parts = [_describe(family, hints) for family in one.families]
    if lost == 0:
        verdict = "no symmetry of the most general spec is lost"
    else:
        verdict = f"loses {lost} of {total} symmetries"
        if is_best:
            verdict += ", and is the tightest spec in which the same columns turn"
    return f"{'; '.join(parts)}; {verdict}"


def note_columns(quotient: Quotient, hints: Hints) -> Iterator[str]:
    """Say which columns have no influence, and which enter by differences."""
    if quotient.unused:
        several = len(quotient.unused) > 1
        yield (
            f"{_join(quotient.unused, hints)} {'have' if several else 'has'} no influence on the "
            "outputs, and may be left out"
        )
    for chain in quotient.chains:
        yield f"{_join(chain, hints)} enter by their differences only"


def _describe(family: Family, hints: Hints) -> str:
    texts = [_join(block.columns, hints) for block in family.blocks]
    if family.size == 1:
        verb = "is shifted" if family.shifts == "shift" else "is scaled"
        several = verb.replace("is", "are") + " alike"
        both = " and shifted" if family.shifts == "affine" else ""
        flat = _join([block.columns[0] for block in family.blocks], hints)
        return f"{flat} {verb if len(texts) == 1 else several}{both}"
    shifted = ", and translations move them too" if family.shifts else ""
    if len(texts) == 1:
        return f"{texts[0]} move together{shifted}"
    return f"({') and ('.join(texts)}) move alike{shifted}"


def _join(columns: Sequence[int], hints: Hints) -> str:
    names = [hints.names[k] for k in columns]
    return ", ".join(names)
