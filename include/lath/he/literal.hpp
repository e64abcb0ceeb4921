// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "lath/arith/natural.hpp"
#include "lath/base/error.hpp"
#include "lath/base/language.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/security/published_limits.hpp"
#include "lath/security/security_level.hpp"

namespace lath::he {

/// How the coefficients of errors are distributed, in keys and in encryption.
enum class ErrorDistribution : std::uint8_t {
  centered_binomial,  ///< sums of 21 bits less sums of 21 others: standard deviation 3.24
  discrete_gaussian,  ///< discrete Gaussian of sigma 3.2, see lath::DiscreteGaussian: slower
  /// discrete Gaussian of sigma 3.2 sqrt(M), where M is m for odd m and m/2 for even m: the width
  /// for which errors that are drawn modulo x^M - 1 or x^M + 1 are as hard as the errors of
  /// Ring-LWE by a theorem (L. Ducas, A. Durmus, "Ring-LWE in polynomial rings", PKC 2012).
  /// log2(M)/2 more bits of noise, and draws that take sqrt(M) times as long.
  wide_gaussian,
};

/// A short polynomial t(x) as plaintext modulus: an element of Z[zeta], where zeta is a root of
/// unity of order `index` in the ring, that vanishes modulo a prime p if zeta is `root` modulo p.
/// Plaintexts then have slots of integers modulo p, and the noise of a modulus as small as t(x) (R.
/// Geelen, F. Vercauteren, ePrint 2024/1587, for x^k - b). PlaintextSpace makes and checks one.
struct ShortModulus {
  /// The order of zeta, a divisor of the ring's index; 0: there is none, and t is an integer.
  std::uint64_t index = 0;
  /// t in the powerful basis of the index: 1, zeta, zeta^2, ... if it is a power of a prime. The
  /// sum of their magnitudes is below 2^60, and below 2^59 if the index has an odd prime.
  // NOLINTBEGIN(readability-redundant-member-init): they may be left out
  std::vector<std::int64_t> coefficients{};
  Natural root{};  ///< a root of unity of order `index` modulo p
  // NOLINTEND(readability-redundant-member-init)
  /// Whether all fields are equal.
  friend bool operator==(const ShortModulus&, const ShortModulus&) = default;
};

/// A plain struct that describes the parameters of a homomorphic scheme, before anything is
/// checked:
///
///     const he::Literal literal{.degree = 8192, .plaintext_modulus = 65537,
///                               .prime_bits = {42, 42, 42, 42}, .special_prime_bits = {44}};
///
/// Ciphertexts are modulo Q, the product of the primes, and keys modulo Q P, where P is the product
/// of the special primes. Each prime of Q is a level: a ciphertext of level l is modulo the first l
/// of them.
struct Literal {
  std::size_t degree = 0;  ///< n of Z[x]/(x^n + 1), a power of two from 16 to 2^19
  /// m of any other ring Z[x]/(Phi_m(x)), in place of the degree: one that CyclotomicIndex serves,
  /// with 4 to 2^19 units. Then ciphertexts and plaintexts have phi(m) coefficients, in the
  /// powerful basis. A power of two means the degree m/2; 0 means that the degree is given.
  /// literal() of the parameters has degree and index both, but for powers of two.
  std::uint64_t index = 0;
  Natural plaintext_modulus;  ///< t, from 2 to 4096 bits; the prime p beside a short modulus
  /// The lengths of the primes of Q in bits, from 20 to 60: the largest primes of these lengths
  /// that serve the degree.
  std::vector<unsigned> prime_bits;
  /// The lengths of the special primes in bits, as above. The noise of a key switch is small if P
  /// is at least as large as the product of a digit's primes, see below.
  std::vector<unsigned> special_prime_bits;
  ///@{
  /// The primes of Q and the special ones themselves, in place of both lists of lengths: different
  /// primes of 20 to 60 bits that are 1 modulo 2n, or modulo m, and do not divide t, as other
  /// libraries may have chosen them.
  // NOLINTBEGIN(readability-redundant-member-init): they may be left out
  std::vector<std::uint64_t> primes{};
  std::vector<std::uint64_t> special_primes{};
  // NOLINTEND(readability-redundant-member-init)
  ///@}
  /// How many primes of Q make one digit of a key switch, up to all of them; 0 for as many as there
  /// are special ones. A key switch takes time, and its key bytes, by the number of digits. A digit
  /// that is larger than P adds noise, as docs/noise.md says: often less than a product has.
  unsigned digit_primes = 0;
  SecurityLevel security = SecurityLevel::bits128;  ///< how secure it shall be
  Attacker attacker = Attacker::classical;          ///< against whom
  /// The errors. Most estimates assume Gaussian errors of 3.2; their security and noise are nearly
  /// the same as for binomial errors.
  ErrorDistribution errors = ErrorDistribution::centered_binomial;
  // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
  ShortModulus short_modulus{};  ///< t(x), if t is no integer
  /// Whether all fields are equal.
  friend bool operator==(const Literal&, const Literal&) = default;
};

/// The most bytes that literal_from_json() reads: a hundred times the length of parameters.
inline constexpr std::size_t kMaxLiteralJsonBytes = std::size_t{1} << 16;

/// The literal that `text` describes, a JSON object (RFC 8259) as configuration files have them:
///
///     {
///       "degree": 8192,
///       "plaintext_modulus": 65537,
///       "prime_bits": [42, 42, 42, 42],
///       "special_prime_bits": [44],
///       "security": "bits128"
///     }
///
/// The object has the fields of Literal, in any order; a field that is left out has its default
/// value; a short modulus has the fields "short_index", "short_modulus" (its coefficients) and
/// "short_root". Numbers are whole, in digits only, and exact to 2^64 - 1; only the coefficients
/// have signs. A plaintext modulus or a root of any size may be a string of its decimal digits.
/// Enumerators are strings with their names. create() of the parameters checks that the values are
/// in their ranges, serve one another and are secure. No text can ask for parameters beyond the
/// published limits: only create_insecure(), which the program calls, makes such parameters.
///
/// The text may come from anywhere. Throws unsupported if degree or primes, special ones included,
/// are more than `limits`: the tables of the parameters may take twice as much memory as RingLimits
/// says. Throws malformed, naming field and value, where needed also
/// line and column, if it is longer than kMaxLiteralJsonBytes, which is checked before it is read;
/// if it is not one JSON object, a byte order mark before it passed over; for unknown fields,
/// fields given twice, values of other types, lists and objects inside of lists, and for numbers
/// that are negative, not whole, or too large for their field. Takes time and memory in proportion
/// to the text.
[[nodiscard]] Literal literal_from_json(std::string_view text, const RingLimits& limits = {});

/// A literal as JSON, in lines as above without an end of line behind the last: all fields in the
/// order of Literal, but for lists without elements, an index of 0, a degree of 0 beside an index,
/// and a short modulus that is none. literal_from_json() of it is equal to `literal`. A plaintext
/// modulus of more than 64 bits is a string. Numbers above 2^53 are exact here, but not in programs
/// that read all numbers of JSON as double. Throws invalid_argument if the text would be longer
/// than kMaxLiteralJsonBytes, or for values of enumerations that have no name.
[[nodiscard]] std::string to_json(const Literal& literal);

/// eta of binomial errors: their coefficients are sums of 21 bits less sums of 21 others.
inline constexpr unsigned kErrorEta = 21;
/// sigma of Gaussian errors, for each sqrt(M) of wide ones.
inline constexpr double kErrorSigma = 3.2;

}  // namespace lath::he
