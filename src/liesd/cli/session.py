"""The session that ``discover`` and ``measure`` share: samples from files, and a function."""

from __future__ import annotations

import copy
import json
import math
import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from liesd.cli.failures import Stopped
from liesd.learning.base import LEARNERS
from liesd.learning.effort import EFFORTS, NORMAL
from liesd.learning.words import tell_error
from liesd.progress import Reporter, read_progress

if TYPE_CHECKING:
    from liesd.data.tables import FileSamples
    from liesd.spec.named.draft import Draft

_FILE = click.Path(path_type=Path)
AUTO = "auto"
_LEARNING = ("learner", "task", "setting", "replicas", "effort", "checkpoint", "save_model")


class SampleCount(click.IntRange):
    """A number of samples, or "auto"."""

    def __init__(self) -> None:
        super().__init__(min=1)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return value if value == AUTO else super().convert(value, param, ctx)


class Degree(click.IntRange):
    """A degree of polynomials, or "auto"."""

    def __init__(self) -> None:
        super().__init__(min=0)

    def convert(self, value: Any, param: Any, ctx: Any) -> Any:
        return value if value == AUTO else super().convert(value, param, ctx)


class DataCommand(click.Command):
    """A command whose help lists the kinds of files that are read, where it says {endings}."""

    def format_help_text(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the help, with the endings of all formats that are registered."""
        from liesd.data.formats import list_endings

        *others, last = list_endings()
        filled = copy.copy(self)
        filled.help = (self.help or "").replace("{endings}", f"{', '.join(others)} or {last}")
        super(DataCommand, filled).format_help_text(ctx, formatter)


@dataclass(frozen=True, eq=False)
class Session:
    """Samples, and the function that was learned from them or read from a file."""

    function: Any
    data: FileSamples
    origin: dict[str, Any] = field(default_factory=dict)
    """Where the function comes from, as plain values."""

    def describe(self) -> list[str]:
        """Describe samples and function in lines, so that a mistaken choice of columns shows."""
        lines = [f"{len(self.data.x):,} samples; inputs {_join_names(self.data.x_names)}"]
        if self.data.y_names:
            lines[0] += f"; outputs {_join_names(self.data.y_names)}"
        if self.data.classes:
            lines[0] += f"; classes {_join_names(list(self.data.classes))}"
        if "model" in self.origin:
            lines.append(f"the model in {self.origin['model']}")
        else:
            error = tell_error(self.origin["heldout_error"])
            told = f"{error} of held-out labels wrong" if self.data.classes else None
            name, colon, why = self.origin["chosen"].partition(": ")
            effort = self.origin["effort"]
            details = [why] if colon else []
            details += [] if effort == NORMAL else [f"effort {effort}"]
            more = f" ({'; '.join(details)})" if details else ""
            lines.append(f"learned by {name}, {told or f'held-out error {error}'}{more}")
        return lines


dictionary_option = click.option(
    "--dictionary",
    multiple=True,
    metavar="NAME=FORMULAS",
    help="What a name in fields(x[2], NAME) stands for, as 'trig=1, sin(x0), cos(x0)'; may be "
    "repeated.",
)


def read_dictionary(texts: tuple[str, ...]) -> dict[str, list[str]]:
    """Read what names of dictionaries stand for: formulas, which are never run as code."""
    found = {}
    for text in texts:
        name, equals, formulas = text.partition("=")
        if not equals or not name.strip().isidentifier():
            raise click.UsageError(
                f"--dictionary {text!r} is not of the form NAME=FORMULAS, as 'trig=1, sin(x0)'"
            )
        found[name.strip()] = [one.strip() for one in formulas.split(",")]
    return found


def add_data_options(command: Callable[..., None]) -> Callable[..., None]:
    """Add the arguments and options of all commands that read samples."""
    for option in reversed(
        (
            click.argument("data", nargs=-1, type=_FILE),
            click.argument("spec", required=False),
            click.option("--x", metavar="NAMES", help="The columns or arrays that are inputs."),
            click.option("--y", metavar="NAMES", help="The columns or arrays that are outputs."),
            click.option(
                "--factor",
                multiple=True,
                metavar="NAME=NUMBER",
                help="Multiply a column, as vy=-1 or height=0.3048, so that columns which turn "
                "together have one unit; may be repeated. 'liesd suggest' finds the numbers.",
            ),
            dictionary_option,
            click.option(
                "--groups",
                metavar="COLUMN",
                help="The column that says which samples belong together, as the trajectory, the "
                "molecule or the subject: each is fitted to, or held out, as a whole.",
            ),
            click.option(
                "--model",
                type=_FILE,
                help="A trained model (torch.export .pt2, TorchScript, or --save-model) to look "
                "at. Without it, one is learned from the samples.",
            ),
            click.option(
                "--samples",
                type=SampleCount(),
                metavar="N|auto",
                help="Take so many samples, at random; auto: use as many as it takes until the "
                "answer settles.",
            ),
            click.option("--seed", default=0, show_default=True, type=click.IntRange(0)),
            click.option(
                "--learner",
                type=click.Choice(list(LEARNERS)),
                default="auto",
                show_default=True,
                help="How to learn.",
            ),
            click.option(
                "--task",
                type=click.Choice(["auto", "regression", "binary", "multiclass"]),
                default="auto",
                show_default=True,
                help="What the outputs are: numbers or class labels.",
            ),
            click.option(
                "--setting",
                multiple=True,
                metavar="NAME=VALUE",
                help="A setting of the learner, as centres=400 or steps=5000; may be repeated.",
            ),
            click.option(
                "--effort",
                type=click.Choice(list(EFFORTS)),
                default=NORMAL,
                show_default=True,
                help="How long to learn: a first look in seconds (its answer is UNSURE), or a "
                "night.",
            ),
            click.option(
                "--replicas",
                type=click.IntRange(0),
                help="Fits on parts of the data, from which noise is estimated; 0 saves time. By "
                "default 4, or 0 with --effort quick.",
            ),
            click.option(
                "--checkpoint",
                type=_FILE,
                help="Keep the training of a network here; the same command goes on after a stop.",
            ),
            click.option("--save-model", type=_FILE, help="Keep the learned model here."),
            click.option("--quiet", is_flag=True, help="Show no progress on standard error."),
        )
    ):
        command = option(command)
    return command


def parse_spec(options: dict[str, Any]) -> Draft:
    """Parse the spec; refuse a command line without data or spec, or one that cannot be."""
    from liesd.spec.named.draft import Draft

    text = options["spec"]
    if not options["data"]:
        raise click.UsageError('DATA or SPEC is missing: give both, as data.csv "x[4] -> y[2]"')
    draft = Draft.parse(text, read_dictionary(options["dictionary"]))
    _ = draft.preview  # refuses what no table can mend
    return draft


def open_progress(options: dict[str, Any]) -> Reporter:
    """Show progress on standard error from the start: drawn on a terminal, else line by line."""
    return read_progress(not options["quiet"], wait=0.0)


def open_session(options: dict[str, Any], draft: Draft, progress: Reporter) -> Session:
    """Read the samples; learn from them, or load the model."""
    from liesd.data.tables import read_samples

    path: Path | None = options["model"]
    if path is not None:
        _refuse_learning()
    with progress.stage(f"reading {_join_names([path.name for path in options['data']])}"):
        data = read_samples(
            options["data"],
            draft,
            options["x"],
            options["y"],
            wants_y=path is None,
            task=options["task"],
            samples=None if options["samples"] == AUTO else options["samples"],
            seed=options["seed"],
            groups=options["groups"],
        )
    data = _multiply(data, options["factor"])
    if path is not None:
        from liesd.discovery.files import load_function

        return Session(load_function(path), data, {"model": str(path)})
    model = _learn(options, data, progress)
    name = model.learner.name
    origin = {
        "learner": name,
        "chosen": model.report.get("chosen", name),
        "effort": options["effort"],
        "heldout_error": model.heldout_error,
    }
    return Session(model, data, origin)


@contextmanager
def explaining_interrupts(options: dict[str, Any]) -> Iterator[None]:
    """Explain on Ctrl-C what was kept and how to resume."""
    try:
        yield
    except KeyboardInterrupt as stop:
        raise Stopped(_explain_kept(options)) from stop


def _learn(options: dict[str, Any], data: FileSamples, progress: Reporter) -> Any:
    from liesd.learning import learn

    settings = dict(_parse_setting(text) for text in options["setting"])
    LEARNERS[options["learner"]].parse(settings)  # refuses unknown settings
    with _noticing_interrupts() as interrupts:
        model = learn(
            data.x,
            data.y,
            data.spec,
            options["learner"],
            options["seed"],
            checkpoint=options["checkpoint"],
            progress=progress,
            task=data.task,
            replicas=options["replicas"],
            effort=options["effort"],
            groups=data.groups,
            **settings,
        )
    if options["save_model"] is not None:
        model.save(options["save_model"])
    if interrupts:  # training keeps its best network on Ctrl-C; the user still wants to stop
        raise KeyboardInterrupt
    return model


@contextmanager
def _noticing_interrupts() -> Iterator[list[int]]:
    """Record Ctrl-C, also where it is caught inside."""
    seen: list[int] = []

    def note(number: int, frame: Any) -> None:
        seen.append(number)
        signal.default_int_handler(number, frame)

    if threading.current_thread() is not threading.main_thread():
        yield seen
        return
    before = signal.signal(signal.SIGINT, note)
    try:
        yield seen
    finally:
        signal.signal(signal.SIGINT, before)


def _multiply(data: FileSamples, texts: tuple[str, ...]) -> FileSamples:
    """Multiply columns by the factors that the command line gives."""
    import numpy as np

    if not texts:
        return data
    factors = dict(_parse_factor(text) for text in texts)
    known = [*data.x_names, *data.y_names]
    if unknown := [name for name in factors if name not in known]:
        raise click.UsageError(
            f"--factor names {unknown[0]!r}, which is none of the columns {_join_names(known)}"
        )

    def scale(values: Any, names: list[str]) -> Any:
        numbers = np.array([factors.get(name, 1.0) for name in names])
        if values is None or (numbers == 1).all():
            return values
        array = np.asarray(values[:], dtype=np.float64)
        return array * numbers.reshape(array.shape[1:])

    y_names = data.y_names if data.task == "regression" else []
    y = scale(data.y, y_names) if y_names else data.y
    return replace(data, x=scale(data.x, data.x_names), y=y)


def _parse_factor(text: str) -> tuple[str, float]:
    name, equals, value = text.rpartition("=")
    try:
        number = float(value)
    except ValueError:
        number = 0.0
    if not equals or number == 0 or not math.isfinite(number):
        raise click.UsageError(f"--factor {text!r} is not of the form NAME=NUMBER, as vy=-1")
    return name, number


def _join_names(each: list[str]) -> str:
    return ", ".join(each if len(each) <= 8 else [*each[:4], "...", each[-1]])


def _explain_kept(options: dict[str, Any]) -> str:
    model, checkpoint = options["save_model"], options["checkpoint"]
    if model is not None and model.exists():
        return f"stopped; the model so far is in {model}: go on with --model {model}"
    if checkpoint is not None and checkpoint.exists():
        return f"stopped; the training is kept in {checkpoint}: go on with the same command"
    return "stopped; nothing was kept (--save-model and --checkpoint keep what was learned)"


def _parse_setting(text: str) -> tuple[str, Any]:
    name, equals, value = text.partition("=")
    if not equals or not name.strip().isidentifier():
        raise click.UsageError(f"--setting {text!r} is not of the form NAME=VALUE, as centres=400")
    try:
        return name.strip(), json.loads(value)
    except json.JSONDecodeError:
        return name.strip(), value


def _refuse_learning() -> None:
    context = click.get_current_context()
    source = click.core.ParameterSource.COMMANDLINE
    given = [name for name in _LEARNING if context.get_parameter_source(name) is source]
    if given:
        option = "--" + given[0].replace("_", "-")
        raise click.UsageError(
            f"{option} is for learning, but --model brings a trained model: leave one of them out"
        )
