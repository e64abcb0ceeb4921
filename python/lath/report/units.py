# SPDX-License-Identifier: Apache-2.0
"""Figures as people read them."""

from __future__ import annotations

SCALES: dict[str, list[tuple[float, str]]] = {
    "ns": [(1e9, "s"), (1e6, "ms"), (1e3, "µs"), (1, "ns")],
    "bytes": [(2.0**30, "GiB"), (2.0**20, "MiB"), (2.0**10, "KiB"), (1, "bytes")],
    "bits": [(1, "bits")],
}
TITLES = {"ns": "CPU time of one call", "bytes": "size as it is written", "bits": "noise budget, bits"}


def digits(value: float) -> str:
    """Three significant digits, and all of an integer."""
    if value == int(value) or value >= 100:
        return f"{value:.0f}"
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def scale_of(value: float, unit: str) -> tuple[float, str]:
    """The largest scale of a unit in which the figure is at least 1."""
    scales = SCALES[unit]
    return next((scale for scale in scales if abs(value) >= scale[0]), scales[-1])


def shown(value: float, unit: str) -> str:
    """A figure with its unit: shown(1500, "ns") is "1.50 µs"."""
    scale, name = scale_of(value, unit)
    return f"{digits(value / scale)} {name}"


def spread(low: float, high: float, unit: str) -> str:
    """Quartiles in the unit of the higher one: "1.49–1.52 ms"."""
    scale, name = scale_of(high, unit)
    return f"{digits(low / scale)}–{digits(high / scale)} {name}"
