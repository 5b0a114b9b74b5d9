"""The page as text: whole, escaped, small, and the same from a file as from the discovery."""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
import torch

import liesd
from liesd.report import render
from liesd.report.content import describe_channels
from liesd.report.plain import suggest_steps
from tests.fixtures import NAMES, load
from tests.report.conftest import HOSTILE

Found = Callable[[str], liesd.Discovery]


class Elements(HTMLParser):
    """Every element of a page with its attributes, and its visible text."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text, self.scripts = "", [""]
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag == "script":
            self.scripts.append("")

    def handle_data(self, data: str) -> None:
        if self.tags and self.tags[-1][0] == "script":
            self.scripts[-1] += data
        elif not self.tags or self.tags[-1][0] != "style":
            self.text += data


def payload(page: str) -> dict[str, Any]:
    def refuse(constant: str) -> None:
        raise AssertionError(f"{constant} is not JSON")

    found = re.search(r'<script type="application/json" id="payload">(.*?)</script>', page)
    assert found
    result: dict[str, Any] = json.loads(found[1], parse_constant=refuse)
    return result


def test_it_says_what_was_found(found: Found) -> None:
    text = " ".join(Elements(render(found("inertia"))).text.split())
    assert "4 symmetries" in text
    assert "SURE" in text
    assert "3*x[3] -> a[3]*b[3]" in text
    assert "3 vectors of 3, moved by x, which all share it" in text
    assert "1 direction moves nothing at all (gauge)" in text
    assert "float64" in text
    assert torch.__version__ in text
    unsure = load("inertia-tensor-noise-kernel-20")
    text = " ".join(Elements(render(unsure)).text.split())
    assert "UNSURE" in text
    assert unsure.advice
    assert f"What would settle it: {unsure.advice[0].upper()}{unsure.advice[1:]}" in text
    assert "No samples were kept" in text


def test_question_and_answer_come_first_and_generators_once(found: Found) -> None:
    seen = found("inertia")
    text = " ".join(Elements(render(seen)).text.split())
    answer = text.index("These 4, and their combinations. They hold exactly, up to rounding.")
    assert text.index("The question. Which continuous changes of the inputs") < answer
    assert answer < text.index("In detail") < text.index("What to do next")
    for words in seen.words:
        assert text.count(words) == 1
    none = " ".join(Elements(render(found("none"))).text.split())
    assert "None of the kind that was looked for." in none
    assert none.index("Ask for other motions") > none.index("What to do next")


def test_next_steps_claim_no_more_than_is_known() -> None:
    x = torch.randn(400, 4, dtype=torch.float64)
    metric = torch.tensor([1.0, -1.0, -1.0, -1.0], dtype=torch.float64)
    lorentz = liesd.discover(lambda x: torch.sin((x * x * metric).sum(dim=1)), x, "x[4] -> 1")
    told = {step.title: step.text for step in suggest_steps(lorentz)}
    assert (
        "only the compact part of the algebra, so(3)"
        in told["Train a network that has the symmetry"]
    )

    def pull(x: torch.Tensor) -> torch.Tensor:
        return (x[:, :2] - x[:, 2:]) * torch.exp(-x.square().sum(dim=1, keepdim=True) / 9)

    forces = liesd.discover(pull, x, "q[2]+p[2] -> f[2]")
    assert forces.dimension == 1
    assert "Follow what is conserved" not in {step.title for step in suggest_steps(forces)}
    energies = liesd.discover(lambda x: pull(x).square().sum(dim=1), x, "q[2]+p[2] -> 1")
    (kept,) = [one for one in suggest_steps(energies) if one.title == "Follow what is conserved"]
    assert kept.text.startswith("If the output is the energy")


def test_the_lines_to_go_on_with_run(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    x = torch.randn(300, 4, dtype=torch.float64, generator=torch.manual_seed(0))
    motion = lambda x: torch.cat([x[:, 2:], -x[:, :2] * x[:, :2].norm(dim=1, keepdim=True)], dim=1)
    found = liesd.discover(motion, x, "q[2]+p[2] -> q+p")
    found.save("d.liesd")
    page = Elements(render(found)).text
    scope = {"found": found, "x": x.numpy(), "y": motion(x).numpy()}
    steps = suggest_steps(found)
    assert [step.title for step in steps][-1] == "Follow what is conserved"
    assert "angular momentum: q0·p1 − q1·p0" in steps[-1].text
    for step in steps:
        assert step.code in page
        if "SymmetryDiscovery" not in step.code:  # which learns
            exec(step.code, scope)
    assert scope["more_x"].shape == (300, 4)


def test_channels_in_words() -> None:
    def words(rep: str) -> list[str]:
        return describe_channels(liesd.Spec.parse(f"{rep} -> 1").input)

    assert words("q1[2]+p1[2]+b[3]+1") == [
        "2 vectors of 2, each moved by its own: q1, p1",
        "1 vector of 3, moved by b",
        "1 number that does not move",
    ]
    assert words("a[4]*b[5].T") == ["1 matrix of 4×5, moved by a and b (dual)"]
    assert words("20*p[4]") == ["20 vectors of 4, moved by p, which all share it"]


def test_nothing_is_loaded_from_elsewhere(found: Found) -> None:
    page = render(found("inertia"))
    for tag, attributes in Elements(page).tags:
        assert tag not in ("link", "img", "iframe", "object", "embed")
        assert "src" not in attributes
        assert (attributes.get("href") or "#").startswith("#")
    assert set(re.findall(r"\w+://[^\s\"'`]+", page)) == {"http://www.w3.org/2000/svg"}
    assert "url(" not in page


def test_text_from_data_is_escaped(found: Found) -> None:
    page = render(found("hostile"), title=HOSTILE)
    elements = Elements(page)
    assert [tag for tag, _ in elements.tags].count("script") == 2
    assert "img" not in [tag for tag, _ in elements.tags]
    assert HOSTILE in elements.text
    assert HOSTILE not in page
    channel = payload(page)["orbits"]["sides"]["input"]["channels"][0]
    assert channel["coordinates"] == [HOSTILE, "b</style>$x"]


def test_a_file_gives_the_same_page(found: Found, tmp_path: Path) -> None:
    for name in ("inertia", "hostile", "given", "none"):
        found(name).save(tmp_path / "d.liesd")
        assert render(liesd.load(tmp_path / "d.liesd")) == render(found(name))


def test_large_discoveries_make_small_pages(tmp_path: Path) -> None:
    x = torch.randn(100, 5, dtype=torch.float64)
    many = liesd.discover(lambda x: x.repeat(1, 40), x, "x[5] -> 40*x")
    assert many.dimension == 25
    path = many.report(tmp_path / "large.html")
    assert path.stat().st_size < 2_000_000
    shown = payload(path.read_text())
    assert 1 <= len(shown["generators"]) == len(shown["orbits"]["motions"]) < 25


@pytest.mark.parametrize("name", NAMES)
def test_kept_results_can_be_shown(name: str) -> None:
    kept = load(name)
    assert len(payload(render(kept))["generators"]) == kept.dimension


def test_a_function_that_breaks_down_leaves_no_bad_numbers() -> None:
    def root(x: torch.Tensor) -> torch.Tensor:
        return torch.sqrt(x[:, 0] - x[:, 1])  # no number where x₀ < x₁, which scaling by -1 reaches

    x = torch.rand(200, 2, dtype=torch.float64) + torch.tensor([1.0, 0.0])
    found = liesd.discover(root, x, "x[2] -> y[1]", tolerance=0.5)
    assert found.dimension
    payload(render(found))


def test_without_jinja2_the_extra_is_named(
    found: Found, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "jinja2", None)
    with pytest.raises(ImportError, match=r"liesd\[report\]"):
        found("none").report(tmp_path / "r.html")
    assert not list(tmp_path.iterdir())


def test_notebooks_show_the_verdict_and_the_matrices(found: Found) -> None:
    shown = Elements(found("inertia")._repr_html_())
    assert "the function has 4 symmetries" in shown.text
    assert [tag for tag, _ in shown.tags].count("table") == 4 * 3
    assert "has no symmetries" in found("none")._repr_html_()


def test_an_algebra_shows_its_name_and_generators_in_words() -> None:
    from liesd.report.notebook import render_algebra

    shown = Elements(
        render_algebra(HOSTILE, [("turns <x> to y", {"x": [[0.0, -1.0], [1.0, 0.0]]})])
    )
    assert HOSTILE in shown.text
    assert "turns <x> to y" in shown.text
    assert "−1.00" in shown.text
    assert "script" not in [tag for tag, _ in shown.tags]
