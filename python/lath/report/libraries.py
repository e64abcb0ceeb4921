# SPDX-License-Identifier: Apache-2.0
"""Lath and its peers, opened with the same parameters."""

from __future__ import annotations

import importlib
import textwrap
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Generic, TypeVar

import lath

from . import peers
from .ours import Lath
from .our_kem import LathKem
from .our_polynomials import LathPolynomials
from .peers import Peer
from .peers.homomorphic import Homomorphic, Lacks
from .peers.kem import Kem
from .peers.polynomials import Polynomials
from .peers.presence import Presence
from .results import LATH
from .rings import Ring
from .sets import Set, disagreement

Library = TypeVar("Library")


def reason_of(error: BaseException) -> str:
    """Why a peer could not do something, in a line."""
    if isinstance(error, lath.Error):
        return error.found
    text = textwrap.shorten(str(error), 160, placeholder=" ...")
    return text if isinstance(error, Lacks) else f"{type(error).__name__}: {text}"


class Opened(Generic[Library]):
    """Libraries by their titles, Lath first, and why others are not there."""

    def __init__(self, ours: Library) -> None:
        self.there: dict[str, Library] = {LATH: ours}
        self.absent: dict[str, str] = {}

    def drop(self, title: str, reason: str) -> None:
        """Takes a peer out."""
        self.there.pop(title, None)
        self.absent[title] = reason


class Libraries:
    """Opens libraries when a section needs them, and keeps those of homomorphic encryption for the next one."""

    def __init__(self, presences: Mapping[str, Presence]) -> None:
        self._presences = presences
        self._kept: dict[Set, Opened[Homomorphic]] = {}

    def _opened(self, ours: Library, kind: Sequence[Peer], argument: Any) -> Opened[Library]:
        opened = Opened(ours)
        for peer in kind:
            presence = self._presences[peer.title]
            if not presence.is_there:
                opened.absent[peer.title] = presence.reason
                continue
            try:
                adapter = importlib.import_module(f"{peers.__name__}.{peer.adapter}")
                opened.there[peer.title] = adapter.Adapter(argument)
            except Exception as error:  # whatever a package raises is a line of the report
                opened.absent[peer.title] = reason_of(error)
        return opened

    def homomorphic(self, chosen: Set) -> Opened[Homomorphic]:
        """Libraries with keys of these parameters: peers whose own are others are not there."""
        if chosen not in self._kept:
            ours: Homomorphic = Lath(chosen)
            opened = self._opened(ours, peers.HOMOMORPHIC, chosen)
            for title, library in list(opened.there.items()):
                difference = disagreement(ours.facts, library.facts)
                if difference:
                    opened.drop(title, difference)
            self._kept[chosen] = opened
        return self._kept[chosen]

    def polynomials(self, ring: Ring) -> Opened[Polynomials]:
        """Libraries with operands in this ring."""
        ours: Polynomials = LathPolynomials(ring)
        return self._opened(ours, peers.POLYNOMIALS, ring)

    def kems(self, parameter_set: int) -> Opened[Kem]:
        """Libraries with ML-KEM-512, 768 or 1024."""
        ours: Kem = LathKem(parameter_set)
        return self._opened(ours, peers.KEMS, parameter_set)


def tried(calls: Mapping[str, Callable[[], Any]], check: Callable[[str, Any], bool]) -> dict[str, str]:
    """Runs each call once. Returns, by their names, why some fail: an exception, or a result that is wrong."""
    wrong = {}
    for name, call in calls.items():
        try:
            if not check(name, call()):
                wrong[name] = "its result is wrong"
        except Exception as error:
            wrong[name] = reason_of(error)
    return wrong
