# SPDX-License-Identifier: Apache-2.0
"""The domains of rows, by the names that `--rows` takes."""

from __future__ import annotations

from collections.abc import Callable

from ..libraries import Libraries
from ..results import Section
from . import homomorphic, ml_kem, noise, sizes, transforms

DOMAINS: dict[str, Callable[[Libraries, bool], Section]] = {
    "transforms": transforms.section,
    "bfv": homomorphic.bfv,
    "bgv": homomorphic.bgv,
    "sizes": sizes.section,
    "noise": noise.section,
    "ml_kem": ml_kem.section,
}
