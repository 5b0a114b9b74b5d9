"""``learn``: samples in, a torch module with good derivatives out."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from liesd.data.files import check_target, read_path
from liesd.data.frames import take_samples
from liesd.errors import DataError, check_choice, check_whole
from liesd.learning import limits
from liesd.learning.base import LEARNERS
from liesd.learning.data import prepare, thin
from liesd.learning.effort import NORMAL, read_effort
from liesd.learning.model import LearnedModel
from liesd.learning.replicas import replicate
from liesd.numerics.threads import sharing_cores
from liesd.progress import Show, read_progress
from liesd.spec import Spec


@sharing_cores()
def learn(
    x: Any,
    y: Any = None,
    spec: str | Spec | None = None,
    learner: str = "auto",
    seed: int = 0,
    *,
    checkpoint: str | Path | None = None,
    progress: Show = None,
    task: str = "auto",
    replicas: int | None = None,
    groups: Any = None,
    effort: str = NORMAL,
    **settings: Any,
) -> LearnedModel:
    """Learn y from x: a torch module in float64 whose derivatives a discovery can trust.

    Parameters
    ----------
    x, y
        Samples (N, ...) and their values (N, ...) or class labels (N,): arrays, or files
        (:func:`liesd.open_array`), which may be larger than memory; or data frames, with a spec
        that says which columns they are. If x holds the outputs as well, y may be left out.
    spec
        The symmetry spec, if known already: inputs are then scaled by one number per channel, and
        where inputs and outputs transform alike the network learns the difference y − x.
    learner
        ``"polynomial"``: least squares with polynomials in the directions that matter; exact where
        a law is one. ``"kernel"``: Gaussian kernel ridge regression. Both for up to a few dozen
        inputs.
        ``"network"``: a small smooth network. ``"logistic"`` and ``"labels"``: a polynomial and a
        network for class labels. ``"paper"``: the paper's network and optimizer.
        ``"auto"``: by held-out error; ``model.report`` says what was chosen and why. Or any other
        that was registered (:data:`liesd.learning.LEARNERS`).
    seed
        The same seed gives the same model.
    checkpoint
        A file from which a training that was killed goes on, to the same end.
    progress
        True shows how far the work is: on a terminal, in a notebook, or one line per stage
        elsewhere; by default only where there is a terminal or a notebook. A function is called
        with a :class:`liesd.Progress` each time.
    task
        ``"regression"``, ``"binary"``, ``"multiclass"``; by default whole numbers are
        taken for classes.
    replicas
        So many times the same learner is fitted again, on disjoint parts of the samples. A
        discovery learns from their differences what is noise; 0 saves the time. By default as
        many as the effort says: four, or none if it is quick.
    groups
        Which samples belong together, (N,): a name or number per sample, such as the trajectory,
        the molecule or the subject that it comes from. Each group is fitted to, or held out, as a
        whole, so that nothing is tested on relatives of what it was fitted to. Without it, series
        of similar rows and repeated rows are noticed and kept together, and the model says so
        (``model.report["caveat"]``).
    effort
        ``"quick"`` for a first look in seconds, ``"normal"``, or ``"thorough"`` for a night: other
        settings of all learners (:mod:`liesd.learning.effort`). What is given besides overrules
        them. After a quick look a discovery has no replicas, and says that it is UNSURE.
    settings
        Settings of the learner, the fields of its class, such as ``centres=400`` or
        ``steps=5000``.

    Examples
    --------
    >>> import numpy as np
    >>> from liesd.learning import learn
    >>> x = np.random.default_rng(0).standard_normal((500, 2))
    >>> model = learn(x, (x**2).sum(axis=1))
    >>> model.report["learner"], model.heldout_error < 1e-12
    ('polynomial', True)
    """
    check_whole("seed", seed, 0)
    planned = read_effort(effort)
    replicas = planned.replicas if replicas is None else replicas
    if check_whole("replicas", replicas, 0) == 1:
        raise DataError(f"replicas must be 0 or at least 2, not {replicas}: one cannot differ")
    check_choice("learner", learner, LEARNERS)
    progress = read_progress(progress)
    if checkpoint is not None:
        check_target(read_path("checkpoint", checkpoint))  # before the long computation
    chosen = LEARNERS[learner].parse(planned.fill(learner, settings))
    if spec is not None:
        taken = take_samples(x, y, spec, wants_y=True, task=task)
        x, y, spec = taken.x, taken.y, taken.spec
    if y is None:
        raise DataError(
            "y is missing: give the values to learn, or a data frame and a spec that names them, "
            "as in learn(df, spec='pos(x,y,z) -> energy')"
        )
    with progress.stage("checking samples"):
        data = prepare(x, y, spec, task, seed, groups, replicas)
    model: LearnedModel = chosen.fit(data, seed, progress, checkpoint)
    known = {"learner": model.learner.name, "effort": effort}
    model.report = {**known, **model.report, "seed": seed}
    if spec is not None and taken.names:
        model.report["columns"] = ", ".join(taken.names)
        model.report |= {"about columns": "; ".join(taken.notes)} if taken.notes else {}
    if data.relatives.caveat:
        model.report["caveat"] = data.relatives.caveat
    kept = thin(data.heldout, limits.LIMITS.kept_heldout)
    model.heldout_x, model.heldout_y = data.read_inputs(kept), data.read_values(kept)
    if data.task != "regression":
        kept = thin(data.train, limits.LIMITS.kept_training)
        model.training_x = data.read_inputs(kept)
        model.training_y = data.read_targets(kept).double()
    replicate(model, data, seed, replicas, progress, checkpoint)
    model.seal()
    return model
