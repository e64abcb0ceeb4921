// SPDX-License-Identifier: Apache-2.0
#include "ntt/cyclotomic/reference/prime_axis.hpp"

#include <algorithm>
#include <bit>

#include "lath/ntt/cyclotomic_index.hpp"
#include "ntt/cyclotomic/stages.hpp"

namespace lath::detail {

PrimeAxis::PrimeAxis(const Modulus& q, std::uint64_t prime, std::uint64_t root)
    : q_(q), powers_(prime, 1), logs_(powers_of_generator(prime)) {
  for (std::size_t i = 1; i < prime; ++i) powers_[i] = q_.multiply(powers_[i - 1], root);
  const std::size_t period = logs_.size();
  const std::size_t length = std::bit_ceil(convolution_length(prime));
  if (length == 1 || (q.value() - 1) % length != 0) return;
  plan_ = NttPlan<std::uint64_t>::create(length, q.value(), Kernel{Family::u64, Isa::scalar},
                                         {.convolution = Convolution::cyclic});
  // Word c of the kernel goes with the distance c, or c - length, of two places.
  kernel_.assign(length, 0);
  for (std::size_t c = 0; c < period; ++c) {
    kernel_[c] = powers_[logs_[c]];
    if (c != 0) kernel_[length - c] = powers_[logs_[period - c]];
  }
  plan_->forward(kernel_.data());
}

std::size_t PrimeAxis::scratch_words() const noexcept {
  return plan_.has_value() ? kernel_.size() : logs_.size();
}

void PrimeAxis::core(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  plan_.has_value() ? convolution(*plan_, x, scratch) : sums(x, scratch);
}

void PrimeAxis::sums(std::uint64_t* x, std::uint64_t* scratch) const noexcept {
  const std::size_t p = prime();
  for (std::size_t j = 1; j < p; ++j) {
    std::uint64_t sum = 0;
    for (std::size_t i = 1, power = j; i < p;
         ++i, power = power + j < p ? power + j : power + j - p) {
      sum = q_.add(sum, q_.multiply(x[i - 1], powers_[power]));
    }
    scratch[j - 1] = sum;
  }
  std::copy_n(scratch, p - 1, x);
}

void PrimeAxis::convolution(const NttPlan<std::uint64_t>& plan, std::uint64_t* x,
                            std::uint64_t* scratch) const noexcept {
  const std::size_t period = logs_.size();
  std::fill_n(scratch, kernel_.size(), 0);
  for (std::size_t a = 0; a < period; ++a) {
    scratch[a] = x[logs_[a == 0 ? 0 : period - a] - 1];
  }
  plan.convolve_transformed(scratch, kernel_.data());
  for (std::size_t b = 0; b < period; ++b) x[logs_[b] - 1] = scratch[b];
}

}  // namespace lath::detail
