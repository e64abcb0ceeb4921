// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/vector_arithmetic.hpp"

#include <string>
#include <utility>

#include "arith/pointwise/pointwise_table.hpp"
#include "base/names.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace {

template <ResidueWord Word>
detail::PointwiseTablePointer<Word> make_table(const Modulus& modulus, Kernel kernel) {
  if (kernel.isa == Isa::scalar) return detail::make_pointwise_reference<Word>(modulus);
  if constexpr (sizeof(Word) == 8) {
    if (kernel.family == Family::f64) return detail::make_pointwise_f64(modulus, kernel.isa);
    if (kernel.family == Family::i52) return detail::make_pointwise_i52(modulus, kernel.isa);
    // There is none where the library was built without AVX-512: AVX2 serves then.
    const bool ifma = has(kernel.isa, Isa::avx512ifma);
    if (auto table = ifma ? detail::make_pointwise_u64_ifma(modulus) : nullptr) return table;
  }
  return detail::make_pointwise_integers<Word>(modulus, kernel.isa);
}

template <ResidueWord Word>
void check_modulus(std::uint64_t p) {
  if (p >= 2 && bit_length(p) <= kModulusBits<Word>) return;
  throw Error(ErrorCode::invalid_argument, "modulus " + std::to_string(p),
              "need 2 to 2^" + std::to_string(kModulusBits<Word>) + " - 1 for words of " +
                  std::to_string(kWordBits<Word>) + " bits",
              "take a smaller modulus or a wider word");
}

}  // namespace

std::string_view family_name(Family family) noexcept {
  using enum Family;
  constexpr detail::Named<Family> kNames[] = {
      {i16, "i16"}, {u32, "u32"}, {u64, "u64"}, {f64, "f64"}, {i52, "i52"}};
  return detail::name_in(kNames, family, "unknown");
}

namespace detail {
template <class Word>
std::vector<Kernel> available_kernels(std::uint64_t modulus) {
  constexpr Family kInteger = kIntegerFamily<Word>;
  std::vector<Kernel> kernels{{kInteger, Isa::scalar}};
  const Isa isa = active_isa();
  if (isa == Isa::scalar) return kernels;
  const bool fits = sizeof(Word) == 8 && bit_length(modulus) <= kF64ModulusBits;
  if (has(isa, Isa::neon)) {
    kernels.push_back({kInteger, Isa::neon});
    if (fits) kernels.push_back({Family::f64, Isa::neon});
    return kernels;
  }
  if (fits) kernels.push_back({Family::i52, Isa::avx2});
  kernels.push_back({kInteger, Isa::avx2});
  if (sizeof(Word) != 8 && has(isa, Isa::avx512)) kernels.push_back({kInteger, Isa::avx512});
  if (sizeof(Word) == 8 && has(isa, Isa::avx512ifma)) {
    kernels.push_back({kInteger, Isa::avx512ifma});
  }
  if (fits) kernels.push_back({Family::f64, Isa::avx2});
  if (fits && has(isa, Isa::avx512)) kernels.push_back({Family::f64, Isa::avx512});
  if (fits && has(isa, Isa::avx512ifma)) kernels.push_back({Family::i52, Isa::avx512ifma});
  return kernels;
}

void require_kernel(const std::vector<Kernel>& available, Kernel kernel, std::uint64_t modulus) {
  std::string served;
  for (const Kernel& candidate : available) {
    if (candidate == kernel) return;
    served += (served.empty() ? "" : ", ") + std::string(family_name(candidate.family)) + "/" +
              std::string(isa_name(candidate.isa));
  }
  throw Error(ErrorCode::unsupported,
              "kernel " + std::string(family_name(kernel.family)) + "/" +
                  std::string(isa_name(kernel.isa)) + " for modulus " + std::to_string(modulus),
              "need one of " + served,
              "call create() without a kernel to have the best one chosen");
}
}  // namespace detail

template <ResidueWord Word>
VectorArithmetic<Word>::VectorArithmetic(
    std::shared_ptr<const detail::PointwiseTable<Word>> table) noexcept
    : table_(std::move(table)), entries_(table_->entries().data()) {}

template <ResidueWord Word>
VectorArithmetic<Word> VectorArithmetic<Word>::create(std::uint64_t modulus) {
  return create(modulus, available_kernels<Word>(modulus).back());
}

template <ResidueWord Word>
VectorArithmetic<Word> VectorArithmetic<Word>::create(std::uint64_t modulus, Kernel kernel) {
  check_modulus<Word>(modulus);
  detail::require_kernel(available_kernels<Word>(modulus), kernel, modulus);
  return VectorArithmetic(make_table<Word>(Modulus(modulus), kernel));
}

template <ResidueWord Word>
Word VectorArithmetic<Word>::modulus() const noexcept {
  return table_->modulus();
}

template <ResidueWord Word>
Kernel VectorArithmetic<Word>::kernel() const noexcept {
  return table_->kernel();
}

template <ResidueWord Word>
Scalar<Word> VectorArithmetic<Word>::scalar(Word value) const noexcept {
  Scalar<Word> result{value, 0};
  prepare(&result.quotient, &result.value, 1);
  return result;
}

// These are calls, so that the pointers arrive in registers. Inlined, a compiler copies them from
// memory two at a time. Where they were written there one by one just before, such a load waits
// until all older stores have left the CPU, a quarter of a microsecond if these go to memory.

template <ResidueWord Word>
void VectorArithmetic<Word>::add(Word* out, const Word* a, const Word* b,
                                 std::size_t count) const noexcept {
  apply(Operation::add, out, {a, b}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::subtract(Word* out, const Word* a, const Word* b,
                                      std::size_t count) const noexcept {
  apply(Operation::subtract, out, {a, b}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::negate(Word* out, const Word* a, std::size_t count) const noexcept {
  apply(Operation::negate, out, {a}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::reduce(Word* out, const Word* a, std::size_t count) const noexcept {
  apply(Operation::reduce, out, {a}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::scale(Word* out, const Word* a, const Scalar<Word>& w,
                                   std::size_t count) const noexcept {
  apply(Operation::scale, out, {a, &w.value}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::scale_add(Word* out, const Word* a, const Word* b,
                                       const Scalar<Word>& w, std::size_t count) const noexcept {
  apply(Operation::scale_add, out, {a, b, &w.value}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::scale_difference_add(Word* out, const Word* a, const Word* b,
                                                  const Word* c, const Scalar<Word>& w,
                                                  std::size_t count) const noexcept {
  apply(Operation::scale_difference_add, out, {a, b, c, &w.value}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::multiply(Word* out, const Word* a, const Word* b, std::size_t count,
                                      std::size_t first) const noexcept {
  apply(Operation::multiply, out, {a, b}, count, first);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::multiply_add(Word* out, const Word* a, const Word* b, const Word* c,
                                          std::size_t count, std::size_t first) const noexcept {
  apply(Operation::multiply_add, out, {a, b, c}, count, first);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::prepare(Word* quotients, const Word* b,
                                     std::size_t count) const noexcept {
  apply(Operation::prepare, quotients, {b}, count);
}
template <ResidueWord Word>
void VectorArithmetic<Word>::multiply_prepared(Word* out, const Word* a, const Word* b,
                                               const Word* quotients, std::size_t count,
                                               std::size_t first) const noexcept {
  apply(Operation::multiply_prepared, out, {a, b, quotients}, count, first);
}

template std::vector<Kernel> detail::available_kernels<std::uint16_t>(std::uint64_t);
template std::vector<Kernel> detail::available_kernels<std::uint32_t>(std::uint64_t);
template std::vector<Kernel> detail::available_kernels<std::uint64_t>(std::uint64_t);
template class VectorArithmetic<std::uint16_t>;
template class VectorArithmetic<std::uint32_t>;
template class VectorArithmetic<std::uint64_t>;

}  // namespace lath
