// SPDX-License-Identifier: Apache-2.0
#include "he/plaintexts/wide/short_plaintexts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "arith/wide/natural_arithmetic.hpp"
#include "coding/packing.hpp"
#include "he/core/limb_work.hpp"
#include "he/noise/embedding.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"
#include "lath/base/secret.hpp"
#include "lath/random/samplers.hpp"
#include "ring/engine/program_rows.hpp"

namespace lath::he {
namespace {

// The coefficients of a block of a plaintext, on the stack.
struct BlockMemory {
  BlockMemory() noexcept = default;
  BlockMemory(const BlockMemory&) = delete;
  BlockMemory& operator=(const BlockMemory&) = delete;
  ~BlockMemory() { wipe(words.data(), sizeof words); }
  std::int64_t& operator[](std::size_t k) noexcept { return words[k]; }
  [[nodiscard]] std::span<std::int64_t> first(std::size_t size) noexcept {
    return std::span(words).first(size);
  }
  std::array<std::int64_t, detail::ShortModulus::kMostCoefficients> words;
};

std::span<const std::int64_t> integers_in(std::span<const std::uint64_t> words) noexcept {
  return {reinterpret_cast<const std::int64_t*>(words.data()), words.size()};
}
std::span<std::int64_t> integers_in(std::span<std::uint64_t> words) noexcept {
  return {reinterpret_cast<std::int64_t*>(words.data()), words.size()};
}

// The values of t in the rings of a chain, by its coefficients in block 0.
RowBuffer values_of(const KeyTables& keys, const detail::SubringBlocks& blocks,
                    std::span<const std::int64_t> t) {
  const LimbSet limbs = keys.q | keys.auxiliary;
  Engine& engine = *keys.engine;
  engine.make_ready(limbs);
  RowBuffer values = engine.make_rows(limbs);
  const detail::RowsToWrite rows(engine, values.rows());
  for (std::size_t i = 0; i < limbs.size(); ++i) {
    const std::size_t limb = limbs.place(i);
    const Modulus& q = keys.chain.modulus(limb);
    std::fill_n(rows.row(limb), keys.degree(), 0);
    for (std::size_t k = 0; k < t.size(); ++k) {
      rows.row(limb)[blocks.place(0, k)] = q.reduce_signed(t[k]);
    }
  }
  rows.store();
  engine.forward(values.rows(), values.rows());
  return values;
}

// 1/t or -1/t, by values modulo the primes of Q.
RowBuffer inverse_values(const KeyTables& keys, const RowBuffer& t, bool negative) {
  Engine& engine = *keys.engine;
  RowBuffer result = engine.make_rows(keys.q);
  const detail::RowsToRead in(engine, t.only(keys.q));
  const detail::RowsToWrite out(engine, result.rows());
  for (std::size_t limb = 0; limb < keys.q.size(); ++limb) {
    const Modulus& q = keys.chain.modulus(limb);
    const std::uint64_t* x = in.row(limb);
    std::uint64_t* y = out.row(limb);
    // The products of the first values; and from the last one on, the inverse of each product (P.
    // Montgomery, Math. Comp. 48, 1987).
    std::uint64_t product = 1;
    for (std::size_t i = 0; i < keys.degree(); ++i) {
      y[i] = product;
      product = q.multiply(product, x[i]);
      if (product == 0) {
        throw Error(ErrorCode::invalid_argument,
                    "a short modulus t(x) that is no unit modulo the prime " +
                        std::to_string(q.value()) + " of Q",
                    "need one without common factors with Q", "give a literal with other primes");
      }
    }
    std::uint64_t inverse = q.inverse_vartime(product);
    for (std::size_t i = keys.degree(); i-- > 0;) {
      y[i] = q.multiply(y[i], inverse);
      inverse = q.multiply(inverse, x[i]);
    }
    if (negative) {
      for (std::size_t i = 0; i < keys.degree(); ++i) y[i] = q.negate(y[i]);
    }
  }
  out.store();
  return result;
}

RingFactor inverse_factor(const KeyTables& keys, const RingFactor& t, bool negative) {
  Engine& engine = *keys.engine;
  RowBuffer values = engine.make_rows(keys.q);
  engine.copy(values.rows(), t.values().only(keys.q));
  return {engine, inverse_values(keys, values, negative)};
}

// A message on its way: its small representative, which the values of 1/t are multiplied with.
class FreshPolynomial final : public FreshMessage {
 public:
  FreshPolynomial(const ShortPlaintexts& plaintexts, std::size_t n)
      : plaintexts_(plaintexts), m_(Buffer<std::int64_t, Secret>::for_overwrite(n)) {}

  [[nodiscard]] std::span<std::int64_t> coefficients() noexcept { return m_.span(); }
  void add_to(std::uint64_t* /*row*/, std::size_t /*limb*/) const noexcept override {}
  void add_to_values(std::uint64_t* row, std::size_t limb,
                     std::span<std::uint64_t> scratch) const noexcept override {
    const auto& plan = plaintexts_.keys()->levels.back().ring.plan(limb);
    const std::size_t n = m_.size();
    lath::residues_of(scratch.first(n), m_.span(), plaintexts_.largest(),
                      plaintexts_.keys()->chain.modulus(limb));
    plan.forward(scratch.data());
    plaintexts_.message_over_t().multiply_add(plan.arithmetic(), limb, row, scratch.data(), row, n);
  }

 private:
  const ShortPlaintexts& plaintexts_;
  Buffer<std::int64_t, Secret> m_;
};

}  // namespace

ShortPlaintexts::ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                                 const std::shared_ptr<const ShortSpace>& space)
    : ShortPlaintexts(
          keys, scheme, space,
          detail::SubringBlocks(keys->index, CyclotomicIndex::create(space->literal.index))) {}

ShortPlaintexts::ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                                 const std::shared_ptr<const ShortSpace>& space,
                                 const detail::SubringBlocks& blocks)
    : ShortPlaintexts(
          keys, scheme, space, blocks,
          RingFactor(*keys->engine, values_of(*keys, blocks, space->literal.coefficients))) {}

ShortPlaintexts::ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                                 const std::shared_ptr<const ShortSpace>& space,
                                 const detail::SubringBlocks& blocks, const RingFactor& t)
    : PlaintextTables(keys, scheme, space->t.prime(), space->literal, t,
                      inverse_factor(*keys, t, scheme == Scheme::bfv)),
      space_(space),
      blocks_(blocks) {}

Natural ShortPlaintexts::product(const Natural& a, const Natural& b) const {
  return detail::product_modulo_vartime(a, b, modulus());
}
Natural ShortPlaintexts::inverse(const Natural& a) const {
  // Scale factors are units: NOLINTNEXTLINE(bugprone-unchecked-optional-access)
  return detail::inverse_modulo_vartime(a, modulus()).value();
}
Natural ShortPlaintexts::integer(std::int64_t k) const {
  return detail::integer_modulo_vartime(k, modulus());
}
bool ShortPlaintexts::is_unit(const Natural& a) const {
  return detail::compare_vartime(a, modulus()) < 0 && detail::is_coprime_vartime(a, modulus());
}
bool ShortPlaintexts::is_above_half(const Natural& a) const noexcept {
  return detail::compare_vartime(a, space_->t.half()) > 0;
}

double ShortPlaintexts::log2_polynomial(const Natural& a) const {
  const std::vector<std::int64_t> small = space_->t.small_vartime(a);
  const CyclotomicIndex index = CyclotomicIndex::create(space_->literal.index);
  return std::log2(std::max(1.0, squared_canonical_norm(small, index))) / 2;
}
bool ShortPlaintexts::is_integer(const Natural& a) const {
  if (a == 0) return true;
  const double log2_a =
      log2_vartime(is_above_half(a) ? detail::difference_vartime(modulus(), a) : a);
  return log2_a <= 1 || log2_a <= log2_polynomial(a);
}
double ShortPlaintexts::log2_magnitude(const Natural& a) const {
  if (a == 0) return 0;
  if (!is_integer(a)) return log2_polynomial(a);
  return log2_vartime(is_above_half(a) ? detail::difference_vartime(modulus(), a) : a);
}
std::uint64_t ShortPlaintexts::integer_residue(const Natural& a, const Modulus& q) const noexcept {
  const std::uint64_t x = remainder_vartime(a, q.value());
  return is_above_half(a) ? q.subtract(x, remainder_vartime(modulus(), q.value())) : x;
}
bool ShortPlaintexts::is_fixed_by(std::uint64_t g) const noexcept {
  return g % space_->literal.index == 1;
}
void ShortPlaintexts::write_constant(std::span<std::uint64_t> m, const Natural& a) const {
  const std::vector<std::int64_t> small = space_->t.small_vartime(a);
  for (std::size_t k = 0; k < small.size(); ++k) {
    m[blocks_.place(0, k)] = static_cast<std::uint64_t>(small[k]);
  }
}

Multipliers ShortPlaintexts::multipliers_for_sum(const ScaleAndNoise& a,
                                                 const ScaleAndNoise& b) const {
  if (a.factor == b.factor) return {1, 1};
  const Natural of_a = product(b.factor, inverse(a.factor)),
                of_b = product(a.factor, inverse(b.factor));
  const double with_a = (a.noise.scaled(log2_magnitude(of_a)) + b.noise).log2_deviation(),
               with_b = (a.noise + b.noise.scaled(log2_magnitude(of_b))).log2_deviation();
  return with_a < with_b ? Multipliers{of_a, 1} : Multipliers{1, of_b};
}

void ShortPlaintexts::from_numbers(std::span<std::uint64_t> m,
                                   std::span<const std::uint64_t> numbers) const {
  const std::size_t size = blocks_.size(), w = words_of_number();
  parallel_for(blocks_.count(), 64, [&](std::size_t block) noexcept {
    BlockMemory small;
    space_->t.small(small.first(size), numbers.subspan(block * w, w));
    for (std::size_t k = 0; k < size; ++k) {
      m[blocks_.place(block, k)] = static_cast<std::uint64_t>(small[k]);
    }
  });
}

void ShortPlaintexts::to_numbers(std::span<std::uint64_t> numbers,
                                 std::span<const std::uint64_t> m) const {
  const std::size_t size = blocks_.size(), w = words_of_number();
  parallel_for(blocks_.count(), 64, [&](std::size_t block) noexcept {
    BlockMemory element;
    for (std::size_t k = 0; k < size; ++k) element[k] = integers_in(m)[blocks_.place(block, k)];
    space_->t.value(numbers.subspan(block * w, w), element.first(size));
  });
}

bool ShortPlaintexts::is_reduced(std::span<const std::uint64_t> m) const noexcept {
  std::uint64_t reduced = ~std::uint64_t{0};
  for (const std::uint64_t x : m) reduced &= ct::mask_less(x + largest(), 2 * largest() + 1);
  ct::declassify(&reduced, sizeof reduced);
  return reduced != 0;
}

double ShortPlaintexts::log2_norm(std::span<const std::uint64_t> m) const {
  double squared_norm = squared_canonical_norm(integers_in(m), keys()->index);
  ct::declassify(&squared_norm, sizeof squared_norm);
  return std::log2(std::max(squared_norm, 1.0)) / 2;
}

void ShortPlaintexts::multiple_of(std::span<std::int64_t> out, const Natural& k,
                                  std::span<const std::uint64_t> m) const {
  if (k == 1) {
    std::ranges::copy(integers_in(m), out.begin());
    return;
  }
  const detail::ShortModulus::Multiplier multiplier = space_->t.multiplier(k);
  parallel_for(blocks_.count(), 64, [&](std::size_t block) noexcept {
    BlockMemory x, y;
    const std::size_t size = blocks_.size();
    for (std::size_t i = 0; i < size; ++i) x[i] = integers_in(m)[blocks_.place(block, i)];
    space_->t.multiply(y.first(size), multiplier, x.first(size));
    for (std::size_t i = 0; i < size; ++i) out[blocks_.place(block, i)] = y[i];
  });
}

void ShortPlaintexts::lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
                           std::span<std::uint64_t> memory) const {
  const std::size_t n = keys()->degree();
  const std::span<std::int64_t> small = integers_in(memory.first(n));
  multiple_of(small, k, m);
  for_each_row(out.limbs.size(), n, 2, [&](std::size_t i) noexcept {
    const std::size_t limb = out.limbs.place(i);
    lath::residues_of(std::span(out.row(limb), n), std::span<const std::int64_t>(small), largest(),
                      keys()->chain.modulus(limb));
  });
}

std::unique_ptr<const FreshMessage> ShortPlaintexts::fresh(std::span<const std::uint64_t> m,
                                                           const Natural& k,
                                                           ErrorCoefficients& /*errors*/) const {
  auto result = std::make_unique<FreshPolynomial>(*this, keys()->degree());
  multiple_of(result->coefficients(), k, m);
  return result;
}

// With z = x in BFV and z = x/t in BGV, round(t z / Q) is m in BFV. In BGV t z is x + Q k with the
// small representative k of -x/Q, and the rounding is k.
void ShortPlaintexts::read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
                           const Natural& scale_factor) const {
  const std::size_t n = keys()->degree();
  auto rows = Buffer<std::uint64_t, Secret>::for_overwrite(level * n);
  for_each_limb(*keys(), level, x.scratch_rows(),
                [&](std::size_t limb, std::span<std::uint64_t> scratch) noexcept {
                  x.write_quotient(rows.data() + limb * n, limb, scratch);
                });
  round_phase(m, rows.span(), level);
  Natural factor = inverse(scale_factor);
  if (scheme() == Scheme::bgv) {
    for (const Modulus& q : keys()->moduli(keys()->level(level).q)) {
      factor = product(factor, integer(static_cast<std::int64_t>(q.value())));
    }
    factor = product(factor, integer(-1));
  }
  if (factor == 1) return;
  Buffer<std::uint64_t, Secret> rounded(std::span<const std::uint64_t>{m});
  multiple_of(integers_in(m), factor, rounded.span());
}

// round(t z / Q) from z/Q modulo 1, which is the sum of z_i (Q/q_i)^-1 / q_i. The fractions have
// 192 bits, each rounded down, so that z_i times one errs by less than 2^-132.
void ShortPlaintexts::round_phase(std::span<std::uint64_t> m, std::span<const std::uint64_t> rows,
                                  std::size_t level) const {
  using Words = std::array<std::uint64_t, 3>;
  const std::size_t n = keys()->degree(), size = blocks_.size();
  const RnsBasis basis = keys()->basis(keys()->level(level).q);
  std::vector<Words> fractions(level);
  for (std::size_t i = 0; i < level; ++i) {
    const Natural fraction =
        detail::quotient_vartime(basis.punctured_inverse(i), basis.modulus(i).value(), 192);
    std::ranges::copy(fraction.words(), fractions[i].begin());
  }
  parallel_for(blocks_.count(), 16, [&](std::size_t block) noexcept {
    std::array<std::uint64_t, 2 * detail::ShortModulus::kMostCoefficients> sums;
    BlockMemory rounded;
    for (std::size_t k = 0; k < size; ++k) {
      const std::size_t place = blocks_.place(block, k);
      Words sum{};
      for (std::size_t i = 0; i < level; ++i) {
        const std::uint64_t z = rows[i * n + place];
        uint128 carry = 0;
        for (std::size_t w = 0; w < 3; ++w) {
          carry += uint128{fractions[i][w]} * z + sum[w];
          sum[w] = static_cast<std::uint64_t>(carry);
          carry >>= 64;
        }
      }
      sums[2 * k] = sum[1], sums[2 * k + 1] = sum[2];
    }
    space_->t.round_product(rounded.first(size), {sums.data(), 2 * size});
    wipe(sums.data(), sizeof sums);
    for (std::size_t k = 0; k < size; ++k) {
      m[blocks_.place(block, k)] = static_cast<std::uint64_t>(rounded[k]);
    }
  });
}

std::size_t ShortPlaintexts::bytes() const noexcept {
  return detail::packed_bytes(keys()->degree(), bit_length(2 * largest()));
}
void ShortPlaintexts::pack(std::span<std::byte> out,
                           std::span<const std::uint64_t> m) const noexcept {
  // A block of 64 coefficients ends with a byte.
  constexpr std::size_t kBlock = 64;
  const int bits = bit_length(2 * largest());
  std::array<std::uint64_t, kBlock> shifted;
  for (std::size_t first = 0; first < m.size(); first += kBlock) {
    const std::size_t count = std::min(kBlock, m.size() - first);
    for (std::size_t i = 0; i < count; ++i) shifted[i] = m[first + i] + largest();
    const std::size_t at = first / 8 * static_cast<std::size_t>(bits);
    detail::pack<std::uint64_t>(active_isa(), out.subspan(at, detail::packed_bytes(count, bits)),
                                {shifted.data(), count}, bits);
  }
  wipe(shifted.data(), sizeof shifted);
}
std::uint64_t ShortPlaintexts::unpack(std::span<std::uint64_t> m,
                                      std::span<const std::byte> in) const noexcept {
  const int bits = bit_length(2 * largest());
  const std::uint64_t most = detail::unpack(active_isa(), m, in, bits);
  for (std::uint64_t& x : m) x -= largest();
  const std::uint64_t right = ct::mask_less(most, 2 * largest() + 1);
  const std::size_t rest = m.size() * static_cast<std::size_t>(bits) % 8;
  if (rest == 0) return right;
  const auto behind = std::to_integer<std::uint64_t>(in.back() >> rest);
  return right & ct::mask_equal(behind, std::uint64_t{0});
}

}  // namespace lath::he
