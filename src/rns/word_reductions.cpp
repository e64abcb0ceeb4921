// SPDX-License-Identifier: Apache-2.0
//
// The scalar reference of reductions of long integers, with sums of 192 bits, for every modulus;
// and the choice between the reference and vectors.
#include "rns/word_reductions.hpp"

#include <algorithm>
#include <vector>

#include "lath/arith/shoup.hpp"
#include "lath/base/constant_time.hpp"

namespace lath::detail {
namespace {

// The integers of one block stay in the second-level cache while they are reduced by all moduli.
constexpr std::size_t kReducedWords = 16384, kLeastReduced = 8;

class ScalarWordReductions final : public WordReductionsOf<ScalarWordReductions> {
 public:
  ScalarWordReductions(std::span<const Modulus> moduli, std::size_t size, Sign sign)
      : size_(size), sign_(sign) {
    for (const Modulus& q : moduli) {
      const std::uint64_t p = q.value();
      const std::uint64_t power = q.add(q.reduce(~std::uint64_t{0}), q.reduce(1));  // 2^64
      reductions_.push_back({p, {q.reduce(1), p}, {power, p}, {q.multiply(power, power), p}});
      powers_.push_back(q.reduce(1));
      for (std::size_t w = 1; w <= size; ++w) powers_.push_back(q.multiply(powers_.back(), power));
    }
  }

  [[nodiscard]] std::size_t scratch_words() const noexcept override { return 0; }

  template <ResidueWord Word>
  void reduce_words(Word* out, std::size_t stride, const std::uint64_t* integers, std::size_t count,
                    std::uint64_t* /*scratch*/) const noexcept {
    const std::size_t block = std::max(kReducedWords / size_, kLeastReduced);
    for (std::size_t first = 0; first < count; first += block) {
      for (std::size_t i = 0; i < reductions_.size(); ++i) {
        reduce_block(out + i * stride + first, integers + first * size_,
                     std::min(block, count - first), &powers_[i * (size_ + 1)], reductions_[i]);
      }
    }
  }

 private:
  struct Reduction {
    std::uint64_t modulus;
    ShoupFactor<std::uint64_t> low, middle, high;  // 1, 2^64 and 2^128
  };

  // Takes copies of the constants of a modulus, which no store of a result can change.
  template <ResidueWord Word>
  void reduce_block(Word* out, const std::uint64_t* integers, std::size_t count,
                    const std::uint64_t* powers, const Reduction by) const noexcept {
    const std::size_t size = size_;
    const std::uint64_t p = by.modulus, of_all = powers[size];
    const std::uint64_t is_signed = sign_ == Sign::twos_complement ? ~std::uint64_t{0} : 0;
    for (std::size_t c = 0; c < count; ++c) {
      const std::uint64_t* words = integers + c * size;
      // Three words hold the sum of `size` products below 2^126.
      uint128 sum = 0;
      std::uint64_t top = 0;
      for (std::size_t w = 0; w < size; ++w) {
        const uint128 product = uint128{words[w]} * powers[w];
        sum += product;
        top += static_cast<std::uint64_t>(sum < product);
      }
      const std::uint64_t r = ct::subtract_once(
          ct::subtract_once(by.low.multiply(static_cast<std::uint64_t>(sum), p) +
                                by.middle.multiply(static_cast<std::uint64_t>(sum >> 64), p),
                            p) +
              by.high.multiply(top, p),
          p);
      // A negative two's complement is its words as an unsigned integer, less 2^(64 size).
      const std::uint64_t negative = ct::mask_of_top_bit(words[size - 1]) & is_signed;
      out[c] = static_cast<Word>(ct::subtract_once(r + p - (of_all & negative), p));
    }
  }

  std::size_t size_;
  Sign sign_;
  std::vector<Reduction> reductions_;
  std::vector<std::uint64_t> powers_;  // 2^(64 w) modulo each, w from 0 to size
};

}  // namespace

std::unique_ptr<const WordReductions> WordReductions::create(Isa isa,
                                                             std::span<const Modulus> moduli,
                                                             std::size_t size, Sign sign) {
  const auto small = [](const Modulus& q) { return q.bits() <= kF64ModulusBits; };
  if (std::ranges::all_of(moduli, small)) {
    if (auto reductions = make_word_reductions_f64(isa, moduli, size, sign)) return reductions;
  }
  return std::make_unique<ScalarWordReductions>(moduli, size, sign);
}

}  // namespace lath::detail
