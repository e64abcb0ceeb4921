# SPDX-License-Identifier: Apache-2.0
# Written by scripts/check-stubs --renew, of the signatures and docstrings in python/src.
"""Rings, polynomials and transforms."""

from collections.abc import Sequence
from typing import Any

import numpy
import numpy.typing

import lath._lath.random


class Ring:
    """
    The ring Z_q[x]/(Phi_m(x)), where q is a product of distinct primes below 2^62.

    For m = 2 n, a power of two, Phi_m is x^n + 1. A ring never changes, and all threads may use it.

        >>> ring = lath.ring.Ring(4, [97, 17])
        >>> ring
        <lath ring Z_q[x]/(x^4 + 1) with log2 q = 10.7 of 2 primes>
        >>> ring.degree, ring.index, ring.moduli, ring.modulus, round(ring.log2_modulus, 1)
        (4, 8, [97, 17], 1649, 10.7)
        >>> lath.ring.Ring(index=21, moduli=43)
        <lath ring Z_q[x]/(Phi_21(x)) with log2 q = 5.4>
    """

    def __init__(self, degree: int | None = None, moduli: int | Sequence[int] = ..., *, index: int | None = None) -> None:
        """
        The ring modulo x^degree + 1, or modulo Phi_index, with one prime or several, which are 1 modulo 2 degree, or modulo the index: ntt_primes() finds them. Raises InvalidArgumentError for others.
        """

    def prefix(self, limbs: int) -> Ring:
        """
        The ring of the first primes, without any cost.

            >>> lath.ring.Ring(4, [97, 17]).prefix(1) == lath.ring.Ring(4, 97)
            True
        """

    def __eq__(self, other: object, /) -> bool: ...

    def __hash__(self) -> int: ...

    def __repr__(self) -> str: ...

    @property
    def degree(self) -> int:
        """n, the number of coefficients."""

    @property
    def index(self) -> int:
        """m of the polynomial Phi_m of the ring: 2 n for x^n + 1."""

    @property
    def moduli(self) -> list[int]:
        """The primes whose product is q."""

    @property
    def modulus(self) -> int:
        """q, the product of the primes."""

    @property
    def log2_modulus(self) -> float:
        """log2 q."""

    @property
    def roots(self) -> list[int]:
        """
        A root of unity psi of order `index` modulo each prime.

            >>> ring = lath.ring.Ring(4, [97, 17])
            >>> ring.roots, [pow(psi, 4, q) - q for psi, q in zip(ring.roots, ring.moduli)]
            ([33, 2], [-1, -1])
        """

    @property
    def exponents(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        The order of values: value j is a(psi^exponents[j]).

            >>> ring = lath.ring.Ring(4, 17)
            >>> [pow(ring.roots[0], int(k), 17) for k in ring.exponents], ring.x.ntt().rows.tolist()
            ([2, 15, 8, 9], [[2, 15, 8, 9]])
        """

    @property
    def powers(self) -> numpy.typing.NDArray[numpy.int64]:
        """
        The basis of coefficients: coefficient j belongs to x^powers[j].

            >>> ring = lath.ring.Ring(index=21, moduli=43)
            >>> print(ring.powers)
            [ 0  3  6  9 12 15  7 10 13 16 19  1]
            >>> print((ring.x**3 - ring.x).to_integers())
            [ 0  1  0  0  0  0  0  0  0  0  0 -1]
        """

    def __bytes__(self) -> bytes:
        """The degree or index and the primes, in the wire format."""

    @staticmethod
    def from_bytes(data: bytes, *, max_degree: int = 65536, max_limbs: int = 64) -> Ring:
        """
        The ring of bytes(), from anywhere.

        Raises MalformedError for anything else, and UnsupportedError for a ring that is larger than the
        limits.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> lath.ring.Ring.from_bytes(bytes(ring), max_degree=4096) == ring
            True
        """

    def __getstate__(self) -> tuple[bytes, int, int]: ...

    def __setstate__(self, arg: tuple[bytes, int, int], /) -> None: ...

    def from_integers(self, values: Sequence[int] | numpy.typing.NDArray[Any] = (), *, secret: bool = False) -> Poly:
        """
        The polynomial whose first coefficients are these integers, of any length, modulo q.

        The others are zero. In the ring of an index that is no power of a prime they belong to ring.powers.
        Raises TypeError with the index for other things than integers, and MismatchError for more of them
        than the degree.

            >>> print(lath.ring.Ring(4, 17).from_integers([1, -2, 10**30 * 17 + 3]).to_integers())
            [ 1 -2  3  0]
        """

    def from_polynomial(self, values: Sequence[int] | numpy.typing.NDArray[Any], *, secret: bool = False) -> Poly:
        """
        The polynomial with these coefficients of 1, x, x^2, ..., modulo Phi_m.

        There may be any number of them.

            >>> ring = lath.ring.Ring(4, 17)
            >>> ring.from_polynomial([1, 2, 0, 0, 0, 3]) == 1 + 2 * ring.x - 3 * ring.x
            True
        """

    def poly_from_bytes(self, data: bytes, *, secret: bool = False) -> Poly:
        """
        The polynomial of bytes(), in its form, from anywhere.

        Raises MismatchError for bytes of another ring and MalformedError for anything else.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> a = ring.uniform("values")
            >>> ring.poly_from_bytes(bytes(a)) == a
            True
        """

    def from_rows(self, rows: numpy.typing.NDArray[numpy.uint64], form: str = 'coefficients', *, secret: bool = False) -> Poly:
        """
        The polynomial with these words: a row of n words for each prime.

        With one prime, the row itself serves. The words are copied. Raises TypeError for other dtypes and
        shapes, and InvalidArgumentError for a word that is not below its prime.

            >>> ring = lath.ring.Ring(4, 17)
            >>> values = ring.from_rows(np.array([2, 15, 8, 9], dtype=np.uint64), form="values")
            >>> values == ring.x.ntt()
            True
        """

    @property
    def x(self) -> Poly:
        """
        The polynomial x, as coefficients.

            >>> ring = lath.ring.Ring(4, 17)
            >>> print((1 + 2 * ring.x**3).to_integers(), (ring.x**5).to_integers())
            [1 0 0 2] [ 0 -1  0  0]
        """

    def uniform(self, form: str = 'coefficients', *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A public polynomial that is uniform, in either form.

        All samplers draw by the system's randomness unless a generator is given.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> ring.uniform("values").form, ring.uniform() == ring.uniform()
            ('values', False)
            >>> a, b = (lath.random.Generator.from_seed(bytes(32), "test") for _ in range(2))
            >>> ring.uniform(generator=a) == ring.uniform(generator=b)
            True
        """

    def ternary(self, *, density: float | None = None, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with uniform coefficients -1, 0 and 1.

        With a density, 1 and -1 have half this density each, and zeros stand elsewhere.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> print(np.unique(ring.ternary().to_integers()))
            [-1  0  1]
            >>> zeros = ring.ternary(density=0.125).to_integers() == 0
            >>> 768 < int(zeros.sum()) < 1024
            True
        """

    def centered_binomial(self, eta: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret whose coefficients are sums of eta fair bits minus sums of eta others.

        eta is from 1 to 32.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> print(np.unique(ring.centered_binomial(2).to_integers()))
            [-2 -1  0  1  2]
        """

    def bounded(self, least: int, greatest: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with uniform coefficients from `least` to `greatest`.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> print(np.unique(ring.bounded(-1, 3).to_integers()))
            [-1  0  1  2  3]
        """

    def fixed_weight(self, weight: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with so many coefficients 1 or -1, and zeros elsewhere.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> int(abs(ring.fixed_weight(64).to_integers()).sum())
            64
        """

    def discrete_gaussian(self, sigma: DiscreteGaussian | float, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with coefficients of a DiscreteGaussian, or of one with this sigma around 0.

        The table of a sigma is made for the call.

            >>> ring, distribution = lath.ring.Ring(1024, 12289), lath.ring.DiscreteGaussian(3.2)
            >>> error = ring.discrete_gaussian(distribution)
            >>> error.is_secret, error.declassify().infinity_norm() <= distribution.greatest
            (True, True)
        """

class Poly:
    """
    A polynomial of a ring, as coefficients or as values at roots of unity.

    It never changes, and all threads may use it. `+ - *` take polynomials of one ring and one form, and
    integers of any length. A result is secret if an operand is; secrets are neither shown nor pickled.

        >>> from lath.ring import Poly, Ring
        >>> ring = Ring(4, 12289)
        >>> a = 1 - 2 * ring.x
        >>> isinstance(a, Poly), a.ring == ring, a.form, a.is_secret
        (True, True, 'coefficients', False)
        >>> print((a * a - 5).to_integers(), (a**4).to_integers())
        [-4 -4  4  0] [-15  -8  24 -32]
        >>> a * ring.ternary()
        <lath secret polynomial of Z_q[x]/(x^4 + 1) with log2 q = 13.6, as coefficients>
    """

    @property
    def ring(self) -> Ring:
        """The ring of the polynomial."""

    @property
    def form(self) -> str:
        """
        "coefficients", or "values" at roots of unity, in the order of ring.exponents.
        """

    @property
    def is_secret(self) -> bool:
        """Whether it was drawn or made as a secret, or computed from one."""

    @property
    def rows(self) -> numpy.typing.NDArray[numpy.uint64]:
        """
        A view of the words, which is read-only: a row of n words below q for each prime q.

        Nothing is copied, and the view keeps the polynomial. Views of secrets are not wiped before the
        polynomial is.

            >>> ring = lath.ring.Ring(4, [97, 17])
            >>> print((3 * ring.x - 1).rows)
            [[96  3  0  0]
             [16  3  0  0]]
        """

    def declassify(self) -> Poly:
        """
        A public copy, for a polynomial that everybody may know, such as a public key.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> a, key, error = ring.uniform(), ring.ternary(), ring.centered_binomial(8)
            >>> b = a * key + error
            >>> b.is_secret, b.declassify().is_secret
            (True, False)
        """

    def ntt(self) -> Poly:
        """
        The values of the coefficients. Raises MismatchError if it has values already.

            >>> ring = lath.ring.Ring(4, 17)
            >>> print((1 + ring.x).ntt().rows, ring.roots, ring.exponents)
            [[ 3 16  9 10]] [2] [1 5 3 7]
        """

    def intt(self) -> Poly:
        """
        The coefficients of the values. Raises MismatchError if it has coefficients already.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> a, b = ring.uniform(), ring.uniform()
            >>> (a.ntt() * b.ntt()).intt() == a * b
            True
        """

    def apply_automorphism(self, k: int) -> Poly:
        """
        a(x^k), in the same form; k counts modulo the index of the ring.

        Raises InvalidArgumentError if k has a common factor with it: in rings modulo x^n + 1, if k is even.

            >>> a = 1 + 2 * lath.ring.Ring(4, 17).x
            >>> print(a.apply_automorphism(3).to_integers(), a.apply_automorphism(5).to_integers())
            [1 0 0 2] [ 1 -2  0  0]
        """

    def drop_limbs(self, ring: Ring) -> Poly:
        """
        The polynomial in a ring that has some of the primes, in the same form.

        Raises MismatchError if that has other primes, too.

            >>> ring = lath.ring.Ring(4, [97, 17])
            >>> print((20 * ring.x - 1).drop_limbs(lath.ring.Ring(4, 17)).to_integers())
            [-1  3  0  0]
        """

    def append_limbs(self, ring: Ring) -> Poly:
        """
        The polynomial with the same centered coefficients in a ring of more primes.

        Raises MismatchError for values, and if that ring lacks a prime.

            >>> ring = lath.ring.Ring(4, 17)
            >>> (3 * ring.x - 1).append_limbs(lath.ring.Ring(4, [17, 97])).to_integers().tolist()
            [-1, 3, 0, 0]
        """

    def __eq__(self, other: object, /) -> bool:
        """Whether ring, form and words are equal."""

    def __repr__(self) -> str: ...

    __array_ufunc__: None = None

    def __add__(self, other: Poly | int, /) -> Poly: ...

    def __radd__(self, other: int, /) -> Poly: ...

    def __sub__(self, other: Poly | int, /) -> Poly: ...

    def __rsub__(self, other: int, /) -> Poly: ...

    def __mul__(self, other: Poly | int, /) -> Poly: ...

    def __rmul__(self, other: int, /) -> Poly: ...

    def __neg__(self) -> Poly: ...

    def __pow__(self, exponent: int) -> Poly:
        """
        The product of so many factors, which takes two products for each bit. The exponent is public.
        """

    def to_integers(self, centered: bool = True) -> numpy.typing.NDArray[Any]:
        """
        The coefficients, from -q/2 to q/2, or from 0 to q - 1 if they are not centered.

        They come as int64 where they fit, else as an array of Python's integers. An array carries no
        secrecy: what it is copied to is not wiped.

            >>> a = 3 * lath.ring.Ring(4, 17).x - 1
            >>> print(a.to_integers(), a.to_integers(centered=False))
            [-1  3  0  0] [16  3  0  0]
            >>> ring = lath.ring.Ring(4, lath.ring.ntt_primes(60, 4, 2))
            >>> ring.from_integers([10**30]).to_integers()[0] == 10**30
            True
        """

    def to_polynomial(self, centered: bool = True) -> numpy.typing.NDArray[Any]:
        """
        As to_integers(), the coefficients of 1, x, x^2, ... in rings of any index.

            >>> ring = lath.ring.Ring(index=21, moduli=43)
            >>> print((ring.x**2).to_polynomial())
            [0 0 1 0 0 0 0 0 0 0 0 0]
            >>> print((ring.x**12).to_polynomial())
            [-1  1  0 -1  1  0 -1  0  1 -1  0  1]
        """

    def infinity_norm(self) -> object:
        """
        The largest magnitude of a centered coefficient.

        Raises InvalidArgumentError for secrets.

            >>> (3 * lath.ring.Ring(4, 17).x - 5).infinity_norm()
            5
        """

    def __bytes__(self) -> bytes:
        """
        The polynomial in the wire format, packed: ring.poly_from_bytes() reads it. Raises InvalidArgumentError for secrets.
        """

    def secret_bytes(self) -> bytes:
        """
        As bytes(), also for secrets: the bytes are as secret as the polynomial.

            >>> ring = lath.ring.Ring(1024, 12289)
            >>> key = ring.ternary()
            >>> ring.poly_from_bytes(key.secret_bytes(), secret=True) == key
            True
        """

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Ring, bytes]: ...

    def __setstate__(self, arg: tuple[Ring, bytes], /) -> None: ...

class DiscreteGaussian:
    """
    The discrete Gaussian distribution over the integers.

    The probability of x is proportional to exp(-(x - center)^2 / (2 sigma^2)).

        >>> distribution = lath.ring.DiscreteGaussian(3.2)
        >>> distribution
        <lath discrete Gaussian, sigma 3.2, center 0.0>
        >>> distribution.sigma, distribution.center, distribution.least, distribution.greatest
        (3.2, 0.0, -42, 42)
    """

    def __init__(self, sigma: float, center: float = 0.0) -> None:
        """
        sigma is from 2^-16 to 2^12, and the center within +-2^52. Raises InvalidArgumentError for others.
        """

    @property
    def sigma(self) -> float:
        """About the standard deviation."""

    @property
    def center(self) -> float:
        """The center."""

    @property
    def least(self) -> int:
        """The least integer that can be drawn."""

    @property
    def greatest(self) -> int:
        """The greatest integer that can be drawn."""

    def sample(self, count: int, generator: lath._lath.random.Generator | None = None) -> numpy.typing.NDArray[numpy.int64]:
        """
        So many independent draws, as an array of int64.

            >>> draws = lath.ring.DiscreteGaussian(3.2, center=100).sample(10000)
            >>> round(draws.mean()), round(draws.std())
            (100, 3)
        """

    def __repr__(self) -> str: ...

def is_prime(n: int) -> bool:
    """
    Whether a number below 2^64 is prime. It is exact.

        >>> lath.ring.is_prime(2**61 - 1), lath.ring.is_prime(2**62 - 1)
        (True, False)
    """

def ntt_primes(bits: int, degree: int | None = None, count: int = 1, *, index: int | None = None) -> list[int]:
    """
    The largest primes below 2^bits for rings modulo x^degree + 1, or of an index.

    The largest one comes first; `bits` is from 2 to 62. Raises InvalidArgumentError where there are
    fewer.

        >>> primes = lath.ring.ntt_primes(30, 1024, 2)
        >>> primes, [p % 2048 for p in primes]
        ([1073707009, 1073698817], [1, 1])
    """

def least_primitive_root(modulus: int, order: int) -> int:
    """
    The least integer of this order modulo a prime below 2^62.

    Raises InvalidArgumentError unless the order is at least 2 and divides the prime minus 1.

        >>> root = lath.ring.least_primitive_root(12289, 2048)
        >>> root, pow(root, 1024, 12289) == 12288
        (7, True)
    """

def euler_phi(m: int) -> int:
    """
    The number of units modulo m, which is the degree of the ring of the index m.

        >>> lath.ring.euler_phi(21), lath.ring.Ring(index=21, moduli=43).degree
        (12, 12)
    """

def cyclotomic_polynomial(m: int) -> list[int]:
    """
    The coefficients of Phi_m, the constant one first, for m from 1 to 2^23.

        >>> lath.ring.cyclotomic_polynomial(12)
        [1, 0, -1, 0, 1]
    """

class NttPlan:
    """
    The transform modulo one prime below 2^62 between coefficients and values.

    Functions take arrays of uint64 of the shape (n,) or (rows, n), whose words are below the prime, and
    give new ones. They raise TypeError for other dtypes and shapes, and InvalidArgumentError with the
    index for a word that is not below the prime.

        >>> plan = lath.ring.NttPlan(4, 17)
        >>> plan
        <lath transform of degree 4 modulo 17>
        >>> plan.degree, plan.modulus, plan.root
        (4, 17, 2)
        >>> [sum(a * 2**(i * plan.exponent(slot)) for i, a in enumerate([1, 2, 3, 4])) % 17
        ...  for slot in range(4)]
        [15, 11, 13, 16]
        >>> print(plan.forward(np.array([1, 2, 3, 4], dtype=np.uint64)))
        [15 11 13 16]
    """

    def __init__(self, degree: int | None = None, modulus: int = ..., *, index: int | None = None, cyclic: bool = False, skipped_layers: int = 0) -> None:
        """
        The transform modulo x^degree + 1, or x^degree - 1 if it is cyclic, or modulo Phi_index. It may stop one or two layers early: x^256 + 1 modulo 3329 needs skipped_layers=1. Raises InvalidArgumentError where the prime has no root of unity of the order.
        """

    def forward(self, a: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The values of coefficients.

            >>> plan = lath.ring.NttPlan(4, 17)
            >>> x, one = np.eye(4, dtype=np.uint64)[[1, 0]]
            >>> print(plan.forward(x), plan.forward(one))
            [ 2 15  8  9] [1 1 1 1]
        """

    def inverse(self, a: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The coefficients of values.

            >>> plan = lath.ring.NttPlan(1024, 12289)
            >>> rows = np.arange(3072, dtype=np.uint64).reshape(3, 1024)
            >>> np.array_equal(plan.inverse(plan.forward(rows)), rows)
            True
        """

    def multiply(self, a: numpy.typing.NDArray[numpy.uint64], b: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The products of values.

            >>> plan = lath.ring.NttPlan(1024, 12289)
            >>> a = np.arange(1024, dtype=np.uint64)
            >>> square = plan.inverse(plan.multiply(plan.forward(a), plan.forward(a)))
            >>> np.array_equal(square, plan.convolve(a, a))
            True
        """

    def convolve(self, a: numpy.typing.NDArray[numpy.uint64], b: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """
        The products of polynomials that are given by coefficients.

            >>> x, x3 = np.eye(4, dtype=np.uint64)[[1, 3]]
            >>> print(lath.ring.NttPlan(4, 17).convolve(x, x3))
            [16  0  0  0]
            >>> print(lath.ring.NttPlan(4, 17, cyclic=True).convolve(x, x3))
            [1 0 0 0]
        """

    @property
    def degree(self) -> int:
        """n, the length of a row."""

    @property
    def modulus(self) -> int:
        """The prime."""

    @property
    def root(self) -> int:
        """psi, the root of unity of the transform."""

    @property
    def kernel(self) -> str:
        """
        The arithmetic and instruction set: "f64 avx2".

            >>> family, instructions = lath.ring.NttPlan(1024, 12289).kernel.split()
            >>> family in ("f64", "i52", "u64")
            True
        """

    def exponent(self, slot: int) -> int:
        """
        Word j of the values is a(psi^exponent(j)). Raises IndexError for other slots.

            >>> [lath.ring.NttPlan(4, 17).exponent(slot) for slot in range(4)]
            [1, 5, 3, 7]
        """

    def __repr__(self) -> str: ...
