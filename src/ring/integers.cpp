// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/integers.hpp"

#include <concepts>
#include <cstring>

#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"

namespace lath::detail {
namespace {

// Integer i of this type and size.
template <std::integral Integer>
Integer integer_at(const void* integers, std::size_t i) noexcept {
  Integer x;
  std::memcpy(&x, static_cast<const char*>(integers) + i * sizeof(Integer), sizeof(Integer));
  return x;
}

template <std::integral Integer, ResidueWord Word>
void reduce_row(Word* row, const Modulus& q, const IntegerWords& integers) noexcept {
  for (std::size_t i = 0; i < integers.count; ++i) {
    const auto x = integer_at<Integer>(integers.integers, i);
    if constexpr (std::signed_integral<Integer>) {
      row[i] = static_cast<Word>(q.reduce_signed(x));
    } else {
      row[i] = static_cast<Word>(q.reduce(x));
    }
  }
}
template <ResidueWord Word>
void reduce_any_row(Word* row, const Modulus& q, const IntegerWords& integers) noexcept {
  if (integers.is_signed) {
    if (integers.bytes == 1) return reduce_row<std::int8_t>(row, q, integers);
    if (integers.bytes == 2) return reduce_row<std::int16_t>(row, q, integers);
    if (integers.bytes == 4) return reduce_row<std::int32_t>(row, q, integers);
    return reduce_row<std::int64_t>(row, q, integers);
  }
  if (integers.bytes == 1) return reduce_row<std::uint8_t>(row, q, integers);
  if (integers.bytes == 2) return reduce_row<std::uint16_t>(row, q, integers);
  if (integers.bytes == 4) return reduce_row<std::uint32_t>(row, q, integers);
  return reduce_row<std::uint64_t>(row, q, integers);
}

void require_at_most(std::size_t count, std::size_t degree) {
  if (count <= degree) return;
  throw Error(ErrorCode::mismatch, std::to_string(count) + " coefficients",
              "need at most " + std::to_string(degree) + ", the degree of the ring",
              "reduce modulo the polynomial of the ring first, or use a ring of a larger degree");
}

}  // namespace

template <class Word>
void reduce_integers(const Limbs<Word>& out, const IntegerWords& integers) {
  require_at_most(integers.count, out.degree());
  for_each_row(out.size(), out.degree(), 2, [&](std::size_t limb) noexcept {
    reduce_any_row(out.row(limb), Modulus(out.plans[limb].modulus()), integers);
  });
}

template void reduce_integers(const Limbs<std::uint16_t>&, const IntegerWords&);
template void reduce_integers(const Limbs<std::uint32_t>&, const IntegerWords&);
template void reduce_integers(const Limbs<std::uint64_t>&, const IntegerWords&);

void throw_does_not_fit(std::size_t bits, int digits) {
  throw Error(ErrorCode::unsupported, "a ring modulus of " + std::to_string(bits) + " bits",
              "need at most " + std::to_string(digits) + " bits for these integers",
              "use to_wide_integers, lift or to_gmp_integers");
}

}  // namespace lath::detail
