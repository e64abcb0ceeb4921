// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "lath/he/keys.hpp"

namespace lath::he {

/// A place where evaluation keys are found: memory, or a file that is read as far as it is needed.
/// Threads share it. A program derives its own class to keep keys in its own way.
class EvaluationKeyStore {
 public:
  virtual ~EvaluationKeyStore() = default;
  /// The key space of all keys.
  [[nodiscard]] virtual KeySpace key_space() const = 0;
  /// The relinearisation key; null if there is none.
  [[nodiscard]] virtual std::shared_ptr<const RelinKey> relin_key() const = 0;
  /// The exponents g of the automorphisms x -> x^g that have keys, in any order.
  [[nodiscard]] virtual std::vector<std::uint64_t> elements() const = 0;
  /// Galois keys with a key for x -> x^g; null if there is none.
  [[nodiscard]] virtual std::shared_ptr<const GaloisKeys> galois_keys(std::uint64_t g) const = 0;
};

/// The keys that everybody may have who computes: a relinearisation key, Galois keys, both or none,
/// or a store of such keys. Copies share them.
class EvaluationKeys {
 public:
  /// No keys: for sums, plaintexts and products that are not relinearised.
  EvaluationKeys() noexcept = default;
  ///@{
  /// These keys, given as they are: session(relin), session({relin, galois}). Throws mismatch if
  /// they belong to different secret keys or key spaces.
  EvaluationKeys(RelinKey relin);     // NOLINT(google-explicit-constructor): a key is keys
  EvaluationKeys(GaloisKeys galois);  // NOLINT(google-explicit-constructor)
  EvaluationKeys(RelinKey relin, GaloisKeys galois);
  ///@}
  /// The keys of a store.
  explicit EvaluationKeys(std::shared_ptr<const EvaluationKeyStore> store) noexcept;

  /// The store of the keys; null if there are none.
  [[nodiscard]] const std::shared_ptr<const EvaluationKeyStore>& store() const noexcept {
    return store_;
  }

 private:
  std::shared_ptr<const EvaluationKeyStore> store_;
};

}  // namespace lath::he
