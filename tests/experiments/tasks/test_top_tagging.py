"""Top tagging: the momenta, the true algebra, and controls that know what they are."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
import torch
from click.testing import CliRunner

import liesd
from liesd import jets
from liesd.cli import main
from liesd.experiments.tasks import top_tagging

METRIC = torch.from_numpy(top_tagging.METRIC)


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Some real jets, freshly made."""
    path = tmp_path_factory.mktemp("jets") / "jets.h5"
    jets.produce(path, 40, chunk=20)
    return path


def masses(p: torch.Tensor) -> torch.Tensor:
    whole = p.sum(dim=1)
    return torch.einsum("bi,ij,bj->b", whole, METRIC, whole).sqrt()


def ratio(p: torch.Tensor) -> torch.Tensor:
    return masses(p[:, :2]) / masses(p)


@pytest.mark.parametrize(("law", "dataset"), [(masses, "wide-mass"), (ratio, "wide-ratio")])
def test_the_exact_laws_of_the_controls_have_the_stated_algebra(law, dataset) -> None:
    form = top_tagging.TASK.datasets[dataset].form
    p, _ = top_tagging.wide()
    found = liesd.discover(law, p[:2000], form.spec)
    assert found.dimension == len(form.true)
    assert form.space_error(found) < 1e-18
    assert form.orthogonality_error(found) < 1e-12


def test_labels_follow_the_law() -> None:
    for of_ratio, law in ((True, ratio), (False, masses)):
        p, labels = top_tagging.wide(ratio=of_ratio)
        score = law(torch.from_numpy(p)).numpy()
        assert 0.45 < labels.mean() < 0.55
        assert score[labels == 1].mean() > score[labels == 0].mean() + 0.5 * score.std()


def test_jets_come_from_a_file(file: Path) -> None:
    p, labels = top_tagging.TASK.datasets["jets"].load(0, file)
    assert p.shape == (40, 20, 4)
    assert labels.sum() == 20
    again, drawn = top_tagging.TASK.datasets["mass-labels"].load(0, file)
    np.testing.assert_array_equal(p, again)
    assert set(drawn) == {0, 1}
    _, other = top_tagging.mass_labels(1, file)
    assert (drawn != other).any()


def test_without_a_file_the_way_to_one_is_named() -> None:
    result = CliRunner().invoke(main, ["reproduce", "top-tagging", "--learner", "network"])
    assert result.exit_code == 1
    assert "liesd data top-tagging" in result.output
    assert result.output.strip().count("\n") == 0


def test_a_few_jets_make_nothing_sure() -> None:
    """4,000 jets are far too few: the answer is that, and no invented symmetry."""
    p, labels = jets.sample()
    settings = {**top_tagging.TASK.settings["network"], "epochs": 10}
    model = liesd.learn(p, labels, top_tagging.FORM.spec, "network", **settings)
    found = liesd.discover(model, p, top_tagging.FORM.spec)
    assert found.verdict is liesd.Verdict.UNSURE
    assert "the fit is weak" in found.reason
    assert "more data" in found.advice
