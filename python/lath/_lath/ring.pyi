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
    The ring of polynomials Z_q[x]/(Phi_m(x)), where q is a product of distinct primes below 2^62. For m = 2 n, a power of two, Phi_m is x^n + 1. It never changes, and all threads may use it.
    """

    def __init__(self, degree: int | None = None, moduli: int | Sequence[int] = ..., *, index: int | None = None) -> None:
        """
        The ring modulo x^degree + 1, or modulo Phi_index, with one prime or several, which are 1 modulo 2 degree, or modulo the index: ntt_primes() finds them. Raises InvalidArgumentError for others.
        """

    def prefix(self, limbs: int) -> Ring:
        """The ring of the first primes, without any cost."""

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
        """A root of unity psi of order `index` modulo each prime."""

    @property
    def exponents(self) -> numpy.typing.NDArray[numpy.int64]:
        """The order of values: value j is a(psi^exponents[j])."""

    @property
    def powers(self) -> numpy.typing.NDArray[numpy.int64]:
        """The basis of coefficients: coefficient j belongs to x^powers[j]."""

    def __bytes__(self) -> bytes:
        """The degree or index and the primes, in the wire format."""

    @staticmethod
    def from_bytes(data: bytes, *, max_degree: int = 65536, max_limbs: int = 64) -> Ring:
        """
        The ring of bytes(), from anywhere. Raises MalformedError for anything else, and UnsupportedError for a ring that is larger than the limits.
        """

    def __getstate__(self) -> tuple[bytes, int, int]: ...

    def __setstate__(self, arg: tuple[bytes, int, int], /) -> None: ...

    def from_integers(self, values: Sequence[int] | numpy.typing.NDArray[Any] = (), *, secret: bool = False) -> Poly:
        """
        The polynomial whose first coefficients are these integers, of any length, modulo q; the others are zero. In the ring of an index that is no power of a prime they belong to ring.powers. Raises TypeError with the index for other things than integers, and MismatchError for more of them than the degree.
        """

    def from_polynomial(self, values: Sequence[int] | numpy.typing.NDArray[Any], *, secret: bool = False) -> Poly:
        """
        The polynomial with these coefficients of 1, x, x^2, ..., of any number, modulo the polynomial of the ring.
        """

    def poly_from_bytes(self, data: bytes, *, secret: bool = False) -> Poly:
        """
        The polynomial of bytes(), in its form, from anywhere. Raises MismatchError for bytes of another ring and MalformedError for anything else.
        """

    def from_rows(self, rows: numpy.typing.NDArray[numpy.uint64], form: str = 'coefficients', *, secret: bool = False) -> Poly:
        """
        The polynomial with these words, a row of n words for each prime; with one prime, the row. The words are copied. Raises TypeError for other dtypes and shapes, and InvalidArgumentError for a word that is not below its prime.
        """

    @property
    def x(self) -> Poly:
        """The polynomial x, as coefficients: 1 + 2 * ring.x ** 3."""

    def uniform(self, form: str = 'coefficients', *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A public polynomial that is uniform, in either form. All samplers draw by the system's randomness unless a generator is given.
        """

    def ternary(self, *, density: float | None = None, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with uniform coefficients -1, 0 and 1; or with 1 and -1 of half this density each, and zeros elsewhere.
        """

    def centered_binomial(self, eta: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret whose coefficients are sums of eta fair bits minus sums of eta others, eta from 1 to 32.
        """

    def bounded(self, least: int, greatest: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """A secret with uniform coefficients from `least` to `greatest`."""

    def fixed_weight(self, weight: int, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """A secret with so many coefficients 1 or -1, and zeros elsewhere."""

    def discrete_gaussian(self, sigma: DiscreteGaussian | float, *, generator: lath._lath.random.Generator | None = None) -> Poly:
        """
        A secret with coefficients of a DiscreteGaussian, or of one with this sigma around 0, whose table is made for the call.
        """

class Poly:
    """
    A polynomial of a ring, as coefficients or as values at roots of unity. It never changes, and all threads may use it.

    `+ - *` take polynomials of one ring and one form, and integers of any length. A result is secret if an operand is; secrets are neither shown nor pickled.
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
        A view of the words, which is read-only: a row of n words below q for each prime q of the ring. Nothing is copied, and the view keeps the polynomial. Views of secrets are not wiped before the polynomial is.
        """

    def declassify(self) -> Poly:
        """
        A public copy, for a polynomial that everybody may know, such as a public key.
        """

    def ntt(self) -> Poly:
        """
        The values of the coefficients. Raises MismatchError if it has values already.
        """

    def intt(self) -> Poly:
        """
        The coefficients of the values. Raises MismatchError if it has coefficients already.
        """

    def apply_automorphism(self, k: int) -> Poly:
        """
        a(x^k), in the same form; k counts modulo the index of the ring. Raises InvalidArgumentError if k has a common factor with it: in rings modulo x^n + 1, if k is even.
        """

    def drop_limbs(self, ring: Ring) -> Poly:
        """
        The polynomial in a ring that has some of the primes, in the same form. Raises MismatchError if that has other primes, too.
        """

    def append_limbs(self, ring: Ring) -> Poly:
        """
        The polynomial with the same centered coefficients in a ring of more primes. Raises MismatchError for values, and if that ring lacks a prime.
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
        The coefficients, from -q/2 to q/2, or from 0 to q - 1 if they are not centered: as int64 where they fit, else as an array of Python's integers. An array carries no secrecy: what it is copied to is not wiped.
        """

    def to_polynomial(self, centered: bool = True) -> numpy.typing.NDArray[Any]:
        """
        As to_integers(), the coefficients of 1, x, x^2, ... in rings of any index.
        """

    def infinity_norm(self) -> object:
        """
        The largest magnitude of a centered coefficient. Raises InvalidArgumentError for secrets.
        """

    def __bytes__(self) -> bytes:
        """
        The polynomial in the wire format, packed: ring.poly_from_bytes() reads it. Raises InvalidArgumentError for secrets.
        """

    def secret_bytes(self) -> bytes:
        """
        As bytes(), also for secrets: the bytes are as secret as the polynomial.
        """

    def __hash__(self) -> int: ...

    def __getstate__(self) -> tuple[Ring, bytes]: ...

    def __setstate__(self, arg: tuple[Ring, bytes], /) -> None: ...

class DiscreteGaussian:
    """
    The discrete Gaussian distribution over the integers: x with a probability proportional to exp(-(x - center)^2 / (2 sigma^2)).
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
        """So many independent draws."""

    def __repr__(self) -> str: ...

def is_prime(n: int) -> bool:
    """Whether a number below 2^64 is prime. It is exact."""

def ntt_primes(bits: int, degree: int | None = None, count: int = 1, *, index: int | None = None) -> list[int]:
    """
    The largest primes below 2^bits for rings modulo x^degree + 1, or of an index, the largest one first; `bits` is from 2 to 62. Raises InvalidArgumentError where there are fewer.
    """

def least_primitive_root(modulus: int, order: int) -> int:
    """
    The least integer of this order modulo a prime below 2^62. Raises InvalidArgumentError unless the order is at least 2 and divides the prime minus 1.
    """

def euler_phi(m: int) -> int:
    """
    The number of units modulo m, which is the degree of the ring of the index m.
    """

def cyclotomic_polynomial(m: int) -> list[int]:
    """
    The coefficients of Phi_m, the constant one first, for m from 1 to 2^23.
    """

class NttPlan:
    """
    The transform modulo one prime below 2^62 between coefficients and values, of rows of words below it.

    Functions take arrays of uint64 of the shape (n,) or (rows, n) and give new ones. They raise TypeError for other dtypes and shapes, and InvalidArgumentError with the index for a word that is not below the prime.
    """

    def __init__(self, degree: int | None = None, modulus: int = ..., *, index: int | None = None, cyclic: bool = False, skipped_layers: int = 0) -> None:
        """
        The transform modulo x^degree + 1, or x^degree - 1 if it is cyclic, or modulo Phi_index. It may stop one or two layers early: x^256 + 1 modulo 3329 needs skipped_layers=1. Raises InvalidArgumentError where the prime has no root of unity of the order.
        """

    def forward(self, a: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """The values of coefficients."""

    def inverse(self, a: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """The coefficients of values."""

    def multiply(self, a: numpy.typing.NDArray[numpy.uint64], b: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """The products of values."""

    def convolve(self, a: numpy.typing.NDArray[numpy.uint64], b: numpy.typing.NDArray[numpy.uint64]) -> numpy.typing.NDArray[numpy.uint64]:
        """The products of polynomials that are given by coefficients."""

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
        """The arithmetic and instruction set: "f64 avx2"."""

    def exponent(self, slot: int) -> int:
        """Word j of the values is a(psi^exponent(j))."""

    def __repr__(self) -> str: ...
