"""Benchmarks of plain networks: their selection, their rows, their tables."""

from __future__ import annotations

from pathlib import Path

import torch
from torch import nn

from benchmarks.networks import jets, paper, plain, rows, zoo
from benchmarks.networks.labels import is_right
from liesd.verdict import Transcript, decide


def test_no_law_is_of_the_half_for_tuning() -> None:
    cases = zoo.choose_cases()
    assert len(cases) >= 60
    assert all(case.split in ("masked", "blind") for case in cases)
    broken = [case for case in cases if not case.true or case.broken is not None]
    assert len(broken) >= len(cases) / 3
    assert all(case.broken is None or case.broken > 0.03 for case in cases)


def test_a_network_is_trained_once_and_kept(tmp_path: Path, monkeypatch) -> None:
    monkeypatch.setattr(plain, "KEPT", tmp_path)
    monkeypatch.setattr(plain, "EPOCHS", 2)
    x = torch.randn(500, 3)
    y = x.square().sum(dim=1, keepdim=True)
    made = []

    def make(start: nn.Module) -> nn.Module:
        made.append(start)
        return plain.train("tanh", x, y, 0)

    def start() -> nn.Module:
        return plain.Standardized(plain.make_network(3, (64, 64), 1, nn.Tanh), x, y)

    one, other = (plain.keep("net", start(), make) for _ in range(2))
    assert len(made) == 1
    assert torch.equal(one(x), other(x))


def test_rows_are_made_once(tmp_path: Path) -> None:
    path, asked = tmp_path / "rows.json", []

    def perform(key: rows.Row) -> rows.Row:
        asked.append(key)
        return {"found": key["k"] ** 2}

    keys = [{"k": k} for k in (2, 1)]
    first = rows.perform_all(keys, path, perform, ("k",))
    again = rows.perform_all([*keys, {"k": 3}], path, perform, ("k",))
    assert [row["found"] for row in again] == [1, 4, 9]
    assert (len(first), len(asked)) == (2, 3)
    assert all(row["commit"] for row in again)


def test_the_result_files_hold_what_the_page_says() -> None:
    paths = {"paper": paper.PATH, "zoo": zoo.PATH, "jets": jets.PATH}
    read = {name: rows.read_rows(path) for name, path in paths.items()}
    assert len(read["paper"]) == 15
    assert len(read["zoo"]) == len(zoo.choose_cases())
    assert not any(not zoo.is_right(r) and r["law_verdict"] == "SURE" for r in read["zoo"])
    labels = rows.read_rows(rows.RESULTS / "networks-labels.json")
    wrong = [row["law"] for row in labels if not is_right(row) and row["verdict"] == "SURE"]
    assert wrong == ["gas-isotherm-twin"]
    page = Path(__file__).parents[2] / "docs" / "model.md"
    assert "a van der Waals gas" in page.read_text()


def test_recorded_labels_can_be_decided_again() -> None:
    """The rows of the known set were made by the rule as it is."""
    labels = rows.read_rows(rows.RESULTS / "networks-labels.json")
    known = [row for row in labels if row["set"] == "known"]
    assert len(known) == 14
    for row in known:
        decision = decide(Transcript.from_plain(row["transcript"]))
        assert (decision.dimension, decision.verdict.name) == (row["dimension"], row["verdict"])
