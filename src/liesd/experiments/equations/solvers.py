"""Accurate solutions of six equations on a periodic domain of length 20.

The initial conditions are random Fourier series with normal coefficients, as in LieNLSD (ICML
2025). Linear equations are solved exactly, the others by spectral methods with steps so small that
their error is far below that of any derivative.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from liesd.differential.fields import Fields

LENGTH = 20.0
Array = NDArray[np.float64]
Waves = NDArray[np.complex128]


def draw_line(rng: np.random.Generator, count: int, points: int, waves: int) -> Array:
    """Draw random Fourier series on a line, (count, points)."""
    x = find_grid(points)
    k = 2 * np.pi / LENGTH * np.arange(1, waves + 1)[:, None]
    a, b = rng.standard_normal((2, count, waves))
    mean = rng.standard_normal((count, 1)) / 2
    return np.asarray(mean + a @ np.cos(k * x) + b @ np.sin(k * x))


def draw_plane(rng: np.random.Generator, count: int, points: int, waves: int) -> Array:
    """Draw random Fourier series on a square, (count, points, points)."""
    x = find_grid(points)
    k = 2 * np.pi / LENGTH * np.arange(1, waves + 1)[:, None]
    both = np.stack([np.cos(k * x), np.sin(k * x)])
    numbers = rng.standard_normal((count, 2, 2, waves, waves))
    mean = rng.standard_normal((count, 1, 1)) / 4
    return np.asarray(mean + np.einsum("nabkl,akx,bly->nxy", numbers, both, both))


def find_grid(points: int) -> Array:
    """Find the points of a periodic axis."""
    return np.asarray(-LENGTH / 2 + LENGTH * np.arange(points) / points, dtype=np.float64)


def find_waves(points: int) -> Array:
    """Find the wave numbers of a periodic axis."""
    return np.asarray(2 * np.pi / LENGTH * np.fft.fftfreq(points, 1 / points), dtype=np.float64)


def solve_heat(seed: int = 0, count: int = 10, points: int = 128, steps: int = 500) -> Fields:
    """u_t = u_xx, exactly."""
    u, t = draw_line(np.random.default_rng(seed), count, points, 10), 0.004 * np.arange(steps)
    decay = np.exp(-np.outer(t, find_waves(points) ** 2))
    U = np.fft.ifft(np.fft.fft(u)[:, None] * decay).real
    return Fields(u=U, t=t, x=find_grid(points), periodic="x")


def solve_burgers(seed: int = 0, count: int = 10, points: int = 1024, steps: int = 500) -> Fields:
    """u_t = u_xx + u_x², by the Cole–Hopf transformation: exp(u) obeys the heat equation."""
    fine, t = 4096, 0.001 * np.arange(steps)
    u, k = draw_line(np.random.default_rng(seed), count, fine, 10), find_waves(fine)
    top = u.max(axis=1, keepdims=True)
    spectrum, every = np.fft.fft(np.exp(u - top)), fine // points
    U = np.stack(
        [
            (np.log(np.fft.ifft(spectrum * np.exp(-(k**2) * now)).real) + top)[:, ::every]
            for now in t
        ],
        axis=1,
    )
    return Fields(u=U, t=t, x=find_grid(fine)[::every], periodic="x")


def solve_kdv(
    seed: int = 0, count: int = 10, points: int = 256, steps: int = 400, parts: int = 4
) -> Fields:
    """u_t = −u_xxx − u u_x, with an integrating factor and Runge–Kutta steps."""
    u, k = draw_line(np.random.default_rng(seed), count, points, 5), find_waves(points)
    step, keep = 0.002, np.abs(k) < np.abs(k).max() * 2 / 3
    h = step / parts
    half = np.exp(1j * k**3 * h / 2)
    whole = half * half

    def steepen(V: Waves) -> Waves:
        return np.asarray(-0.5j * k * np.fft.fft(np.fft.ifft(V).real ** 2) * keep)

    V, out = np.fft.fft(u), [u]
    for _ in range(1, steps):
        for _ in range(parts):
            a = steepen(V)
            b = steepen(half * (V + h / 2 * a))
            c = steepen(half * V + h / 2 * b)
            d = steepen(whole * V + h * half * c)
            V = whole * V + h / 6 * (whole * a + 2 * half * (b + c) + d)
        out.append(np.fft.ifft(V).real)
    t = step * np.arange(steps)
    return Fields(u=np.stack(out, axis=1), t=t, x=find_grid(points), periodic="x")


def solve_wave(seed: int = 0, count: int = 10, points: int = 32, steps: int = 100) -> Fields:
    """u_tt = u_xx + u_yy, exactly."""
    rng, t = np.random.default_rng(seed), 0.02 * np.arange(steps)
    u, v = (np.fft.fft2(draw_plane(rng, count, points, 3)) for _ in range(2))
    k = find_waves(points)
    w = np.hypot(k[:, None], k)
    safe = np.where(w == 0, 1.0, w)
    U = np.stack(
        [
            np.fft.ifft2(
                u * np.cos(w * now) + v * np.where(w == 0, now, np.sin(safe * now) / safe)
            ).real
            for now in t
        ],
        axis=1,
    )
    x = find_grid(points)
    return Fields(u=U, t=t, x=x, y=x, periodic=("x", "y"))


def solve_schroedinger(seed: int = 0, count: int = 8, points: int = 128, steps: int = 40) -> Fields:
    """i ψ_t = −½Δψ + |ψ|²ψ with ψ = u + iv, by fourth-order splitting."""
    rng, x = np.random.default_rng(seed), find_grid(points)
    psi = draw_plane(rng, count, points, 2) + 1j * draw_plane(rng, count, points, 2)
    k2, step = find_waves(points)[:, None] ** 2 + find_waves(points) ** 2, 0.002
    cube = 2 ** (1 / 3)
    out = [psi]
    for _ in range(1, steps):
        for part in (1 / (2 - cube), -cube / (2 - cube), 1 / (2 - cube)):
            h = part * step
            psi = psi * np.exp(-0.5j * h * np.abs(psi) ** 2)
            psi = np.fft.ifft2(np.fft.fft2(psi) * np.exp(-0.5j * h * k2))
            psi = psi * np.exp(-0.5j * h * np.abs(psi) ** 2)
        out.append(psi)
    U, t = np.stack(out, axis=1), step * np.arange(steps)
    return Fields(u=U.real, v=U.imag, t=t, x=x, y=x, periodic=("x", "y"))


def solve_reaction(
    seed: int = 0, count: int = 8, points: int = 128, steps: int = 80, parts: int = 1
) -> Fields:
    """The λ–ω system: w_t = (1 − |w|²)w − i|w|²w + 0.1 Δw with w = u + iv."""
    rng, x = np.random.default_rng(seed), find_grid(points)
    w = draw_plane(rng, count, points, 2) + 1j * draw_plane(rng, count, points, 2)
    k2 = find_waves(points)[:, None] ** 2 + find_waves(points) ** 2
    step = 0.003

    def change(w: Waves) -> Waves:
        size = np.abs(w) ** 2
        return np.asarray((1 - size) * w - 1j * size * w - 0.1 * np.fft.ifft2(k2 * np.fft.fft2(w)))

    out, h = [w], step / parts
    for _ in range(1, steps):
        for _ in range(parts):
            a = change(w)
            b = change(w + h / 2 * a)
            c = change(w + h / 2 * b)
            w = w + h / 6 * (a + 2 * b + 2 * c + change(w + h * c))
        out.append(w)
    U, t = np.stack(out, axis=1), step * np.arange(steps)
    return Fields(u=U.real, v=U.imag, t=t, x=x, y=x, periodic=("x", "y"))
