// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/word_plaintexts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "arith/pointwise/small_residues.hpp"
#include "coding/packing.hpp"
#include "he/core/limb_work.hpp"
#include "he/noise/embedding.hpp"
#include "he/noise/logarithms.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/parallel.hpp"
#include "lath/random/samplers.hpp"

namespace lath::he {
namespace {

// The row map from residues modulo t with this factor for each prime of Q. Without fractions: of
// representatives in [0, t).
template <class Factor>
RowMap map_of_residues(const KeyTables& keys, const Modulus& t, std::uint64_t own,
                       const Factor& factor) {
  const RowMap::Source source{t, t.reduce(1)};
  std::vector<RowMap::Target> targets;
  for (const Modulus& q : keys.moduli(keys.q)) {
    targets.push_back({.modulus = q, .factors = {factor(q)}, .own_factor = q.reduce(own)});
  }
  return RowMap::create({&source, 1}, targets, RowMap::Fraction::none);
}

bool is_at_most_every_prime(const KeyTables& keys, std::uint64_t t) {
  const std::vector<Modulus> primes = keys.moduli(keys.q);
  return std::ranges::all_of(primes, [t](const Modulus& q) { return t <= q.value(); });
}

double log2_of_integer(std::int64_t x) noexcept {
  return std::log2(std::abs(static_cast<double>(x)));
}

// The message of a fresh ciphertext. With the residues r of k m modulo t, [k m] is r - t b with
// bits b: w r is added here, and -w t b, which is b in BFV and -b in BGV, to an error.
class FreshWords final : public FreshMessage {
 public:
  FreshWords(const DynamicRing& ring, const RingFactor& w, const RowMap* map, std::size_t n)
      : ring_(ring),
        w_(w),
        map_(map),
        memory_(Buffer<std::uint64_t, Secret>::for_overwrite(
            n + (map == nullptr ? 0 : map->scaled_words(n)))),
        n_(n) {}

  [[nodiscard]] std::span<std::uint64_t> residues() noexcept { return memory_.span().first(n_); }
  // Takes part of the message into an error: `sign` for every residue above t/2.
  void move_to(ErrorCoefficients& errors, std::uint64_t half, std::int8_t sign) {
    const auto residues = this->residues();
    errors.add([&](std::size_t i) {
      const auto above = static_cast<std::int8_t>(ct::mask_less(half, residues[i]));  // 0 or -1
      return static_cast<std::int8_t>(-sign * above);
    });
    if (map_ == nullptr) return;
    const std::array<const std::uint64_t*, 1> in{residues.data()};
    map_->scale(memory_.span().subspan(n_), in, n_);
  }

  void add_to(std::uint64_t* row, std::size_t limb) const noexcept override {
    if (map_ == nullptr) {
      w_.multiply_add(ring_.plan(limb).arithmetic(), limb, row, memory_.data(), row, n_);
    } else {
      map_->target(limb, row, memory_.span().subspan(n_), row, n_);
    }
  }

 private:
  const DynamicRing& ring_;
  const RingFactor& w_;
  const RowMap* map_;
  Buffer<std::uint64_t, Secret> memory_;  // r, and rows of the map
  std::size_t n_;
};

// The plaintext of x prime by prime, so that the row of each stays in the cache. Every thread has
// sums of its own, the first one in `m`.
void round_limbs(std::uint64_t* m, const KeyTables& keys, std::size_t limbs,
                 const PlaintextRounding& rounding, const PhaseRows& x) {
  const std::size_t n = keys.degree();
  LimbScratch scratch(keys, limbs, 1 + x.scratch_rows());
  const std::size_t threads = scratch.threads();
  auto others = Buffer<std::uint64_t, Secret>::for_overwrite((threads - 1) * n);
  const auto sums_of = [&](std::size_t thread) {
    return thread == 0 ? std::span(m, n) : others.span().subspan((thread - 1) * n, n);
  };
  for (std::size_t thread = 0; thread < threads; ++thread) {
    std::ranges::fill(sums_of(thread), thread == 0 ? rounding.start() : 0);
  }
  scratch.for_each_limb_on_thread([&](std::size_t limb, std::size_t thread) noexcept {
    std::uint64_t* row = scratch.of_thread(thread).data();
    x.write(row, limb, scratch.of_thread(thread).subspan(n));
    rounding.add(sums_of(thread), limb, row);
  });
  for (std::size_t thread = 1; thread < threads; ++thread) {
    std::ranges::transform(sums_of(0), sums_of(thread), m, std::plus<>());
  }
  rounding.round(m, sums_of(0));
}

// The plaintext of x from the rows of all primes.
void map_limbs(std::uint64_t* m, const KeyTables& keys, std::size_t limbs, const RowMap& map,
               const PhaseRows& x) {
  const std::size_t stride = keys.engine->stride();
  auto words = Buffer<std::uint64_t, Secret>::for_overwrite(limbs * stride);
  for_each_limb(keys, limbs, x.scratch_rows(),
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  x.write(words.data() + limb * stride, limb, scratch);
                });
  auto scratch = Buffer<std::uint64_t, Secret>::for_overwrite(map.scratch_words());
  std::vector<const std::uint64_t*> rows;
  rows.reserve(limbs);
  for (std::size_t i = 0; i < limbs; ++i) rows.push_back(words.data() + i * stride);
  map.convert(std::array{m}, rows, {}, keys.degree(), scratch.span());
}

}  // namespace

WordPlaintexts::WordPlaintexts(std::shared_ptr<const KeyTables> keys, Scheme scheme,
                               std::uint64_t t)
    : PlaintextTables(std::move(keys), scheme, t),
      t_(t),
      arithmetic_(VectorArithmetic<std::uint64_t>::create(t)),
      readings_(this->keys()->q.size()) {
  const KeyTables& of = *this->keys();
  if (is_at_most_every_prime(of, t)) return;
  const auto one = [](const Modulus& q) { return q.reduce(1); };
  lift_map_ = map_of_residues(of, t_, 0, one);
  std::size_t limb = 0;
  fresh_map_ =
      map_of_residues(of, t_, 1, [&](const Modulus&) { return message_over_t().residue(limb++); });
}

Natural WordPlaintexts::product(const Natural& a, const Natural& b) const {
  return t_.multiply(a.word(), b.word());
}
Natural WordPlaintexts::inverse(const Natural& a) const { return t_.inverse_vartime(a.word()); }
Natural WordPlaintexts::integer(std::int64_t k) const { return t_.reduce_signed(k); }
bool WordPlaintexts::is_unit(const Natural& a) const {
  return a.bits() <= 64 && a.word() < t_.value() && std::gcd(a.word(), t_.value()) == 1;
}

std::int64_t WordPlaintexts::centered(const Natural& a) const noexcept {
  const std::uint64_t residue = a.word();
  return static_cast<std::int64_t>(residue > t_.value() / 2 ? residue - t_.value() : residue);
}
double WordPlaintexts::log2_magnitude(const Natural& a) const {
  const std::int64_t x = centered(a);
  return x == 0 ? 0 : log2_of_integer(x);
}
std::uint64_t WordPlaintexts::integer_residue(const Natural& a, const Modulus& q) const noexcept {
  return q.reduce_signed(centered(a));
}

Multipliers WordPlaintexts::multipliers_for_sum(const ScaleAndNoise& a,
                                                const ScaleAndNoise& b) const {
  if (a.factor == b.factor) return {1, 1};
  // Every remainder r of t and the quotient f_a / f_b is r = s f_a / f_b modulo t with some s, and
  // from one to the next |s| grows as r falls. The first one serves, and so does the last, 1.
  const std::uint64_t quotient = product(a.factor, inverse(b.factor)).word();
  std::int64_t r0 = static_cast<std::int64_t>(t_.value()), r1 = static_cast<std::int64_t>(quotient);
  std::int64_t s0 = 0, s1 = 1;
  std::int64_t best_s = s1, best_r = r1;
  double least = HUGE_VAL;
  while (r1 != 0) {
    const double log2_sum_of_both = log2_sum(log2_of_integer(s1) + a.noise.log2_deviation(),
                                             log2_of_integer(r1) + b.noise.log2_deviation());
    if (log2_sum_of_both < least && std::gcd(r1, static_cast<std::int64_t>(t_.value())) == 1) {
      least = log2_sum_of_both;
      best_s = s1, best_r = r1;
    }
    const std::int64_t q = r0 / r1, r2 = r0 - q * r1, s2 = s0 - q * s1;
    r0 = r1, r1 = r2;
    s0 = s1, s1 = s2;
  }
  return {integer(best_s), integer(best_r)};
}

bool WordPlaintexts::is_reduced(std::span<const std::uint64_t> m) const noexcept {
  std::uint64_t reduced = ~std::uint64_t{0};
  for (const std::uint64_t x : m) reduced &= ct::mask_less(x, t_.value());
  ct::declassify(&reduced, sizeof reduced);
  return reduced != 0;
}

double WordPlaintexts::log2_norm(std::span<const std::uint64_t> m) const {
  double squared_norm = squared_canonical_norm(m, t_.value(), keys()->index);
  ct::declassify(&squared_norm, sizeof squared_norm);
  return std::log2(std::max(squared_norm, 1.0)) / 2;
}

void WordPlaintexts::multiple_of(std::span<std::uint64_t> out, const Natural& k,
                                 std::span<const std::uint64_t> m) const noexcept {
  if (k.word() == 1) {
    std::ranges::copy(m, out.begin());
  } else {
    arithmetic_.scale(out.data(), m.data(), arithmetic_.scalar(k.word()), out.size());
  }
}

// The residues of a multiple, and rows of the map.
std::size_t WordPlaintexts::lift_words() const noexcept {
  const std::size_t n = keys()->degree();
  return n + (lift_map_ ? lift_map_->scaled_words(n) : 0);
}

void WordPlaintexts::lift_row(std::uint64_t* row, std::size_t limb,
                              std::span<const std::uint64_t> residues,
                              std::span<std::uint64_t> scaled) const noexcept {
  const std::size_t n = residues.size();
  const Modulus& q = keys()->chain.modulus(limb);
  if (!lift_map_) {
    detail::raise_residues(active_isa(), row, residues, t_.value(), q.value());
    return;
  }
  lift_map_->target(limb, row, scaled, nullptr, n);
  const std::uint64_t half = t_.value() / 2, t_of_q = q.reduce(t_.value());
  for (std::size_t i = 0; i < n; ++i) {
    row[i] = q.subtract(row[i], t_of_q & ct::mask_less(half, residues[i]));
  }
}

void WordPlaintexts::lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
                          std::span<std::uint64_t> memory) const {
  const std::size_t n = keys()->degree();
  const auto multiple = memory.first(n), scaled = memory.subspan(n, lift_words() - n);
  if (k.word() != 1) multiple_of(multiple, k, m);
  const std::span<const std::uint64_t> residues = k.word() == 1 ? m : multiple;
  if (lift_map_) {
    const std::array<const std::uint64_t*, 1> in{residues.data()};
    lift_map_->scale(scaled, in, n);
  }
  for_each_row(out.limbs.size(), n, 2, [&](std::size_t i) noexcept {
    const std::size_t limb = out.limbs.place(i);
    lift_row(out.row(limb), limb, residues, scaled);
  });
}

std::unique_ptr<const FreshMessage> WordPlaintexts::fresh(std::span<const std::uint64_t> m,
                                                          const Natural& k,
                                                          ErrorCoefficients& errors) const {
  auto result = std::make_unique<FreshWords>(keys()->levels.back().ring, message_over_t(),
                                             fresh_map_ ? &*fresh_map_ : nullptr, m.size());
  multiple_of(result->residues(), k, m);
  result->move_to(errors, t_.value() / 2, scheme() == Scheme::bfv ? 1 : -1);
  return result;
}

const WordPlaintexts::Reading& WordPlaintexts::reading(std::size_t level) const {
  return readings_[level - 1].get([&]() -> Reading {
    const RnsBasis basis = keys()->basis(keys()->level(level).q);
    if (scheme() == Scheme::bgv) return {{}, RowMap::extension(basis, {&t_, 1})};
    if (PlaintextRounding::is_precise(basis, t_)) return {PlaintextRounding(basis, t_), {}};
    return {{}, RowMap::round_to_plaintext(basis, t_)};
  });
}

void WordPlaintexts::read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
                          const Natural& scale_factor) const {
  const Reading& how = reading(level);
  if (how.rounding) {
    round_limbs(m.data(), *keys(), level, *how.rounding, x);
  } else if (how.map) {
    map_limbs(m.data(), *keys(), level, *how.map, x);
  }
  if (scale_factor.word() == 1) return;
  const auto over_factor = arithmetic_.scalar(t_.inverse_vartime(scale_factor.word()));
  arithmetic_.scale(m.data(), m.data(), over_factor, m.size());
}

std::size_t WordPlaintexts::bytes() const noexcept {
  return detail::packed_bytes(keys()->degree(), bit_length(t_.value() - 1));
}
void WordPlaintexts::pack(std::span<std::byte> out,
                          std::span<const std::uint64_t> m) const noexcept {
  detail::pack(active_isa(), out, m, bit_length(t_.value() - 1));
}
std::uint64_t WordPlaintexts::unpack(std::span<std::uint64_t> m,
                                     std::span<const std::byte> in) const noexcept {
  const int bits = bit_length(t_.value() - 1);
  const std::uint64_t largest = detail::unpack(active_isa(), m, in, bits);
  const std::uint64_t below_t = ct::mask_less(largest, t_.value());
  const std::size_t rest = m.size() * static_cast<std::size_t>(bits) % 8;
  if (rest == 0) return below_t;
  const auto behind = std::to_integer<std::uint64_t>(in.back() >> rest);
  return below_t & ct::mask_equal(behind, std::uint64_t{0});
}

}  // namespace lath::he
