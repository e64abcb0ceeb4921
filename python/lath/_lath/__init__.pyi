# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
from collections.abc import Sequence
from typing import Any, Literal, NoReturn, SupportsIndex, overload

from lath._lath import (
    apps as apps,
    ml_kem as ml_kem,
    pke as pke,
    random as random,
    ring as ring,
    security as security
)
import lath.typing


class PlaintextSpace:
    """
    The plaintexts of parameters: polynomials modulo an integer t or a short t(x).

    Spaces compare, hash and can be pickled.

        >>> space = lath.he.PlaintextSpace.field("BLS12-381", index=16384)
        >>> space
        <lath PlaintextSpace p of 255 bits by a short t(x)>
        >>> space.modulus % 2**32, 16 < space.log2_size < 18
        (1, True)
    """

    @staticmethod
    def integer(t: int) -> PlaintextSpace:
        """
        Polynomials modulo an integer t of 2 to 4096 bits. Raises InvalidArgumentError for others.

            >>> lath.he.PlaintextSpace.integer(65537)
            <lath PlaintextSpace t=65537>
        """

    @staticmethod
    def field(name: str, *, index: int) -> PlaintextSpace:
        """
        The field of a name in the ring of an index, 2n for x^n + 1, by a short modulus.

        Names are "P-256", "P-256 order", "secp256k1 order", "BLS12-381", "BN254" and "Goldilocks". Raises
        InvalidArgumentError for other names, and UnsupportedError, naming indices that serve, for others.

            >>> lath.he.PlaintextSpace.field("Goldilocks", index=16384)
            <lath PlaintextSpace p of 64 bits by a short t(x)>
        """

    @staticmethod
    def short_modulus(p: int, *, index: int, coefficients: Sequence[int], root: int) -> PlaintextSpace:
        """
        Polynomials modulo a short t(x) over roots of unity of order `index`.

        t(x) vanishes at `root` modulo p. Raises InvalidArgumentError unless it does.

            >>> lath.he.PlaintextSpace.short_modulus(
            ...     65537, index=32, coefficients=[-2, 1] + 14 * [0], root=2)
            <lath PlaintextSpace p of 17 bits by a short t(x)>
        """

    @staticmethod
    def root(degree: int, *, k: int, b: int) -> PlaintextSpace:
        """
        Integers modulo b^(n/k) + 1 by t(x) = x^k - b, in the ring of degree n.

        Raises InvalidArgumentError unless n and k are powers of two, and b is even.

            >>> space = lath.he.PlaintextSpace.root(4096, k=64, b=2)
            >>> space.modulus == 2**64 + 1
            True
        """

    @staticmethod
    def from_json(text: str) -> PlaintextSpace:
        """
        The space that a JSON object describes. Raises MalformedError for others.

            >>> lath.he.PlaintextSpace.from_json(lath.he.PlaintextSpace.integer(65537).to_json())
            <lath PlaintextSpace t=65537>
        """

    def to_json(self) -> str:
        """
        The JSON object that describes the space.

            >>> space = lath.he.PlaintextSpace.integer(65537)
            >>> lath.he.PlaintextSpace.from_json(space.to_json()) == space
            True
        """

    @property
    def modulus(self) -> int:
        """t, or p beside a short modulus."""

    @property
    def log2_size(self) -> float:
        """log2 of t, or of the largest value of t(x): how noise counts it."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def __repr__(self) -> str: ...

class BfvParameters:
    """
    Parameters of BFV: checked once, immutable.

    They compare, hash and can be pickled, unless they are insecure.

        >>> parameters = lath.he.bfv.Parameters.recommended(4096, 65537)
        >>> parameters
        <lath BFV n=4096 t=65537 levels=2>
        >>> parameters.degree, parameters.index, parameters.plaintext_modulus, parameters.levels
        (4096, 8192, 65537, 2)
        >>> parameters.plaintext_space
        <lath PlaintextSpace t=65537>
        >>> 100 < parameters.log2_qp <= 109
        True
    """

    @staticmethod
    def recommended(degree: int, plaintext_modulus: int | PlaintextSpace, *, security: Literal[128, 192, 256] = 128) -> BfvParameters:
        """
        Parameters for degree n and plaintexts modulo t, or of a space.

        They have all the bits that the security allows. Raises InvalidArgumentError, naming a degree that
        has room, if there is none.

            >>> lath.he.bfv.Parameters.recommended(8192, 65537, security=192)
            <lath BFV n=8192 t=65537 levels=2>
        """

    @staticmethod
    def create(*, degree: int = 0, index: int = 0, plaintext_modulus: int | PlaintextSpace, prime_bits: Sequence[int] = (), special_prime_bits: Sequence[int] = (), primes: Sequence[int] = (), special_primes: Sequence[int] = (), digit_primes: int = 0, security: Literal[128, 192, 256] = 128, attacker: Literal['classical', 'quantum'] = 'classical', errors: Literal['centered_binomial', 'discrete_gaussian', 'wide_gaussian'] = 'centered_binomial') -> BfvParameters:
        """
        Parameters by the fields of a literal.

        The ring is x^n + 1 or of an index, and there are the primes or their lengths. Raises
        InvalidArgumentError, naming the field, for values that do not serve or are not secure.

            >>> lath.he.bfv.Parameters.create(degree=4096, plaintext_modulus=65537,
            ...                               prime_bits=[35, 35], special_prime_bits=[36])
            <lath BFV n=4096 t=65537 levels=2>
        """

    @staticmethod
    def create_insecure(*, degree: int = 0, index: int = 0, plaintext_modulus: int | PlaintextSpace, prime_bits: Sequence[int] = (), special_prime_bits: Sequence[int] = (), primes: Sequence[int] = (), special_primes: Sequence[int] = (), digit_primes: int = 0, security: Literal[128, 192, 256] = 128, attacker: Literal['classical', 'quantum'] = 'classical', errors: Literal['centered_binomial', 'discrete_gaussian', 'wide_gaussian'] = 'centered_binomial') -> BfvParameters:
        """
        Parameters without regard to security: for tests and studies.

        They are not pickled: reading refuses them. Raises InvalidArgumentError, naming the field, for values
        that do not serve.

            >>> lath.he.bfv.Parameters.create_insecure(degree=1024, plaintext_modulus=12289,
            ...                                        prime_bits=[40, 40], special_prime_bits=[41])
            <lath BFV n=1024 t=12289 levels=2>
        """

    @staticmethod
    def from_json(text: str) -> BfvParameters:
        """
        The parameters that a JSON object describes.

        Raises MalformedError for other text, and InvalidArgumentError for parameters that are not secure.

            >>> lath.he.bfv.Parameters.from_json(lath.he.bfv.Parameters.recommended(4096, 65537).to_json())
            <lath BFV n=4096 t=65537 levels=2>
        """

    def to_json(self) -> str:
        """
        The JSON object that describes the parameters.

            >>> import json
            >>> text = lath.he.bfv.Parameters.recommended(4096, 65537).to_json()
            >>> json.loads(text)["degree"]
            4096
        """

    @property
    def degree(self) -> int:
        """n, the number of coefficients."""

    @property
    def plaintext_modulus(self) -> int:
        """t, or p beside a short modulus."""

    @property
    def plaintext_space(self) -> PlaintextSpace:
        """The plaintexts."""

    @property
    def index(self) -> int:
        """The index m of the ring, 2n for x^n + 1."""

    def with_plaintexts(self, space: PlaintextSpace) -> BfvParameters:
        """
        The parameters of other plaintexts over the same keys.

        Raises InvalidArgumentError if a prime of Q divides t.

            >>> parameters = lath.he.bfv.Parameters.recommended(4096, 65537)
            >>> parameters.with_plaintexts(lath.he.PlaintextSpace.integer(40961))
            <lath BFV n=4096 t=40961 levels=2>
        """

    @property
    def levels(self) -> int:
        """The level of a fresh ciphertext."""

    @property
    def log2_qp(self) -> float:
        """log2(Q P), of which security depends."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def __repr__(self) -> str: ...

class BgvParameters:
    """
    Parameters of BGV: checked once, immutable.

    They compare, hash and can be pickled, unless they are insecure.

        >>> parameters = lath.he.bgv.Parameters.recommended(4096, 65537)
        >>> parameters
        <lath BGV n=4096 t=65537 levels=2>
        >>> parameters.degree, parameters.index, parameters.plaintext_modulus, parameters.levels
        (4096, 8192, 65537, 2)
        >>> parameters.plaintext_space
        <lath PlaintextSpace t=65537>
        >>> 100 < parameters.log2_qp <= 109
        True
    """

    @staticmethod
    def recommended(degree: int, plaintext_modulus: int | PlaintextSpace, *, security: Literal[128, 192, 256] = 128) -> BgvParameters:
        """
        Parameters for degree n and plaintexts modulo t, or of a space.

        They have all the bits that the security allows. Raises InvalidArgumentError, naming a degree that
        has room, if there is none.

            >>> lath.he.bgv.Parameters.recommended(8192, 65537, security=192)
            <lath BGV n=8192 t=65537 levels=2>
        """

    @staticmethod
    def create(*, degree: int = 0, index: int = 0, plaintext_modulus: int | PlaintextSpace, prime_bits: Sequence[int] = (), special_prime_bits: Sequence[int] = (), primes: Sequence[int] = (), special_primes: Sequence[int] = (), digit_primes: int = 0, security: Literal[128, 192, 256] = 128, attacker: Literal['classical', 'quantum'] = 'classical', errors: Literal['centered_binomial', 'discrete_gaussian', 'wide_gaussian'] = 'centered_binomial') -> BgvParameters:
        """
        Parameters by the fields of a literal.

        The ring is x^n + 1 or of an index, and there are the primes or their lengths. Raises
        InvalidArgumentError, naming the field, for values that do not serve or are not secure.

            >>> lath.he.bgv.Parameters.create(degree=4096, plaintext_modulus=65537,
            ...                               prime_bits=[35, 35], special_prime_bits=[36])
            <lath BGV n=4096 t=65537 levels=2>
        """

    @staticmethod
    def create_insecure(*, degree: int = 0, index: int = 0, plaintext_modulus: int | PlaintextSpace, prime_bits: Sequence[int] = (), special_prime_bits: Sequence[int] = (), primes: Sequence[int] = (), special_primes: Sequence[int] = (), digit_primes: int = 0, security: Literal[128, 192, 256] = 128, attacker: Literal['classical', 'quantum'] = 'classical', errors: Literal['centered_binomial', 'discrete_gaussian', 'wide_gaussian'] = 'centered_binomial') -> BgvParameters:
        """
        Parameters without regard to security: for tests and studies.

        They are not pickled: reading refuses them. Raises InvalidArgumentError, naming the field, for values
        that do not serve.

            >>> lath.he.bgv.Parameters.create_insecure(degree=1024, plaintext_modulus=12289,
            ...                                        prime_bits=[40, 40], special_prime_bits=[41])
            <lath BGV n=1024 t=12289 levels=2>
        """

    @staticmethod
    def from_json(text: str) -> BgvParameters:
        """
        The parameters that a JSON object describes.

        Raises MalformedError for other text, and InvalidArgumentError for parameters that are not secure.

            >>> lath.he.bgv.Parameters.from_json(lath.he.bgv.Parameters.recommended(4096, 65537).to_json())
            <lath BGV n=4096 t=65537 levels=2>
        """

    def to_json(self) -> str:
        """
        The JSON object that describes the parameters.

            >>> import json
            >>> text = lath.he.bgv.Parameters.recommended(4096, 65537).to_json()
            >>> json.loads(text)["degree"]
            4096
        """

    @property
    def degree(self) -> int:
        """n, the number of coefficients."""

    @property
    def plaintext_modulus(self) -> int:
        """t, or p beside a short modulus."""

    @property
    def plaintext_space(self) -> PlaintextSpace:
        """The plaintexts."""

    @property
    def index(self) -> int:
        """The index m of the ring, 2n for x^n + 1."""

    def with_plaintexts(self, space: PlaintextSpace) -> BgvParameters:
        """
        The parameters of other plaintexts over the same keys.

        Raises InvalidArgumentError if a prime of Q divides t.

            >>> parameters = lath.he.bgv.Parameters.recommended(4096, 65537)
            >>> parameters.with_plaintexts(lath.he.PlaintextSpace.integer(40961))
            <lath BGV n=4096 t=40961 levels=2>
        """

    @property
    def levels(self) -> int:
        """The level of a fresh ciphertext."""

    @property
    def log2_qp(self) -> float:
        """log2(Q P), of which security depends."""

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> str: ...

    def __setstate__(self, arg: str, /) -> None: ...

    def __repr__(self) -> str: ...

class SpaceSummary:
    """
    The plaintexts of parameters in numbers: explain() makes one.

        >>> s = lath.he.explain(parameters)
        >>> s
        <lath SpaceSummary BFV n=4096 t of 17 bits slots=4096 depth=1>
        >>> s.scheme, s.index, s.degree, s.modulus_bits, s.is_short, s.coefficients
        ('BFV', 8192, 4096, 17, False, 4096)
        >>> s.slots, s.numbers_a_slot, s.encoder, s.without_slots, s.automorphisms
        (4096, 1, 'SlotEncoder', '', 4096)
        >>> s.depth, round(s.log2_size), s.log2_q > s.fresh_bits > s.product_bits > 0
        (1, 16, True)
    """

    @property
    def scheme(self) -> str:
        """"BFV" or "BGV"."""

    @property
    def index(self) -> int:
        """The index m of the ring, 2n for x^n + 1."""

    @property
    def degree(self) -> int:
        """n, or phi(m)."""

    @property
    def modulus_bits(self) -> int:
        """The bits of t, or of p."""

    @property
    def is_short(self) -> bool:
        """Whether t is a polynomial."""

    @property
    def log2_size(self) -> float:
        """log2 of t, or of the largest value of t(x)."""

    @property
    def coefficients(self) -> int:
        """The numbers in a plaintext."""

    @property
    def slots(self) -> int:
        """The slots of a plaintext, 0 if there are none."""

    @property
    def numbers_a_slot(self) -> int:
        """1 for integers, and more for elements of Galois rings."""

    @property
    def encoder(self) -> str:
        """The encoder of slots; empty if there are none."""

    @property
    def without_slots(self) -> str:
        """Why slots are no integers; empty if they are."""

    @property
    def automorphisms(self) -> int:
        """How many automorphisms leave t as it is."""

    @property
    def log2_q(self) -> float:
        """log2 of Q."""

    @property
    def fresh_bits(self) -> float:
        """The noise budget of a fresh ciphertext."""

    @property
    def product_bits(self) -> float:
        """The bits of budget that a product costs."""

    @property
    def depth(self) -> int:
        """The longest chain of squares that decrypts."""

    def __str__(self) -> str: ...

    def __repr__(self) -> str: ...

def explain(parameters: lath.typing.Parameters) -> SpaceSummary:
    """
    The plaintexts of parameters in numbers, for who chooses: print() shows them as text.

        >>> lath.he.explain(lath.he.bfv.Parameters.recommended(4096, 65537)).slots
        4096
    """

class Plaintext:
    """
    A plaintext of some parameters: an encoder makes it.

    Its contents may be secret, and are not shown or pickled.

        >>> plaintext = lath.he.SlotEncoder(parameters).encode([10, 20])
        >>> plaintext
        <lath Plaintext, hidden>
        >>> isinstance(plaintext, lath.he.Plaintext)
        True
    """

    def __repr__(self) -> str: ...

class Encoder:
    """
    Makes plaintexts of values, and values of plaintexts: each has a class of its own.

        >>> encoder = lath.he.SlotEncoder(parameters)
        >>> isinstance(encoder, lath.he.Encoder), encoder.shape
        (True, (2, 2048))
    """

    def encode(self, values: Any) -> Plaintext:
        """
        The plaintext with these values, in [-t/2, t); missing ones are zero.

        Raises TypeError for other things, with the index, and lath.Error for integers out of range.

            >>> plaintext = lath.he.SlotEncoder(parameters).encode([10, 20])
            >>> client.decrypt(x + plaintext)[:3].tolist()
            [11, 22, 3]
        """

    def decode(self, plaintext: Plaintext) -> Any:
        """
        The values of a plaintext, from -t/2 to t/2. Raises MismatchError for other parameters.

            >>> encoder = lath.he.SlotEncoder(parameters)
            >>> encoder.decode(encoder.encode([10, -20]))[:3].tolist()
            [10, -20, 0]
        """

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of the values: the dimensions of slots, the fastest last."""

    def __repr__(self) -> str: ...

class SlotEncoder(Encoder):
    """
    Words in two rows of n/2 slots, for a prime t = 1 mod 2n.

        >>> lath.he.SlotEncoder(parameters)
        <lath SlotEncoder of shape (2, 2048)>
    """

    def __init__(self, parameters: lath.typing.Parameters) -> None:
        """
        The encoder of these parameters. Raises UnsupportedError if their plaintexts are others.
        """

class CyclotomicEncoder(Encoder):
    """
    Bits and integers modulo t in the slots of any index: their constants.

        >>> bits = lath.he.bfv.Parameters.create_insecure(index=127, plaintext_modulus=2,
        ...                                               prime_bits=[40, 40], special_prime_bits=[41])
        >>> encoder = lath.he.CyclotomicEncoder(bits)
        >>> encoder.decode(encoder.encode([1, 0, 1])).tolist()
        [1, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]
    """

    def __init__(self, parameters: lath.typing.Parameters) -> None:
        """
        The encoder of these parameters. Raises UnsupportedError if their plaintexts are others.
        """

class ElementEncoder(Encoder):
    """
    Elements of Galois rings in the slots of any index: rows of words below t.

        >>> bits = lath.he.bfv.Parameters.create_insecure(index=127, plaintext_modulus=2,
        ...                                               prime_bits=[40, 40], special_prime_bits=[41])
        >>> encoder = lath.he.ElementEncoder(bits)
        >>> encoder
        <lath ElementEncoder of shape (18, 7)>
        >>> encoder.decode(encoder.encode([[1, 0, 1, 0, 0, 0, 1]]))[0].tolist()
        [1, 0, 1, 0, 0, 0, 1]
    """

    def __init__(self, parameters: lath.typing.Parameters) -> None:
        """
        The encoder of these parameters. Raises UnsupportedError if their plaintexts are others.
        """

class CoefficientEncoder(Encoder):
    """
    Words as the coefficients of polynomials, for any t of 60 bits.

        >>> encoder = lath.he.CoefficientEncoder(parameters)
        >>> encoder.decode(encoder.encode([1, -2]))[:3].tolist()
        [1, -2, 0]
    """

    def __init__(self, parameters: lath.typing.Parameters) -> None:
        """
        The encoder of these parameters. Raises UnsupportedError if their plaintexts are others.
        """

class WideCoefficientEncoder(Encoder):
    """
    Integers of any length as the coefficients of polynomials, for any t.

        >>> wide = lath.he.bfv.Parameters.recommended(8192, 2**80)
        >>> encoder = lath.he.WideCoefficientEncoder(wide)
        >>> encoder.decode(encoder.encode([2**70]))[0] == 2**70
        True
    """

    def __init__(self, parameters: lath.typing.Parameters) -> None:
        """
        The encoder of these parameters. Raises UnsupportedError if their plaintexts are others.
        """

class IntegerEncoder(Encoder):
    """
    One integer of 64 bits with its sign, by digits in a base.

        >>> encoder = lath.he.IntegerEncoder(parameters, base=3)
        >>> encoder.decode(encoder.encode(-1000))
        -1000
    """

    def __init__(self, parameters: lath.typing.Parameters, base: int = 2) -> None:
        """
        The encoder for a base from 2 to t. Raises InvalidArgumentError for others.
        """

class WideSlotEncoder(Encoder):
    """
    Integers of any length in slots, modulo t or the p of a short modulus.

        >>> space = lath.he.PlaintextSpace.field("BLS12-381", index=16384)
        >>> wide = lath.he.bfv.Parameters.create(degree=8192, plaintext_modulus=space,
        ...                                      prime_bits=[50, 50, 50], special_prime_bits=[50])
        >>> encoder = lath.he.WideSlotEncoder(wide)
        >>> encoder.decode(encoder.encode([2**200]))[0] == 2**200
        True
    """

    def __init__(self, parameters: lath.typing.Parameters, factors: Sequence[int] = ()) -> None:
        """
        The encoder for a prime, or for the product of the primes that are named, each 1 modulo the index. Raises UnsupportedError or InvalidArgumentError for others.
        """

class Ciphertext:
    """
    A vector of integers modulo t, encrypted.

    Threads share it, and it can be pickled, without keys. Operators take ciphertexts, integers, lists
    and arrays of NumPy on either side.

        >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537), rotations="sum")
        >>> x = client.encrypt([1, 2, 3])
        >>> x
        <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>
        >>> x.level, x.encoding, x.parameters == client.parameters
        (2, 'slots', True)
        >>> 40 < x.budget_bits < 50
        True
        >>> client.decrypt(2 * x * x - 1)[:3].tolist()
        [1, 7, 17]
        >>> client.decrypt(x.dot([1, 10, 100]))[:2].tolist()
        [321, 321]
    """

    def __add__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __radd__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __sub__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __rsub__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __mul__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __rmul__(self, other: Ciphertext | lath.typing.Values, /) -> Ciphertext:
        """
        Ciphertext, int, or a vector of integers: a list or a NumPy array. Raises TypeError for other things, with the index, and lath.Error for operands that do not belong together.
        """

    def __neg__(self) -> Ciphertext: ...

    def __pow__(self, exponent: int) -> Ciphertext:
        """
        The power, relinearised. Raises InvalidArgumentError for exponents below 1, without keys, and if the noise leaves no room.
        """

    __array_ufunc__: None = None

    def multiply(self, other: Ciphertext) -> Product:
        """
        The product with a ciphertext, not relinearised: takes no keys.

        Raises InvalidArgumentError if the noise leaves no room, and MismatchError for other parameters.

            >>> client.decrypt(x.multiply(y))[:3].tolist()
            [4, 10, 18]
        """

    def square(self) -> Ciphertext:
        """
        The product with itself: x * x.

            >>> client.decrypt(x.square())[:3].tolist()
            [1, 4, 9]
        """

    @overload
    def dot(self, other: Ciphertext) -> Ciphertext:
        """
        The sum of the products of slots, in all of them, relinearised.

        The keys of rotations="sum" suffice. Raises InvalidArgumentError without keys, and if the noise
        leaves no room.

            >>> x.dot(y)
            <lath Ciphertext BFV n=4096 t=65537 level=2, 6 bits left>
        """

    @overload
    def dot(self, values: lath.typing.Values) -> Ciphertext:
        """
        The sum of the products with integers, in all slots.

        Raises TypeError for other things, with the index.

            >>> client.decrypt(x.dot([1, 10, 100]))[:2].tolist()
            [321, 321]
        """

    def switch_to(self, level: int) -> Ciphertext:
        """
        Switches to a lower level, from 1 to the present one, where operations are faster.

        Raises InvalidArgumentError for other levels.

            >>> x.switch_to(1).level
            1
        """

    def rotate(self, columns: int, dimension: int = 0) -> Ciphertext:
        """
        Rotates both rows of n/2 slots to the left, or to the right if it is negative.

        The key of these columns serves, or several that compose it. Slots of other shapes rotate along a
        dimension of encoder.shape, 0 the fastest, each by keys of its own. Raises InvalidArgumentError if
        the keys do not suffice, and UnsupportedError for values that are not in slots.

            >>> client.decrypt(x.rotate(1))[:3].tolist()
            [2, 3, 0]
        """

    def exchange_rows(self) -> Ciphertext:
        """
        Exchanges the two rows of n/2 slots.

        The keys of rotations="sum" suffice. Raises InvalidArgumentError without them, and UnsupportedError
        where slots have no rows.

            >>> client.decrypt(x.exchange_rows())[2048:2051].tolist()
            [1, 2, 3]
        """

    def sum(self) -> Ciphertext:
        """
        The sum of all slots, in all of them.

        The keys of rotations="sum" suffice. Raises InvalidArgumentError without them, and UnsupportedError
        where slots have no rows.

            >>> client.decrypt(x.sum())[:2].tolist()
            [6, 6]
        """

    @property
    def level(self) -> int:
        """The number of primes of the modulus, from 1 to parameters.levels."""

    @property
    def encoding(self) -> lath.typing.Encoding:
        """How values stand in the plaintext, as of a Client."""

    @property
    def budget_bits(self) -> float:
        """
        The bits of noise that are left: it decrypts as long as they are positive.
        """

    @property
    def parameters(self) -> lath.typing.Parameters:
        """The parameters."""

    def __bytes__(self) -> bytes: ...

    def __repr__(self) -> str: ...

    def with_encoding(self, encoding: lath.typing.Encoding) -> Ciphertext:
        """
        The object with another encoding of values, which bytes and files do not tell.

        "slots", "elements", "coefficients" or "integers", as of a Client. Raises InvalidArgumentError for
        other names.

            >>> client.with_encoding("integers").encoding
            'integers'
            >>> x.with_encoding("coefficients").encoding
            'coefficients'
        """

    def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, str]: ...

    @overload
    def __setstate__(self, arg: tuple[BfvParameters, bytes, str], /) -> None: ...

    @overload
    def __setstate__(self, arg: tuple[BgvParameters, bytes, str], /) -> None: ...

class Product:
    """
    A product of ciphertexts that is not relinearised.

    x.multiply(y) makes it, and the operator * of a server that was made with relinearize=False. Sums of
    products need one relinearisation together. A client decrypts products, and they can be pickled.

        >>> product = x.multiply(y)
        >>> product
        <lath Product BFV n=4096 t=65537 level=2, 18 bits left>
        >>> product.level, product.parameters == client.parameters, product.budget_bits > 0
        (2, True, True)
        >>> client.decrypt(sum([product, y.multiply(y)]).relinearize())[:2].tolist()
        [20, 35]
    """

    def __add__(self, other: Product, /) -> Product:
        """The sum of two products."""

    def __radd__(self, other: int, /) -> Product:
        """The product itself for 0, with which sum() begins."""

    def __sub__(self, other: Product, /) -> Product:
        """The difference of two products."""

    def __rsub__(self, other: object, /) -> NoReturn:
        """Raises MismatchError: relinearise the product first."""

    def __mul__(self, other: object, /) -> NoReturn:
        """Raises MismatchError: relinearise the product first."""

    def __rmul__(self, other: object, /) -> NoReturn:
        """Raises MismatchError: relinearise the product first."""

    def relinearize(self) -> Ciphertext:
        """
        The ciphertext of the product. Raises InvalidArgumentError if it came without keys.

            >>> client.decrypt(x.multiply(y).relinearize() - 1)[:3].tolist()
            [3, 9, 17]
        """

    def switch_to(self, level: int) -> Product:
        """
        Switches to a lower level, from 1 to the present one.

        Raises InvalidArgumentError for other levels.

            >>> x.multiply(y).switch_to(1).level
            1
        """

    @property
    def level(self) -> int:
        """The number of primes of the modulus, from 1 to parameters.levels."""

    @property
    def budget_bits(self) -> float:
        """
        The bits of noise that are left: it decrypts as long as they are positive.
        """

    @property
    def parameters(self) -> lath.typing.Parameters:
        """The parameters."""

    def __bytes__(self) -> bytes: ...

    def __getstate__(self) -> tuple[lath.typing.Parameters, bytes]: ...

    @overload
    def __setstate__(self, arg: tuple[BfvParameters, bytes], /) -> None: ...

    @overload
    def __setstate__(self, arg: tuple[BgvParameters, bytes], /) -> None: ...

    def __repr__(self) -> str: ...

    __array_ufunc__: None = None

class PublicKey:
    """
    The key with which anybody encrypts for a client: client.public_key() makes one.

    It can be pickled, and threads share it.

        >>> key = client.public_key()
        >>> key
        <lath PublicKey BFV n=4096 t=65537>
        >>> key.parameters == client.parameters, key.encoding
        (True, 'slots')
    """

    def encrypt(self, values: lath.typing.Values) -> Ciphertext:
        """
        Encrypts as the client does. The ciphertext has no keys: a server takes it.

        Raises TypeError for other things than integers, with the index, and lath.Error for integers out of
        range.

            >>> key = client.public_key()
            >>> client.decrypt(server.take(key.encrypt([1, 2, 3])))[:3].tolist()
            [1, 2, 3]
        """

    @property
    def parameters(self) -> lath.typing.Parameters:
        """The parameters."""

    def __bytes__(self) -> bytes: ...

    def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, str]: ...

    @overload
    def __setstate__(self, arg: tuple[BfvParameters, bytes, str], /) -> None: ...

    @overload
    def __setstate__(self, arg: tuple[BgvParameters, bytes, str], /) -> None: ...

    def __repr__(self) -> str: ...

    def with_encoding(self, encoding: lath.typing.Encoding) -> PublicKey:
        """
        The object with another encoding of values, which bytes and files do not tell.

        "slots", "elements", "coefficients" or "integers", as of a Client. Raises InvalidArgumentError for
        other names.

            >>> client.with_encoding("integers").encoding
            'integers'
            >>> x.with_encoding("coefficients").encoding
            'coefficients'
        """

    @property
    def encoding(self) -> lath.typing.Encoding:
        """How values stand in plaintexts."""

class Server:
    """
    Computes with keys for everybody: client.server() makes one.

    It can be pickled, and threads share it.

        >>> import pickle
        >>> server = pickle.loads(pickle.dumps(client.server()))
        >>> server
        <lath Server BFV n=4096 t=65537>
        >>> server.parameters == client.parameters, server.encoding
        (True, 'slots')
        >>> x = pickle.loads(pickle.dumps(client.encrypt([3, 4])))
        >>> client.decrypt(server.take(x) * x)[:2].tolist()
        [9, 16]
    """

    @overload
    def take(self, ciphertext: Ciphertext) -> Ciphertext:
        """
        The ciphertext with the keys of this server.

        Raises MismatchError if it has other parameters.

            >>> z = client.public_key().encrypt([5, 6])
            >>> client.decrypt(server.take(z) * x)[:2].tolist()
            [5, 12]
        """

    @overload
    def take(self, product: Product) -> Product:
        """The product with the keys of this server."""

    @property
    def parameters(self) -> lath.typing.Parameters:
        """The parameters."""

    def __repr__(self) -> str: ...

    def with_encoding(self, encoding: lath.typing.Encoding) -> Server:
        """
        The object with another encoding of values, which bytes and files do not tell.

        "slots", "elements", "coefficients" or "integers", as of a Client. Raises InvalidArgumentError for
        other names.

            >>> client.with_encoding("integers").encoding
            'integers'
            >>> x.with_encoding("coefficients").encoding
            'coefficients'
        """

    @property
    def encoding(self) -> lath.typing.Encoding:
        """How values stand in plaintexts."""

    def __getstate__(self) -> tuple[lath.typing.Parameters, bytes, bytes | None, bool, bool, str]: ...

    @overload
    def __setstate__(self, arg: tuple[BfvParameters, bytes, bytes | None, bool, bool, str], /) -> None: ...

    @overload
    def __setstate__(self, arg: tuple[BgvParameters, bytes, bytes | None, bool, bool, str], /) -> None: ...

class Client:
    """
    The owner of a secret key: encrypts and decrypts.

    The key is never shown or pickled: save() and load() keep it in a file, under a passphrase.

        >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537), rotations=[1])
        >>> client
        <lath Client BFV n=4096 t=65537, secret key hidden>
        >>> client.parameters, client.encoding
        (<lath BFV n=4096 t=65537 levels=2>, 'slots')
        >>> client.decrypt(client.encrypt([1, 2, 3]).rotate(1))[:3].tolist()
        [2, 3, 0]
    """

    @overload
    def __init__(self, parameters: BfvParameters, rotations: lath.typing.Rotations = (), *, encoding: lath.typing.Encoding = 'slots') -> None: ...

    @overload
    def __init__(self, parameters: BgvParameters, rotations: lath.typing.Rotations = (), *, encoding: lath.typing.Encoding = 'slots') -> None:
        """
        A new secret key, and keys for products and rotations: a list of columns, or of pairs (dimension, amount), "sum" for the keys that x.sum() and x.dot() take, or "all". Values are integers modulo t in slots, or as `encoding` says: "slots"; "elements" of Galois rings, in arrays of encoder.shape; "coefficients" of polynomials, whose products are products of polynomials; "integers", one of 64 bits with its sign. Results are arrays of int64, of Python's integers where t has more than 60 bits or is short, and one int for "integers". An int beside a ciphertext is a constant: it stands in all slots, or in coefficient 0.
        """

    def encrypt(self, values: lath.typing.Values) -> Ciphertext:
        """
        Encrypts integers in [-t/2, t), or a Plaintext; values that are missing are zero.

        An array may have the shape of the encoder. Raises TypeError for other things, with the index, and
        InvalidArgumentError for integers out of range.

            >>> client.decrypt(client.encrypt([1, -2]))[:3].tolist()
            [1, -2, 0]
        """

    @overload
    def decrypt(self, ciphertext: Ciphertext) -> Any:
        """
        The values, from -t/2 to t/2: for the owner of the key only.

        Raises MismatchError for a ciphertext of other parameters.

            >>> client.decrypt(x + y)[:3].tolist()
            [5, 7, 9]
        """

    @overload
    def decrypt(self, product: Product) -> Any:
        """
        The values of a product that is not relinearised.

            >>> client.decrypt(x.multiply(y))[:3].tolist()
            [4, 10, 18]
        """

    @overload
    def decrypt_for_release(self, ciphertext: Ciphertext) -> Any:
        """
        The values, for others to see: noise does not tell of the key.

        Raises InvalidArgumentError if too little noise is left to hide it, or if the noise bound is only
        claimed: authenticated() accepts it.

            >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
            >>> client.decrypt_for_release(3 * client.encrypt([1, 2, 3]))[:3].tolist()
            [3, 6, 9]
        """

    @overload
    def decrypt_for_release(self, product: Product) -> Any:
        """The values of a product, for others to see."""

    def authenticated(self, ciphertext: Ciphertext) -> Ciphertext:
        """
        The ciphertext with its noise bound accepted, for decrypt_for_release().

        By this call the owner states that an authenticated channel brought it from somebody who is trusted
        to have computed it honestly: nothing of this is checked.

            >>> import pickle
            >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
            >>> result = pickle.loads(pickle.dumps(client.encrypt([1, 2, 3]) + 1))
            >>> client.decrypt_for_release(client.authenticated(result))[:3].tolist()
            [2, 3, 4]
        """

    def server(self, *, match_levels: bool = True, relinearize: bool = True) -> Server:
        """
        The server with this client's keys for everybody.

        Without match_levels, operands of different levels are refused. Without relinearize, the operator *
        of ciphertexts gives a Product.

            >>> client.server(relinearize=False)
            <lath Server BFV n=4096 t=65537>
        """

    def public_key(self) -> PublicKey:
        """
        A new public key, with which anybody encrypts for this client.

            >>> client.public_key()
            <lath PublicKey BFV n=4096 t=65537>
        """

    @property
    def parameters(self) -> lath.typing.Parameters:
        """The parameters."""

    def __repr__(self) -> str: ...

    def with_encoding(self, encoding: lath.typing.Encoding) -> Client:
        """
        The object with another encoding of values, which bytes and files do not tell.

        "slots", "elements", "coefficients" or "integers", as of a Client. Raises InvalidArgumentError for
        other names.

            >>> client.with_encoding("integers").encoding
            'integers'
            >>> x.with_encoding("coefficients").encoding
            'coefficients'
        """

    @property
    def encoding(self) -> lath.typing.Encoding:
        """How values stand in plaintexts."""

    def decrypt_to_plaintext(self, ciphertext: Ciphertext) -> Plaintext:
        """
        The plaintext of a ciphertext, for an encoder of the program's own.

        It is for the owner of the key only. Raises MismatchError for a ciphertext of other parameters.

            >>> plaintext = client.decrypt_to_plaintext(x)
            >>> lath.he.SlotEncoder(client.parameters).decode(plaintext)[:3].tolist()
            [1, 2, 3]
        """

    def with_plaintexts(self, space: PlaintextSpace) -> Client:
        """
        The client with the same keys for other plaintexts.

        Raises InvalidArgumentError if a prime of Q divides t.

            >>> client.with_plaintexts(lath.he.PlaintextSpace.integer(40961))
            <lath Client BFV n=4096 t=40961, secret key hidden>
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def save(self, file: lath.typing.File, *, passphrase: lath.typing.Passphrase, work: int = 17) -> None:
        """
        Saves the secret key under a passphrase, to a path or to a binary file object.

        At a path, the file is complete or not there, and only its owner can read it (mode 0600). Text is
        taken in UTF-8. The copy of the passphrase is wiped; Python's own object stays: a bytearray can be
        cleared. `work` is log2 of scrypt's work, from 10 to 20: 17 takes 128 MiB and about 0.4 s, and each
        more twice that. Raises InvalidArgumentError for an empty passphrase, and InputOutputError where the
        file cannot be written.

            >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
            >>> client.save("key.lath", passphrase="correct horse battery staple")
        """

    @staticmethod
    def load(file: lath.typing.File, *, passphrase: lath.typing.Passphrase, rotations: lath.typing.Rotations = (), max_work: int = 20) -> Client:
        """
        The client whose secret key save() wrote, with new keys for products and rotations.

        Whoever wrote the file chose the work of scrypt: `max_work` is log2 of the most that is done, from 10
        to 20, which takes 1 GiB and about 3 s. Raises AuthenticationError for a wrong passphrase and for a
        file that was changed, UnsupportedError for more work, and MalformedError for other files.

            >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
            >>> client.save("key.lath", passphrase="correct horse battery staple", work=10)
            >>> lath.Client.load("key.lath", passphrase="correct horse battery staple", rotations=[1])
            <lath Client BFV n=4096 t=65537, secret key hidden>
        """

    def load_result(self, file: lath.typing.File, *, key: MacKey | VerifyingKey) -> Ciphertext:
        """
        Loads a ciphertext whose noise bound this client believes, for decrypt_for_release().

        By this call the owner says that whoever has the key computed the ciphertext honestly, from honest
        encryptions, and passed on its true noise bound: nothing of this can be checked. The bound of what
        lath.load() loads is a claim, and is not released. Raises AuthenticationError unless the key proves
        the file, and MismatchError for other objects and parameters.

            >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
            >>> key = lath.MacKey.generate()
            >>> lath.save(client.encrypt([1, 2]) + 1, "result.lath", key=key)
            >>> client.decrypt_for_release(client.load_result("result.lath", key=key))[:2].tolist()
            [2, 3]
        """

@overload
def ciphertext_from_bytes(parameters: BfvParameters, data: bytes, encoding: str = 'slots') -> Ciphertext: ...

@overload
def ciphertext_from_bytes(parameters: BgvParameters, data: bytes, encoding: str = 'slots') -> Ciphertext:
    """The ciphertext with these bytes, without keys."""

class MacKey:
    """
    A secret key that two parties share (HMAC-SHA256).

    lath.save(x, file, key=...) proves a file with it, and lath.load(file, key=...) takes only such
    files. It is never pickled or shown.

        >>> key = lath.MacKey.generate()
        >>> lath.save(x, "x.lath", key=key)
        >>> lath.load("x.lath", key=key)
        <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>
    """

    @staticmethod
    def generate() -> MacKey:
        """
        A new key, drawn from the system's randomness.

            >>> lath.MacKey.generate()
            <lath MacKey, secret key hidden>
        """

    @staticmethod
    def from_secret_bytes(data: bytes | bytearray | memoryview) -> MacKey:
        """
        The key with these 32 bytes, for example of a bytearray that is cleared then.

        Raises InvalidArgumentError for another number of bytes.

            >>> key = lath.MacKey.generate()
            >>> lath.MacKey.from_secret_bytes(key.secret_bytes())
            <lath MacKey, secret key hidden>
        """

    def secret_bytes(self) -> bytes:
        """
        The 32 bytes, which are secret: whoever has them can prove files.

            >>> len(lath.MacKey.generate().secret_bytes())
            32
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...

class VerifyingKey:
    """
    The public key of a signer (Ed25519), for everybody.

    lath.load(file, key=...) with it takes only files that were saved with the SigningKey. It can be
    pickled and compared.

        >>> signing_key = lath.SigningKey.generate()
        >>> key = signing_key.verifying_key
        >>> lath.save(x, "x.lath", key=signing_key)
        >>> lath.load("x.lath", key=key)
        <lath Ciphertext BFV n=4096 t=65537 level=2, 46 bits left>
        >>> isinstance(key, lath.VerifyingKey)
        True
    """

    @staticmethod
    def from_bytes(data: bytes) -> VerifyingKey:
        """
        The key with these 32 bytes. Raises InvalidArgumentError for another number of bytes.

            >>> key = lath.SigningKey.generate().verifying_key
            >>> lath.VerifyingKey.from_bytes(bytes(key)) == key
            True
        """

    def __bytes__(self) -> bytes: ...

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __getstate__(self) -> bytes: ...

    def __setstate__(self, arg: bytes, /) -> None: ...

    def __repr__(self) -> str: ...

class SigningKey:
    """
    The secret key of a signer (Ed25519).

    lath.save(x, file, key=...) signs a file with it, and everybody who has its verifying_key can check
    that. It is never pickled or shown.

        >>> key = lath.SigningKey.generate()
        >>> lath.save(x, "x.lath", key=key)
        >>> lath.inspect("x.lath", key=key.verifying_key).is_authentic
        True
    """

    @staticmethod
    def generate() -> SigningKey:
        """
        A new key, drawn from the system's randomness.

            >>> lath.SigningKey.generate()
            <lath SigningKey, secret key hidden>
        """

    @staticmethod
    def from_secret_bytes(data: bytes | bytearray | memoryview) -> SigningKey:
        """
        The key with these 32 bytes, for example of a bytearray that is cleared then.

        Raises InvalidArgumentError for another number of bytes.

            >>> key = lath.SigningKey.generate()
            >>> lath.SigningKey.from_secret_bytes(key.secret_bytes())
            <lath SigningKey, secret key hidden>
        """

    def secret_bytes(self) -> bytes:
        """
        The 32 bytes, which are secret: whoever has them can prove files.

            >>> len(lath.SigningKey.generate().secret_bytes())
            32
        """

    def __reduce_ex__(self, protocol: SupportsIndex, /) -> NoReturn: ...

    def __repr__(self) -> str: ...

    @property
    def verifying_key(self) -> VerifyingKey:
        """The public key that belongs to it."""

def save(object: lath.typing.Parameters | Ciphertext | Server, file: lath.typing.File, *, key: MacKey | SigningKey | None = None) -> None:
    """
    Saves parameters, a ciphertext or a server, to a path or to a binary file object.

    A file holds its parameters in full, so that load() needs nothing else. At a path, the file is
    complete or not there; a file object that raises may have taken some of the bytes. With a key, the
    file is proved by it. A server's file has two envelopes: the key for products and the Galois keys.
    Raises InputOutputError where the file cannot be written.

        >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
        >>> lath.save(client.encrypt([1, 2]), "x.lath")
        >>> client.decrypt(lath.load("x.lath"))[:2].tolist()
        [1, 2]
    """

def load(file: lath.typing.File, *, key: MacKey | VerifyingKey | None = None, parameters: lath.typing.Parameters | None = None) -> lath.typing.Parameters | Ciphertext | Server:
    """
    Loads what save() wrote: parameters, a ciphertext without keys, or a server.

    With a key, a file that was not saved with it, or that was changed since, raises
    AuthenticationError, and nothing of it is used. Such a file is kept in memory while it is read.
    Without a key, anybody may have made or changed it. `parameters` serve files that do not describe
    theirs; a file of others raises MismatchError. From a file object, exactly the bytes of the object
    are read, so that others may follow. Raises MalformedError for bytes that are no such file, and
    UnsupportedError for parameters of more than 65536 coefficients or 64 primes.

        >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
        >>> signing_key = lath.SigningKey.generate()
        >>> lath.save(client.server(), "server.lath", key=signing_key)
        >>> lath.load("server.lath", key=signing_key.verifying_key)
        <lath Server BFV n=4096 t=65537>
    """

class Inspection:
    """
    A description of a file, for somebody without its keys: inspect() makes one.

        >>> key = lath.SigningKey.generate()
        >>> lath.save(x, "x.lath", key=key)
        >>> i = lath.inspect("x.lath", key=key.verifying_key)
        >>> isinstance(i, lath.Inspection)
        True
        >>> i.kind, i.container, i.scheme, i.level, i.parts, i.proof, i.is_authentic
        ('a ciphertext', 'envelope', 'BFV', 2, 2, 'signature', True)
        >>> i.parameters["degree"], len(i.fingerprint), i.size > 50_000, i.log2_noise < 0
        (4096, 64, True, True)
        >>> i.count, i.is_seeded, i.log2_work, i.rest, i.facts
        (None, None, None, (), {})
        >>> lath.save(server, "server.lath")
        >>> i = lath.inspect("server.lath")
        >>> i.kind, len(i.key_id), i.is_seeded, i.rest[0].count
        ('a relinearisation key', 16, True, 12)
    """

    @property
    def kind(self) -> str:
        """"a ciphertext", for example."""

    @property
    def container(self) -> str:
        """"envelope", "packed bytes", "age", "PEM", "DER" or "SEAL"."""

    @property
    def size(self) -> int | None:
        """
        The length of the packed object, of the content of an age file, or of the file of a key.
        """

    @property
    def fingerprint(self) -> str | None:
        """
        The fingerprint of the parameters of an object, or of a public key, in hexadecimal.
        """

    @property
    def facts(self) -> dict[str, str]:
        """More about files of age and SEAL, and about keys, in words."""

    @property
    def rest(self) -> tuple[Inspection, ...]:
        """The objects behind the first one: the Galois keys of a server."""

    def __repr__(self) -> str: ...

    @property
    def scheme(self) -> str | None:
        """"BFV" or "BGV", where the file says it."""

    @property
    def parameters(self) -> dict[str, Any] | None:
        """
        The fields of the parameters, where the file describes them: json.dumps() of them is for from_json().
        """

    @property
    def proof(self) -> str | None:
        """"MAC" or "signature"; None without a proof."""

    @property
    def is_authentic(self) -> bool:
        """
        Whether the key that was given proves the file. If not, anybody may have made it, and nothing here is sure.
        """

    @property
    def level(self) -> int | None:
        """The level of a ciphertext."""

    @property
    def parts(self) -> int | None:
        """The polynomials of a ciphertext."""

    @property
    def log2_noise(self) -> float | None:
        """log2 of the deviation of the noise, as a ciphertext claims."""

    @property
    def count(self) -> int | None:
        """The number of Galois keys."""

    @property
    def is_seeded(self) -> bool | None:
        """Whether a key has a seed in place of its uniform half."""

    @property
    def log2_work(self) -> int | None:
        """log2 of the work of scrypt, where a passphrase locks the file."""

    @property
    def key_id(self) -> str | None:
        """Tells which secret key an object belongs to: 16 hexadecimal digits."""

def inspect(file: lath.typing.File, *, key: MacKey | VerifyingKey | None = None) -> Inspection:
    """
    Says what a file is, without its keys: an object of Lath, or a file of age, SEAL or a PEM key.

    Envelopes are read to their end, in little memory. A file object that can seek is left where it was.
    With a key, an object that it does not prove raises AuthenticationError. Raises MalformedError for
    files of other formats.

        >>> lath.save(lath.he.bfv.Parameters.recommended(4096, 65537), "p.lath")
        >>> lath.inspect("p.lath")
        <lath Inspection: parameters, BFV n=4096 t=65537, no proof, 39 bytes>
    """

class IntegerParts:
    """The plaintext moduli of integers over Z."""

    @overload
    def __init__(self, parameters: BfvParameters, bits: int, modulus_bits: int) -> None: ...

    @overload
    def __init__(self, parameters: BgvParameters, bits: int, modulus_bits: int) -> None:
        """The parts for results of so many bits with their sign."""

    @overload
    @staticmethod
    def from_bytes(parameters: BfvParameters, data: bytes) -> IntegerParts: ...

    @overload
    @staticmethod
    def from_bytes(parameters: BgvParameters, data: bytes) -> IntegerParts:
        """The parts of the moduli with these bytes."""

    @property
    def primes(self) -> list[int]:
        """The moduli."""

    @property
    def slots(self) -> int:
        """The integers of a plaintext."""

    @property
    def words(self) -> int:
        """The words of an integer that is decoded."""

    def __bytes__(self) -> bytes: ...

    def parameters(self, i: int) -> BfvParameters | BgvParameters:
        """The parameters of a modulus."""

    def encode(self, data: bytes, words: int) -> list[Plaintext]:
        """
        The plaintexts of two's complements of so many words, one for each modulus.
        """

    def decode(self, plaintexts: Sequence[Plaintext]) -> bytes:
        """
        The two's complements of `words` words whose residues these plaintexts have.
        """

    @overload
    def moved(self, i: int, object: Client) -> Client:
        """The object with its keys, for a modulus."""

    @overload
    def moved(self, i: int, object: Server) -> Server: ...

    @overload
    def moved(self, i: int, object: PublicKey) -> PublicKey: ...

def versions() -> dict[str, str]:
    """
    The versions of Lath, of OpenSSL and zstd as they run, of libcbor and nanobind as they were built
    with, and the instruction set in use.

        >>> lath.versions()["lath"]
        '0.1.0'
    """
