"""The zoo: functions with exactly known algebras, by which every claim of a number is judged.

The laws are in :mod:`benchmarks.zoo.laws`. ``splits.json`` says for each of them to which split it
belongs, and when it was written and first judged:

* "tune" and "test" are the halves of the first set, parted by a digest of the names before
  anything was tuned;
* "fresh" was written after the rule had been tuned on one half and looked at on the other;
* "sealed" was kept until the rule was finished, for one judgement under it;
* "unseen", "blind" and "masked" were each written without a look at any result, for one judgement
  of the code of their day. The numbers of inputs of the last two are spread as in the first set.

Nothing may be tuned on any of them but "tune".
"""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path

from benchmarks.zoo.case import Case
from benchmarks.zoo.laws import LAWS

SPLIT_OF: dict[str, dict[str, str]] = json.loads(
    Path(__file__).with_name("splits.json").read_text()
)
CASES: dict[str, Case] = {
    case.name: replace(case, split=SPLIT_OF[case.name]["split"]) for case in LAWS
}
