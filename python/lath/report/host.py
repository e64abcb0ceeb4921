# SPDX-License-Identifier: Apache-2.0
"""The machine and the programs that a report was measured with."""

from __future__ import annotations

import datetime
import os
import pathlib
import platform

import numpy

import lath


def _field(path: str, key: str) -> str:
    """The first value of a key in a file of Linux like /proc/cpuinfo; empty if there is none."""
    try:
        lines = pathlib.Path(path).read_text(encoding="utf-8").splitlines()
    except OSError:
        return ""
    return next((line.split(":", 1)[1].strip() for line in lines if line.split(":")[0].strip() == key), "")


def cpu() -> str:
    """The name of the CPU."""
    return _field("/proc/cpuinfo", "model name") or platform.processor() or platform.machine()


def _memory() -> str:
    kib = _field("/proc/meminfo", "MemTotal").split(" ")[0]
    return f"{int(kib) / 2**20:.0f} GiB" if kib.isdigit() else "unknown"


def facts() -> dict[str, str]:
    """Names and values, in the order in which a page shows them."""
    versions = lath.versions()
    load = ", ".join(f"{x:.1f}" for x in os.getloadavg()) if hasattr(os, "getloadavg") else "unknown"
    return {
        "date": datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC"),
        "host": platform.node() or "unknown",
        "CPU": cpu(),
        "instruction set of Lath": versions["isa"],
        "processors": str(os.cpu_count()),
        "memory": _memory(),
        "load before": load,
        "system": platform.platform(),
        "Python": platform.python_version(),
        "NumPy": numpy.__version__,
        "Lath": versions["lath"],
        "OpenSSL": versions["openssl"],
    }


def line(host: dict[str, str]) -> str:
    """Machine and date in a line, for figures."""
    return f"{host['CPU']}, {host['instruction set of Lath']}, {host['date']}"
