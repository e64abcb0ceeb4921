// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/he/ciphertext.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintext.hpp"
#include "lath/random/generator.hpp"

namespace lath::he {

/// Decrypts with the secret key: round(t x / Q) modulo t of x = c0 + c1 s + ... in BFV, and in BGV
/// the representative of x next to zero, modulo t, over the factor.
class Decryptor {
 public:
  /// The decryptor with this key. Throws mismatch if the key has other parameters.
  Decryptor(const SchemeParameters& parameters, const SecretKey& key);

  ///@{
  /// The plaintext of a ciphertext or of a product. Refuses one whose noise bound does not promise
  /// the right plaintext: throws invalid_argument. Throws mismatch if it has other parameters.
  ///
  /// BGV computes modulo the first primes only, as many as a bound that was computed here needs:
  /// one or two for fresh ciphertexts. BFV needs all.
  ///
  /// Never reveal the result, or anything that depends on it, to anybody who chose ciphertexts or
  /// circuits: use decrypt_for_release(). Where the noise is larger than its bound says, as it can
  /// be for ciphertexts that somebody made up and where the assumptions of docs/noise.md fail, a
  /// wrong result depends on the secret key, and so does the fact that it is wrong: enough wrong
  /// results tell the key.
  [[nodiscard]] Plaintext decrypt(const Ciphertext& ciphertext) const;
  [[nodiscard]] Plaintext decrypt(const Product<Coeff>& product) const;
  [[nodiscard]] Plaintext decrypt(const Product<Eval>& product) const;
  ///@}
  ///@{
  /// Decrypts into the memory of `out`, otherwise as above. `out` becomes a plaintext of these
  /// parameters if it is none, and stays as it is if this throws.
  void decrypt(Plaintext& out, const Ciphertext& ciphertext) const;
  void decrypt(Plaintext& out, const Product<Coeff>& product) const;
  void decrypt(Plaintext& out, const Product<Eval>& product) const;
  ///@}

  ///@{
  /// The plaintext of a ciphertext or of a product, for others to see. Refuses the objects that
  /// decrypt() refuses, and throws invalid_argument
  ///
  ///  - if the noise bound is claimed: it says nothing of ciphertexts that somebody else made,
  ///  - unless there is noise budget for smudging, 64 + log2(n) bits and up to two more. The
  ///    error has the bits that are there and the bits that are needed.
  ///
  /// Throws as the generator does. Before it is rounded, each coefficient of c0 + c1 s is smudged:
  /// an integer (in BGV times t) is added that is uniform in [-2^b, 2^b), with the largest b for
  /// which the result is right. So the result is the plaintext wherever the noise is within its
  /// bound, and depends on the noise in no way: smudging takes nothing from it. Where the noise is
  /// larger, a result is wrong with probability at most 2^-65 times the noise over its bound,
  /// whatever the noise is, in place of a sharp limit that attacks look for (B. Li, D. Micciancio,
  /// EUROCRYPT 2021, on approximate schemes; J. H. Cheon et al., CCS 2024, and M. Checri et al.,
  /// CRYPTO 2024, on exact ones with bounds for the average case). A bound that is wrong by k bits
  /// costs k of 65 bits. The plaintext itself is published, with everything that it tells about
  /// inputs and circuit.
  [[nodiscard]] Plaintext decrypt_for_release(const Ciphertext& ciphertext,
                                              Generator& generator) const;
  [[nodiscard]] Plaintext decrypt_for_release(const Product<Coeff>& product,
                                              Generator& generator) const;
  [[nodiscard]] Plaintext decrypt_for_release(const Product<Eval>& product,
                                              Generator& generator) const;
  ///@}

  /// The ciphertext with its noise bound accepted as the owner's own. By this call the owner of the
  /// key states that an authenticated channel (a signature, a MAC, TLS with a known peer) brought
  /// the ciphertext from somebody who is trusted to have computed it honestly, from honest
  /// encryptions with the owner's keys, and to have passed on the true bound: nothing of this is
  /// checked here, and none of it can be seen from a ciphertext. Under a key that is too long for
  /// the bounds, see SecretKey::bounds(), the bound stays claimed. Throws mismatch if it has other
  /// parameters.
  [[nodiscard]] Ciphertext authenticated(Ciphertext ciphertext) const;

  ///@{
  /// The ciphertext or product with a noise bound that the owner of the key computed, in place of
  /// the bound that came with it. The owner who encrypted all inputs and knows the circuit finds
  /// the bound of the result by NoiseModel, or by running the circuit on ciphertexts of his own,
  /// and takes no number from whoever computed it. The bound holds for a result of this circuit on
  /// these inputs. Whether the result is one cannot be seen: the result of decrypt() stays a secret
  /// of the owner, and decrypt_for_release() hides noise within the bound. Under a key that is too
  /// long for the bounds, see SecretKey::bounds(), the bound becomes claimed. Throws mismatch if
  /// the object has other parameters, invalid_argument if the bound is itself claimed.
  [[nodiscard]] Ciphertext bounded(Ciphertext ciphertext, const NoiseBound& own) const;
  [[nodiscard]] Product<Coeff> bounded(Product<Coeff> product, const NoiseBound& own) const;
  [[nodiscard]] Product<Eval> bounded(Product<Eval> product, const NoiseBound& own) const;
  ///@}

 private:
  std::shared_ptr<const Context> context_;
  SecretKey key_;
};

}  // namespace lath::he
