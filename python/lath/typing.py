# SPDX-License-Identifier: Apache-2.0
"""Types for annotations: what functions of Lath take.

`Parameters` are of either scheme, and `Encoding` names how values stand in plaintexts. `Values` are what encrypt() takes,
in the encoding of its client. `Rotations` are those of a client, a `File` is a path or a binary file object, a
`Passphrase` is text or bytes, and a `Buffer` has bytes.

>>> from lath.typing import Buffer, Encoding, File, Parameters, Passphrase, Rotations, Values
>>> def encrypted(parameters: Parameters, values: Values, rotations: Rotations = (),
...               encoding: Encoding = "slots") -> lath.Ciphertext:
...     return lath.Client(parameters, rotations, encoding=encoding).encrypt(values)
>>> encrypted(parameters, [1, 2, 3]).level
2
>>> def kept(client: lath.Client, file: File, passphrase: Passphrase) -> None:
...     client.save(file, passphrase=passphrase, work=10)
>>> def table(plan: lath.apps.retrieval.Plan, records: Buffer) -> lath.apps.retrieval.Table:
...     return lath.apps.retrieval.Table(plan, records)
"""

import os
from collections.abc import Sequence
from typing import Any, BinaryIO, Literal, TypeAlias

from ._arrays import Array
from ._lath import BfvParameters, BgvParameters, Plaintext

Parameters: TypeAlias = BfvParameters | BgvParameters
Encoding: TypeAlias = Literal["slots", "elements", "coefficients", "integers"]
Values: TypeAlias = int | Sequence[int] | Sequence[Sequence[int]] | Array | Plaintext
Rotations: TypeAlias = Literal["all", "sum"] | Sequence[int | tuple[int, int]]
File: TypeAlias = str | bytes | os.PathLike[str] | BinaryIO
Buffer: TypeAlias = bytes | bytearray | memoryview | Array
Passphrase: TypeAlias = str | bytes | bytearray

__all__ = ["Buffer", "Encoding", "File", "Parameters", "Passphrase", "Rotations", "Values"]
