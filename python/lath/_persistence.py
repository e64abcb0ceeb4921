# SPDX-License-Identifier: Apache-2.0
"""Pickle for what everybody may have, and for nothing that is secret."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NoReturn

from . import _lath

Parameters = _lath.BfvParameters | _lath.BgvParameters
Reduced = tuple[Callable[..., object], tuple[Any, ...]]


def _refuse_pickle(client: _lath.Client, protocol: object = 0, /) -> NoReturn:
    raise TypeError("secret keys are not pickled; use client.save(path, passphrase=...)")


def ciphertext(parameters: Parameters, data: bytes, encoding: str = "slots") -> _lath.Ciphertext:
    """The ciphertext with these bytes, without keys: a server takes it."""
    return _lath.ciphertext_from_bytes(parameters, data, encoding)


def server(parameters: Parameters, relin: bytes, galois: bytes | None, *options: bool | str) -> _lath.Server:
    """The server with the keys of these bytes."""
    return _lath.server_from_bytes(parameters, relin, galois, *options)


def _reduce_ciphertext(x: _lath.Ciphertext) -> Reduced:
    encoding = () if x.encoding == "slots" else (x.encoding,)
    return ciphertext, (x.parameters, bytes(x), *encoding)


def _reduce_server(computer: _lath.Server) -> Reduced:
    key_bytes: Callable[[], tuple[bytes, bytes | None, bool, bool, str]] = getattr(computer, "_key_bytes")
    return server, (computer.parameters, *key_bytes())


def install() -> None:
    """Gives the classes of the module these functions."""
    for kind, name, function in (
        (_lath.Client, "__reduce_ex__", _refuse_pickle),
        (_lath.Ciphertext, "__reduce__", _reduce_ciphertext),
        (_lath.Server, "__reduce__", _reduce_server),
    ):
        setattr(kind, name, function)
