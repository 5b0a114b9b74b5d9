"""A real browser, shared by all tests of a worker, and pages for it to show."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import torch
from selenium import webdriver
from selenium.webdriver.chrome.service import Service
from torch import Tensor

import liesd
from tests.differential.equations import heat
from tests.exact import inertia

HOSTILE = (
    "</script><script>window.pwned=1</script><img src=x onerror=window.pwned=1>&quot;'\"{{7*7}}"
)
NEEDED = (
    "the report is tested in a real browser: run .ci/browser, or install Chromium and its driver"
)


class Browser:
    """What the tests ask of Chromium."""

    def __init__(self, driver: webdriver.Chrome) -> None:
        self.driver = driver

    def open(self, path: Path, width: int = 1280, scheme: str = "light") -> Browser:
        colours = {"name": "prefers-color-scheme", "value": scheme}
        self.driver.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": [colours]})
        size = {"width": width, "height": 900, "deviceScaleFactor": 1, "mobile": width < 500}
        self.driver.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
        self.driver.get(path.as_uri())
        return self

    def run(self, script: str) -> Any:
        return self.driver.execute_script(script)

    def find(self, selector: str) -> Any:
        return self.driver.find_element("css selector", selector)

    def complaints(self) -> list[dict[str, Any]]:
        return list(self.driver.get_log("browser"))


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    binary = shutil.which("chromium") or shutil.which("google-chrome")
    driver = shutil.which("chromedriver")
    if binary is None or driver is None:
        pytest.fail(NEEDED)
    options = webdriver.ChromeOptions()
    options.binary_location = binary
    for argument in ("--headless=new", "--disable-dev-shm-usage", "--disable-gpu"):
        options.add_argument(argument)
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        options.add_argument("--no-sandbox")
    options.set_capability("goog:loggingPrefs", {"browser": "ALL"})
    browser = webdriver.Chrome(options=options, service=Service(driver))
    yield Browser(browser)
    browser.quit()


class Frame:
    """A data frame, as far as a discovery knows them."""

    def __init__(self, values: np.ndarray, columns: list[str]) -> None:
        self.values, self.columns, self.shape = values, columns, values.shape

    def to_numpy(self) -> np.ndarray:
        return self.values


def _inertia() -> liesd.Discovery:
    x = torch.randn(300, 3, 3, dtype=torch.float64)
    return liesd.discover(inertia, x, "3*x[3] -> a[3]*b[3]")


def _rotation() -> liesd.Discovery:
    """One symmetry: rotations of two vectors, whose cross product is a number."""

    def cross(x: Tensor) -> Tensor:
        return torch.stack([x[:, 0] * x[:, 3] - x[:, 1] * x[:, 2], (x[:, :2] ** 2).sum(1)], 1)

    x = torch.randn(300, 4, dtype=torch.float64)
    return liesd.discover(cross, x, "2*x[2] -> 2")


def _none() -> liesd.Discovery:
    x = torch.randn(100, 2, dtype=torch.float64)
    return liesd.discover(lambda x: x[:, 0] ** 3 + x[:, 1] + x[:, 0] * x[:, 1], x, "x[2] -> 1")


def _broken() -> liesd.Discovery:
    """A rotation that is broken a little, and counted all the same."""
    x = torch.randn(300, 2, dtype=torch.float64)
    return liesd.discover(
        lambda x: (x**2).sum(1) + 0.1 * x[:, 0] ** 3, x, "x[2] -> 1", tolerance=0.4
    )


def _hostile() -> liesd.Discovery:
    def norm(x: Tensor) -> Tensor:
        return x.norm(dim=1)

    norm.__qualname__ = HOSTILE
    frame = Frame(np.random.default_rng(0).normal(size=(100, 2)), [HOSTILE, "b</style>$x"])
    return liesd.discover(norm, frame, "x[2] -> 1")


def _given() -> liesd.Discovery:
    x = np.random.default_rng(0).normal(size=(100, 2))
    y = np.linalg.norm(x, axis=1)
    return liesd.discover(None, x, "x[2] -> 1", y=y, jacobian=(x / y[:, None])[:, None, :])


def _molecule() -> liesd.Discovery:
    """Six motions of space, of points."""

    def energy(x: Tensor) -> Tensor:
        p = x.reshape(-1, 3, 3)
        i, j = torch.triu_indices(3, 3, 1)
        return torch.exp(-(p[:, i] - p[:, j]).norm(dim=2)).sum(dim=1)

    return liesd.discover(energy, torch.randn(300, 9).double() + 4, "3*affine(x[3]) -> 1")


def _conformal() -> liesd.Discovery:
    """Fields that are quadratic in x."""

    def ratio(x: Tensor) -> Tensor:
        z = torch.view_as_complex(x.reshape(-1, 4, 2))
        return ((z[:, 0] - z[:, 1]) * (z[:, 2] - z[:, 3]) / (z[:, 0] - z[:, 3])).abs() / (
            z[:, 1] - z[:, 2]
        ).abs()

    return liesd.discover(ratio, torch.randn(300, 8).double(), "4*poly(x[2], 2) -> 1")


def _equation() -> liesd.Discovery:
    """Solutions that move."""
    return liesd.discover_equation(heat(count=6), "u_t = F(u_x, u_xx)", samples=1500)


MAKERS: dict[str, Callable[[], liesd.Discovery]] = {
    "inertia": _inertia,
    "rotation": _rotation,
    "none": _none,
    "broken": _broken,
    "hostile": _hostile,
    "given": _given,
    "molecule": _molecule,
    "conformal": _conformal,
    "equation": _equation,
}


@pytest.fixture(scope="session")
def found() -> Callable[[str], liesd.Discovery]:
    made: dict[str, liesd.Discovery] = {}

    def get(name: str) -> liesd.Discovery:
        if name not in made:
            torch.manual_seed(0)
            made[name] = MAKERS[name]()
        return made[name]

    return get


@pytest.fixture(scope="session")
def page(
    found: Callable[[str], liesd.Discovery], tmp_path_factory: pytest.TempPathFactory
) -> Callable[[str], Path]:
    folder = tmp_path_factory.mktemp("reports")

    def get(name: str) -> Path:
        path = folder / f"{name}.html"
        return path if path.exists() else found(name).report(path, title=f"Test of {name}")

    return get
