// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>

#include "lath/base/cpu.hpp"
#include "ml_kem/sampling.hpp"

/// K-PKE, the encryption inside ML-KEM (FIPS 203, section 5), which is secure against listeners
/// only and not to be used by itself.
///
/// It does not use mlwe::Scheme and Poly, whose scheme it nearly is: the standard fixes another
/// transform, other noise and compressed ciphertexts, and most of the time goes into Keccak, so
/// that it pays to sample in sponges side by side, to multiply sums of products at once, and to
/// keep all polynomials on the stack. None of this would serve parameters that are free.
namespace lath::ml_kem {

/// FIPS 203, table 2; eta2 is 2 in all of them.
struct Parameters {
  std::size_t rank;
  unsigned eta1;
  int u_bits, v_bits;

  static constexpr Parameters of(unsigned set) noexcept {
    return {set / 256, set == 512 ? 3U : 2U, set == 1024 ? 11 : 10, set == 1024 ? 5 : 4};
  }

  /// Bytes of a vector of polynomials with 12 bits a coefficient, and of u and v.
  [[nodiscard]] constexpr std::size_t vector_bytes() const noexcept { return 384 * rank; }
  [[nodiscard]] constexpr std::size_t u_bytes() const noexcept {
    return 32 * static_cast<std::size_t>(u_bits) * rank;
  }
  [[nodiscard]] constexpr std::size_t v_bytes() const noexcept {
    return 32 * static_cast<std::size_t>(v_bits);
  }
  [[nodiscard]] constexpr std::size_t public_key_bytes() const noexcept {
    return vector_bytes() + 32;
  }
  [[nodiscard]] constexpr std::size_t secret_key_bytes() const noexcept {
    return 2 * vector_bytes() + 96;
  }
  [[nodiscard]] constexpr std::size_t ciphertext_bytes() const noexcept {
    return u_bytes() + v_bytes();
  }
};

namespace k_pke {

/// The instruction set that all of it uses.
Isa isa();

using Bytes = std::span<const std::byte>;
using Bytes32 = std::span<const std::byte, 32>;

/// A key pair of its samples (algorithm 13): the matrix of rho, and s and e, 2 rank polynomials of
/// noise, which are transformed where they stand. Writes public_key_bytes() and vector_bytes().
void make_keys(const Parameters& parameters, const Matrix& a, Noise& s_e, Bytes32 rho,
               std::span<std::byte> public_key, std::span<std::byte> secret_key);

/// A public key as encryption needs it: t, and the matrix that rho stands for.
class EncryptionKey {
 public:
  /// Leaves the matrix to `sampling`, which must run before encrypt().
  EncryptionKey(const Parameters& parameters, Bytes public_key, Sampling& sampling);

  /// The ciphertext of m (algorithm 14) with y, e1 and e2, 2 rank + 1 polynomials of noise, as
  /// secret as they are. Transforms y where it stands.
  void encrypt(Bytes32 m, Noise& noise, std::span<std::byte> ciphertext) const;

 private:
  Parameters parameters_;
  Matrix a_;
  PolyVector<Public, kMaxRank> t_;
};

/// The message (algorithm 15).
void decrypt(const Parameters& parameters, Bytes secret_key, Bytes ciphertext,
             std::span<std::byte, 32> m);

/// Whether all coefficients of a packed vector, which is public, are below q.
[[nodiscard]] bool is_reduced(Bytes vector);

}  // namespace k_pke
}  // namespace lath::ml_kem
