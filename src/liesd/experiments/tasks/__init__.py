"""The tasks of the paper: one file per task, with its data, its spec and its true algebra.

>>> from liesd import tasks
>>> sorted(tasks.TASKS)
['inertia', 'top-tagging', 'two-body']
>>> x, y = tasks.get("two-body").datasets["uniform"].data(0)
>>> x.shape
(18375, 8)
"""

from __future__ import annotations

from liesd.errors import DataError
from liesd.experiments.tasks import inertia, top_tagging, two_body
from liesd.experiments.tasks.base import Dataset, Figure, Form, Row, Task

TASKS = {task.name: task for task in (two_body.TASK, inertia.TASK, top_tagging.TASK)}

__all__ = [
    "TASKS",
    "Dataset",
    "Figure",
    "Form",
    "Row",
    "Task",
    "get",
    "inertia",
    "top_tagging",
    "two_body",
]


def get(name: str) -> Task:
    """Get a task by its name."""
    if name not in TASKS:
        raise DataError(f"there is no task {name!r}; the tasks are {', '.join(sorted(TASKS))}")
    return TASKS[name]
