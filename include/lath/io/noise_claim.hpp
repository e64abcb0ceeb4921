// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

namespace lath::io {

/// The noise that whoever brings a ciphertext of another library says it has: its files do not say
/// so. The bound of what was read is claimed, see he::NoiseBound.
class NoiseClaim {
 public:
  /// An encryption with the public or the secret key of which nothing but the level was changed,
  /// or a product of two such ciphertexts that was not relinearised.
  static NoiseClaim fresh() noexcept { return NoiseClaim(std::nullopt); }
  /// A ciphertext with at least this noise budget, in bits: no coefficient of its noise is larger
  /// than 2^-(bits + 1), in the units of he::NoiseBound. SEAL's invariant_noise_budget() says it,
  /// and takes the secret key. Lath then counts about four bits less, since its bounds hold for
  /// whatever is computed next.
  static NoiseClaim budget(unsigned bits) noexcept { return NoiseClaim(bits); }

  /// The budget; none for a fresh ciphertext.
  [[nodiscard]] std::optional<unsigned> bits() const noexcept { return bits_; }

 private:
  explicit NoiseClaim(std::optional<unsigned> bits) noexcept : bits_(bits) {}

  std::optional<unsigned> bits_;
};

}  // namespace lath::io
