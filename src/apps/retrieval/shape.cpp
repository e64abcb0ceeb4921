// SPDX-License-Identifier: Apache-2.0
#include "apps/retrieval/shape.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

namespace lath::apps {
namespace {

// Estimated times in milliseconds, of Intel Xeon with AVX-512: a key switch, the way of a
// ciphertext of the first dimension into the second, and a byte of a table.
class Times {
 public:
  Times(std::size_t degree, std::size_t levels)
      : scale_(static_cast<double>(degree) * std::log2(static_cast<double>(degree)) / (8192 * 13)),
        levels_(static_cast<double>(levels)) {}
  [[nodiscard]] double key_switch() const { return 0.21 * scale_ * levels_ * (levels_ + 1) / 6; }
  [[nodiscard]] double piece() const { return 0.08 * scale_ * levels_ / 2; }
  [[nodiscard]] double inner() const { return 0.05 * scale_ * levels_ / 2; }
  static double table(double bytes) { return bytes / 9.5e6; }

 private:
  double scale_, levels_;
};

std::size_t quotient_up(std::uint64_t a, std::uint64_t b) {
  return static_cast<std::size_t>(a / b + (a % b == 0 ? 0 : 1));
}

// The bits of the residues of all primes of a level.
std::size_t residue_bits(std::span<const unsigned> prime_bits, std::size_t level) {
  std::size_t sum = 0;
  for (const unsigned bits : prime_bits.first(level)) sum += bits;
  return sum;
}

// Rows and columns with the least time. None if one ciphertext cannot hold a query.
bool choose_sides(RetrievalShape& shape, std::size_t places, std::size_t degree,
                  const Times& times) {
  double least = std::numeric_limits<double>::infinity();
  const double column = static_cast<double>(shape.chunks) *
                        (times.inner() + static_cast<double>(shape.pieces) * times.piece());
  for (std::size_t columns = 1; columns <= std::min(places, degree - 1); ++columns) {
    if (columns > 1 && columns % 2 != 0) continue;  // a table has pairs of columns
    const std::size_t rows = quotient_up(places, columns);
    if (rows + columns > degree) continue;
    const double time = static_cast<double>(rows + columns) * times.key_switch() +
                        static_cast<double>(columns) * column;
    if (time >= least) continue;
    least = time;
    shape.rows = rows;
    shape.columns = columns;
  }
  return std::isfinite(least);
}

// The lowest level that leaves so many bits of budget, and the noise there.
bool lower(const he::NoiseModel& noise, const he::NoiseBound& from, double needed,
           std::size_t& level, he::NoiseBound& out) {
  for (level = 1; level <= noise.levels(); ++level) {
    out = noise.lowered(noise.levels(), level, from, 2);
    if (out.budget_bits() >= needed) return true;
  }
  return false;
}

// The bits of budget that decryption needs; a release needs the bits of its smudging.
double needed_budget(RetrievalUse use, std::size_t degree) {
  constexpr double kMargin = 0.05;
  if (use == RetrievalUse::kept) return kMargin;
  return 64 + std::log2(static_cast<double>(degree)) + 2 + kMargin;
}

}  // namespace

he::NoiseBound selection_noise(const he::NoiseModel& noise, std::size_t numbers, std::size_t rows) {
  // A plaintext has coefficients up to t/2, and values of at most n t/2 at the roots.
  he::NoiseBound number = noise.symmetric();
  for (std::size_t reach = 1; reach < numbers; reach *= 2) {
    number = number + noise.switched(noise.levels(), number);
  }
  return number.scaled(std::log2(static_cast<double>(noise.degree())) + noise.log2_t() - 1 +
                       std::log2(static_cast<double>(rows)));
}

std::optional<RetrievalShape> find_shape(const he::NoiseModel& noise,
                                         std::span<const unsigned> prime_bits, int bits,
                                         const RetrievalTask& task) {
  const std::size_t n = noise.degree();
  const Times times(n, noise.levels());
  const std::size_t capacity = n / 8 * static_cast<std::size_t>(bits);
  RetrievalShape shape;
  shape.bits = bits;
  shape.group = std::max<std::size_t>(1, capacity / task.record_bytes);
  shape.chunks = quotient_up(task.record_bytes, capacity);
  const std::size_t places = quotient_up(task.records, shape.group);
  const double needed = needed_budget(task.options.use, n);
  // More pieces change the sides, and the sides the noise, but not by a level.
  for (shape.inner_level = 1; shape.inner_level <= noise.levels(); ++shape.inner_level) {
    shape.pieces = quotient_up(2 * n / 8 * residue_bits(prime_bits, shape.inner_level), capacity);
    if (!choose_sides(shape, places, n, times)) return {};
    const std::size_t numbers = shape.rows + shape.columns;
    shape.inner_noise = noise.lowered(noise.levels(), shape.inner_level,
                                      selection_noise(noise, numbers, shape.rows), 2);
    if (shape.inner_noise.budget_bits() < needed) continue;
    if (!lower(noise, selection_noise(noise, numbers, shape.columns), needed, shape.answer_level,
               shape.answer_noise)) {
      return {};
    }
    const auto answers = static_cast<double>(shape.chunks * shape.pieces);
    const double plaintexts =
        static_cast<double>(shape.rows * shape.columns) * static_cast<double>(shape.chunks);
    const auto bytes_of = [&](std::size_t level) {
      const std::size_t bytes = n / 8 * residue_bits(prime_bits, level);
      return static_cast<double>(bytes);
    };
    shape.cost = task.options.goal == RetrievalGoal::traffic
                     ? bytes_of(noise.levels()) + 2 * answers * bytes_of(shape.answer_level)
                     : static_cast<double>(numbers) * times.key_switch() +
                           static_cast<double>(shape.columns * shape.chunks) *
                               (times.inner() + static_cast<double>(shape.pieces) * times.piece()) +
                           Times::table(plaintexts * static_cast<double>(noise.levels() * n * 8));
    return shape;
  }
  return {};
}

}  // namespace lath::apps
