"""The picture of a report in the README: half of a page in the light, and half in the dark."""

from __future__ import annotations

import base64
import io
import shutil
import tempfile
from pathlib import Path

import torch
from picture import moment_of_inertia
from PIL import Image
from selenium import webdriver
from selenium.webdriver.chrome.service import Service

import liesd

WIDTH, COLOURS = 900, 128


def chromium() -> webdriver.Chrome:
    options = webdriver.ChromeOptions()
    options.binary_location = shutil.which("chromium") or ""
    for argument in ("--headless=new", "--no-sandbox", "--disable-dev-shm-usage"):
        options.add_argument(argument)
    return webdriver.Chrome(options=options, service=Service(shutil.which("chromedriver")))


def shot(browser: webdriver.Chrome, page: Path, scheme: str, first: str, last: str) -> Image.Image:
    """From the top of one section to the bottom of another."""
    colours = [{"name": "prefers-color-scheme", "value": scheme}]
    browser.execute_cdp_cmd("Emulation.setEmulatedMedia", {"features": colours})
    size = {"width": WIDTH, "height": 900, "deviceScaleFactor": 1, "mobile": False}
    browser.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", size)
    browser.get(page.as_uri())
    top, bottom = browser.execute_script(
        "return [document.querySelector(arguments[0]).getBoundingClientRect().top - 30, "
        "document.querySelector(arguments[1]).getBoundingClientRect().bottom + 4]",
        first,
        last,
    )
    clip = {"x": 0, "y": max(top, 0), "width": WIDTH, "height": bottom - max(top, 0), "scale": 1}
    told = {"captureBeyondViewport": True, "clip": clip}
    picture = browser.execute_cdp_cmd("Page.captureScreenshot", told)["data"]
    return Image.open(io.BytesIO(base64.b64decode(picture))).convert("RGB")


def main(path: Path = Path(__file__).parent.parent / "docs/images/report.png") -> None:
    torch.manual_seed(0)
    x = torch.randn(2000, 3, 3, dtype=torch.float64)
    found = liesd.discover(moment_of_inertia, x, "3*x[3] -> a[3]*b[3]")
    browser = chromium()
    try:
        with tempfile.TemporaryDirectory() as folder:
            page = found.report(Path(folder) / "inertia.html", title="The moment of inertia")
            left = shot(browser, page, "light", ".top", "[aria-labelledby=spectrum-title] .panel")
            right = shot(
                browser, page, "dark", "#generators-title", "[aria-labelledby=orbit-title] .panel"
            )
    finally:
        browser.quit()
    both = Image.new("RGB", (2 * WIDTH, min(left.height, right.height)), left.getpixel((0, 0)))
    both.paste(right.getpixel((0, 0)), (WIDTH, 0, 2 * WIDTH, both.height))
    both.paste(left, (0, 0))
    both.paste(right, (WIDTH, 0))
    both.quantize(COLOURS, dither=Image.Dither.NONE).save(path, optimize=True)


if __name__ == "__main__":
    main()
