// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/base/work.hpp"
#include "lath/he/parameters.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/he/plaintexts/wide_values.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/rns/rns_basis.hpp"

/// @file
/// Integers over Z of hundreds and thousands of bits, in slots: a circuit of sums and products is
/// evaluated modulo many primes t_i of a word, each with a plaintext space of its own, and the
/// results are put together by the Chinese remainder theorem. One set of keys serves all t_i. The
/// client encodes and decodes; the server takes one t_i after the other, so that its memory is the
/// memory of one.
///
/// Moduli have bytes of their own, and a client sends for each t_i ciphertexts, one t_i after the
/// other, by the functions of lath/he/bytes.hpp with the parameters of a Part: bytes for one t_i
/// are a mismatch for another. Plaintexts that were decrypted have bytes, too, for a client that
/// goes on later.
namespace lath::he::crt {

/// The primes t_i for integers below a bound, and one slot for each integer.
class Moduli {
 public:
  ///@{
  /// Copies share everything. A moved-from object keeps its primes.
  Moduli(const Moduli&) noexcept = default;
  Moduli& operator=(const Moduli&) noexcept = default;
  ///@}
  ~Moduli() = default;

  /// The largest primes of `modulus_bits` bits that have slots over a key space and are none of its
  /// primes of Q, as many as make a product of more than `result_bits` bits: all results of a
  /// circuit, with their signs, have to be shorter. Longer primes are fewer, and cost noise: a
  /// product takes about 2 log2(t_i) bits of Q in BGV and log2(t_i) in BFV. Throws invalid_argument
  /// if there are not enough primes of that length, which is from 20 to 59 bits; unsupported unless
  /// the ring is x^n + 1.
  static Moduli create(const KeySpace& key_space, std::size_t result_bits, unsigned modulus_bits);

  /// The moduli with these bytes, which may come from anywhere, for a key space; of at most so many
  /// primes, since tables take time by the square of their number. Throws malformed if they are
  /// none: other than different primes of 20 to 59 bits that have slots and are none of Q.
  /// Throws mismatch for another number of slots, unsupported for more primes than `most` or unless
  /// the ring is x^n + 1.
  static Moduli from_bytes(const KeySpace& key_space, ByteView bytes, std::size_t most = 4096);

  /// The number of primes.
  [[nodiscard]] std::size_t size() const noexcept { return basis_.size(); }
  /// t_i for i < size().
  [[nodiscard]] std::uint64_t operator[](std::size_t i) const noexcept {
    return basis_.modulus(i).value();
  }
  /// The number of integers in a plaintext, n.
  [[nodiscard]] std::size_t slots() const noexcept { return slots_; }
  /// The number of words of an integer that is put together.
  [[nodiscard]] std::size_t words() const noexcept { return basis_.words(); }
  /// The bits that results may have: the magnitudes of integers with a sign are below 2^(bits - 1).
  [[nodiscard]] std::size_t bits() const noexcept { return basis_.bits() - 1; }
  /// The basis of all t_i.
  [[nodiscard]] const RnsBasis& basis() const& noexcept { return basis_; }
  const RnsBasis& basis() const&& = delete;  // the moduli are a temporary: give them a name
  /// Whether both have the same primes in one order, and slots.
  friend bool operator==(const Moduli& a, const Moduli& b) noexcept {
    return a.slots_ == b.slots_ && std::ranges::equal(a.basis_.moduli(), b.basis_.moduli(), {},
                                                      &Modulus::value, &Modulus::value);
  }

 private:
  Moduli(const RnsBasis& basis, std::size_t slots) noexcept : basis_(basis), slots_(slots) {}

  RnsBasis basis_;
  std::size_t slots_;
};

/// The moduli as bytes, see lath/he/bytes.hpp: 24, and 8 for each prime.
[[nodiscard]] Buffer<std::byte> to_bytes(const Moduli& moduli);

/// One t_i at a time: the parameters of its plaintexts, and the encoder of its slots.
template <class Scheme>
class Part {
 public:
  /// The part of t_i over the keys of some parameters. Takes about as long as
  /// Parameters::with_plaintexts().
  Part(const Parameters<Scheme>& keys, const Moduli& moduli, std::size_t i)
      : parameters_(keys.with_plaintexts(PlaintextSpace::integer(moduli[i]))),
        encoder_(SlotEncoder::create(parameters_)),
        index_(i) {}

  /// i.
  [[nodiscard]] std::size_t index() const noexcept { return index_; }
  /// The parameters with plaintexts modulo t_i.
  [[nodiscard]] const Parameters<Scheme>& parameters() const& noexcept { return parameters_; }
  /// Encodes residues modulo t_i.
  [[nodiscard]] const SlotEncoder& encoder() const& noexcept { return encoder_; }
  /// The plaintext of integers modulo t_i: nonnegative ones, or two's complements of any number of
  /// words. Throws mismatch if there are more than slots. Constant time in the integers.
  [[nodiscard]] Plaintext encode(const WideValues& integers, Representative representative) const;

 private:
  Parameters<Scheme> parameters_;
  SlotEncoder encoder_;
  std::size_t index_;
};

/// The residues of a result, until all t_i have theirs. Its memory is wiped before it is freed.
class Residues {
 public:
  /// None yet.
  explicit Residues(const Moduli& moduli);

  /// Takes the residues modulo t_i from a decrypted plaintext. Throws mismatch if the plaintext has
  /// other parameters.
  template <class Scheme>
  void take(const Part<Scheme>& part, const Plaintext& plaintext) {
    part.encoder().decode(row(part.index()), plaintext);
    has_[part.index()] = true;
  }
  /// The integers with these residues, of Moduli::words() words. Throws invalid_argument, naming
  /// the first one, while residues are missing. Constant time in them.
  [[nodiscard]] WideValues integers(Representative representative) const;

 private:
  [[nodiscard]] std::span<std::uint64_t> row(std::size_t i) noexcept {
    return words_.span().subspan(i * moduli_.slots(), moduli_.slots());
  }

  Moduli moduli_;
  Buffer<std::uint64_t, Secret> words_;
  std::vector<bool> has_;
};

/// Calls circuit(part) for the parts of all t_i, one after the other: nothing of the one before is
/// kept. The work counts the t_i. Throws cancelled after a stop request, and whatever `circuit`
/// throws.
template <class Scheme, class Circuit>
void for_each_modulus(const Parameters<Scheme>& keys, const Moduli& moduli, const Circuit& circuit,
                      const Work& work = {}) {
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    work.require_wanted();
    circuit(Part<Scheme>(keys, moduli, i));
    work.report(i + 1);
  }
}

///@cond
[[nodiscard]] Plaintext encode_residues(const SlotEncoder& encoder, std::uint64_t t,
                                        const WideValues& integers, Representative representative);

template <class Scheme>
Plaintext Part<Scheme>::encode(const WideValues& integers, Representative representative) const {
  return encode_residues(encoder_, parameters_.plaintext_modulus().word(), integers,
                         representative);
}
///@endcond

}  // namespace lath::he::crt
