# SPDX-License-Identifier: Apache-2.0
"""Which peers import here, and why the others do not."""

from __future__ import annotations

import importlib.metadata
import importlib.util
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass

from . import Peer

SECONDS = 60


@dataclass(frozen=True)
class Presence:
    """The version of a peer that imports, or the reason why it does not."""

    version: str = ""
    reason: str = ""

    @property
    def is_there(self) -> bool:
        """Whether it imports."""
        return not self.reason


def _is_installed(peer: Peer) -> bool:
    """Whether there is a module: a folder of that name without one has no origin."""
    try:
        spec = importlib.util.find_spec(peer.module)
        return spec is not None and spec.origin is not None
    except (ImportError, ValueError):
        return True  # something is there, and the import will say what is wrong with it


def _version(peer: Peer) -> str:
    try:
        return importlib.metadata.version(peer.distribution)
    except importlib.metadata.PackageNotFoundError:
        return "of unknown version"


def _start(peer: Peer) -> subprocess.Popen[str]:
    """Imports a peer in a process of its own: extensions may end theirs."""
    return subprocess.Popen([sys.executable, "-c", f"import {peer.module}"], stdin=subprocess.DEVNULL,
                            stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)


def _end(process: subprocess.Popen[str], peer: Peer) -> Presence:
    try:
        _, errors = process.communicate(timeout=SECONDS)
    except subprocess.TimeoutExpired:
        process.kill()
        process.communicate()
        return Presence(reason=f"import error: it took more than {SECONDS} s")
    if process.returncode == 0:
        return Presence(version=_version(peer))
    if process.returncode < 0:
        return Presence(reason=f"import error: signal {-process.returncode} ended Python")
    lines = [line for line in errors.splitlines() if line.strip()]
    return Presence(reason="import error: " + (lines[-1].strip() if lines else f"status {process.returncode}"))


def presences(peers: Sequence[Peer]) -> dict[str, Presence]:
    """Whether each peer imports, by its title."""
    processes = {peer.title: _start(peer) for peer in peers if _is_installed(peer)}
    found = {}
    for peer in peers:
        process = processes.get(peer.title)
        found[peer.title] = (Presence(reason=f"not installed: pip install {peer.distribution}") if process is None
                             else _end(process, peer))
    return found
