// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "lath/random/samplers.hpp"
#include "thesis/thesis.hpp"

namespace lath::bench {
namespace {

// Sums of up to 2^14 products below 2^34 stay below 2^48, so they are reduced once.
class Schoolbook {
 public:
  using Poly = std::vector<std::int64_t>;

  explicit Schoolbook(const mlwe::Parameters& row)
      : degree_(row.degree),
        q_(static_cast<std::int64_t>(row.modulus)),
        noise_(row.noise),
        generator_(Generator::from_seed(Seed{}, "bench schoolbook")) {}

  Poly zero() const { return Poly(degree_); }
  Poly uniform() { return sampled(row_words(static_cast<std::uint64_t>(q_)), 0); }
  Poly noise() { return sampled(row_words(2 * noise_ + 1), static_cast<std::int64_t>(noise_)); }

  void add_product(Poly& sum, const Poly& a, const Poly& b) const {
    Poly product(degree_);
    for (std::size_t i = 0; i < degree_; ++i) {
      const std::int64_t x = a[i];
      for (std::size_t j = 0; j < degree_ - i; ++j) product[i + j] += x * b[j];
      for (std::size_t j = degree_ - i; j < degree_; ++j) product[i + j - degree_] -= x * b[j];
    }
    for (std::size_t i = 0; i < degree_; ++i) sum[i] = (sum[i] + product[i]) % q_;
  }
  void add_multiple(Poly& sum, const Poly& a, long factor) const {
    for (std::size_t i = 0; i < degree_; ++i) sum[i] = (sum[i] + factor * a[i]) % q_;
  }
  Poly subtract(const Poly& a, const Poly& b) const {
    Poly difference = a;
    add_multiple(difference, b, -1);
    return difference;
  }
  static Poly from_words(const std::vector<std::uint64_t>& words) {
    return {words.begin(), words.end()};
  }
  std::vector<std::uint64_t> words(const Poly& a) const {
    std::vector<std::uint64_t> words;
    for (const std::int64_t x : a) words.push_back(static_cast<std::uint64_t>((x % q_ + q_) % q_));
    return words;
  }

 private:
  std::vector<std::uint64_t> row_words(std::uint64_t bound) {
    std::vector<std::uint64_t> words(degree_);
    sample_uniform(std::span(words), bound, generator_);
    return words;
  }
  static Poly sampled(const std::vector<std::uint64_t>& words, std::int64_t less) {
    Poly poly(words.begin(), words.end());
    for (std::int64_t& x : poly) x -= less;
    return poly;
  }

  std::size_t degree_;
  std::int64_t q_;
  std::uint64_t noise_;
  Generator generator_;
};

constexpr std::size_t kLargestDegree = 1024;

}  // namespace

void register_schoolbook(const mlwe::Parameters& row) {
  if (row.degree <= kLargestDegree) {
    return register_thesis(row, "schoolbook", kThesisRuns, [row](ThesisSeconds& sums) {
      Schoolbook ring(row);
      const std::vector<std::uint64_t> message(row.degree, 1);
      return ThesisScheme<Schoolbook>(row, ring).run(message, sums);
    });
  }
  register_thesis(row, "schoolbook_extrapolated", 1, [row](ThesisSeconds& sums) -> const char* {
    Schoolbook ring(row);
    const auto a = ring.uniform(), b = ring.noise();
    auto sum = ring.zero();
    const double one = seconds_of([&] { ring.add_product(sum, a, b); });
    benchmark::DoNotOptimize(sum.data());
    const auto matrix = static_cast<double>(row.rows * row.columns);
    sums[0] = matrix * one;
    sums[1] = (matrix + static_cast<double>(row.rows)) * one;
    sums[2] = static_cast<double>(row.columns) * one;
    return nullptr;
  });
}

}  // namespace lath::bench
