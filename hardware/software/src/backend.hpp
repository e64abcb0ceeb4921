// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "chunks.hpp"
#include "lath/hardware/device.hpp"
#include "lath/hardware/encryption_product.hpp"

namespace lath::hardware::detail {

/// The operands and results of multiply_add(). Sizes and coefficients of U were checked.
struct Messages {
  std::size_t count;          ///< from 1 to kMaxMessages
  const std::int8_t* u;       ///< kDegree coefficients of each, 0 and 1
  const std::int8_t* errors;  ///< as many for each key, message after message
  Word* results;              ///< kDegree * kChunks words of each, in the order of the errors
};

/// A way to compute products with one key, or with two. Immutable but for a device.
///
/// A design whose key is resident sends it once, when its backend is made, and only U and E with
/// each call: what stands on its streams is a matter of its backend alone.
class Backend {
 public:
  Backend(const Backend&) = delete;
  Backend& operator=(const Backend&) = delete;
  virtual ~Backend() = default;

  /// The bytes of scratch memory of a call.
  [[nodiscard]] virtual std::size_t scratch_bytes() const = 0;
  /// P U_j + E_j for all messages and keys, canonical words. Throws what the device gives reason
  /// for, and then leaves the results as they were. `scratch` lies on a cache line.
  virtual Traffic multiply_add(const Messages& messages, std::byte* scratch) const = 0;

 protected:
  Backend() = default;
};

using BackendPointer = std::shared_ptr<const Backend>;

///@{
/// The backends, for keys that were checked.
BackendPointer transform_modulo_power(const CoefficientModulus& q, std::span<const Word> key);
BackendPointer transform_modulo_primes(const CoefficientModulus& q, std::span<const Word> key);
/// By Karatsuba's method, with the device that multiplies sub-polynomials, or without one.
BackendPointer karatsuba_backend(const CoefficientModulus& q, std::span<const Word> key,
                                 Device* device);
/// By the device of hardware/residue, to which it sends one or two keys. Throws unsupported unless
/// the primes are CoefficientModulus::residue_design(), and the errors of the device.
BackendPointer residue_backend(const CoefficientModulus& q,
                               std::span<const std::span<const Word>> keys, Device& device);
///@}

}  // namespace lath::hardware::detail
