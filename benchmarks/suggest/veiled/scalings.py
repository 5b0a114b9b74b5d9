"""Functions of positive numbers which may be scaled."""

import numpy as np
import torch
from numpy.typing import NDArray
from torch import Tensor

from benchmarks.suggest.veiled.function import Function, uniform


def nusselt_number(x: Tensor) -> Tensor:
    """Heat transfer from a sphere in a stream, by the law of Ranz and Marshall."""
    density, speed, size, viscosity, heat_capacity, conductivity = x.split(1, dim=1)
    reynolds = density * speed * size / viscosity
    prandtl = heat_capacity * viscosity / conductivity
    return 2 + 0.6 * reynolds**0.5 * prandtl ** (1 / 3)


def sample_nusselt_number(rng: np.random.Generator, count: int) -> NDArray:
    """Density, speed, size, viscosity, heat capacity and conductivity."""
    wide, narrow = (0.8, 4.0), (0.5, 2.0)
    return uniform(rng, count, wide, wide, wide, narrow, wide, narrow)


def pipe_flow(x: Tensor) -> Tensor:
    """Flow through a narrow pipe by the law of Poiseuille, and the stress at its wall."""
    pressure, radius, viscosity, length = x.split(1, dim=1)
    flow = torch.pi * pressure * radius**4 / (8 * viscosity * length)
    return torch.cat([flow, pressure * radius / (2 * length)], dim=1)


def sample_pipe_flow(rng: np.random.Generator, count: int) -> NDArray:
    """Pressure drop, radius, viscosity and length."""
    return uniform(rng, count, (1.0, 4.0), (1.0, 2.0), (1.0, 3.5), (2.0, 6.0))


def gene_expression(x: Tensor) -> Tensor:
    """Rate of making a protein from a gene with one activator and one repressor."""
    fastest, activator, half_active, repressor, half_silent = x.split(1, dim=1)
    active = activator**2 / (half_active**2 + activator**2)
    return fastest * active * half_silent**2 / (half_silent**2 + repressor**2)


def sample_gene_expression(rng: np.random.Generator, count: int) -> NDArray:
    """Top rate, activator, its half-saturation, repressor and its half-saturation."""
    wide = (1.0, 4.0)
    return uniform(rng, count, wide, wide, wide, wide, wide)


def logistic_growth(x: Tensor) -> Tensor:
    """Size of a population which grows towards the capacity of its habitat."""
    start, capacity, rate, time = x.split(1, dim=1)
    return capacity / (1 + (capacity / start - 1) * torch.exp(-rate * time))


def sample_logistic_growth(rng: np.random.Generator, count: int) -> NDArray:
    """First size, capacity, growth rate and time."""
    return uniform(rng, count, (0.6, 3.0), (3.0, 9.0), (0.4, 1.6), (0.5, 2.0))


def call_option_price(x: Tensor) -> Tensor:
    """Price of a European call option by the formula of Black and Scholes."""
    stock, strike, interest, volatility, time = x.split(1, dim=1)
    width = volatility * torch.sqrt(time)
    upper = (torch.log(stock / strike) + interest * time) / width + width / 2
    discounted = strike * torch.exp(-interest * time)
    return stock * torch.special.ndtr(upper) - discounted * torch.special.ndtr(upper - width)


def sample_call_option_price(rng: np.random.Generator, count: int) -> NDArray:
    """Price of the stock, strike, interest rate, volatility and time to expiry."""
    return uniform(rng, count, (1.0, 4.0), (1.0, 4.0), (0.1, 0.5), (0.3, 1.2), (0.5, 2.5))


NUMBERS = tuple((i,) for i in range(6))
CASES = (
    Function(
        "nusselt_number",
        nusselt_number,
        "r[1]+v[1]+d[1]+m[1]+c[1]+k[1] -> 1",
        NUMBERS,
        ((0,),),
        5,
        sample_nusselt_number,
    ),
    Function(
        "pipe_flow",
        pipe_flow,
        "p[1]+r[1]+m[1]+l[1] -> q[1]+t[1]",
        NUMBERS[:4],
        ((0,), (1,)),
        4,
        sample_pipe_flow,
    ),
    Function(
        "gene_expression",
        gene_expression,
        "v[1]+2*a[1]+2*r[1] -> v",
        NUMBERS[:5],
        ((0,),),
        3,
        sample_gene_expression,
    ),
    Function(
        "logistic_growth",
        logistic_growth,
        "2*n[1]+r[1]+t[1] -> n",
        NUMBERS[:4],
        ((0,),),
        2,
        sample_logistic_growth,
    ),
    Function(
        "call_option_price",
        call_option_price,
        "2*s[1]+r[1]+v[1]+t[1] -> s",
        NUMBERS[:5],
        ((0,),),
        2,
        sample_call_option_price,
    ),
)
