// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include "lath/apps/retrieval_plan.hpp"
#include "lath/he/noise/noise_model.hpp"

namespace lath::apps {

/// A table of records, and how it is asked.
struct RetrievalTask {
  std::uint64_t records;
  std::size_t record_bytes;
  RetrievalOptions options;
};

/// How a table stands in plaintexts of some parameters, see RetrievalPlan.
struct RetrievalShape {
  int bits = 0;
  std::size_t group = 1, chunks = 1, rows = 1, columns = 1, pieces = 1;
  std::size_t inner_level = 1, answer_level = 1;
  he::NoiseBound inner_noise{0, 1}, answer_noise{0, 1};
  double cost = 0;  ///< by the goal: milliseconds or bytes
};

/// The shape with the least cost for so many bits in a coefficient and primes of Q of these
/// lengths; none if there is no room for the noise.
[[nodiscard]] std::optional<RetrievalShape> find_shape(const he::NoiseModel& noise,
                                                       std::span<const unsigned> prime_bits,
                                                       int bits, const RetrievalTask& task);

/// The noise after a selection among `rows` plaintexts, whatever they are, by numbers of a query
/// with so many numbers.
[[nodiscard]] he::NoiseBound selection_noise(const he::NoiseModel& noise, std::size_t numbers,
                                             std::size_t rows);

}  // namespace lath::apps
