// SPDX-License-Identifier: Apache-2.0
#ifndef LATH_CHECKING
#define LATH_CHECKING  // for tools that look at this file without compiling it
#endif
#include "ntt/range_checks.hpp"

#include <array>
#include <atomic>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <initializer_list>
#include <string>
#include <utility>

namespace lath::detail {
namespace {

[[noreturn]] void fail(const std::string& message) noexcept {
  std::fprintf(stderr, "lath: out of range: %s\n", message.c_str());
  std::abort();
}

std::atomic<double> largest_seen{0};

// A kernel table that checks operands and results. A result may replace an operand, so operands are
// checked first.
template <ResidueWord Word>
class CheckedKernels final : public KernelTable<Word> {
 public:
  explicit CheckedKernels(KernelTablePointer<Word> kernels)
      : KernelTable<Word>(kernels->ring()), kernels_(std::move(kernels)) {}

  void forward(Word* a) const noexcept override {
    canonical("forward", "operand", a, degree());
    kernels_->forward(a);
    canonical("forward", "result", a, degree());
  }
  void inverse(Word* a) const noexcept override {
    canonical("inverse", "operand", a, degree());
    kernels_->inverse(a);
    canonical("inverse", "result", a, degree());
  }
  void forward_lazy(Word* a) const noexcept override {
    canonical("forward_lazy", "operand", a, degree());
    kernels_->forward_lazy(a);
    below(4, "forward_lazy", "result", a, degree());
  }
  void convolve(Word* a, Word* b) const noexcept override {
    canonical("convolve", "first operand", a, degree());
    canonical("convolve", "second operand", b, degree());
    kernels_->convolve(a, b);
    canonical("convolve", "result", a, degree());
  }
  void convolve_transformed(Word* a, const Word* b) const noexcept override {
    canonical("convolve_transformed", "first operand", a, degree());
    canonical("convolve_transformed", "second operand", b, degree());
    kernels_->convolve_transformed(a, b);
    canonical("convolve_transformed", "result", a, degree());
  }
  void reduce(Word* out, const Word* a, std::size_t count) const noexcept override {
    below(4, "reduce", "operand", a, count);
    kernels_->reduce(out, a, count);
    canonical("reduce", "result", out, count);
  }
#define LATH_OPERATION(name, of, words)                                  \
  void name(Word* out, LATH_ALL of, Part part) const noexcept override { \
    operands(#name, part, {LATH_ALL words});                             \
    kernels_->name(out, LATH_ALL words, part);                           \
    canonical(#name, "result", out, part.count);                         \
  }
  LATH_PRODUCTS(LATH_OPERATION)
  LATH_SUMS(LATH_OPERATION)
#undef LATH_OPERATION
  void prepare(Word* quotients, const Word* b, std::size_t count) const noexcept override {
    canonical("prepare", "operand", b, count);
    kernels_->prepare(quotients, b, count);
  }
  void multiply_prepared(Word* out, const Word* a, const Word* b, const Word* quotients,
                         Part part) const noexcept override {
    operands("multiply_prepared", part, {a, b});
    kernels_->multiply_prepared(out, a, b, quotients, part);
    canonical("multiply_prepared", "result", out, part.count);
  }

 private:
  [[nodiscard]] std::size_t degree() const noexcept { return this->ring().degree; }
  [[nodiscard]] std::string name(const char* entry) const {
    const auto& ring = this->ring();
    return std::string(entry) + " of degree " + std::to_string(ring.degree) +
           ", p = " + std::to_string(ring.modulus) + ", kernel " +
           std::string(family_name(ring.kernel.family)) + "/" +
           std::string(isa_name(ring.kernel.isa));
  }
  // The operands of a kernel that takes parts of vectors.
  void operands(const char* entry, Part part,
                std::initializer_list<const Word*> words) const noexcept {
    static constexpr std::array kNames{"first operand", "second operand", "third operand",
                                       "fourth operand"};
    within(entry, part);
    const auto* name = kNames.begin();
    for (const Word* operand : words) canonical(entry, *name++, operand, part.count);
  }
  void canonical(const char* entry, const char* which, const Word* words,
                 std::size_t count) const noexcept {
    below(1, entry, which, words, count);
  }
  void below(unsigned multiple, const char* entry, const char* which, const Word* words,
             std::size_t count) const noexcept {
    const std::uint64_t bound = std::uint64_t{multiple} * this->ring().modulus;
    for (std::size_t i = 0; i < count; ++i) {
      if (words[i] < bound) continue;
      fail("word " + std::to_string(i) + " of the " + which + " of " + name(entry) + " is " +
           std::to_string(words[i]) + ", not below " + std::to_string(bound));
    }
  }
  void within(const char* entry, Part part) const noexcept {
    const bool whole = part.first == 0 && part.count == degree();
    if (whole || (part.first % 64 == 0 && part.count % 64 == 0 && part.first <= degree() &&
                  part.count <= degree() - part.first)) {
      return;
    }
    fail(std::to_string(part.count) + " words from word " + std::to_string(part.first) + " on of " +
         name(entry) + " are no multiples of 64 words inside the vector");
  }

  KernelTablePointer<Word> kernels_;
};

}  // namespace

template <ResidueWord Word>
KernelTablePointer<Word> with_checked_ranges(KernelTablePointer<Word> kernels) {
  return std::make_shared<CheckedKernels<Word>>(std::move(kernels));
}

template KernelTablePointer<std::uint16_t> with_checked_ranges(KernelTablePointer<std::uint16_t>);
template KernelTablePointer<std::uint32_t> with_checked_ranges(KernelTablePointer<std::uint32_t>);
template KernelTablePointer<std::uint64_t> with_checked_ranges(KernelTablePointer<std::uint64_t>);

void check_working_values(const double* values, std::size_t count, double p,
                          double bound) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    const double magnitude = std::fabs(values[i]);
    // Below 2^53, so that the conversion is exact for integers.
    if (!(magnitude <= bound * p) ||
        values[i] != static_cast<double>(static_cast<std::int64_t>(values[i])) ||
        (values[i] == 0 && std::signbit(values[i]))) {
      fail("a working value of f64 is " + std::to_string(values[i]) + ", not an integer up to " +
           std::to_string(bound) + " times p = " + std::to_string(p));
    }
    double seen = largest_seen.load(std::memory_order_relaxed);
    while (magnitude > seen * p && !largest_seen.compare_exchange_weak(seen, magnitude / p)) {
    }
  }
}

void check_working_words(const std::int64_t* values, std::size_t count, std::int64_t least,
                         std::int64_t end) noexcept {
  for (std::size_t i = 0; i < count; ++i) {
    if (least <= values[i] && values[i] < end) continue;
    fail("a working value is " + std::to_string(values[i]) + ", not in [" + std::to_string(least) +
         ", " + std::to_string(end) + ")");
  }
}

double largest_working_value() noexcept { return largest_seen.load(std::memory_order_relaxed); }
double take_largest_working_value() noexcept { return largest_seen.exchange(0); }

}  // namespace lath::detail
