"""Another rule on recorded runs: nothing is learned or measured again.

Every row of the zoo keeps the transcript of its discovery: all that was measured, and the commit it
was measured by. A rule is a pure function of a transcript, so that what other numbers would have
decided is known at once.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, NamedTuple

from rich.table import Table

from benchmarks.zoo.run import Row
from benchmarks.zoo.table import outcome
from liesd.verdict import Rule, Transcript, decide
from liesd.verdict.transcript import UnrecordedError


class Replayed(NamedTuple):
    """What a rule makes of recorded rows."""

    rows: list[Row]
    """The rows that it can decide, with its decisions."""
    changed: list[tuple[Row, Row]]
    """Those whose outcome is another one, before and after."""
    unrecorded: list[str]
    """Laws of which it asks what was not measured."""
    without: int
    """Rows that were made before transcripts were kept."""


def make_rule(changes: Iterable[str]) -> Rule:
    """A rule with other numbers, given as ``field=value``.

    >>> make_rule(["gap=3"]).gap
    3.0
    """
    known = {one.name: type(one.default) for one in fields(Rule)}
    values: dict[str, Any] = {}
    for text in changes:
        name, equals, value = text.partition("=")
        if name not in known or not equals:
            raise ValueError(
                f"{text!r} is no field=value of the rule; fields are {', '.join(known)}"
            )
        values[name] = known[name](value)
    return Rule(**values)


def replay(rows: Iterable[Row], rule: Rule) -> Replayed:
    """Decide every recorded row anew."""
    done, changed, unrecorded, without = [], [], [], 0
    for row in rows:
        if "transcript" not in row:
            without += 1
            continue
        try:
            decision = decide(Transcript.from_plain(row["transcript"]), rule)
        except UnrecordedError:
            unrecorded.append(row["name"])
            continue
        angle = row["angle"] if decision.dimension == row["dimension"] else None
        if decision.dimension == row["truth"]:
            angle = row["angle_given_number"]
        new = row | {
            "dimension": decision.dimension,
            "verdict": decision.verdict.name,
            "reason": decision.reason,
            "angle": angle,
        }
        done.append(new)
        if outcome(new) != outcome(row) or decision.dimension != row["dimension"]:
            changed.append((row, new))
    return Replayed(done, changed, unrecorded, without)


def changes_table(changed: Iterable[tuple[Row, Row]]) -> Table:
    """What another rule decides otherwise."""
    table = Table("mode", "set", "case", "truth", "before", "after", "why", title="Changes")
    for row, new in changed:
        before, after = (f"{one['dimension']}, {outcome(one)}" for one in (row, new))
        table.add_row(
            row["mode"], row["split"], row["name"], str(row["truth"]), before, after, new["reason"]
        )
    return table
