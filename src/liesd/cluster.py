"""Many machines: every job as a Dask graph."""

from __future__ import annotations

from typing import Any

from liesd.reduction import Engine


def engine_for(client: Any, x: Any) -> Engine:
    """One process, or Dask where a client is given or the data is a Dask array."""
    return Engine()
