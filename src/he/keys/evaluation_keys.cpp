// SPDX-License-Identifier: Apache-2.0
#include "lath/he/evaluation_keys.hpp"

#include <utility>

#include "he/access.hpp"
#include "he/core/key_tables.hpp"
#include "he/core/require.hpp"

namespace lath::he {
namespace {

class KeysInMemory final : public EvaluationKeyStore {
 public:
  KeysInMemory(KeySpace key_space, std::shared_ptr<const RelinKey> relin,
               std::shared_ptr<const GaloisKeys> galois) noexcept
      : key_space_(std::move(key_space)), relin_(std::move(relin)), galois_(std::move(galois)) {}

  [[nodiscard]] KeySpace key_space() const override { return key_space_; }
  [[nodiscard]] std::shared_ptr<const RelinKey> relin_key() const override { return relin_; }
  [[nodiscard]] std::vector<std::uint64_t> elements() const override {
    return galois_ == nullptr ? std::vector<std::uint64_t>() : galois_->elements();
  }
  [[nodiscard]] std::shared_ptr<const GaloisKeys> galois_keys(std::uint64_t g) const override {
    return galois_ != nullptr && galois_->has(g) ? galois_ : nullptr;
  }

 private:
  KeySpace key_space_;
  std::shared_ptr<const RelinKey> relin_;
  std::shared_ptr<const GaloisKeys> galois_;
};

KeySpace key_space_of(const std::shared_ptr<const KeyTables>& tables, const char* what) {
  static_cast<void>(require_operand(tables, what));
  return Access::key_space(tables);
}

constexpr const char* kRelin = "a relinearisation key";
constexpr const char* kGalois = "a set of Galois keys";

}  // namespace

EvaluationKeys::EvaluationKeys(RelinKey relin) {
  KeySpace key_space = key_space_of(relin.key.tables(), kRelin);
  store_ = std::make_shared<KeysInMemory>(
      std::move(key_space), std::make_shared<const RelinKey>(std::move(relin)), nullptr);
}

EvaluationKeys::EvaluationKeys(GaloisKeys galois) {
  KeySpace key_space = key_space_of(galois.tables(), kGalois);
  store_ = std::make_shared<KeysInMemory>(std::move(key_space), nullptr,
                                          std::make_shared<const GaloisKeys>(std::move(galois)));
}

EvaluationKeys::EvaluationKeys(RelinKey relin, GaloisKeys galois) {
  KeySpace key_space = key_space_of(relin.key.tables(), kRelin);
  require_keys(galois.tables(), relin.key.tables(), kGalois);
  static_cast<void>(require_one_key(kGalois, galois.id(), relin.key.id()));
  store_ = std::make_shared<KeysInMemory>(std::move(key_space),
                                          std::make_shared<const RelinKey>(std::move(relin)),
                                          std::make_shared<const GaloisKeys>(std::move(galois)));
}

EvaluationKeys::EvaluationKeys(std::shared_ptr<const EvaluationKeyStore> store) noexcept
    : store_(std::move(store)) {}

}  // namespace lath::he
