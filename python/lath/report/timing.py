# SPDX-License-Identifier: Apache-2.0
"""CPU time of calls that take turns."""

from __future__ import annotations

import gc
import statistics
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass

from .results import Value

Call = Callable[[], object]


@dataclass(frozen=True)
class Budget:
    """How long a row may take: about `seconds`, in at least `least` and at most `most` rounds."""

    seconds: float
    least: int
    most: int
    sample_ns: int = 2_000_000


FULL = Budget(seconds=2.0, least=9, most=41)
QUICK = Budget(seconds=0.02, least=3, most=5, sample_ns=100_000)
TRIES = 3


def _nanoseconds(call: Call, times: int) -> float:
    """CPU time of one of so many calls: that of all threads of this process, and of no other program."""
    start = time.process_time_ns()
    for _ in range(times):
        call()
    return (time.process_time_ns() - start) / times


def _turn(call: Call, times: int) -> float:
    """A sample. The first call, which finds caches and the heap as another library left them, is not counted."""
    call()
    return _nanoseconds(call, times)


def value_of(samples: list[float]) -> Value:
    """Median and quartiles of samples."""
    if len(samples) == 1:
        return Value.exactly(samples[0])
    low, median, high = statistics.quantiles(samples, n=4, method="inclusive")
    return Value(median, low, high, len(samples))


def measure(calls: Mapping[str, Call], budget: Budget) -> dict[str, Value]:
    """Medians and quartiles of the time of each call, in nanoseconds.

    The calls take turns, so that a disturbance meets all of them. Short ones run several times in a sample.
    """
    if not calls:
        return {}
    least = {name: max(1.0, min(_nanoseconds(call, 1) for _ in range(TRIES))) for name, call in calls.items()}
    times = {name: max(1, round(budget.sample_ns / took)) for name, took in least.items()}
    round_ns = sum(least[name] * (times[name] + 1) for name in calls)
    rounds = min(budget.most, max(budget.least, int(budget.seconds * 1e9 / round_ns)))
    samples: dict[str, list[float]] = {name: [] for name in calls}
    collects = gc.isenabled()
    gc.disable()
    try:
        for _ in range(rounds):
            for name, call in calls.items():
                samples[name].append(_turn(call, times[name]))
    finally:
        if collects:
            gc.enable()
    return {name: value_of(found) for name, found in samples.items()}
