// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "io/seal/chain_ids.hpp"
#include "io/seal/member_reader.hpp"
#include "io/seal/member_writer.hpp"
#include "io/seal/uniform_words.hpp"
#include "io/seal/word_rows.hpp"

/// @file
/// The members of SEAL's Ciphertext, which its public keys and evaluation keys are made of, too:
///
///     parms_id, 32 bytes | 1 for values or 0 for coefficients, a byte | the numbers of parts, of
///     coefficients and of primes | the scale, 1 as an IEEE 754 number | the scale factor | an
///     array with the words of all parts
///
/// where a seeded ciphertext has an array with the words of c0, and behind it an object: 1 for
/// BLAKE2Xb or 2 for SHAKE256, a byte | the seed of c1, 64 bytes. The words of c1 are drawn in the
/// form that c0 has.
namespace lath::io::seal {

/// The numbers before the words.
struct PartsHead {
  ParmsId id;
  StoredForm form;
  std::uint64_t parts, degree, primes, factor;
};

/// The bytes of all members for so many words, without a seed; with a seed they are fewer, but in
/// tiny rings.
[[nodiscard]] constexpr std::uint64_t members_of_parts(std::size_t words) noexcept {
  return 32 + 1 + 3 * 8 + 8 + 8 + array_bytes(words);
}
/// The bytes of the members of a seeded ciphertext, whose c0 has so many words.
[[nodiscard]] constexpr std::uint64_t members_of_seeded_parts(std::size_t words) noexcept {
  return members_of_parts(words) + kHeaderBytes + 1 + 64;
}

/// Reads the numbers. Throws malformed if they are of no ciphertext.
[[nodiscard]] PartsHead take_head(MemberReader& reader);
/// Writes the numbers, and what the array of words begins with.
void put_head(MemberWriter& writer, const PartsHead& head);

/// Reads the words that follow, as polynomials of a ring that the numbers were checked to fit, and
/// requires that nothing follows. Throws malformed if they are no such words.
template <class Form>
[[nodiscard]] std::vector<Poly<DynamicRing, Form>> take_parts(MemberReader& reader,
                                                              const DynamicRing& ring,
                                                              const PartsHead& head);

}  // namespace lath::io::seal
