# SPDX-License-Identifier: Apache-2.0
"""Pickle for what everybody may have, and files under a passphrase for secrets."""

import os

from . import _lath


def _refuse_pickle(client, *_):
    raise TypeError("secret keys are not pickled; use client.save(path, passphrase=...)")


def _save(client, path, *, passphrase: str) -> None:
    """Saves the secret key in a file that only its owner can read, under a passphrase."""
    client._save(os.fspath(path), passphrase)


def _load(path, *, passphrase: str, rotations=()):
    """The client of a file that save() wrote, with new keys for products and rotations."""
    wanted = rotations if isinstance(rotations, str) else list(rotations)
    return _lath.Client._load(os.fspath(path), passphrase, wanted)


def ciphertext(parameters, data: bytes):
    """The ciphertext with these bytes, without keys: a server takes it."""
    return _lath.ciphertext_from_bytes(parameters, data)


def server(parameters, relin: bytes, galois, *options: bool):
    """The server with the keys of these bytes."""
    return _lath.server_from_bytes(parameters, relin, galois, *options)


def _reduce_ciphertext(ciphertext_):
    return ciphertext, (ciphertext_.parameters, bytes(ciphertext_))


def _reduce_server(server_):
    return server, (server_.parameters, *server_._key_bytes())


def install() -> None:
    """Gives the classes of the module these functions."""
    _lath.Client.__reduce_ex__ = _refuse_pickle
    _lath.Client.save = _save
    _lath.Client.load = staticmethod(_load)
    _lath.Ciphertext.__reduce__ = _reduce_ciphertext
    _lath.Server.__reduce__ = _reduce_server
