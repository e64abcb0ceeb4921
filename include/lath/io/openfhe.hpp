// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/he/ciphertext.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/io/noise_claim.hpp"

/// @file
/// Parameters, ciphertexts, secret and public keys of BFVRNS and BGVRNS of OpenFHE 1.6, read and
/// written as its JSON, SerType::JSON, has them. Rings, transforms and scaling are the same in both
/// libraries, so that words carry over as they are; slots are in another order, see SlotOrder.
///
/// Every file of OpenFHE has the parameters of its object inside. A file is written like an
/// example, a file of OpenFHE with an object of the same kind, parameters and size: everything but
/// the words is taken from it, the tag that tells keys apart among it.
///
/// The text may come from anywhere. Functions that read throw malformed for text that is no such
/// object, before memory for more than the text is taken; mismatch for other parameters;
/// unsupported for other schemes. A file is longer than its object: up to 128 bytes a word are
/// read. Files are not authenticated.
namespace lath::io::openfhe {

/// Parameters as they stand in a file: which scheme they are of, and their literal.
struct EncryptionParameters {
  he::Scheme scheme;    ///< BFV or BGV
  he::Literal literal;  ///< with the primes of Q, and the largest prime of 60 bits that is none of
                        ///< them as special prime, since OpenFHE's are not in its files
};

///@{
/// The parameters in a file of any kind: the crypto context, a ciphertext or a key. Throws
/// unsupported if t has more than 60 bits, if errors are wider than 3.24, which fresh noise bounds
/// count on, or if a root of unity is not the least one, in whose order values stand. Whether the
/// numbers make secure parameters is for create() of the parameters to check: a program that wants
/// other special primes or digits changes the literal before.
[[nodiscard]] EncryptionParameters parameters_from_json(std::string_view text);
///@}

/// The ciphertext in a file, of two parts, at its level. Throws as claims of NoiseClaim do.
[[nodiscard]] he::Ciphertext ciphertext_from_json(const he::SchemeParameters& parameters,
                                                  std::string_view text, const NoiseClaim& claim);
/// The public key in a file, without an identifier.
[[nodiscard]] he::PublicKey public_key_from_json(const he::SchemeParameters& parameters,
                                                 std::string_view text);
/// The secret key in a file, without an identifier. Throws malformed unless it is one ternary
/// polynomial, modulo all primes of Q, and as short as he::secret_key_from_bytes() accepts. The
/// comparison is constant time; the parser of the text is not, and does not wipe its memory.
[[nodiscard]] he::SecretKey secret_key_from_json(const he::SchemeParameters& parameters,
                                                 std::string_view text);

///@{
/// An object as a file of OpenFHE like the example, whose number of parts and primes has to be
/// equal. Throws mismatch if the example or the object is not of these parameters, or if their
/// sizes differ.
[[nodiscard]] std::string to_json(const he::SchemeParameters& parameters,
                                  const he::Ciphertext& ciphertext, std::string_view example);
[[nodiscard]] std::string to_json(const he::SchemeParameters& parameters, const he::PublicKey& key,
                                  std::string_view example);
///@}
/// A secret key as a file of OpenFHE like the example, otherwise as above. The text is secret, and
/// its memory belongs to the program, which wipes it.
[[nodiscard]] std::string to_json(const he::SchemeParameters& parameters, const he::SecretKey& key,
                                  std::string_view example);

/// The slots of OpenFHE in the order of Lath: slot j of OpenFHE is the value at the power 5^j of a
/// root of unity, and slot n/2 + j at -5^j; Lath and SEAL have 3^j. A permutation of n slots, where
/// n is a power of two.
class SlotOrder {
 public:
  /// The permutation for parameters. Throws unsupported unless their ring is modulo x^n + 1.
  static SlotOrder create(const he::SchemeParameters& parameters);

  ///@{
  /// Values in the order of the other library: SlotEncoder::encode() takes the first result, and
  /// the second one takes the result of decode(). Throws mismatch unless there are n.
  [[nodiscard]] std::vector<std::uint64_t> to_lath(std::span<const std::uint64_t> values) const;
  [[nodiscard]] std::vector<std::uint64_t> to_openfhe(std::span<const std::uint64_t> values) const;
  ///@}

 private:
  explicit SlotOrder(std::vector<std::uint32_t> places) noexcept : places_(std::move(places)) {}

  std::vector<std::uint32_t> places_;  // where slot j of OpenFHE is in Lath
};

}  // namespace lath::io::openfhe
