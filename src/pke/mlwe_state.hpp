// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/prepared.hpp"
#include "pke/byte_codec.hpp"
#include "pke/messages.hpp"

namespace lath::mlwe {

/// The parameters of a scheme with everything made from them, and the equations of mlwe.hpp. Keys
/// and ciphertexts have the parameters of the scheme.
struct Scheme::State {
  using Polynomial = Poly<ModuleRing, Eval>;
  using PublicMatrix = std::vector<Polynomial>;
  using SecretMatrix = std::vector<Poly<ModuleRing, Eval, Secret>>;

  Parameters parameters;
  ModuleRing ring;
  Prepared<ModuleRing> plaintext_modulus;  // p as a polynomial
  detail::Decoder decoder;
  detail::ByteCodec codec;

  // A matrix of [beta], and p times such a matrix.
  [[nodiscard]] SecretMatrix noise(std::size_t size, Generator& generator) const;
  [[nodiscard]] SecretMatrix scaled_noise(std::size_t size, Generator& generator) const;
  // p E2 + M.
  [[nodiscard]] SecretMatrix encoded(const Message& message, Generator& generator) const;

  // Calls use(i, j, entry) for the entries of A, row after row. They are drawn one by one, so that
  // each is used while it is in the caches.
  [[nodiscard]] auto drawn(const PublicSeed& seed) const {
    return [this,
            generator = Generator::from_seed(Seed(seed), "lath mlwe a")](const auto& use) mutable {
      Polynomial entry(ring);
      for (std::size_t i = 0; i < parameters.rows; ++i) {
        for (std::size_t j = 0; j < parameters.columns; ++j) {
          sample_uniform(entry.limb(0), ring.modulus().value(), generator);
          use(i, j, entry);
        }
      }
    };
  }

  // Entries of A and B are polynomials or prepared ones; for_each_entry(use) gives the entries of
  // A.
  template <class ForEachEntry, class Entry>
  [[nodiscard]] Ciphertext encrypt(ForEachEntry&& for_each_entry, const std::vector<Entry>& b,
                                   const Message& message, Generator& generator) const {
    const Parameters& p = parameters;
    const std::size_t k = p.message_rows, l = p.message_columns, m = p.rows, n = p.columns;
    const SecretMatrix r = noise(k * m, generator);
    SecretMatrix u = scaled_noise(k * n, generator);
    SecretMatrix v = encoded(message, generator);
    for_each_entry([&](std::size_t i, std::size_t j, const auto& a) {
      for (std::size_t row = 0; row < k; ++row) u[row * n + j] += a * r[row * m + i];
    });
    for (std::size_t row = 0; row < k; ++row) {
      for (std::size_t i = 0; i < m; ++i) {
        for (std::size_t j = 0; j < l; ++j) v[row * l + j] += b[i * l + j] * r[row * m + i];
      }
    }
    // Both parts are sent: by the Module-LWE assumption they hide the message.
    return {published(u), published(v)};
  }

  template <class Entry>
  [[nodiscard]] Message decrypt(const std::vector<Entry>& s, const Ciphertext& ciphertext) const {
    const std::size_t k = parameters.message_rows, l = parameters.message_columns,
                      n = parameters.columns, degree = parameters.degree;
    Message message(k * l * degree);
    for (std::size_t i = 0; i < k * l; ++i) {
      const std::size_t row = i / l, column = i % l;
      Poly<ModuleRing, Eval, Secret> difference =
          ciphertext.v[i] - ciphertext.u[row * n] * s[column];
      for (std::size_t j = 1; j < n; ++j) {
        difference -= ciphertext.u[row * n + j] * s[j * l + column];
      }
      const auto coefficients = intt(std::move(difference));
      decoder.decode(message.span().subspan(i * degree, degree), coefficients.limb(0));
    }
    return message;
  }

  [[nodiscard]] static PublicMatrix published(const SecretMatrix& matrix) {
    PublicMatrix result;
    result.reserve(matrix.size());
    for (const auto& entry : matrix) result.push_back(declassify(entry));
    return result;
  }
};

}  // namespace lath::mlwe
