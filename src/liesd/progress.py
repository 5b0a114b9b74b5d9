"""Progress of long work: stages on a terminal, in a notebook, in a log, or for a program.

Whatever takes long opens a stage, ``with read_progress(progress).stage("training", steps) as
stage``, and says ``stage.advance(count)``. Where it is shown is up to the user's ``progress=``.
"""

from __future__ import annotations

import inspect
import os
import sys
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from types import TracebackType
from typing import Any, NamedTuple, Self, TextIO

from liesd.errors import DataError


@dataclass(frozen=True)
class Limits:
    """When and how often progress is drawn."""

    wait_seconds: float = 0.3
    """What takes less than this is not shown on a terminal, unless it is asked for."""
    draw_seconds: float = 0.25
    """From one drawing to the next: the clock goes on while nothing advances."""
    bar_width: int = 24
    """Characters of a full bar."""
    least_width: int = 20
    """Characters of a line, at least."""
    usual_width: int = 80
    """Characters of a line where a terminal does not say."""


LIMITS = Limits()
"""Read as ``LIMITS``, so that a test can replace it."""


class Progress(NamedTuple):
    """How far a stage of the work is; what a callback ``progress=`` is called with.

    >>> Progress("training", 300, 1200, 4.0).share
    0.25
    """

    stage: str
    """What is being done, in words."""
    done: int
    """How much of it is done, in units of its own; never less than before in the same stage."""
    total: int | None
    """How much there is; None if it is not known."""
    seconds: float
    """Time since the stage began."""

    @property
    def share(self) -> float | None:
        """The part that is done, from 0 to 1; None if it is not known."""
        return None if self.total is None else self.done / self.total if self.total else 1.0

    @property
    def seconds_left(self) -> float | None:
        """The time that is left at this rate; None if it is not known."""
        share = self.share
        return self.seconds * (1 - share) / share if share else None


Callback = Callable[[Progress], Any]


class Display:
    """A place where stages are shown; this one shows nothing."""

    def begin(self, stage: Stage) -> None:
        """Show that a stage begins."""

    def advance(self, stage: Stage) -> None:
        """Show how far a stage is."""

    def end(self, stage: Stage) -> None:
        """Show that a stage is over."""


class Stage:
    """A stage of the work, shown as long as the context lasts."""

    def __init__(self, display: Display, title: str, total: int | None = None) -> None:
        self.display, self.title, self.total, self.done = display, title, total, 0
        self._start = time.monotonic()

    @property
    def now(self) -> Progress:
        """How far it is."""
        return Progress(self.title, self.done, self.total, time.monotonic() - self._start)

    def advance(self, count: int = 1) -> None:
        """Report that so much more is done."""
        self.done = self.done + count if self.total is None else min(self.done + count, self.total)
        self.display.advance(self)

    def __enter__(self) -> Self:
        self._start = time.monotonic()
        self.display.begin(self)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: Any, trace: TracebackType | None
    ) -> None:
        if kind is None and self.total is not None:
            self.done = self.total  # it may end early, as where nothing is left to gain
        self.display.end(self)


@dataclass(frozen=True)
class Reporter:
    """Opens stages on one display; what ``progress=`` becomes."""

    display: Display
    prefix: str = ""

    def stage(self, title: str, total: int | None = None) -> Stage:
        """A stage of the work; ``total`` is in any unit that it advances by."""
        text = "".join(c if c.isprintable() else "?" for c in self.prefix + title)
        return Stage(self.display, text, total)

    def within(self, title: str) -> Reporter:
        """Stages that are parts of another one, as "replica 2 of 4"."""
        return replace(self, prefix=f"{self.prefix}{title}: ")


Show = bool | None | Callback | Reporter
"""What a user may give as ``progress=``: yes, no, where a person looks (None), or a function."""


def read_progress(progress: Show, wait: float | None = None) -> Reporter:
    """Choose where stages are shown.

    None: on a terminal or in a notebook, if there is one. True: as lines elsewhere too. False:
    nowhere. A function is called with a :class:`Progress` whenever something changes. ``wait`` is
    how long a terminal stays as it is, in seconds.
    """
    if isinstance(progress, Reporter):
        return progress
    if callable(progress):
        _check_callback(progress)
        return Reporter(Caller(progress))
    if progress is not None and (not isinstance(progress, int) or progress not in (0, 1)):
        raise DataError(
            f"progress must be True, False, None or a function, not {type(progress).__name__}"
        )
    if progress is not None and not progress:
        return Reporter(Display())
    if is_notebook():
        return Reporter(Notebook())
    if sys.stderr is not None and sys.stderr.isatty():
        return Reporter(Terminal(sys.stderr, LIMITS.wait_seconds if wait is None else wait))
    return Reporter(Lines() if progress else Display())


def _check_callback(call: Callback) -> None:
    """Notice before any work that a function cannot be called with one argument."""
    try:
        signature = inspect.signature(call)
    except ValueError:  # some built-in functions have none
        return
    try:
        signature.bind(None)
    except TypeError as error:
        raise DataError(
            f"progress is called with one argument, a liesd.Progress: {error}"
        ) from None


def is_notebook() -> bool:
    """True in a notebook of Jupyter."""
    shell = getattr(sys.modules.get("IPython"), "get_ipython", lambda: None)()
    return shell is not None and "IPKernelApp" in getattr(shell, "config", ())


class Caller(Display):
    """Calls a function; whatever it raises ends the work."""

    def __init__(self, call: Callback) -> None:
        self.call = call

    def begin(self, stage: Stage) -> None:
        self.call(stage.now)

    def advance(self, stage: Stage) -> None:
        self.call(stage.now)

    def end(self, stage: Stage) -> None:
        self.call(stage.now)


class Lines(Display):
    """One line per stage on standard error as it begins, for pipes and logs."""

    def __init__(self) -> None:
        self._start, self._said = time.monotonic(), set[str]()

    def begin(self, stage: Stage) -> None:
        if stage.title not in self._said and sys.stderr is not None:
            self._said.add(stage.title)
            seconds = time.monotonic() - self._start
            print(f"[{seconds:6.1f} s] {stage.title}", file=sys.stderr, flush=True)


class Terminal(Display):
    """One line of a terminal that is drawn again and again, and wiped in the end."""

    def __init__(self, stream: TextIO, wait: float) -> None:
        self._stream, self._first = stream, time.monotonic() + wait
        self._stages: list[Stage] = []
        self._lock, self._idle, self._drawn = threading.Lock(), threading.Event(), 0

    def begin(self, stage: Stage) -> None:
        with self._lock:
            self._stages.append(stage)
            if len(self._stages) == 1:
                self._idle = threading.Event()
                threading.Thread(target=self._tick, args=(self._idle,), daemon=True).start()
        self._draw()

    def end(self, stage: Stage) -> None:
        with self._lock:
            self._stages.remove(stage)
            if not self._stages:
                self._idle.set()
        self._draw()

    def _tick(self, idle: threading.Event) -> None:
        while not idle.wait(LIMITS.draw_seconds):
            self._draw()

    def _draw(self) -> None:
        """Write the innermost stage over whatever is there; without one, wipe the line."""
        with self._lock:
            if not self._stages and not self._drawn:
                return
            if time.monotonic() < self._first:
                return
            width = max(_measure_width(self._stream) - 1, LIMITS.least_width)
            text = describe(self._stages[-1].now)[:width] if self._stages else ""
            self._stream.write("\r" + text.ljust(self._drawn) + ("" if text else "\r"))
            self._stream.flush()
            self._drawn = len(text)


class Notebook(Display):
    """Bars of tqdm, which are widgets in a notebook."""

    def __init__(self) -> None:
        self._bars: dict[Stage, Any] = {}

    def begin(self, stage: Stage) -> None:
        from tqdm.auto import tqdm

        self._bars[stage] = tqdm(total=stage.total, desc=stage.title, leave=False)

    def advance(self, stage: Stage) -> None:
        bar = self._bars[stage]
        bar.update(stage.done - bar.n)

    def end(self, stage: Stage) -> None:
        self._bars.pop(stage).close()


def describe(now: Progress) -> str:
    """Describe in a line how far a stage is.

    >>> describe(Progress("training", 300, 1200, 4.0))
    'training  25 % ██████                   4 s, 12 s left'
    """
    left, share = now.seconds_left, now.share
    if share is None:
        return f"{now.stage}  {_format_time(now.seconds)}"
    full = int(share * LIMITS.bar_width)
    bar = "█" * full + " " * (LIMITS.bar_width - full)
    rest = "" if left is None else f", {_format_time(left)} left"
    return f"{now.stage}  {share:.0%} {bar} {_format_time(now.seconds)}{rest}".replace("%", " %", 1)


def _format_time(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d} min" if minutes else f"{rest} s"


def _measure_width(stream: TextIO) -> int:
    with suppress(OSError, ValueError, AttributeError):  # some do not know, others say 0
        return os.get_terminal_size(stream.fileno()).columns or LIMITS.usual_width
    return LIMITS.usual_width
