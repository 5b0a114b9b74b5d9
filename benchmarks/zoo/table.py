"""The tables that people look at: the cases, and how far the library's word can be trusted."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from rich.table import Table

from benchmarks.zoo.action import read
from benchmarks.zoo.case import HALVES, SPLITS, Case
from benchmarks.zoo.run import MODES, is_right

OUTCOMES = ("right & sure", "right & unsure", "wrong & unsure", "wrong & sure")
GROUPS = {
    **{name: (name,) for name in HALVES},
    "both": HALVES,
    **{name: (name,) for name in SPLITS if name not in HALVES},
}
Row = dict[str, Any]


def case_table(cases: Iterable[Case]) -> Table:
    """What lives in the zoo."""
    table = Table("name", "family", "spec", "p", "truth", "set", title="The zoo")
    for case in cases:
        p = str(read(case.spec).size)
        table.add_row(case.name, case.family, _plain(case.spec), p, truth(case), case.split)
    return table


def truth(case: Case) -> str:
    """How many directions there are of each kind, in words."""
    words = [str(len(case.true))]
    if case.unseen:
        words.append(f"{case.unseen} unseen")
    if case.gauge:
        words.append(f"{case.gauge} gauge")
    if case.broken is not None:
        words.append(f"{len(case.approximate)} broken by {case.broken:.0%}")
    return " + ".join(words)


def outcome(row: Row) -> str:
    """Right or wrong, and sure or not.

    Without a verdict an answer counts as sure. A refusal to answer is wrong but not sure.
    """
    verdict = "UNSURE" if "error" in row else row.get("verdict") or "SURE"
    sure = "unsure" if "UNSURE" in verdict.upper() else "sure"
    return f"{'right' if is_right(row) else 'wrong'} & {sure}"


def calibration_table(rows: Iterable[Row]) -> Table:
    """How often each outcome happens, for each mode and split."""
    table = Table("mode", "set", "cases", *OUTCOMES, title="Calibration")
    for mode, split, chosen in _groups(list(rows)):
        found = [outcome(row) for row in chosen]
        cells = [f"{100 * found.count(o) / len(found):.1f} % ({found.count(o)})" for o in OUTCOMES]
        end = split not in HALVES
        table.add_row(mode, split, str(len(found)), *cells, end_section=end)
    return table


def calibration_markdown(rows: Iterable[Row]) -> str:
    """The same for a page of the documentation."""
    lines = ["| mode | set | cases | " + " | ".join(OUTCOMES) + " |", "|---" * 7 + "|"]
    for mode, split, chosen in _groups(list(rows)):
        found = [outcome(row) for row in chosen]
        cells = [f"{100 * found.count(o) / len(found):.0f} % ({found.count(o)})" for o in OUTCOMES]
        lines.append(f"| {mode} | {split} | {len(found)} | {' | '.join(cells)} |")
    return "\n".join(lines)


def wrong_table(rows: Iterable[Row]) -> Table:
    """The wrong answers by name."""
    columns = ("mode", "set", "case", "seed", "truth", "found", "angle", "held-out error", "sure")
    table = Table(*columns, title="Wrong answers")
    for row in rows:
        if is_right(row):
            continue
        table.add_row(
            row["mode"],
            row["split"],
            row["name"],
            str(row["seed"]),
            str(row["truth"]),
            "refused" if "error" in row else str(row["dimension"]),
            _number(row["angle"], ".2f"),
            _number(row.get("heldout_error"), ".1e"),
            outcome(row).removeprefix("wrong & "),
        )
    return table


def _groups(rows: list[Row]) -> Iterator[tuple[str, str, list[Row]]]:
    for mode in MODES:
        for name, splits in GROUPS.items():
            chosen = [r for r in rows if r["mode"] == mode and r["split"] in splits]
            if {row["split"] for row in chosen} == set(splits):
                yield mode, name, chosen


def _number(value: float | None, form: str) -> str:
    return "" if value is None else format(value, form)


def _plain(text: str) -> str:
    """Text that rich must not read as markup."""
    return text.replace("[", r"\[")
