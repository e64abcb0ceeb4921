# SPDX-License-Identifier: Apache-2.0
"""Whoever encrypts integers over Z of any length, and whoever decrypts them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Literal, NoReturn

from . import _lath
from ._arrays import ObjectArray
from ._errors import InvalidArgumentError
from ._integers import IntegerCiphertext, Integers, IntegerServer, Parameters, Reduced, Space, new_space, space_of

if TYPE_CHECKING:
    from .typing import File, Passphrase

Rotations = Literal["all", "sum"] | Sequence[int]


def _magnitude(space: Space, bits: int) -> int:
    """The largest integer of so many bits with a sign."""
    if not 2 <= bits <= space.bits:
        raise InvalidArgumentError(f"integers of {bits} bits with their sign",
                                   f"2 to {space.bits} bits, which the moduli hold",
                                   f"make the client with bits={max(bits, 2)} or more")
    return (1 << (bits - 1)) - 1


class _Encryptor:
    """Makes ciphertexts by the objects of all moduli."""

    def __init__(self, space: Space, input_bits: int, parts: Sequence[_lath.Client | _lath.PublicKey]) -> None:
        self._space, self._input_bits, self._parts = space, input_bits, parts

    def encrypt(self, values: Integers, *, bits: int | None = None) -> IntegerCiphertext:
        """Encrypts integers of at most `bits` bits with their sign, or `input_bits`; missing ones are zero.

        The number of bits is public, and so is the bound that follows from it. Raises TypeError for other things
        and InvalidArgumentError for longer integers, with the index.
        """
        most = _magnitude(self._space, self._input_bits if bits is None else bits)
        plaintexts, _ = self._space.encoded(values, most)
        parts = [part.encrypt(p) for part, p in zip(self._parts, plaintexts, strict=True)]
        return IntegerCiphertext(self._space, parts, most)

    @property
    def parameters(self) -> Parameters:
        """The parameters of the keys."""
        return self._space.parameters

    @property
    def primes(self) -> list[int]:
        """The plaintext moduli."""
        return list(self._space.parts.primes)

    @property
    def bits(self) -> int:
        """The bits of results, with their sign."""
        return self._space.bits

    @property
    def input_bits(self) -> int:
        """The bits of integers that are encrypted, with their sign, unless encrypt() is told others."""
        return self._input_bits


class IntegerClient(_Encryptor):
    """The owner of a secret key, for vectors of integers over Z of any length.

    Results are computed modulo many primes t_i at once, with the keys of one client. The bound of each ciphertext is
    tracked: sums and products that could be longer than `bits` bits are refused.

    >>> parameters = lath.he.bfv.Parameters.recommended(8192, 65537)
    >>> client = lath.IntegerClient(parameters, bits=500, input_bits=201)
    >>> x = client.encrypt([2**200 - 1, -3])
    >>> [int(value) for value in client.decrypt(x * x - 2**300)[:2]] == [(2**200 - 1)**2 - 2**300, 9 - 2**300]
    True
    >>> y = client.server().take(client.public_key().encrypt([5]))
    >>> client.decrypt_for_release(y)[0], client.decrypt_for_release(client.authenticated(y))[0]
    (5, 5)
    """

    def __init__(self, parameters: Parameters, *, bits: int, input_bits: int = 64, depth: int = 1,
                 rotations: Rotations = ()) -> None:
        """A new secret key. Plaintexts of the parameters do not matter, only their keys.

        Results have at most `bits` bits with their sign, and integers that are encrypted `input_bits`. The moduli are
        the longest ones with which `depth` products in sequence decrypt. `rotations` are as of a Client. Raises
        InvalidArgumentError where there is no room, UnsupportedError for other rings than x^n + 1.
        """
        space = new_space(parameters, bits, depth)
        _magnitude(space, input_bits)
        self._begin(space, input_bits, _lath.Client(space.parts.parameters(0), rotations))

    def _begin(self, space: Space, input_bits: int, first: _lath.Client) -> None:
        self._clients = [space.parts.moved(i, first) for i in range(space.size)]
        super().__init__(space, input_bits, self._clients)

    def save(self, file: File, *, passphrase: Passphrase, work: int = 17) -> None:
        """Saves the secret key under a passphrase, as Client.save() does; load() says what else it needs.

        >>> client = lath.IntegerClient(parameters, bits=120, input_bits=50)
        >>> client.save("integers.lath", passphrase="correct horse battery staple")
        """
        self._clients[0].save(file, passphrase=passphrase, work=work)

    @classmethod
    def load(cls, file: File, *, passphrase: Passphrase, bits: int, input_bits: int = 64, depth: int = 1,
             rotations: Rotations = (), max_work: int = 20) -> IntegerClient:
        """The client whose secret key save() wrote, with new keys for products and rotations.

        The file has the key alone, which does not know integers: with the same `bits` and `depth` as before, the
        client decrypts what was encrypted for it. Raises as Client.load() and as a new client.

        >>> client = lath.IntegerClient(parameters, bits=120, input_bits=50)
        >>> client.save("integers.lath", passphrase="correct horse battery staple", work=10)
        >>> again = lath.IntegerClient.load("integers.lath", passphrase="correct horse battery staple", bits=120)
        >>> again.decrypt(client.encrypt([2**45]))[0] == 2**45
        True
        """
        first = _lath.Client.load(file, passphrase=passphrase, rotations=rotations, max_work=max_work)
        space = new_space(first.parameters, bits, depth)
        _magnitude(space, input_bits)
        client = cls.__new__(cls)
        client._begin(space, input_bits, first)
        return client

    def decrypt(self, x: IntegerCiphertext) -> ObjectArray:
        """The integers, for the owner of the key only."""
        pairs = zip(self._clients, x._values, strict=True)
        return self._space.decoded([client.decrypt_to_plaintext(value) for client, value in pairs])

    def decrypt_for_release(self, x: IntegerCiphertext) -> ObjectArray:
        """The integers, for others to see: noise does not tell of the key."""
        plaintexts = []
        for i, (client, value) in enumerate(zip(self._clients, x._values, strict=True)):
            slots: Any = client.decrypt_for_release(value)
            plaintexts.append(_lath.SlotEncoder(self._space.parts.parameters(i)).encode(slots))
        return self._space.decoded(plaintexts)

    def authenticated(self, x: IntegerCiphertext) -> IntegerCiphertext:
        """The ciphertext with its noise bounds accepted, for decrypt_for_release(), as Client.authenticated()."""
        pairs = zip(self._clients, x._values, strict=True)
        return IntegerCiphertext(self._space, [client.authenticated(value) for client, value in pairs], x.bound)

    def server(self) -> IntegerServer:
        """The server with this client's keys for everybody."""
        return IntegerServer(self._space, self._clients[0].server())

    def public_key(self) -> IntegerPublicKey:
        """A new public key, with which anybody encrypts for this client."""
        return IntegerPublicKey(self._space, self._input_bits, self._clients[0].public_key())

    def __reduce_ex__(self, protocol: object, /) -> NoReturn:
        raise TypeError("secret keys are not pickled; save the key by client.save(file, passphrase=...), or pickle "
                        "client.server() and client.public_key()")

    def __repr__(self) -> str:
        return f"<lath IntegerClient of {self.bits} bits, modulo {self._space.size} primes, secret key hidden>"


class IntegerPublicKey(_Encryptor):
    """The key with which anybody encrypts for a client: client.public_key() makes one. It can be pickled.

    Its ciphertexts come without keys: a server takes them.

    >>> client = lath.IntegerClient(parameters, bits=120, input_bits=50)
    >>> key = client.public_key()
    >>> isinstance(key, lath.IntegerPublicKey), client.decrypt(key.encrypt([2**45]))[0] == 2**45
    (True, True)
    """

    def __init__(self, space: Space, input_bits: int, first: _lath.PublicKey) -> None:
        super().__init__(space, input_bits, [space.parts.moved(i, first) for i in range(space.size)])
        self._first = first

    def __reduce__(self) -> Reduced:
        return public_key, (self.parameters, self._space.moduli, self._input_bits, self._first)

    def __repr__(self) -> str:
        return f"<lath IntegerPublicKey of {self.bits} bits, modulo {self._space.size} primes>"


def public_key(parameters: Parameters, moduli: bytes, input_bits: int, first: _lath.PublicKey) -> IntegerPublicKey:
    """The public key with the one for the first modulus."""
    return IntegerPublicKey(space_of(parameters, moduli), input_bits, first)
