// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>

#include "circuits/product_noise.hpp"
#include "circuits/ring_choice.hpp"
#include "lath/circuits/task.hpp"
#include "lath/he/core/prime_pool.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise/noise_model.hpp"

namespace lath::circuits {

/// Primes for a task.
struct Chain {
  he::Literal literal;    ///< without plaintexts
  ProductNoise products;  ///< their levels and the noise that is left
  double seconds = 0;     ///< the products of a task, one after the other
};

/// The question for primes: for plaintexts, by a model that has them, and a scheme.
struct ChainWish {
  const Task& task;
  const he::NoiseModel& plaintexts;
  he::Scheme scheme;
  std::size_t relinearisations;  ///< how many products are relinearised as time counts it
};

/// The fastest primes of a ring whose bounds promise decryption after the products of a task, with
/// its spare bits, in as many bits as the ring allows. Nothing if there are none.
[[nodiscard]] std::optional<Chain> fastest_chain(const ChainWish& wish, const Ring& ring,
                                                 he::PrimePool& pool);

/// The bits of Q P that primes for a task have in a ring, without regard to security. Nothing if
/// not even the most primes do.
[[nodiscard]] std::optional<unsigned> needed_bits(const ChainWish& wish, Ring ring,
                                                  he::PrimePool& pool);

/// The bits of all primes of a literal that has their lengths.
[[nodiscard]] unsigned bits_of(const he::Literal& literal) noexcept;

}  // namespace lath::circuits
