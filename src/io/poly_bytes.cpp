// SPDX-License-Identifier: Apache-2.0
#include "io/poly_bytes.hpp"

#include <string>

#include "kernels/packing.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"

namespace lath::io {
namespace {

constexpr int kBits = bit_length(rlwe::kModulus - 1);
static_assert(kBits == 14);

}  // namespace

void write_poly(std::span<std::byte> out, std::span<const std::uint64_t> words) noexcept {
  kernels::pack(out, words, kBits);
}

template <class Storage>
Poly<DynamicRing, Eval, Storage> read_poly(std::span<const std::byte> bytes, const char* what) {
  Poly<DynamicRing, Eval, Storage> result(rlwe::ring());
  const auto words = result.limb(0);
  kernels::unpack(words, bytes, kBits);
  std::uint64_t in_range = ~std::uint64_t{0};
  for (const std::uint64_t word : words) in_range &= ct::mask_less(word, rlwe::kModulus);
  // Public: an honest key has all words in range, so this says nothing about one.
  ct::declassify(&in_range, sizeof in_range);
  if (in_range == 0) {
    throw Error(ErrorCode::malformed,
                std::string("the polynomial ") + what + " holds a word that is too large",
                "need 1024 words below the modulus " + std::to_string(rlwe::kModulus),
                "the bytes were damaged or not made by lath: copy the file again");
  }
  return result;
}

template Poly<DynamicRing, Eval, Public> read_poly(std::span<const std::byte>, const char*);
template Poly<DynamicRing, Eval, Secret> read_poly(std::span<const std::byte>, const char*);

}  // namespace lath::io
