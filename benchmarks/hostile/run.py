"""Judge the library on hostile cases: default settings, one row per case.

A case is right if the number of symmetries is one of those accepted and the space agrees with the
true one by what both do to the data. A refusal in the library's own words is no answer; any other
exception is a defect.
"""

from __future__ import annotations

import warnings
from pathlib import Path
from typing import Any

import torch
from scipy.stats import binomtest

import liesd
from benchmarks.hostile import SETS
from benchmarks.hostile.case import Case
from benchmarks.hostile.check import space_error
from benchmarks.networks.rows import RESULTS, Row, perform_all
from liesd.errors import LiesdError

MODES = (
    "exact",
    "learned",
    "second-exact",
    "second-learned",
    "third-exact",
    "third-learned",
    "fourth-exact",
    "fourth-learned",
    "fifth-exact",
    "fifth-learned",
    "sixth-exact",
    "sixth-learned",
)
RIGHT = 0.1  # the sine of the largest angle between what was found and what is true
KINDS = ("right & sure", "right & unsure", "refused", "wrong & unsure", "wrong & sure", "foreign")


def path_of(mode: str) -> Path:
    """The result file of a mode."""
    return RESULTS / f"hostile-{mode}.json"


def run(mode: str) -> list[Row]:
    """Judge all cases of a mode that are not judged yet."""
    torch.set_num_threads(1)
    *chosen, how = mode.split("-")
    cases = {case.name: case for case in SETS[chosen[0] if chosen else "first"] if case.mode == how}
    keys = [{"case": name, "family": case.family} for name, case in cases.items()]
    return perform_all(keys, path_of(mode), lambda key: judge(cases[key["case"]]), ("case",))


def judge(case: Case) -> Row:
    """Ask the library about a case."""
    data = case.sample()
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            if case.mode == "exact":
                found = liesd.discover(case.f, data.x, case.spec, progress=False)
            else:
                model = liesd.learn(data.x, data.y, case.spec, progress=False, groups=data.groups)
                found = liesd.discover(model, data.x, case.spec, progress=False)
        except LiesdError as error:
            return {"kind": "refused", "reason": str(error)}
        except Exception as error:
            return {"kind": "foreign", "reason": f"{type(error).__name__}: {error}"}
    return {"kind": classify(case, found), **describe(case, found)}


def classify(case: Case, found: Any) -> str:
    """Tell what kind of answer it is."""
    sure = found.verdict is liesd.Verdict.SURE
    right = found.dimension in case.accepted and measure(case, found) <= RIGHT
    return f"{'right' if right else 'wrong'} & {'sure' if sure else 'unsure'}"


def measure(case: Case, found: Any) -> float:
    """The error of the found space."""
    spaces = [{name: one[name] for name in found.spec.unknowns} for one in found.generators]
    return space_error(case, spaces)


def describe(case: Case, found: Any) -> Row:
    """What was found, as plain values."""
    return {
        "truth": case.truth,
        "accepted": list(case.accepted),
        "dimension": found.dimension,
        "verdict": found.verdict.name,
        "within": found.decision.within,
        "space_error": measure(case, found),
        "reason": found.reason,
        "remarks": list(found.remarks),
    }


def table(rows: list[Row]) -> str:
    """The number of answers of each kind, by family, as Markdown."""
    lines = [f"| family | cases | {' | '.join(KINDS)} |", "|---" * (len(KINDS) + 2) + "|"]
    for family in [*dict.fromkeys(row["family"] for row in rows), "all"]:
        kinds = [row["kind"] for row in rows if family in (row["family"], "all")]
        counts = " | ".join(str(kinds.count(kind)) for kind in KINDS)
        lines.append(f"| {family} | {len(kinds)} | {counts} |")
    wrong = sum(row["kind"] == "wrong & sure" for row in rows)
    interval = binomtest(wrong, len(rows)).proportion_ci()
    rate = f"{wrong / len(rows):.1%}, 95 % interval {interval.low:.1%} to {interval.high:.1%}"
    return "\n".join([*lines, "", f"Wrong and sure: {wrong} of {len(rows)} ({rate})."])
