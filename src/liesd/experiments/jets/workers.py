"""Worker processes that answer one question after another.

Unlike a pool of the standard library, a killed worker is noticed at once, all can be ended at once,
and when their parent is killed they finish their question and exit by themselves.
"""

from __future__ import annotations

import signal
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection, wait
from typing import TypeVar

from liesd.errors import LiesdError, ResourceError

Question = TypeVar("Question")
ENDED = (
    "a worker process was ended from outside (for lack of memory?): nothing finished is lost, run "
    "the same command again, perhaps with fewer --workers"
)


def answer_all(
    answer: Callable[[Question], None], questions: Iterable[Question], workers: int
) -> Iterator[Question]:
    """Call ``answer`` on every question in ``workers`` processes; yield each once it is done.

    ``answer`` must be importable by name (or a ``functools.partial`` of such a function).
    """
    waiting = iter(questions)
    context, processes = get_context("spawn"), []
    lines: dict[Connection, Question] = {}
    try:
        for _, question in zip(range(workers), waiting, strict=False):
            ours, theirs = context.Pipe()
            process = context.Process(target=_serve, args=(theirs, answer), daemon=True)
            process.start()
            processes.append(process)
            theirs.close()
            _ask(ours, question)
            lines[ours] = question
        while lines:
            for line in wait(list(lines)):
                assert isinstance(line, Connection)
                done = _answer(line, lines.pop(line))
                for question in waiting:
                    _ask(line, question)
                    lines[line] = question
                    break
                else:
                    line.close()
                yield done
    finally:
        for process in processes:
            process.terminate()
            process.join()


def _ask(line: Connection, question: Question) -> None:
    try:
        line.send(question)
    except OSError:
        raise ResourceError(ENDED) from None


def _answer(line: Connection, question: Question) -> Question:
    try:
        error = line.recv()
    except (EOFError, OSError):
        raise ResourceError(ENDED) from None
    if error is not None:
        raise error
    return question


def _serve(line: Connection, answer: Callable[[Question], None]) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, who ends us
    with suppress(EOFError, OSError):  # the parent is gone, or needs no more
        while True:
            question = line.recv()
            try:
                answer(question)
            except (LiesdError, OSError) as error:
                line.send(error)
            else:
                line.send(None)
