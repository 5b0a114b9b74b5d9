"""The scikit-learn face: its contract in full, and what it finds."""

from __future__ import annotations

import json
import os
import subprocess
import sys

import numpy as np
import pytest

import liesd
from liesd.algebra.invariants import Invariants

NETWORK = {"steps": 60, "widths": (16,), "learning_rate": 0.03, "check_every": 30}
SMALL = {
    "regression": {"learner": "kernel", "settings": {"centres": 60}},
    "classification": {"learner": "network", "settings": NETWORK},
    "auto": {"settings": {"network": NETWORK, "kernel": {"centres": 60}}},
}
# In a process of its own: the check of array API input is skipped unless SCIPY_ARRAY_API is set
# before SciPy is imported.
PROGRAM = """
import json, sys, warnings
from sklearn.utils.estimator_checks import check_estimator
import liesd
warnings.simplefilter("ignore")
estimator = liesd.SymmetryDiscovery(replicas=0, **json.loads(sys.argv[1]))
results = check_estimator(estimator, on_fail=None, on_skip=None)
print(json.dumps([(r["check_name"], r["status"], str(r["exception"])) for r in results]))
"""


@pytest.mark.parametrize("task", SMALL)
def test_scikit_learns_own_checks_pass_and_none_is_skipped(task: str) -> None:
    arguments = json.dumps({"task": task, **SMALL[task]})
    environment = {**os.environ, "SCIPY_ARRAY_API": "1", "OMP_NUM_THREADS": "1"}
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM, arguments],
        capture_output=True,
        text=True,
        env=environment,
        check=True,
    )
    results = json.loads(done.stdout.splitlines()[-1])
    assert len(results) > 40
    assert [result for result in results if result[1] != "passed"] == []


@pytest.fixture(scope="module")
def rotations() -> tuple[np.ndarray, np.ndarray]:
    """Values that depend on the distance from the z axis, and on z."""
    x = np.random.default_rng(0).normal(size=(1200, 3))
    return x, np.exp(-(x[:, 0] ** 2 + x[:, 1] ** 2) / 4) * (1 + x[:, 2] / 4)


def small(spec: str | None = None, **parameters) -> liesd.SymmetryDiscovery:
    settings = {"learner": "kernel", "settings": {"centres": 200}, **parameters}
    return liesd.SymmetryDiscovery(spec, **settings)


def test_it_finds_the_rotation_and_its_invariants(rotations) -> None:
    x, y = rotations
    found = small("x[3] -> 1").fit(x, y)
    assert found.dimension_ == 1 == len(found.generators_)
    assert found.discovery_.verdict is liesd.Verdict.SURE
    rotation = found.generators_[0]["x"]
    assert np.allclose(rotation / rotation[1, 0], [[0, -1, 0], [1, 0, 0], [0, 0, 0]], atol=0.01)
    assert found.score(x, y) > 0.999
    invariants = found.transform(x)
    assert invariants.shape == (1200, 3)  # z, x² + y², z²
    turned = x @ np.array([[0.6, -0.8, 0], [0.8, 0.6, 0], [0, 0, 1]])
    assert np.allclose(found.transform(turned), invariants, atol=0.05)
    assert not np.allclose(found.transform(x[:, ::-1]), invariants, atol=0.5)


def test_groups_are_held_out_as_a_whole(rotations) -> None:
    x, y = rotations
    groups = np.random.default_rng(0).permutation(np.arange(len(x)) % 24)
    found = small("x[3] -> 1", replicas=0).fit(x, y, groups=groups)
    held = {tuple(row) for row in found.model_.heldout_x.numpy().tolist()}
    kin = groups[[tuple(row) in held for row in x.tolist()]]
    assert len(kin) == len(held) == len(x) // 24 * len(set(kin.tolist()))
    assert "groups" in found.get_metadata_routing().fit.requests
    with pytest.raises(liesd.DataError, match="one name or number per sample"):
        small("x[3] -> 1").fit(x, y, groups=groups[1:])


def test_without_a_spec_it_takes_the_sizes_of_the_data(rotations) -> None:
    x, y = rotations
    both = small(replicas=0).fit(x[:300], np.stack([y, x[:, 0]], axis=1)[:300])
    assert both.spec_ == "x[3] -> y[2]"
    assert both.predict(x[:5]).shape == (5, 2)
    labels = np.array(["far", "near"])[(y > 0.5).astype(int)]
    found = liesd.SymmetryDiscovery(settings={"network": NETWORK}, replicas=0).fit(x, labels)
    assert found.spec_ == "x[3] -> 1"
    assert set(found.predict(x)) == {"far", "near"} == set(found.classes_)
    assert found.predict_proba(x[:7]).shape == (7, 2)
    assert not hasattr(both, "predict_proba")


def test_too_few_samples_still_predict_but_say_so(rotations) -> None:
    x, y = rotations
    with pytest.warns(UserWarning, match="nothing can be said of symmetries: .* too few"):
        found = small().fit(x[:8], y[:8])
    assert found.discovery_ is None
    assert found.dimension_ == 0
    assert found.algebra_ is None
    assert found.transform(x[:8]).shape == (8, 3 + 6)  # nothing is left out


def test_it_works_in_the_tools_of_scikit_learn(rotations) -> None:
    from sklearn.base import clone, is_classifier, is_regressor
    from sklearn.linear_model import LinearRegression
    from sklearn.model_selection import GridSearchCV
    from sklearn.pipeline import make_pipeline
    from sklearn.preprocessing import FunctionTransformer

    x, y = rotations
    pipeline = make_pipeline(FunctionTransformer(), small("x[3] -> 1", replicas=0))
    assert pipeline.fit(x, y).score(x, y) > 0.99
    features = make_pipeline(small("x[3] -> 1"), LinearRegression()).fit(x, y)
    assert features.score(x, y) > 0.5
    copy = clone(small("x[3] -> 1", tolerance=0.1))
    assert (copy.spec, copy.tolerance) == ("x[3] -> 1", 0.1)
    search = GridSearchCV(
        small("x[3] -> 1", replicas=0, task="regression"), {"settings": [{"centres": 5}, {}]}, cv=2
    ).fit(x[:400], y[:400])
    assert search.best_params_ == {"settings": {}}
    frame = small("x[3] -> 1").set_output(transform="pandas").fit(x, y).transform(x)
    assert list(frame.columns) == [f"symmetrydiscovery{k}" for k in range(3)]
    assert is_regressor(liesd.SymmetryDiscovery(task="regression"))
    assert is_classifier(liesd.SymmetryDiscovery(task="classification"))


def test_the_same_seed_gives_the_same_bits(rotations) -> None:
    x, y = rotations
    first, again = (small("x[3] -> 1", random_state=3).fit(x, y) for _ in range(2))
    assert np.array_equal(first.predict(x), again.predict(x))
    assert np.array_equal(first.generators_[0].theta, again.generators_[0].theta)


def test_bad_parameters_are_refused(rotations) -> None:
    x, y = rotations
    with pytest.raises(liesd.DataError, match="task must be one of auto, regression"):
        small(task="ranking").fit(x, y)
    with pytest.raises(liesd.DataError, match="a sample of x has 3 numbers"):
        small("x[4] -> 1").fit(x, y)
    with pytest.raises(liesd.SpecError):
        small("x[3").fit(x, y)


def test_it_is_imported_only_when_used_and_says_what_is_missing() -> None:
    program = (
        "import sys, liesd\n"
        "assert 'sklearn' not in sys.modules\n"
        "assert 'SymmetryDiscovery' in dir(liesd)\n"
        "sys.modules['sklearn'] = None\n"
        "try:\n    liesd.SymmetryDiscovery\n"
        "except ImportError as error:\n    assert 'liesd[sklearn]' in str(error)\n"
        "else:\n    raise SystemExit('no error')"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


def test_invariants_are_those_that_are_known() -> None:
    boost = np.zeros((4, 4))
    boost[0, 1] = boost[1, 0] = 1.0
    turns = []
    for i, j in ((1, 2), (2, 3)):
        turn = np.zeros((4, 4))
        turn[i, j], turn[j, i] = -1.0, 1.0
        turns.append(turn)
    lorentz = Invariants(4, [boost, *turns])
    assert lorentz.count == 1
    metric = lorentz.quadratic[0] / lorentz.quadratic[0][0, 0]
    assert np.allclose(metric, np.diag([1.0, -1, -1, -1]))
    twice = Invariants(8, [np.kron(np.eye(2), A) for A in (boost, *turns)])
    assert twice.count == 3  # p·p, q·q, p·q
    assert Invariants(2, [np.eye(2)]).count == 0  # scaling leaves nothing
    assert Invariants(2, []).count == 2 + 3


def test_invariants_of_affine_maps() -> None:
    rng = np.random.default_rng(0)
    X = rng.normal(size=(500, 4)) + 3
    squares = ((X[:, :2] - X[:, 2:]) ** 2).sum(axis=1)
    found = liesd.SymmetryDiscovery("2*affine(x[2]) -> 1", learner="kernel", replicas=2)
    found.fit(X, np.exp(-squares / 8))
    assert found.dimension_ == 3
    (invariant,) = found.transform(X).T  # the squared distance, and nothing else
    slope = np.polyfit(squares, invariant, 1)
    assert np.allclose(np.polyval(slope, squares), invariant, atol=1e-2 * np.ptp(invariant))
    square = {"x": np.array([[0.0, 0.0, 1.0]])}
    with pytest.raises(liesd.SpecError, match="not affine"):
        Invariants.of(liesd.Poly(liesd.Vector("x", 1), 2), [square])


def test_the_spec_may_be_left_to_the_library() -> None:
    x = np.random.default_rng(0).uniform(-1.5, 1.5, size=(1500, 3)) * [1, 1, 0.5]
    y = np.exp(-(x[:, 0] ** 2 + 4 * x[:, 2] ** 2) / 8) * np.sin(x[:, 1]) + x[:, 1]
    found = liesd.SymmetryDiscovery("auto", learner="kernel").fit(x, y)
    assert found.spec_ == "a[2]+1 -> 1"
    assert found.dimension_ == 1
    assert found.suggestion_.inputs.order == (0, 2, 1)
    assert found.score(x, y) > 0.99  # the model takes the columns as they were
    features = found.transform(x)
    radius = x[:, 0] ** 2 + 4 * x[:, 2] ** 2
    fit = np.linalg.lstsq(np.column_stack([features, np.ones(len(x))]), radius, rcond=None)[0]
    assert np.allclose(np.column_stack([features, np.ones(len(x))]) @ fit, radius, atol=0.3)


def test_a_poor_fit_leaves_the_default_spec_with_a_warning() -> None:
    rng = np.random.default_rng(0)
    with pytest.warns(UserWarning, match="too poor to suggest"):
        found = liesd.SymmetryDiscovery("auto", learner="kernel", replicas=0).fit(
            rng.normal(size=(300, 2)), rng.normal(size=300)
        )
    assert found.suggestion_ is None
    assert found.spec_ == "x[2] -> y[1]"
