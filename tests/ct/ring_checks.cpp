// SPDX-License-Identifier: Apache-2.0
//
// The part of constant_time_check that works on rings: see there.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "lath/arith/gadget.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/row_products.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/client/masking_key.hpp"
#include "lath/ring/convert_base.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/engine.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/monomial.hpp"
#include "lath/ring/prepared.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/scalar.hpp"
#include "lath/ring/static_ring.hpp"
#include "lath/rns/row_map.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

// Masks of secret U and errors, by products in x and by transforms of the ring.
void check_masks() {
  for (const std::uint64_t m : {253U, 64U}) {
    const auto index = CyclotomicIndex::create(m);
    const auto ring = DynamicRing::create(index, MaskingKey::primes(50, index, 2));
    const std::size_t n = ring.degree();
    auto generator = secret_generator("masks");
    std::vector<std::uint64_t> words(4 * n, 5), out(4 * n);
    const auto key = MaskingKey::create(ring, 2, words);
    std::vector<std::int8_t> u(n), errors(2 * n);
    sample_ternary(u, generator);
    sample_centered_binomial(errors, 21, generator);
    Buffer<std::uint64_t, Secret> scratch(key.scratch_words());
    key.mask(out, u, errors, scratch.span());
    record("ring masks", out);
    expect(key.is_direct() == (m == 253), "how masks are computed");
  }
}

// From integers to words, transforms and sums of secret polynomials.
void check_polynomials() {
  const auto ring = DynamicRing::create(64, {ntt_primes(50, 64, 1)[0], ntt_primes(62, 64, 1)[0]});
  auto generator = secret_generator("polynomials");
  const auto s = centered_binomial(ring, 8, generator);
  const auto t = ternary(ring, generator);
  const auto a = uniform<Eval>(ring, generator);
  const auto result = declassify(intt(a * ntt(s + t) - ntt(-s)));
  const auto keep = [](const auto& poly) { record("ring polynomials", poly); };
  keep(s), keep(t), keep(a), keep(result);
  Buffer<std::uint64_t, Secret> words(128);
  for (std::size_t i = 0; i < 2; ++i) std::ranges::copy(s.limb(i), words.data() + 64 * i);
  const auto copy =
      Poly<DynamicRing, Coeff, Secret>::from_words(ring, words.span());  // checks secret words
  expect(result.memory().size() != 0 && copy.memory().size() == result.memory().size(),
         "sizes of polynomials");
  keep(bounded(ring, -20, 20, generator));
  keep(bounded(ring, -20, std::int64_t{1} << 60, generator));  // beyond the first prime
  keep(fixed_weight(ring, 20, generator));
  keep(ternary(ring, Density::of(0.5), generator));
  keep(discrete_gaussian(ring, DiscreteGaussian::create(3.2), generator));
  std::vector<std::int64_t> integers(64, -5);
  integers[3] = INT64_MIN;
  ct::poison(integers.data(), integers.size() * sizeof(std::int64_t));
  keep(from_integers<Secret>(ring, std::span<const std::int64_t>(integers)));
}

// Transforms of other indices: sums of products, powers of primes, convolutions of columns and of a
// long row.
void check_indices() {
  auto generator = secret_generator("indices");
  for (const std::uint64_t m : {2783U, 4095U, 4369U, 65537U}) {
    const auto index = CyclotomicIndex::create(m);
    const std::uint64_t p = ntt_primes(50, index, 1).front();
    const auto plan = NttPlan<std::uint64_t>::create(index, p);
    auto a = secret_residues<std::uint64_t>(plan.degree(), p, generator), b = a;
    std::vector<std::int8_t> small(plan.degree(), -3);
    ct::poison(small.data(), small.size());
    plan.forward(a.data());
    plan.inverse(b.data(), a.data());
    record("ntt of indices", a);
    record("ntt of indices", b);
    plan.convolve_transformed(b.data(), a.data());
    record("ntt of indices", b);
    plan.forward(a.data(), small.data());
    record("ntt of indices", a);
    plan.forward_centered(a.data(), b.data(), p);
    record("ntt of indices", a);
    for (const auto* words : {&a, &b}) {
      ct::declassify(words->data(), words->size() * sizeof(std::uint64_t));
      for (const std::uint64_t word : *words) expect(word < p, "a word that is not reduced");
    }
  }
}

// Polynomials to bytes and back. Words and bytes are secret; whether bytes are accepted is not.
template <class Form, Ring R>
void check_bytes_of(const R& ring) {
  auto generator = secret_generator("bytes");
  Poly<R, Form, Secret> a(ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    sample_uniform(a.limb(i), ring.modulus(i).value(), generator);
    ct::poison(a.limb(i).data(), a.limb(i).size_bytes());
  }
  auto bytes = to_bytes(a);
  ct::poison(bytes.data(), bytes.size());
  const auto b = from_bytes<Form>(ring, bytes);
  record("ring bytes", bytes);
  record("ring bytes", b);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    bool same = ct::equal(std::as_bytes(a.limb(i)), std::as_bytes(b.limb(i)));
    ct::declassify(&same, sizeof same);
    expect(same, "polynomials come back from bytes");
  }
  for (std::byte& byte : bytes.span().subspan(kPolyHeaderBytes)) byte |= std::byte{0xff};
  try {
    (void)from_bytes<Form>(ring, bytes);
    expect(false, "words that are too large are refused");
  } catch (const Error&) {
  }
}

void check_bytes() {
  for (const std::size_t degree : {2U, 4U, 64U, 1024U}) {  // limbs of the first begin within bytes
    const auto p = [=](int bits) { return ntt_primes(bits, degree, 1).front(); };
    check_bytes_of<Eval>(DynamicRing::create(degree, {p(50), p(62), p(30), p(61)}));
    check_bytes_of<Coeff>(ModuleRing::create(degree, p(30)));
  }
  check_bytes_of<Coeff>(StaticRing<std::uint16_t, 4, 42>::instance());
  check_bytes_of<Eval>(StaticRing<std::uint32_t, 256, 60>::instance());
}

// Integers of several words, other bases, and automorphisms, with 1, 3 and 40 limbs.
void check_integers() {
  auto generator = secret_generator("integers");
  for (const std::size_t limbs : {1U, 3U, 40U}) {
    const auto ring = DynamicRing::create(64, ntt_primes(50, 64, limbs));
    const auto to = DynamicRing::create(64, ntt_primes(45, 64, limbs + 1));
    const auto keep = [](const auto& poly) { record("ring integers", poly); };
    Poly<DynamicRing, Coeff, Secret> s(ring);
    for (std::size_t i = 0; i < limbs; ++i) {
      sample_uniform(s.limb(i), ring.modulus(i).value(), generator);
    }
    for (const auto representative : {Representative::nonnegative, Representative::centered}) {
      const auto words = lift(s, representative);
      record("ring integers", words);
      keep(from_multiword<Secret>(ring, words.span(), words.size() / 64, representative));
    }
    for (const auto conversion :
         {Conversion::fast, Conversion::nonnegative, Conversion::centered}) {
      keep(convert_base(s, to, conversion));
    }
    keep(apply_automorphism(s, 5));
    keep(apply_automorphism(ntt(s), 127));
    keep(append_limbs(s, ring.extended(ntt_primes(44, 64, 2))));
    if (limbs > 1) keep(drop_limbs(s, ring.prefix(limbs - 1)));
    if (limbs == 1) record("ring integers", to_integers<std::int64_t>(s));
    const auto prepared = prepare(ntt(s));
    keep(declassify(ntt(s) * prepared + ntt(s)));
  }
}

// Rows of one modulus, in double precision and in words, with a secret key and secret digits.
void check_rows() {
  constexpr std::size_t kDigits = 20, kCount = 75;
  auto generator = secret_generator("rows");
  for (const std::uint64_t p : {(1ULL << 50) - 27, (1ULL << 62) - 57}) {
    const auto products = RowProducts::create(Modulus(p));
    std::vector<std::vector<std::uint64_t>> rows;
    for (std::size_t i = 0; i < 3 * kDigits; ++i) {
      rows.push_back(secret_residues<std::uint64_t>(kCount, p, generator));
    }
    std::vector<const std::uint64_t*> digits;
    std::vector<RowProducts::KeyRows> key;
    for (std::size_t d = 0; d < kDigits; ++d) {
      digits.push_back(rows[3 * d].data());
      key.push_back({rows[3 * d + 1].data(), rows[3 * d + 2].data()});
    }
    std::vector<std::uint64_t> prepared(products.prepared_words(kDigits, kCount));
    products.prepare(prepared.data(), key, kCount);
    products.unprepare(rows[2].data(), prepared.data(), 1, kDigits, kCount);
    const auto keep = [&](std::size_t count) {
      for (std::size_t i = 0; i < count; ++i) record("rows", rows[i]);
    };
    record("rows", prepared);
    std::uint64_t *a = rows[0].data(), *b = rows[1].data(), *c = rows[2].data();
    products.inner_products(a, b, digits, prepared.data(), kDigits, kCount);
    keep(3);
    products.add_inner_products(a, b, digits, prepared.data(), kDigits, kCount);
    keep(3);
    products.tensor({a, b, c}, {a, b}, {b, c}, kCount);
    keep(3);
    products.square({a, b, c}, {a, b}, kCount);
    keep(3);
    products.tensor(std::array{a, b, c}, std::array<const std::uint64_t*, 2>{a, b},
                    std::array<const std::uint64_t*, 2>{b, c}, kCount);
    keep(3);
    const auto gadget = Gadget::create(Modulus(p), 21);
    const std::array<std::uint64_t*, 3> out{rows[3].data(), rows[4].data(), rows[5].data()};
    gadget.unsigned_digits(out, a, kCount);
    keep(6);
    gadget.balanced_digits(out, b, (1ULL << 48) - 59, kCount);
    keep(6);
    Monomial::create(kCount, 50).multiply(rows[3].data(), a, p);
    keep(4);
    ct::declassify(b, kCount * sizeof *b);
    for (std::size_t i = 0; i < kCount; ++i) expect(b[i] < p, "a product of rows is not reduced");
  }
}

// Rows from a basis to another, with moduli on both sides of what vectors serve.
void check_row_maps() {
  auto generator = secret_generator("row maps");
  const auto basis = [](int bits, std::size_t primes, int further_bits, std::size_t further) {
    std::vector<Modulus> moduli;
    for (const std::uint64_t p : ntt_primes(bits, 64, primes)) moduli.emplace_back(p);
    for (const std::uint64_t p : ntt_primes(further_bits, 64, further)) moduli.emplace_back(p);
    return RnsBasis::create(moduli);
  };
  const auto rows_of = [&](const RnsBasis& of) {
    std::vector<std::vector<std::uint64_t>> rows;
    for (std::size_t i = 0; i < of.size(); ++i) {
      rows.push_back(secret_residues<std::uint64_t>(300, of.modulus(i).value(), generator));
    }
    return rows;
  };
  for (const auto& [from, to] : {std::pair(basis(50, 1, 62, 0), basis(48, 3, 61, 0)),
                                 {basis(50, 8, 62, 2), basis(48, 3, 61, 1)}}) {
    auto in = rows_of(from), own = rows_of(to);
    std::vector<const std::uint64_t*> in_rows;
    std::vector<std::uint64_t*> own_rows;
    for (auto& row : in) in_rows.push_back(row.data());
    for (auto& row : own) own_rows.push_back(row.data());
    for (const auto fraction : {RowMap::Fraction::bits44, RowMap::Fraction::bits64}) {
      for (const RowMap& map :
           {RowMap::extension(from, to, fraction), RowMap::divide_and_round(from, to, fraction),
            RowMap::divide_keeping_residue(from, to, 65537, fraction)}) {
        std::vector<std::uint64_t> scratch(map.scratch_words());
        map.convert(own_rows, in_rows, own_rows, 300, scratch);
        for (const auto& row : own) record("row maps", row);
      }
    }
    const auto rounding = RowMap::round_to_plaintext(from, Modulus(65537));
    std::vector<std::uint64_t> message(300), y(rounding.scaled_words(300));
    rounding.scale(y, in_rows, 300);
    rounding.target(0, message.data(), y, nullptr, 300);
    record("row maps", message);
    ct::declassify(message.data(), message.size() * sizeof(std::uint64_t));
    for (const std::uint64_t word : message) expect(word < 65537, "a word that is not reduced");
  }
}

// Integers and residues that everybody knows times secrets, alone and with sums around them.
void check_scalars() {
  const auto ring =
      DynamicRing::create(1024, {ntt_primes(50, 1024, 1)[0], ntt_primes(62, 1024, 1)[0]});
  auto generator = secret_generator("scalars");
  using P = Poly<DynamicRing, Coeff, Secret>;
  const P s = centered_binomial(ring, 8, generator), t = ternary(ring, generator);
  const auto w = RnsScalar<DynamicRing>::from_integer(ring, -65537);
  P result = 3 * s - t;
  result = (s - t) * w + result;
  result = t - result * w;
  result *= -5;
  const Poly<DynamicRing, Eval, Secret> values = w * ntt(result) + ntt(s) * ntt(t) * 7;
  const auto known = declassify(values);
  record("ring scalars", result);
  record("ring scalars", known);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    for (const std::uint64_t word : known.limb(i)) {
      expect(word < ring.modulus(i).value(), "a product by a scalar is reduced");
    }
  }
}

// A chain with a limb that vectors of doubles do not serve, and secret rows in an engine's memory.
class SecretRows {
 public:
  static constexpr std::size_t kDegree = 128;

  SecretRows() {
    for (int i = 0; i < 10; ++i) rows_.push_back(engine_->make_rows(chain_.limb_set()));
    for (const RowBuffer& each : rows_) draw(each.rows());
  }
  void run();

 private:
  static DynamicRing make_chain() {
    auto moduli = ntt_primes(48, kDegree, 3);
    moduli.push_back(ntt_primes(61, kDegree, 1)[0]);
    moduli.push_back(ntt_primes(50, kDegree, 1)[0]);
    return DynamicRing::create(kDegree, moduli);
  }
  void draw(const Rows& rows) {
    for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
      const std::size_t place = rows.limbs.place(i);
      const std::span words(rows.row(place), kDegree);
      sample_uniform(words, chain_.modulus(place).value(), generator_);
      ct::poison(words.data(), words.size_bytes());
    }
  }
  [[nodiscard]] RnsBasis basis(const LimbSet& limbs) const {
    return basis_of(chain_.select(limbs));
  }
  [[nodiscard]] const Rows& row(std::size_t i) const { return rows_[i].rows(); }
  void expect_reduced(const Rows& rows) const {
    for (std::size_t i = 0; i < rows.limbs.size(); ++i) {
      const std::size_t place = rows.limbs.place(i);
      record("ring engine", rows.row(place), kDegree * sizeof(std::uint64_t));
      ct::declassify(rows.row(place), kDegree * sizeof(std::uint64_t));
      for (const std::uint64_t word : std::span(rows.row(place), kDegree)) {
        expect(word < chain_.modulus(place).value(), "a row of an engine is reduced");
      }
    }
  }

  DynamicRing chain_ = make_chain();
  LimbSet q_ = LimbSet::range(0, 4), p_ = LimbSet::range(4, 1);
  Generator generator_ = secret_generator("engine");
  std::shared_ptr<Engine> engine_ = make_cpu_engine(chain_);
  std::vector<RowBuffer> rows_;
};

void SecretRows::run() {
  Engine& e = *engine_;
  const auto by = Automorphism::create(chain_.slots(), 5);
  const auto w = RnsScalar<DynamicRing>::from_integer(chain_.select(q_), 65537);
  e.copy_in(row(0), row(1));
  e.forward(row(0), row(0));
  e.inverse(row(1), row(1));
  e.apply(Operation::add_products, row(0),
          std::array<ConstRows, 4>{row(0), row(1), row(2), row(3)});
  e.apply(Operation::scale_difference_add, row(0).only(q_),
          std::array<ConstRows, 3>{row(0), row(1), row(2)}, w.scalars());
  e.permute(row(4), row(0), by);

  // The key, the digits and what is divided are secret; maps, limbs and scalars are not.
  const PreparedKey key =
      e.prepare(std::array<std::array<ConstRows, 2>, 2>{{{row(5), row(6)}, {row(7), row(8)}}});
  const LimbSet low = LimbSet::range(0, 2), high = LimbSet::range(2, 2);
  const auto raise_low = RowMap::extension(basis(low), basis((q_ | p_) - low));
  const auto raise_high = RowMap::extension(basis(high), basis((q_ | p_) - high));
  const std::array<Digit, 2> digits{
      {{row(1).only(low), row(2).only(low), &raise_low, (q_ | p_) - low},
       {row(1).only(high), {}, &raise_high, (q_ | p_) - high}}};
  const auto down = RowMap::remainder(basis(p_), basis(q_));
  const Workspace workspace(e, std::max({e.inner_products_words(digits), e.divide_words(down),
                                         e.tensor_words(), e.convert_words(down)}));
  e.inner_products({row(3), row(9)}, digits, key, workspace);
  e.inverse(row(3).only(p_), row(3).only(p_));
  e.divide(
      row(5).only(q_),
      {row(3).only(q_), row(3).only(p_), &down, row(0).only(q_), w.scalars(), row(4).only(q_), &by},
      workspace);
  e.convert(row(6).only(q_), row(3).only(p_), row(1).only(q_), down, workspace);
  for (const RowForm form : {RowForm::values, RowForm::coefficients}) {
    for (const RowForm b_form : {form, RowForm::coefficients}) {
      e.tensor({row(7), row(8), row(9)}, form, {{row(0), row(1)}, form}, {{row(2), row(4)}, b_form},
               workspace);
    }
  }
  e.copy_out(row(0), row(5));
  for (std::size_t i = 0; i < rows_.size(); ++i) expect_reduced(row(i));
}

}  // namespace

void check_rings() {
  check_masks();
  check_polynomials();
  check_indices();
  check_bytes();
  check_integers();
  check_scalars();
  check_rows();
  check_row_maps();
  SecretRows().run();
}

}  // namespace lath::testing
