// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "lath/base/buffer.hpp"
#include "lath/hardware/coefficient_modulus.hpp"
#include "lath/hardware/device.hpp"

namespace lath::hardware {

/// The ring is Z_q[x] / Phi_2783(x): 2783 = 11^2 23, and Phi_2783(x) = Phi_253(x^11) has 41 terms.
/// It is not secure with these q: 128 bits of security allow log2(q) = 62 at most.
inline constexpr std::size_t kIndex = 2783;
/// The coefficients of a polynomial, phi(2783).
inline constexpr std::size_t kDegree = 2420;
/// The messages that one call may serve.
inline constexpr std::size_t kMaxMessages = 4;

/// What a call sent to a device, and when the answer came. Zeros where there is no device.
struct Traffic {
  std::uint64_t bytes_to_device = 0;     ///< in whole bursts
  std::uint64_t bytes_from_device = 0;   ///< in whole bursts
  std::uint64_t cycles = 0;              ///< see Transfer
  std::uint64_t first_output_cycle = 0;  ///< see Transfer
};

namespace detail {
class Backend;
}  // namespace detail

/// The products P U_j + E_j modulo (q, Phi_2783) of public-key encryption for one to four messages:
/// P is a polynomial of a public key, U_j has coefficients 0 and 1, E_j small integers. A
/// ciphertext takes two, with the same U and another P and E each: simulated() with two keys gives
/// both in one call. Polynomials have their coefficients in the power basis 1, x, x^2, ..., kChunks
/// words each, see CoefficientModulus.
///
///     const auto q = CoefficientModulus::power_of_two(135);
///     const auto product = EncryptionProduct::karatsuba(q, key);
///     auto workspace = product.workspace();
///     product.multiply_add(results, u, errors, workspace);
///
/// Backends differ in time only. The object is immutable, cheap to copy and, but for a device, safe
/// to share between threads with a workspace each.
class EncryptionProduct {
 public:
  /// Scratch memory of multiply_add(); it is wiped when it goes.
  using Workspace = Buffer<std::byte, Secret>;

  ///@{
  /// The products with this P, of kDegree * kChunks words, coefficient after coefficient. Throws
  /// mismatch if the number of words differs, invalid_argument if one is not below its bound.
  ///
  /// By Lath's masking keys (lath/ring/client/masking_key.hpp), for every q: products with four
  /// digits of P modulo one prime of 50 bits are exact, and are added modulo q.
  static EncryptionProduct transform(const CoefficientModulus& q,
                                     std::span<const std::uint32_t> key);
  /// By Karatsuba's method in software. Throws unsupported unless q is a power of two.
  static EncryptionProduct karatsuba(const CoefficientModulus& q,
                                     std::span<const std::uint32_t> key);
  /// By an accelerator, which must outlive the result. If q is a power of two it is that of
  /// hardware/karatsuba: software takes six recursions before it and four after it. If q is
  /// CoefficientModulus::residue_design() it is that of hardware/residue, and the key is sent to it
  /// here, with the errors of multiply_add(); it stays until the device gets another. Throws
  /// unsupported for another q.
  static EncryptionProduct simulated(const CoefficientModulus& q,
                                     std::span<const std::uint32_t> key, Device& device);
  /// With two keys P and P', as ciphertexts take them: each call gives the products of both in one
  /// transfer. Both are sent here. Throws unsupported unless q is
  /// CoefficientModulus::residue_design().
  static EncryptionProduct simulated(const CoefficientModulus& q,
                                     std::span<const std::uint32_t> key,
                                     std::span<const std::uint32_t> second_key, Device& device);
  ///@}

  /// The modulus.
  [[nodiscard]] const CoefficientModulus& modulus() const& noexcept { return q_; }
  const CoefficientModulus& modulus() const&& = delete;  // the product is a temporary: name it
  /// The keys, 1 or 2.
  [[nodiscard]] std::size_t keys() const noexcept { return keys_; }
  /// Memory for one call at a time.
  [[nodiscard]] Workspace workspace() const;

  /// The results, message after message, canonical words: P U_j + E_j for kDegree coefficients of
  /// each U_j and E_j, message after message. With two keys there are two E_j for each message, one
  /// after the other, and two results: P U_j + E_j and P' U_j + E'_j. Constant time in both. Throws
  /// mismatch if a size is another or the workspace too small, invalid_argument for no or more than
  /// kMaxMessages messages or a coefficient of U that is neither 0 nor 1, malformed if a device
  /// answers with what is no answer, input_output if it reports a fault, and mismatch if it got
  /// another key since. Then the results are as they were.
  Traffic multiply_add(std::span<std::uint32_t> results, std::span<const std::int8_t> u,
                       std::span<const std::int8_t> errors, Workspace& workspace) const;

 private:
  EncryptionProduct(const CoefficientModulus& q, std::shared_ptr<const detail::Backend> backend,
                    std::size_t keys = 1);

  CoefficientModulus q_;
  std::shared_ptr<const detail::Backend> backend_;
  std::size_t keys_;
};

///@{
/// Coefficients modulo 2^bits as packed bytes: bit i of the string is bit i % bits of coefficient
/// i / bits, and bit i % 8 of byte i / 8. `packed` has packed_bytes() bytes. Throws mismatch for
/// other sizes, unsupported unless q is a power of two.
[[nodiscard]] std::size_t packed_bytes(const CoefficientModulus& q, std::size_t coefficients);
void pack(std::span<std::byte> packed, std::span<const std::uint32_t> words,
          const CoefficientModulus& q);
///@}

}  // namespace lath::hardware
