// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <span>

#include "lath/he/keys.hpp"
#include "lath/he/scheme_parameters.hpp"
#include "lath/random/generator.hpp"

namespace lath::he {

/// All keys of one secret seed: equal parameters and seeds give equal keys, on every machine and in
/// whatever order they are asked for. So a seed of 32 bytes is all that the owner of keys has to
/// keep. Whoever knows the seed knows the secret key. Immutable, cheap to copy, safe to share
/// between threads.
///
/// A KeyGenerator makes each key with a generator of its own, which has the seed and the name
/// "lath he keys 2 " || fingerprint || purpose, with the fingerprint of the key space, 32
/// bytes (see lath/he/bytes.hpp), and the purpose is "secret", "id", "public", "relin", or
/// "galois " and the exponent in decimal. So other key spaces with the same seed have keys that are
/// independent of these, and all keys belong to the one secret key: two keys of different secrets
/// with the same errors would reveal them.
class SeededKeys {
 public:
  ///@{
  /// Copies share everything. A moved-from object keeps its seed.
  SeededKeys(const SeededKeys&) noexcept = default;
  SeededKeys& operator=(const SeededKeys&) noexcept = default;
  ///@}
  ~SeededKeys() = default;

  ///@{
  /// The keys of a key space, given itself or by parameters, and of this seed, which must be 256
  /// bits that nobody else knows. Makes the secret key; the others are made when they are asked
  /// for. Throws as the generator does.
  SeededKeys(const KeySpace& key_space, const Seed& seed);
  SeededKeys(const SchemeParameters& parameters, const Seed& seed)
      : SeededKeys(parameters.key_space(), seed) {}
  ///@}

  ///@{
  /// The secret key.
  [[nodiscard]] const SecretKey& secret_key() const& noexcept;
  const SecretKey& secret_key() const&& = delete;  // the keys are a temporary: give them a name
  ///@}
  ///@{
  /// A key for everybody. Costs as much as a key of KeyGenerator, each time, and counts its work as
  /// there.
  [[nodiscard]] PublicKey public_key() const;
  [[nodiscard]] RelinKey relin_key(const Work& work = {}) const;
  ///@}
  ///@{
  /// Keys for the automorphisms x -> x^g, see KeyGenerator::galois_keys(). The key for g does not
  /// depend on the others.
  [[nodiscard]] GaloisKeys galois_keys(std::span<const std::uint64_t> elements,
                                       const Work& work = {}) const;
  [[nodiscard]] GaloisKeys galois_keys(std::initializer_list<std::uint64_t> elements,
                                       const Work& work = {}) const {
    return galois_keys(std::span(elements.begin(), elements.size()), work);
  }
  ///@}

 private:
  struct State;
  std::shared_ptr<const State> state_;
};

}  // namespace lath::he
