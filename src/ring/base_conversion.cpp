// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/base_conversion.hpp"

#include <algorithm>
#include <vector>

#include "lath/arith/shoup.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"

namespace lath {

struct BaseConversion::State {
  struct Source {
    Barrett<std::uint64_t> barrett;
    ShoupFactor<std::uint64_t> punctured_inverse;
  };
  struct Target {
    Modulus modulus;
    ShoupFactor<std::uint64_t> one, high;  // 1 and 2^64 modulo the target
    std::uint64_t minus_product;           // -Q modulo the target
    std::vector<std::uint64_t> punctured;  // Q/q_i modulo the target
  };

  RnsBasis from, to;
  std::vector<Source> sources;
  std::vector<Target> targets;
};

namespace {

// The y of a block, for up to a hundred limbs, stay in the second-level cache.
constexpr std::size_t kBlock = 256;
// So many products of a y and a residue, both below 2^62, have a sum below 2^128.
constexpr std::size_t kSum = 15;

// sum mod p.
template <class Target>
std::uint64_t settled(uint128 sum, const Target& target) noexcept {
  const std::uint64_t p = target.modulus.value();
  const std::uint64_t r = target.one.multiply(static_cast<std::uint64_t>(sum), p) +
                          target.high.multiply(static_cast<std::uint64_t>(sum >> 64), p);
  return ct::subtract_once(r, p);
}

// out[c] = sum_i y_i[c] (Q/q_i) - alpha[c] Q modulo the target; rows of y are kBlock words apart.
template <class Word, class Target>
void convert_to(const Target& target, Word* out, const std::uint64_t* y, const std::uint64_t* alpha,
                std::size_t block) noexcept {
  const std::uint64_t* factors = target.punctured.data();
  const std::size_t k = target.punctured.size();
  constexpr std::size_t kLanes = 4;  // sums side by side, since one alone waits for its carries
  for (std::size_t c = 0; c < block; c += kLanes) {
    uint128 sums[kLanes];
    for (std::size_t l = 0; l < kLanes; ++l) sums[l] = uint128{alpha[c + l]} * target.minus_product;
    for (std::size_t first = 0; first < k; first += kSum) {
      if (first != 0) {
        for (uint128& sum : sums) sum = settled(sum, target);
      }
      const std::size_t last = std::min(first + kSum, k);
      for (std::size_t i = first; i < last; ++i) {
        const std::uint64_t* row = y + i * kBlock + c;
        for (std::size_t l = 0; l < kLanes; ++l) sums[l] += uint128{row[l]} * factors[i];
      }
    }
    for (std::size_t l = 0; l < kLanes && c + l < block; ++l) {
      out[c + l] = static_cast<Word>(settled(sums[l], target));
    }
  }
}

}  // namespace

BaseConversion::BaseConversion(std::shared_ptr<const State> state) noexcept
    : state_(std::move(state)) {}

BaseConversion BaseConversion::create(const RnsBasis& from, const RnsBasis& to) {
  State state{from, to, {}, {}};
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::uint64_t q = from.modulus(i).value();
    state.sources.push_back({Barrett<std::uint64_t>(q), {from.punctured_inverse(i), q}});
  }
  const std::size_t n = from.words();
  std::vector<std::uint64_t> residue(to.size());
  to.reduce(residue.data(), 1, from.product().data(), n, 1, Representative::nonnegative);
  for (std::size_t j = 0; j < to.size(); ++j) {
    const Modulus& p = to.modulus(j);
    const std::uint64_t high = p.add(p.reduce(~std::uint64_t{0}), p.reduce(1));
    state.targets.push_back({p,
                             {p.reduce(1), p.value()},
                             {high, p.value()},
                             p.negate(residue[j]),
                             std::vector<std::uint64_t>(from.size())});
  }
  for (std::size_t i = 0; i < from.size(); ++i) {
    to.reduce(residue.data(), 1, from.punctured_product(i).data(), n, 1,
              Representative::nonnegative);
    for (std::size_t j = 0; j < to.size(); ++j) state.targets[j].punctured[i] = residue[j];
  }
  return BaseConversion(std::make_shared<const State>(std::move(state)));
}

const RnsBasis& BaseConversion::from() const noexcept { return state_->from; }
const RnsBasis& BaseConversion::to() const noexcept { return state_->to; }

template <ResidueWord Word>
void BaseConversion::convert(Word* out, const Word* in, std::size_t stride, std::size_t count,
                             Conversion conversion) const {
  const std::size_t k = state_->sources.size();
  Buffer<std::uint64_t, Secret> y(k * kBlock), alpha(kBlock);
  Buffer<uint128, Secret> fractions(kBlock);
  // What is added before rounding down: nothing above the fractions' error, or one half.
  const uint128 offset = conversion == Conversion::centered ? uint128{1} << 63 : uint128{k};
  const std::uint64_t kept = conversion == Conversion::fast ? 0 : ~std::uint64_t{0};
  for (std::size_t first = 0; first < count; first += kBlock) {
    const std::size_t block = std::min(kBlock, count - first);
    std::fill_n(fractions.data(), block, offset);
    for (std::size_t i = 0; i < k; ++i) {
      const auto& source = state_->sources[i];
      for (std::size_t c = 0; c < block; ++c) {
        const std::uint64_t value =
            source.punctured_inverse.multiply(in[i * stride + first + c], source.barrett.modulus());
        y[i * kBlock + c] = value;
        fractions[c] += source.barrett.shoup_quotient(value);
      }
    }
    for (std::size_t c = 0; c < block; ++c) {
      alpha[c] = static_cast<std::uint64_t>(fractions[c] >> 64) & kept;
    }
    for (std::size_t j = 0; j < state_->targets.size(); ++j) {
      convert_to(state_->targets[j], out + j * stride + first, y.data(), alpha.data(), block);
    }
  }
}

template void BaseConversion::convert(std::uint16_t*, const std::uint16_t*, std::size_t,
                                      std::size_t, Conversion) const;
template void BaseConversion::convert(std::uint32_t*, const std::uint32_t*, std::size_t,
                                      std::size_t, Conversion) const;
template void BaseConversion::convert(std::uint64_t*, const std::uint64_t*, std::size_t,
                                      std::size_t, Conversion) const;

namespace base_conversion {

void throw_other_moduli(std::size_t limb, std::uint64_t of_poly, std::uint64_t of_conversion) {
  throw Error(ErrorCode::mismatch,
              "modulus " + std::to_string(of_poly) + " in limb " + std::to_string(limb) +
                  " where the conversion has " + std::to_string(of_conversion),
              "need rings with the moduli of the conversion, in its order",
              "create the conversion from the bases of these rings");
}

void throw_limbs(const char* which, std::size_t limbs, std::size_t of_conversion) {
  throw Error(ErrorCode::mismatch,
              std::to_string(limbs) + " limbs in " + which + " where the conversion has " +
                  std::to_string(of_conversion),
              "need rings with the moduli of the conversion, in its order",
              "create the conversion from the bases of these rings");
}

void throw_degree(std::size_t from, std::size_t to) {
  throw Error(ErrorCode::mismatch,
              "a polynomial of degree " + std::to_string(from) + " for a ring of degree " +
                  std::to_string(to),
              "need rings of one degree", "create the other ring with the polynomial's degree");
}

}  // namespace base_conversion

}  // namespace lath
