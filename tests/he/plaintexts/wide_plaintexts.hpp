// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gmpxx.h>

#include <cmath>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/access.hpp"
#include "he/plaintexts/plaintext_tables.hpp"

namespace lath::testing {

///@{
/// Numbers of GMP and of Lath.
inline mpz_class integer_of(std::span<const std::uint64_t> words) {
  mpz_class x;
  mpz_import(x.get_mpz_t(), words.size(), -1, 8, 0, 0, words.data());
  return x;
}
inline mpz_class integer_of(const Natural& x) { return integer_of(x.words()); }
inline Natural natural_of(const mpz_class& x) {
  std::vector<std::uint64_t> words(mpz_sizeinbase(x.get_mpz_t(), 2) / 64 + 1);
  mpz_export(words.data(), nullptr, -1, 8, 0, 0, x.get_mpz_t());
  return Natural::from_words(words);
}
///@}

/// x modulo m, in [0, m) and next to zero.
inline mpz_class modulo(const mpz_class& x, const mpz_class& m) {
  mpz_class r;
  mpz_mod(r.get_mpz_t(), x.get_mpz_t(), m.get_mpz_t());
  return r;
}
inline mpz_class centered(const mpz_class& x, const mpz_class& m) {
  const mpz_class r = modulo(x, m);
  return 2 * r > m ? mpz_class(r - m) : r;
}

/// Random numbers modulo t, some of them 0, 1, t - 1, t/2 and next to it.
inline std::vector<mpz_class> residues_and_edges(SeededValues& values, std::size_t count,
                                                 const mpz_class& t) {
  std::vector<mpz_class> m(count);
  const mpz_class edges[] = {0, 1, t - 1, t / 2, t / 2 + 1};
  for (mpz_class& x : m) {
    const std::uint64_t kind = values.below(15);
    for (std::size_t bits = 0; bits < mpz_sizeinbase(t.get_mpz_t(), 2) + 64; bits += 32) {
      x = (x << 32) + static_cast<unsigned long>(values.below(std::uint64_t{1} << 32));
    }
    x = kind < 5 ? edges[kind] : modulo(x, t);
  }
  return m;
}

/// Plaintexts modulo an integer of any size, by GMP: all that a plaintext space takes.
class WidePlaintexts final : public he::PlaintextTables {
 public:
  static he::PlaintextSpace space(const mpz_class& t) {
    return he::Access::plaintext_space(
        natural_of(t), [t](std::shared_ptr<const he::KeyTables> keys, he::Scheme scheme) {
          return std::make_shared<const WidePlaintexts>(std::move(keys), scheme, t);
        });
  }

  WidePlaintexts(std::shared_ptr<const he::KeyTables> keys, he::Scheme scheme, mpz_class t)
      : PlaintextTables(std::move(keys), scheme, natural_of(t)), t_(std::move(t)) {}

  [[nodiscard]] std::size_t words() const noexcept override { return modulus().words().size(); }
  [[nodiscard]] Natural product(const Natural& a, const Natural& b) const override {
    return natural_of(modulo(integer_of(a) * integer_of(b), t_));
  }
  [[nodiscard]] Natural inverse(const Natural& a) const override {
    mpz_class x;
    mpz_invert(x.get_mpz_t(), integer_of(a).get_mpz_t(), t_.get_mpz_t());
    return natural_of(x);
  }
  [[nodiscard]] Natural integer(std::int64_t k) const override {
    return natural_of(modulo(mpz_class(static_cast<long>(k)), t_));
  }
  [[nodiscard]] bool is_unit(const Natural& a) const override {
    return integer_of(a) < t_ && gcd(integer_of(a), t_) == 1;
  }
  [[nodiscard]] double log2_magnitude(const Natural& a) const override {
    return log2_of(testing::centered(integer_of(a), t_));
  }
  [[nodiscard]] std::uint64_t integer_residue(const Natural& a,
                                              const Modulus& q) const noexcept override {
    return residue_of(testing::centered(integer_of(a), t_), q);
  }
  [[nodiscard]] he::Multipliers multipliers_for_sum(const he::ScaleAndNoise& a,
                                                    const he::ScaleAndNoise& b) const override {
    if (a.factor == b.factor) return {1, 1};
    mpz_class r0 = t_, r1 = integer_of(product(a.factor, inverse(b.factor))), s0 = 0, s1 = 1;
    // Until both multipliers are about the root of t.
    while (r1 * r1 > t_) {
      const mpz_class q = r0 / r1;
      const mpz_class r2 = r0 - q * r1, s2 = s0 - q * s1;
      r0 = r1, r1 = r2, s0 = s1, s1 = s2;
    }
    return {natural_of(modulo(s1, t_)), natural_of(modulo(r1, t_))};
  }

  [[nodiscard]] bool is_reduced(std::span<const std::uint64_t> m) const noexcept override {
    for (std::size_t i = 0; i < m.size() / words(); ++i) {
      if (coefficient(m, i) >= t_) return false;
    }
    return true;
  }
  // No value exceeds the sum of all magnitudes.
  [[nodiscard]] double log2_norm(std::span<const std::uint64_t> m) const override {
    mpz_class sum;
    for (std::size_t i = 0; i < keys()->degree(); ++i) {
      sum += abs(testing::centered(coefficient(m, i), t_));
    }
    return log2_of(sum);
  }
  [[nodiscard]] std::size_t lift_words() const noexcept override { return 0; }
  void lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
            std::span<std::uint64_t>) const override {
    for (std::size_t i = 0; i < keys()->degree(); ++i) {
      const mpz_class x = testing::centered(integer_of(k) * coefficient(m, i), t_);
      for (std::size_t l = 0; l < out.limbs.size(); ++l) {
        const std::size_t place = out.limbs.place(l);
        out.row(place)[i] = residue_of(x, keys()->chain.modulus(place));
      }
    }
  }
  [[nodiscard]] std::unique_ptr<const he::FreshMessage> fresh(
      std::span<const std::uint64_t> m, const Natural& k, he::ErrorCoefficients&) const override {
    auto result = std::make_unique<Fresh>(*this);
    for (std::size_t i = 0; i < keys()->degree(); ++i) {
      result->integers.push_back(testing::centered(integer_of(k) * coefficient(m, i), t_));
    }
    return result;
  }
  void read(std::span<std::uint64_t> m, const he::PhaseRows& x, std::size_t level,
            const Natural& scale_factor) const override {
    const std::size_t n = keys()->degree();
    std::vector<std::uint64_t> rows(level * n), scratch(x.scratch_rows() * n);
    for (std::size_t l = 0; l < level; ++l) x.write(&rows[l * n], l, scratch);
    const RnsBasis basis = keys()->basis(keys()->level(level).q);
    std::vector<std::uint64_t> integers(n * basis.words());
    basis.lift(integers.data(), rows.data(), n, n, Representative::nonnegative);
    const mpz_class q = integer_of(basis.product()),
                    over_factor = integer_of(inverse(scale_factor));
    for (std::size_t i = 0; i < n; ++i) {
      const mpz_class phase = testing::centered(
          integer_of(std::span(integers).subspan(i * basis.words(), basis.words())), q);
      mpz_class y = phase;
      if (scheme() == he::Scheme::bfv) {
        const mpz_class twice = 2 * t_ * phase + q;
        mpz_fdiv_q(y.get_mpz_t(), twice.get_mpz_t(), mpz_class(2 * q).get_mpz_t());
      }
      write(m, i, modulo(y * over_factor, t_));
    }
  }

  [[nodiscard]] std::size_t bytes() const noexcept override {
    return (keys()->degree() * bits() + 7) / 8;
  }
  void pack(std::span<std::byte> out, std::span<const std::uint64_t> m) const noexcept override {
    mpz_class all;
    for (std::size_t i = keys()->degree(); i-- > 0;) all = (all << bits()) + coefficient(m, i);
    std::fill(out.begin(), out.end(), std::byte{0});
    mpz_export(out.data(), nullptr, -1, 1, 0, 0, all.get_mpz_t());
  }
  [[nodiscard]] std::uint64_t unpack(std::span<std::uint64_t> m,
                                     std::span<const std::byte> in) const noexcept override {
    mpz_class all;
    mpz_import(all.get_mpz_t(), in.size(), -1, 1, 0, 0, in.data());
    const mpz_class radix = mpz_class(1) << bits();
    bool right = true;
    for (std::size_t i = 0; i < keys()->degree(); ++i) {
      const mpz_class x = modulo(all, radix);
      right = right && x < t_;
      write(m, i, x);
      all >>= bits();
    }
    return right && all == 0 ? ~std::uint64_t{0} : 0;
  }

  /// Coefficient i of a plaintext, as a number and as words.
  [[nodiscard]] mpz_class coefficient(std::span<const std::uint64_t> m, std::size_t i) const {
    return integer_of(m.subspan(i * words(), words()));
  }
  void write(std::span<std::uint64_t> m, std::size_t i, const mpz_class& x) const {
    const Natural number = natural_of(x);
    for (std::size_t w = 0; w < words(); ++w) {
      m[i * words() + w] = w < number.words().size() ? number.words()[w] : 0;
    }
  }

 private:
  struct Fresh final : he::FreshMessage {
    explicit Fresh(const WidePlaintexts& of) : plaintexts(of) {}
    void add_to(std::uint64_t* row, std::size_t limb) const noexcept override {
      const Modulus& q = plaintexts.keys()->chain.modulus(limb);
      const std::uint64_t inverse = q.inverse_vartime(plaintexts.residue(q));
      const std::uint64_t w = plaintexts.scheme() == he::Scheme::bfv ? q.negate(inverse) : inverse;
      for (std::size_t i = 0; i < integers.size(); ++i) {
        row[i] = q.add(row[i], q.multiply(w, residue_of(integers[i], q)));
      }
    }
    const WidePlaintexts& plaintexts;
    std::vector<mpz_class> integers;
  };

  [[nodiscard]] std::size_t bits() const {
    return mpz_sizeinbase(mpz_class(t_ - 1).get_mpz_t(), 2);
  }
  static double log2_of(const mpz_class& x) {
    if (x == 0) return 0;
    long exponent = 0;
    const double digits = mpz_get_d_2exp(&exponent, x.get_mpz_t());
    return std::log2(std::abs(digits)) + static_cast<double>(exponent);
  }
  static std::uint64_t residue_of(const mpz_class& x, const Modulus& q) {
    return mpz_fdiv_ui(x.get_mpz_t(), q.value());
  }

  mpz_class t_;
};

}  // namespace lath::testing
