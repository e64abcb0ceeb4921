// SPDX-License-Identifier: Apache-2.0
#include "lath/hardware/encryption_product.hpp"

#include <array>
#include <string>
#include <utility>

#include "backend.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::hardware {
namespace {

using detail::Word;

void require_size(std::size_t found, std::size_t needed, const char* what) {
  if (found == needed) return;
  throw Error(
      ErrorCode::mismatch, std::to_string(found) + ' ' + what, "need " + std::to_string(needed),
      "give 2420 coefficients for each polynomial, of five words each where they are modulo q");
}

void require_key(const CoefficientModulus& q, std::span<const Word> key) {
  require_size(key.size(), kDegree * kChunks, "words of a key");
  for (std::size_t i = 0; i < key.size(); ++i) {
    const Word bound = q.bound(i % kChunks);
    if (key[i] < bound) continue;
    throw Error(ErrorCode::invalid_argument, "word " + std::to_string(i) + " of a key",
                "need one below " + std::to_string(bound), "reduce the coefficient modulo q");
  }
}

[[noreturn]] void throw_unsupported(std::string found, std::string needed) {
  throw Error(ErrorCode::unsupported, std::move(found), std::move(needed),
              "take another backend, or another modulus");
}

// Reveals no more than whether all are.
void require_binary(std::span<const std::int8_t> u) {
  unsigned other = 0;
  for (const std::int8_t x : u) other |= static_cast<unsigned>(x) & ~1U;
  ct::declassify(&other, sizeof other);
  if (other == 0) return;
  throw Error(ErrorCode::invalid_argument, "a coefficient of U", "need 0 or 1",
              "draw U from binary polynomials");
}

}  // namespace

EncryptionProduct::EncryptionProduct(const CoefficientModulus& q,
                                     std::shared_ptr<const detail::Backend> backend,
                                     std::size_t keys)
    : q_(q), backend_(std::move(backend)), keys_(keys) {}

EncryptionProduct EncryptionProduct::transform(const CoefficientModulus& q,
                                               std::span<const Word> key) {
  require_key(q, key);
  return {q, q.is_power_of_two() ? detail::transform_modulo_power(q, key)
                                 : detail::transform_modulo_primes(q, key)};
}

EncryptionProduct EncryptionProduct::karatsuba(const CoefficientModulus& q,
                                               std::span<const Word> key) {
  if (!q.is_power_of_two()) {
    throw_unsupported("Karatsuba's method modulo a product of primes", "need a power of two");
  }
  require_key(q, key);
  return {q, detail::karatsuba_backend(q, key, nullptr)};
}

EncryptionProduct EncryptionProduct::simulated(const CoefficientModulus& q,
                                               std::span<const Word> key, Device& device) {
  require_key(q, key);
  return {q, q.is_power_of_two() ? detail::karatsuba_backend(q, key, &device)
                                 : detail::residue_backend(q, {&key, 1}, device)};
}

EncryptionProduct EncryptionProduct::simulated(const CoefficientModulus& q,
                                               std::span<const Word> key,
                                               std::span<const Word> second_key, Device& device) {
  if (q.is_power_of_two()) {
    throw_unsupported("two keys modulo a power of two", "need the primes of the residue design");
  }
  require_key(q, key);
  require_key(q, second_key);
  const std::array keys = {key, second_key};
  return {q, detail::residue_backend(q, keys, device), keys.size()};
}

EncryptionProduct::Workspace EncryptionProduct::workspace() const {
  return Workspace(backend_->scratch_bytes());
}

Traffic EncryptionProduct::multiply_add(std::span<Word> results, std::span<const std::int8_t> u,
                                        std::span<const std::int8_t> errors,
                                        Workspace& workspace) const {
  const std::size_t messages = u.size() / kDegree;
  require_size(u.size(), messages * kDegree, "coefficients of U");
  if (messages == 0 || messages > kMaxMessages) {
    throw Error(ErrorCode::invalid_argument, std::to_string(messages) + " messages", "need 1 to 4",
                "spread more over several calls");
  }
  require_size(errors.size(), u.size() * keys_, "coefficients of E");
  require_size(results.size(), u.size() * keys_ * kChunks, "words of results");
  if (workspace.size() < backend_->scratch_bytes()) {
    throw Error(ErrorCode::mismatch, std::to_string(workspace.size()) + " bytes of workspace",
                "need " + std::to_string(backend_->scratch_bytes()), "take that of workspace()");
  }
  require_binary(u);
  return backend_->multiply_add({messages, u.data(), errors.data(), results.data()},
                                workspace.data());
}

}  // namespace lath::hardware
