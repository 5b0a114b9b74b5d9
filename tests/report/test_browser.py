"""The page in a real Chromium: it draws, it moves, and runs nothing but its own."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import numpy as np
import pytest
from selenium.webdriver.common.action_chains import ActionChains
from selenium.webdriver.common.keys import Keys

import liesd
from tests.report.conftest import HOSTILE, MAKERS, Browser

Page = Callable[[str], Path]
Found = Callable[[str], liesd.Discovery]


def places(chromium: Browser, marks: str) -> np.ndarray:
    """Where the marks of one kind are, in the units of the picture."""
    script = (
        f"return [...document.querySelectorAll('{marks}')]"
        ".map(node => [Number(node.getAttribute('cx')), Number(node.getAttribute('cy'))])"
    )
    return np.array(chromium.run(script))


def slide(chromium: Browser, step: int) -> None:
    chromium.run(
        f"const t = document.getElementById('t'); t.value = {step}; "
        "t.dispatchEvent(new Event('input'))"
    )


@pytest.mark.parametrize("name", MAKERS)
@pytest.mark.parametrize(("width", "scheme"), [(1280, "light"), (390, "dark")])
def test_loads_without_complaint_and_fits(
    chromium: Browser, page: Page, name: str, width: int, scheme: str
) -> None:
    chromium.open(page(name), width, scheme)
    assert chromium.complaints() == []
    assert chromium.run("return performance.getEntriesByType('resource').length") == 0
    assert chromium.run("return document.documentElement.scrollWidth") <= width
    marks = chromium.run("return document.querySelectorAll('#spectrum .mark').length")
    assert marks == len(chromium.run("return JSON.parse(payload.textContent).directions"))


def test_the_slider_moves_points_along_the_group(
    chromium: Browser, page: Page, found: Found
) -> None:
    chromium.open(page("rotation"))
    slide(chromium, 20)
    assert chromium.find("#t-value").text == "0°"
    assert np.allclose(places(chromium, "#orbit-input .dot-mark"),
                       places(chromium, "#orbit-input .ring-mark"), atol=0.02)  # fmt: skip
    start = places(chromium, "#orbit-input .dot-mark")
    slide(chromium, 30)
    assert abs(int(chromium.find("#t-value").text.strip("°").replace("−", "-"))) == 90
    assert not np.allclose(places(chromium, "#orbit-input .dot-mark"), start, atol=20)
    drawn = places(chromium, "#orbit-input .dot-mark")
    orbits = found("rotation").orbits
    assert orbits is not None
    true = orbits.inputs(0)[30].reshape(-1, 2)[: len(drawn)]
    fit = np.linalg.lstsq(np.c_[true[:, 0], np.ones(len(true))], drawn[:, 0])[0]
    assert np.allclose(np.c_[true[:, 0], np.ones(len(true))] @ fit, drawn[:, 0], atol=0.05)
    slide(chromium, 0)
    half = places(chromium, "#orbit-input .dot-mark")
    slide(chromium, 40)
    assert np.allclose(places(chromium, "#orbit-input .dot-mark"), half, atol=0.05)


def test_dots_stay_in_their_rings_only_under_a_symmetry(chromium: Browser, page: Page) -> None:
    for name, symmetric in (("inertia", True), ("broken", False)):
        chromium.open(page(name))
        slide(chromium, 36)
        rings, dots = (places(chromium, f"#orbit-output .{kind}-mark") for kind in ("ring", "dot"))
        assert (np.abs(rings - dots).max() < 0.1) == symmetric
        text = chromium.find("#orbit-readout").text
        assert ("less than 0.001 %" in text) == symmetric
        assert re.search(r"differ by .* % of the spread", text)


def test_everything_can_be_done_with_the_keyboard(chromium: Browser, page: Page) -> None:
    chromium.open(page("inertia"))
    reached = []
    for _ in range(16):
        ActionChains(chromium.driver).send_keys(Keys.TAB).perform()
        active = chromium.driver.switch_to.active_element
        reached.append(
            active.get_attribute("id") or active.get_attribute("name") or active.tag_name
        )
    assert {"generator", "t", "play", "svg", "select", "summary"} <= set(reached)

    spectrum = chromium.find("#spectrum svg")
    spectrum.send_keys(Keys.END)
    assert "gauge" in chromium.find("#spectrum-readout").text
    spectrum.send_keys(Keys.HOME)
    assert "Direction 1 of 27, no symmetry" in chromium.find("#spectrum-readout").text
    assert "Direction 1 of 27" in spectrum.get_attribute("aria-valuetext")

    before = chromium.find("#matrices").text
    chromium.find("input[name=generator]").send_keys(Keys.ARROW_RIGHT)
    assert chromium.find("#matrices").text != before
    assert chromium.find("#t-name").text == "2"

    moved = places(chromium, "#orbit-input .dot-mark")
    slider = chromium.find("#t")
    slider.send_keys(Keys.ARROW_RIGHT)
    assert not np.allclose(places(chromium, "#orbit-input .dot-mark"), moved, atol=0.1)
    assert slider.get_attribute("aria-valuetext") == chromium.find("#t-value").text
    assert chromium.complaints() == []


def test_focus_is_seen_and_controls_have_names(chromium: Browser, page: Page) -> None:
    chromium.open(page("inertia"))
    nameless = chromium.run(
        "return [...document.querySelectorAll('input, select, button, svg[tabindex]')].filter(node "
        "=> !(node.getAttribute('aria-label') || node.labels?.length || node.textContent.trim()))"
        ".length"
    )
    assert nameless == 0
    chromium.find("#t").send_keys(Keys.ARROW_LEFT)
    assert chromium.run("return getComputedStyle(document.activeElement).outlineWidth") == "3px"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(chromium: Browser, page: Page, scheme: str) -> None:
    chromium.open(page("inertia"), scheme=scheme)

    def luminance(colour: str) -> float:
        parts = np.array([float(part) for part in re.findall(r"[\d.]+", colour)[:3]]) / 255
        linear = np.where(parts <= 0.04045, parts / 12.92, ((parts + 0.055) / 1.055) ** 2.4)
        return float(linear @ [0.2126, 0.7152, 0.0722])

    def style(selector: str, name: str) -> float:
        node = f"document.querySelector('{selector}')"
        return luminance(chromium.run(f"return getComputedStyle({node})['{name}']"))

    paper, panel = style("body", "backgroundColor"), style(".panel", "backgroundColor")
    assert (paper < 0.05) == (scheme == "dark")
    pairs = [
        (style("body", "color"), paper),
        (style(".note", "color"), paper),
        (style("#spectrum text", "fill"), panel),
        (style(".badge", "color"), style(".badge", "backgroundColor")),
    ]
    for text, ground in pairs:
        assert (max(text, ground) + 0.05) / (min(text, ground) + 0.05) >= 4.5


def test_hostile_text_is_shown_and_never_run(chromium: Browser, page: Page) -> None:
    chromium.open(page("hostile"))
    assert chromium.run("return window.pwned === undefined")
    options = chromium.run(
        "return [...document.querySelectorAll('#axes-input option')].map(o => o.text)"
    )
    assert HOSTILE in options
    assert HOSTILE in chromium.run("return document.body.textContent")
    assert chromium.run("return document.images.length") == 0
    # even if something slipped through, the page's content policy would not run it
    chromium.run(
        "const s = document.createElement('script'); s.textContent = 'window.pwned = 1'; "
        "document.body.append(s)"
    )
    assert chromium.run("return window.pwned === undefined")
    assert any("Content Security Policy" in one["message"] for one in chromium.complaints())


def test_without_a_function_only_what_is_known_is_drawn(chromium: Browser, page: Page) -> None:
    chromium.open(page("given"))
    assert "not at hand" in chromium.find("#missing").text
    assert len(places(chromium, "#orbit-input .dot-mark"))
    assert not len(places(chromium, "#orbit-output .dot-mark"))
    assert not chromium.find(".key.values").is_displayed()


def test_the_play_button_runs_and_stops(chromium: Browser, page: Page) -> None:
    chromium.open(page("rotation"))
    before = chromium.find("#t").get_property("value")
    chromium.find("#play").click()
    assert chromium.driver.execute_async_script(
        "const done = arguments[0], t = document.getElementById('t'), start = t.value;"
        "const look = setInterval(() => {"
        "  if (t.value !== start) { clearInterval(look); done(true); }"
        "}, 20)"
    )
    chromium.find("#play").click()
    assert chromium.find("#play").get_attribute("aria-pressed") == "false"
    assert chromium.find("#t").get_property("value") != before


@pytest.mark.parametrize("name", ["molecule", "conformal"])
def test_the_slider_moves_points_along_every_field(
    chromium: Browser, page: Page, found: Found, name: str
) -> None:
    chromium.open(page(name))
    orbits = found(name).orbits
    assert orbits is not None
    for k in range(6):
        chromium.run(f"document.querySelectorAll('input[name=generator]')[{k}].click()")
        slide(chromium, 33)
        drawn = places(chromium, "#orbit-input .dot-mark")
        n = found(name).spec.unknowns["x"][0]
        true = orbits.inputs(k)[33].reshape(-1, n)[: len(drawn)]
        design = np.c_[true, np.ones(len(true))]
        fit = np.linalg.lstsq(design, drawn)[0]  # a projection, whichever plane was chosen
        assert np.abs(design @ fit - drawn).max() < 0.05
        assert not np.allclose(drawn, places(chromium, "#orbit-input .ring-mark"), atol=5)
        assert len(chromium.run("return document.querySelectorAll('#orbit-input .arrow')")) > 5
        assert "less than 0.001 %" in chromium.find("#orbit-readout").text
        assert "∂" in chromium.find("#matrices .formula").text
    assert chromium.complaints() == []


def test_the_slider_moves_a_solution(chromium: Browser, page: Page) -> None:
    chromium.open(page("equation"))
    lines = "return [...document.querySelectorAll('.{}')].map(node => node.getAttribute('d'))"
    before = chromium.run(lines.format("before-line"))
    slide(chromium, 10)
    assert chromium.run(lines.format("after-line")) == before  # the middle: nothing has moved
    chromium.run("document.querySelectorAll('input[name=generator]')[1].click()")
    slide(chromium, 20)
    assert "ε = " in chromium.find("#t-value").text
    assert len(before) == 3
    moved = chromium.run(lines.format("after-line"))
    assert all(one != other for one, other in zip(moved, before, strict=True))
    assert chromium.find("#film-readout").text.startswith("t = 0 → ")
