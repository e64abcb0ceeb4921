// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "arith/matrix_products.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/random/samplers.hpp"
#include "pke/byte_codec.hpp"
#include "pke/messages.hpp"

namespace lath::lwe {

/// The parameters of a scheme with everything made from them, and the equations of lwe.hpp. Keys
/// and ciphertexts have the dimensions of the scheme.
struct Scheme::State {
  using PublicMatrix = Matrix<std::uint32_t>;
  using SmallMatrix = Matrix<std::int32_t, Secret>;
  // Integers in double precision, which every vector unit multiplies. Sums of a number below 2^37
  // and at most 4096 products below 2^36 are below 2^53: all are exact, in any order and however
  // they are contracted. Why their time does not depend on them: docs/decisions/0002.
  using Numbers = Matrix<double>;
  using SumMatrix = Matrix<double, Secret>;

  Parameters parameters;
  Modulus modulus;
  detail::Decoder decoder;
  Isa isa;
  detail::ByteCodec codec;

  template <class Integer, class Storage>
  static Matrix<double, Storage> converted(const Matrix<Integer, Storage>& matrix) {
    Matrix<double, Storage> result(matrix.rows(), matrix.columns());
    convert(result.words(), matrix.words());
    return result;
  }
  template <class Integer>
  static void convert(std::span<double> out, std::span<const Integer> integers) noexcept {
    for (std::size_t i = 0; i < out.size(); ++i) out[i] = static_cast<double>(integers[i]);
  }

  // sums += factors matrix, of the factors that belong to the rows of A from `first` on.
  void add_product(SumMatrix& sums, const SumMatrix& factors, std::size_t first,
                   const Numbers& matrix) const noexcept {
    detail::add_matrix_product(
        isa, sums.words(),
        {factors.words().data() + first, factors.rows(), matrix.rows(), factors.columns()},
        matrix.words(), matrix.columns());
  }

  // A matrix of [beta], and p times such a matrix.
  [[nodiscard]] SmallMatrix noise(std::size_t rows, std::size_t columns,
                                  Generator& generator) const;
  [[nodiscard]] SumMatrix scaled_noise(std::size_t rows, std::size_t columns,
                                       Generator& generator) const;

  // The residues of sums, and where everybody may know them.
  void reduce(std::span<std::uint32_t> out, std::span<const double> sums) const noexcept;
  [[nodiscard]] PublicMatrix published(const SumMatrix& sums) const;

  // Calls use(first, rows) for blocks of rows of A, from row `first` on, whose words fill(words)
  // gives, one block after the other. All use the same memory, which stays in the caches.
  template <class Fill, class Use>
  void for_each_block(Fill&& fill, const Use& use) const {
    constexpr std::size_t kBlockRows = 32;
    const std::size_t m = parameters.rows, n = parameters.columns;
    PublicMatrix words(std::min(kBlockRows, m), n);
    Numbers numbers(words.rows(), n);
    for (std::size_t first = 0; first < m; first += kBlockRows) {
      if (first + words.rows() > m) {  // the last block
        words = PublicMatrix(m - first, n);
        numbers = Numbers(m - first, n);
      }
      fill(words.words());
      convert(numbers.words(), std::as_const(words).words());
      use(first, numbers);
    }
  }
  // Fills with the words of A from their seed.
  [[nodiscard]] auto drawn(const PublicSeed& seed) const {
    return [this, generator = Generator::from_seed(Seed(seed), "lath lwe a")](
               std::span<std::uint32_t> words) mutable {
      sample_uniform(words, modulus.value(), generator);
    };
  }

  // The ciphertexts of messages that share the blocks of A, with the noise of one after the other.
  template <class Fill>
  [[nodiscard]] std::vector<Ciphertext> encrypt(Fill&& fill, const Numbers& b,
                                                std::span<const Message> messages,
                                                Generator& generator) const {
    std::vector<Encryption> all;
    all.reserve(messages.size());
    for (const Message& message : messages) all.push_back(begin(message, generator));
    for_each_block(fill, [&](std::size_t first, const Numbers& a) {
      for (Encryption& each : all) add_product(each.u, each.r, first, a);
    });
    std::vector<Ciphertext> ciphertexts;
    ciphertexts.reserve(all.size());
    for (Encryption& each : all) {
      add_product(each.v, each.r, 0, b);
      // Both parts are sent: by the LWE assumption they hide the message.
      ciphertexts.push_back({published(each.u), published(each.v)});
    }
    return ciphertexts;
  }

  [[nodiscard]] Message decrypt(const SumMatrix& minus_s, const Ciphertext& ciphertext) const;
  // -S, as decryption adds its products.
  [[nodiscard]] static SumMatrix negated(const SecretKey& key);

 private:
  // One message under way: U = R A + p E1 and V = R B + p E2 + M.
  struct Encryption {
    SumMatrix r, u, v;
  };
  [[nodiscard]] Encryption begin(const Message& message, Generator& generator) const;
};

}  // namespace lath::lwe
