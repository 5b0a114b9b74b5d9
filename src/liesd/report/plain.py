"""The question, the answer and what to do next, for a reader who was not there."""

from __future__ import annotations

from typing import NamedTuple

from liesd.discovery.result import Discovery
from liesd.errors import LiesdError
from liesd.report import style
from liesd.verdict.rule import Verdict
from liesd.verdict.transcript import FUNCTION, LAW, MODEL

SUBJECTS = {FUNCTION: "the function", MODEL: "the trained model", LAW: "the law behind the data"}


class Step(NamedTuple):
    """Something to do with the symmetries: what it is good for, and the lines to paste."""

    title: str
    text: str
    code: str


def write_title(discovery: Discovery) -> str:
    """A title that says what was looked at."""
    name = discovery.settings.get("data", {}).get("file", "")
    return f"Symmetries in {name}" if name else f"Symmetries of {SUBJECTS[discovery.about]}"


def ask_plainly(discovery: Discovery) -> str:
    """The question without a formula."""
    subject = SUBJECTS[discovery.about]
    if discovery.spec.output.unknowns:
        return (
            "Which continuous changes of the inputs, such as rotations or scalings, change the "
            f"outputs of {subject} in step?"
        )
    return (
        "Which continuous changes of the inputs, such as rotations or scalings, leave the outputs "
        f"of {subject} as they are?"
    )


def answer_plainly(discovery: Discovery) -> tuple[str, list[str]]:
    """The answer in a sentence or two, and each symmetry in words."""
    sure = discovery.verdict is Verdict.SURE
    trust = "This can be relied on." if sure else "This is not certain: the reason is given below."
    count = discovery.dimension
    if not count:
        return f"None of the kind that was looked for. {trust}", []
    within = discovery.decision.within
    exact = within < style.STYLE.exact_within
    how = "exactly, up to rounding" if exact else f"to within {100 * within:.2g} %"
    many = (
        f"These {count}, and their combinations. They hold" if count > 1 else "This one. It holds"
    )
    shown = discovery.words if count <= style.STYLE.told_generators else ()
    return f"{many} {how}. {trust}", list(shown)


def suggest_steps(discovery: Discovery) -> list[Step]:
    """What to do with the symmetries, with the exact lines."""
    if not discovery.dimension:
        return []
    spec = discovery.spec
    steps = [
        Step(
            "Get the numbers",
            "The generators are matrices, one per unknown of the spec.",
            'found = liesd.load("d.liesd")  # from found.save("d.liesd"), or --save d.liesd\n'
            "for one, words in zip(found.readable, found.words):\n"
            f'    print(words, one["{next(iter(spec.unknowns))}"])',
        ),
        Step(
            "Augment data",
            "Every sample, moved by a random element of the group, is a sample as well.",
            "more_x, more_y = found.algebra.augment(x, y)",
        ),
    ]
    if spec.is_linear:
        steps.append(
            Step(
                "Train a network that has the symmetry",
                "An equivariant network cannot break it, and needs fewer samples.",
                "net = liesd.nn.EquivariantMLP(found.spec, found.algebra.rectify().compact)",
            )
        )
        steps.append(
            Step(
                "Use invariants as features",
                "Linear and quadratic functions of the inputs that the symmetries do not change.",
                f'features = liesd.SymmetryDiscovery("{spec}").fit(x, y).transform(x)',
            )
        )
    try:
        kept = [str(one) for one in discovery.conserved() if one.holds is not False]
    except LiesdError:
        kept = []
    if kept:
        steps.append(
            Step(
                "Follow what is conserved",
                f"Noether's theorem gives {'; '.join(kept)}.",
                "for quantity in found.conserved():\n    print(quantity, quantity(x))",
            )
        )
    return steps
