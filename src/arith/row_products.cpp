// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of products of rows, with sums of 128 bits, for every modulus; and the
// choice between the reference and vectors.
#include "arith/row_products.hpp"

#include <algorithm>
#include <string>
#include <utility>

#include "lath/arith/shoup.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace detail {
namespace {

// Several sums side by side, since a single sum would wait for its carries.
constexpr std::size_t kLanes = 4;
// The sum of this many products of residues below 2^62, and one residue, is below 2^128.
constexpr std::size_t kSum = 15;

class ScalarRowProducts final : public RowProductKernels {
 public:
  explicit ScalarRowProducts(const Modulus& modulus) noexcept
      : RowProductKernels(modulus, Isa::scalar, kLanes),
        one_(modulus.reduce(1), modulus.value()),
        high_(modulus.add(modulus.reduce(~std::uint64_t{0}), modulus.reduce(1)), modulus.value()) {}

  void prepare_chunk(std::uint64_t* out, const std::uint64_t* row,
                     std::size_t count) const noexcept override {
    std::fill(std::copy_n(row, count, out), out + kLanes, 0);
  }
  void unprepare_chunk(std::uint64_t* row, const std::uint64_t* in,
                       std::size_t count) const noexcept override {
    std::copy_n(in, count, row);
  }

  void inner_products(std::uint64_t* out0, std::uint64_t* out1, const Operands& operands,
                      Start start) const noexcept override {
    const std::size_t chunk = 2 * operands.key_digits * kLanes;
    const std::uint64_t* key = operands.prepared;
    for (std::size_t c = 0; c < operands.count; c += kLanes, key += chunk) {
      const std::size_t lanes = std::min(kLanes, operands.count - c);
      uint128 sums[2][kLanes] = {};
      if (start == Start::out) {
        std::copy_n(out0 + c, lanes, sums[0]);
        std::copy_n(out1 + c, lanes, sums[1]);
      }
      add_products(sums, operands.digits, key, c, lanes);
      for (std::size_t l = 0; l < lanes; ++l) {
        out0[c + l] = reduced(sums[0][l]);
        out1[c + l] = reduced(sums[1][l]);
      }
    }
  }

  void tensor(const Triple& c, const Pair& a, const Pair& b,
              std::size_t count) const noexcept override {
    for (std::size_t i = 0; i < count; ++i) {
      const uint128 a0 = a[0][i], a1 = a[1][i];
      const std::uint64_t b0 = b[0][i], b1 = b[1][i];
      c[0][i] = reduced(a0 * b0);
      c[1][i] = reduced(a0 * b1 + a1 * b0);
      c[2][i] = reduced(a1 * b1);
    }
  }
  void square(const Triple& c, const Pair& a, std::size_t count) const noexcept override {
    tensor(c, a, a, count);
  }
  void tensor(const Parts& parts, std::size_t count) const noexcept override {
    static_assert(RowProducts::kMostParts < kSum);
    for (std::size_t i = 0; i < count; ++i) {
      std::uint64_t c[RowProducts::kMostParts] = {};
      for (std::size_t k = 0; k < parts.c.size(); ++k) {
        uint128 sum = 0;
        for_each_pair(parts, k, [&](const std::uint64_t* a, const std::uint64_t* b) noexcept {
          sum += uint128{a[i]} * b[i];
        });
        c[k] = reduced(sum);
      }
      for (std::size_t k = 0; k < parts.c.size(); ++k) parts.c[k][i] = c[k];
    }
  }

 private:
  // Calls f(a, b) for the rows whose products add up to row k.
  template <class F>
  static void for_each_pair(const Parts& parts, std::size_t k, const F& f) noexcept {
    const std::size_t first = k < parts.b.size() ? 0 : k + 1 - parts.b.size();
    for (std::size_t j = first; j <= std::min(k, parts.a.size() - 1); ++j) {
      f(parts.a[j], parts.b[k - j]);
    }
  }
  // Words c to c + lanes of all digits, times a chunk of the key for each row.
  void add_products(uint128 (&sums)[2][kLanes], std::span<const std::uint64_t* const> digits,
                    const std::uint64_t* key, std::size_t c, std::size_t lanes) const noexcept {
    for (std::size_t first = 0; first < digits.size(); first += kSum) {
      if (first != 0) {
        for (auto& part : sums) {
          for (uint128& sum : part) sum = reduced(sum);
        }
      }
      for (std::size_t d = first; d < std::min(first + kSum, digits.size()); ++d) {
        const std::uint64_t *x = digits[d] + c, *k = key + 2 * d * kLanes;
        for (std::size_t l = 0; l < lanes; ++l) {
          sums[0][l] += uint128{x[l]} * k[l];
          sums[1][l] += uint128{x[l]} * k[kLanes + l];
        }
      }
    }
  }

  // sum mod p.
  [[nodiscard]] std::uint64_t reduced(uint128 sum) const noexcept {
    const std::uint64_t p = modulus().value();
    const std::uint64_t r = one_.multiply(static_cast<std::uint64_t>(sum), p) +
                            high_.multiply(static_cast<std::uint64_t>(sum >> 64), p);
    return ct::subtract_once(r, p);
  }

  ShoupFactor<std::uint64_t> one_, high_;  // 1 and 2^64
};

std::shared_ptr<const RowProductKernels> make_row_products(const Modulus& p, Isa isa) {
  if (p.bits() <= kF64ModulusBits) {
    if (auto kernels = make_row_products_f64(p, isa)) return kernels;
  }
  return std::make_shared<ScalarRowProducts>(p);
}

}  // namespace
}  // namespace detail

RowProducts::RowProducts(std::shared_ptr<const detail::RowProductKernels> kernels) noexcept
    : kernels_(std::move(kernels)) {}

RowProducts RowProducts::create(const Modulus& p) { return create(p, active_isa()); }

RowProducts RowProducts::create(const Modulus& p, Isa isa) {
  if (!has(detected_isa(), isa)) {
    throw Error(ErrorCode::unsupported, "kernels for " + std::string(isa_name(isa)),
                "this CPU has " + std::string(isa_name(detected_isa())),
                "call create(p) to have the best kernels chosen");
  }
  return RowProducts(detail::make_row_products(p, isa));
}

const Modulus& RowProducts::modulus() const noexcept { return kernels_->modulus(); }
Isa RowProducts::isa() const noexcept { return kernels_->isa(); }

std::size_t RowProducts::prepared_words(std::size_t digits, std::size_t count) const {
  constexpr const char* kWhat = "words of a prepared key";
  const std::size_t chunk = kernels_->chunk_words();
  const std::size_t row =
      checked_product(kWhat, count / chunk + (count % chunk != 0 ? 1 : 0), 2 * chunk);
  return checked_product(kWhat, digits, row);
}

void RowProducts::prepare(std::uint64_t* prepared, std::span<const KeyRows> key,
                          std::size_t count) const noexcept {
  const std::size_t chunk = kernels_->chunk_words();
  for (std::size_t c = 0; c < count; c += chunk) {
    for (const KeyRows& rows : key) {
      for (const std::uint64_t* row : rows) {
        kernels_->prepare_chunk(prepared, row + c, std::min(chunk, count - c));
        prepared += chunk;
      }
    }
  }
}

void RowProducts::prepare_row(std::uint64_t* prepared, const std::uint64_t* row, std::size_t index,
                              std::size_t key_digits, std::size_t count) const noexcept {
  const std::size_t chunk = kernels_->chunk_words();
  kernels_->prepare_row(prepared + index * chunk, 2 * key_digits * chunk, row, count);
}

void RowProducts::unprepare(std::uint64_t* row, const std::uint64_t* prepared, std::size_t index,
                            std::size_t key_digits, std::size_t count) const noexcept {
  const std::size_t chunk = kernels_->chunk_words();
  prepared += index * chunk;
  for (std::size_t c = 0; c < count; c += chunk, prepared += 2 * key_digits * chunk) {
    kernels_->unprepare_chunk(row + c, prepared, std::min(chunk, count - c));
  }
}

void RowProducts::inner_products(std::uint64_t* out0, std::uint64_t* out1,
                                 std::span<const std::uint64_t* const> digits,
                                 const std::uint64_t* prepared, std::size_t key_digits,
                                 std::size_t count) const noexcept {
  kernels_->inner_products(out0, out1, {digits, prepared, key_digits, count},
                           detail::RowProductKernels::Start::zero);
}
void RowProducts::inner_products(std::uint64_t* out0, std::uint64_t* out1,
                                 std::span<const std::uint64_t* const> digits, NumberForm form,
                                 const std::uint64_t* prepared, std::size_t key_digits,
                                 std::size_t count) const noexcept {
  kernels_->inner_products(out0, out1, {digits, prepared, key_digits, count, form},
                           detail::RowProductKernels::Start::zero);
}
void RowProducts::two_inner_products(const std::array<std::uint64_t*, 4>& out,
                                     std::span<const std::uint64_t* const> first,
                                     std::span<const std::uint64_t* const> second, NumberForm form,
                                     const std::uint64_t* prepared, std::size_t key_digits,
                                     std::size_t count) const noexcept {
  kernels_->two_inner_products(out, {first, prepared, key_digits, count, form, second});
}
bool RowProducts::reads_doubles() const noexcept { return kernels_->reads_doubles(); }
void RowProducts::scale_difference(std::uint64_t* out, const std::uint64_t* a,
                                   const std::uint64_t* x, std::uint64_t v, std::uint64_t w,
                                   const std::uint64_t* add, std::size_t count) const noexcept {
  kernels_->scale_difference(out, a, x, v, w, add, count);
}
void RowProducts::to_doubles(std::uint64_t* out, const std::uint64_t* in,
                             std::size_t count) const noexcept {
  const std::size_t chunk = kernels_->chunk_words();
  for (std::size_t c = 0; c < count; c += chunk) {
    kernels_->prepare_chunk(out + c, in + c, std::min(chunk, count - c));
  }
}
void RowProducts::add_inner_products(std::uint64_t* out0, std::uint64_t* out1,
                                     std::span<const std::uint64_t* const> digits,
                                     const std::uint64_t* prepared, std::size_t key_digits,
                                     std::size_t count) const noexcept {
  kernels_->inner_products(out0, out1, {digits, prepared, key_digits, count},
                           detail::RowProductKernels::Start::out);
}

void RowProducts::tensor(const Triple& c, const Pair& a, const Pair& b,
                         std::size_t count) const noexcept {
  kernels_->tensor(c, a, b, count);
}
void RowProducts::square(const Triple& c, const Pair& a, std::size_t count) const noexcept {
  kernels_->square(c, a, count);
}
void RowProducts::tensor(std::span<std::uint64_t* const> c, std::span<const std::uint64_t* const> a,
                         std::span<const std::uint64_t* const> b,
                         std::size_t count) const noexcept {
  kernels_->tensor({c, a, b}, count);
}

}  // namespace lath
