// SPDX-License-Identifier: Apache-2.0
#include "arith/wide/natural_arithmetic.hpp"

#include <openssl/bn.h>
#include <openssl/err.h>

#include <algorithm>
#include <array>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "lath/arith/primes.hpp"

namespace lath::detail {
namespace {

struct Free {
  void operator()(BIGNUM* x) const noexcept { BN_free(x); }
  void operator()(BN_CTX* x) const noexcept { BN_CTX_free(x); }
};
using Number = std::unique_ptr<BIGNUM, Free>;

// Throws unless a function of OpenSSL has succeeded: with these numbers, only memory may be
// missing.
template <class Result>
Result require(Result result) {
  if (result) return result;
  ERR_clear_error();
  throw std::bad_alloc();
}

BN_CTX* context() {
  static thread_local const std::unique_ptr<BN_CTX, Free> own(require(BN_CTX_new()));
  return own.get();
}

Number number() { return Number(require(BN_new())); }

Number number(const Natural& x) {
  const std::span<const std::uint64_t> words = x.words();
  std::vector<unsigned char> bytes(8 * words.size());
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    bytes[i] = static_cast<unsigned char>(words[i / 8] >> (8 * (i % 8)));
  }
  return Number(require(BN_lebin2bn(bytes.data(), static_cast<int>(bytes.size()), nullptr)));
}

Natural natural(const Number& x) {
  std::vector<unsigned char> bytes(8 * (static_cast<std::size_t>(BN_num_bytes(x.get())) / 8 + 1));
  static_cast<void>(
      require(BN_bn2lebinpad(x.get(), bytes.data(), static_cast<int>(bytes.size())) >= 0));
  std::vector<std::uint64_t> words(bytes.size() / 8);
  for (std::size_t i = 0; i < bytes.size(); ++i) {
    words[i / 8] |= std::uint64_t{bytes[i]} << (8 * (i % 8));
  }
  return Natural::from_words(words);
}

// The number that f writes.
template <class F>
Natural result_of(const F& f) {
  const Number x = number();
  static_cast<void>(require(f(x.get())));
  return natural(x);
}

}  // namespace

Natural sum_vartime(const Natural& a, const Natural& b) {
  return result_of([&](BIGNUM* x) { return BN_add(x, number(a).get(), number(b).get()); });
}
Natural difference_vartime(const Natural& a, const Natural& b) {
  return result_of([&](BIGNUM* x) { return BN_sub(x, number(a).get(), number(b).get()); });
}
Natural product_vartime(const Natural& a, const Natural& b) {
  return result_of(
      [&](BIGNUM* x) { return BN_mul(x, number(a).get(), number(b).get(), context()); });
}

std::strong_ordering compare_vartime(const Natural& a, const Natural& b) noexcept {
  const std::span<const std::uint64_t> x = a.words(), y = b.words();
  if (x.size() != y.size()) return x.size() <=> y.size();
  for (std::size_t i = x.size(); i-- > 0;) {
    if (x[i] != y[i]) return x[i] <=> y[i];
  }
  return std::strong_ordering::equal;
}

Natural quotient_vartime(const Natural& a, const Natural& b, std::size_t bits) {
  return result_of([&](BIGNUM* x) {
    const Number shifted = number();
    static_cast<void>(require(BN_lshift(shifted.get(), number(a).get(), static_cast<int>(bits))));
    return BN_div(x, nullptr, shifted.get(), number(b).get(), context());
  });
}

Natural remainder_vartime(const Natural& a, const Natural& m) {
  return result_of(
      [&](BIGNUM* x) { return BN_div(nullptr, x, number(a).get(), number(m).get(), context()); });
}
Natural product_modulo_vartime(const Natural& a, const Natural& b, const Natural& m) {
  return result_of([&](BIGNUM* x) {
    return BN_mod_mul(x, number(a).get(), number(b).get(), number(m).get(), context());
  });
}
Natural power_modulo_vartime(const Natural& a, const Natural& e, const Natural& m) {
  return result_of([&](BIGNUM* x) {
    return BN_mod_exp(x, number(a).get(), number(e).get(), number(m).get(), context());
  });
}

Natural integer_modulo_vartime(std::int64_t k, const Natural& m) {
  const auto word = static_cast<std::uint64_t>(k);
  const Natural residue = remainder_vartime(Natural(k < 0 ? 0 - word : word), m);
  return k < 0 && residue != Natural() ? difference_vartime(m, residue) : residue;
}

bool is_coprime_vartime(const Natural& a, const Natural& b) {
  return result_of([&](BIGNUM* x) {
           return BN_gcd(x, number(a).get(), number(b).get(), context());
         }) == Natural(1);
}

std::optional<Natural> inverse_modulo_vartime(const Natural& a, const Natural& m) {
  if (!is_coprime_vartime(a, m)) return std::nullopt;
  if (m == Natural(1)) return Natural();
  return result_of([&](BIGNUM* x) {
    return BN_mod_inverse(x, number(a).get(), number(m).get(), context()) != nullptr;
  });
}

namespace {

// Whether n = 2^twos odd + 1 passes the test to a base.
bool passes(const Natural& n, const Natural& minus_one, const Natural& odd, std::size_t twos,
            std::uint64_t base) {
  Natural x = power_modulo_vartime(base, odd, n);
  if (x == Natural(1)) return true;
  for (std::size_t i = 0; i < twos; ++i) {
    if (x == minus_one) return true;
    x = product_modulo_vartime(x, x, n);
  }
  return false;
}

}  // namespace

bool is_probable_prime_vartime(const Natural& n) {
  constexpr std::array<std::uint64_t, 12> kWideBases{2, 3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37};
  if (n.bits() <= 64) return is_prime(n.word());
  if (n.words()[0] % 2 == 0) return false;
  const Natural minus_one = difference_vartime(n, 1);
  Natural odd = minus_one;
  std::size_t twos = 0;
  for (; odd.words()[0] % 2 == 0; ++twos) odd = quotient_vartime(odd, 2);
  return std::ranges::all_of(
      kWideBases, [&](std::uint64_t base) { return passes(n, minus_one, odd, twos, base); });
}

}  // namespace lath::detail
