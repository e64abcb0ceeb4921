// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"

namespace lath::he {

/// Hides the circuit that a ciphertext comes from, and the plaintexts in it, from the owner of the
/// secret key: the last step of whoever computes on ciphertexts with something of their own, before
/// the result goes back. Needs the public key only. Safe to share between threads, with a generator
/// for each.
///
/// A ciphertext becomes (c0 + f (b u + E), c1 + f (a u + e)), where (b, a) is the public key, f the
/// error factor (1 in BFV, t in BGV), u ternary, e an error, and E uniform in [-2^b, 2^b) with the
/// largest b that leaves decryption right (C. Gentry, "A fully homomorphic encryption scheme",
/// 2009, chapter 21.1: noise is flooded by more noise). In BGV it is multiplied by 1/f' modulo t
/// before, so that its scale factor f' is 1.
///
/// The promise: for any two circuits with the same result, whose noises are within their bounds,
/// the results at one level are hard to tell apart for the owner of the secret key.
///
///  - Their noises have a statistical distance of at most 2^-64 in all coefficients together, for
///    any u and e.
///  - Given the noise, c1 + f (a u + e) looks uniform if Ring-LWE is hard: u and e are not the
///    key owner's, so that this holds for the owner, too. This promise is against attackers with
///    limited time; the promise on the noise holds against all. c0 follows from the other part, the
///    noise and the plaintext.
///  - Level, scale factor and noise bound of a result depend on the parameters, the level, and the
///    budget that it was to keep.
///
/// The limits of the promise:
///
///  - Everybody follows the protocol and looks at the data that they got (the semi-honest model).
///    A key pair that was not made by KeyGenerator, or ciphertexts with more noise than their
///    bounds say, void the promise: a bound that was claimed is believed here, see NoiseBound.
///  - The result itself tells about the circuit as much as a plaintext can tell, and so does the
///    level.
///  - Each call is a draw of its own: k results have a distance of k 2^-64.
class Rerandomizer {
 public:
  /// The rerandomizer for ciphertexts under this key. Throws mismatch if the key has other
  /// parameters.
  Rerandomizer(const SchemeParameters& parameters, const PublicKey& key);

  /// A ciphertext with the plaintext of `ciphertext`, which can be decrypted and still has
  /// `budget_bits` bits of noise budget, up to one more: zero for a result that is only decrypted,
  /// and 66 + log2(n) for one that its owner releases, see Decryptor::decrypt_for_release(). Throws
  /// mismatch if the ciphertext has other parameters; invalid_argument, with the bits that it has
  /// and the bits that it needs, if there is no budget to hide its noise; and as the generator
  /// does. It needs about 69 + log2(n) bits more than it keeps, and log2(t) more in BGV for a scale
  /// factor that is not 1. Takes three transforms and two products for each prime.
  [[nodiscard]] Ciphertext rerandomize(const Ciphertext& ciphertext, Generator& generator,
                                       unsigned budget_bits = 0) const;

 private:
  std::shared_ptr<const Context> context_;
  PublicKey key_;
};

}  // namespace lath::he
