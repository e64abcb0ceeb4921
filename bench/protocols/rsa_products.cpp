// SPDX-License-Identifier: Apache-2.0
#include "protocols/rsa_products.hpp"

#include <openssl/bn.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <new>
#include <optional>
#include <span>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {
namespace {

constexpr std::size_t kBases = 64, kWindows = 128, kWindowBits = 16, kWords = 32;

struct FreeNumber {
  void operator()(BIGNUM* number) const noexcept { BN_free(number); }
  void operator()(BN_CTX* scratch) const noexcept { BN_CTX_free(scratch); }
};
using Number = std::unique_ptr<BIGNUM, FreeNumber>;

Number number_of(std::span<const std::uint64_t> words) {
  const auto* bytes = reinterpret_cast<const unsigned char*>(words.data());
  Number result(BN_lebin2bn(bytes, static_cast<int>(words.size_bytes()), nullptr));
  if (result == nullptr) throw std::bad_alloc();
  return result;
}

void write_words(std::span<std::uint64_t> words, const Number& number) {
  auto* bytes = reinterpret_cast<unsigned char*>(words.data());
  if (BN_bn2lebinpad(number.get(), bytes, static_cast<int>(words.size_bytes())) < 0) {
    throw std::bad_alloc();
  }
}

Number random_number(Generator& generator, bool odd) {
  std::vector<std::uint64_t> words(kWords);
  generator.fill(std::as_writable_bytes(std::span(words)));
  if (odd) words[0] |= 1, words.back() |= std::uint64_t{1} << 63;
  if (!odd) words.back() >>= 1;
  return number_of(words);
}

// The numbers in the clear: N, d, the bases, and the base of a window.
class Clear {
 public:
  explicit Clear(Generator& generator)
      : n_(random_number(generator, true)), d_(random_number(generator, false)) {
    for (std::size_t i = 0; i < kBases; ++i) bases_.push_back(random_number(generator, false));
    for (const Number& base : bases_) powers_.push_back(Number(BN_dup(base.get())));
  }

  // c^(d_j 2^(16 j)) mod N for the windows j = 0, 1, ..., one after the other, the base of slot i
  // being number i modulo 64.
  he::WideValues next_window(std::size_t slots) {
    he::WideValues values(slots, kWords);
    const Number digit(BN_dup(d_.get()));
    BN_rshift(digit.get(), digit.get(), static_cast<int>(kWindowBits * window_++));
    BN_mask_bits(digit.get(), kWindowBits);
    const Number power(BN_new());
    for (std::size_t i = 0; i < kBases; ++i) {
      BN_mod_exp(power.get(), powers_[i].get(), digit.get(), n_.get(), scratch_.get());
      for (std::size_t slot = i; slot < slots; slot += kBases) write_words(values[slot], power);
      for (std::size_t k = 0; k < kWindowBits; ++k) {
        BN_mod_sqr(powers_[i].get(), powers_[i].get(), n_.get(), scratch_.get());
      }
    }
    return values;
  }
  // Multiplies results by integers modulo N.
  void multiply(std::vector<Number>& results, const he::WideValues& integers) const {
    for (std::size_t i = 0; i < kBases; ++i) {
      const Number integer = number_of(integers[i]);
      BN_nnmod(integer.get(), integer.get(), n_.get(), scratch_.get());
      if (i == results.size()) results.push_back(Number(BN_dup(BN_value_one())));
      BN_mod_mul(results[i].get(), results[i].get(), integer.get(), n_.get(), scratch_.get());
    }
  }
  [[nodiscard]] std::size_t count_right(const std::vector<Number>& results) const {
    const Number expected(BN_new());
    std::size_t right = 0;
    for (std::size_t i = 0; i < results.size(); ++i) {
      BN_mod_exp(expected.get(), bases_[i].get(), d_.get(), n_.get(), scratch_.get());
      right += BN_cmp(expected.get(), results[i].get()) == 0 ? 1 : 0;
    }
    return right;
  }

 private:
  Number n_, d_;
  std::vector<Number> bases_, powers_;
  std::unique_ptr<BN_CTX, FreeNumber> scratch_{BN_CTX_new()};
  std::size_t window_ = 0;
};

struct Row {
  unsigned depth;
  std::size_t degree;
  std::vector<unsigned> prime_bits;
  unsigned modulus_bits;
  double slides;  // milliseconds
};

// The product of all factors, of products of halves.
he::bgv::Product product_of(he::bgv::Session& session, std::span<const he::Ciphertext> factors) {
  const std::size_t half = factors.size() / 2;
  if (half == 1) return session.multiply(factors[0], factors[1]);
  const he::bgv::Product a = product_of(session, factors.first(half));
  return session.multiply(a, product_of(session, factors.subspan(half)));
}

// The seconds of all products of a row, once their memory is there.
class Products {
 public:
  Products(const Row& row, Generator& generator)
      : size_(std::size_t{1} << row.depth),
        generator_(generator),
        keys_(he::bgv::Parameters::create({.degree = row.degree,
                                           .plaintext_modulus = 65537,
                                           .prime_bits = row.prime_bits,
                                           .special_prime_bits = {20}})),
        moduli_(he::crt::Moduli::create(keys_.key_space(), 64 * kWords * size_, row.modulus_bits)),
        secret_(he::KeyGenerator(keys_, generator).secret_key()) {}

  // The products of these integers, of one in each slot.
  he::WideValues of(std::span<const he::WideValues> integers) {
    he::crt::Residues residues(moduli_);
    he::crt::for_each_modulus(keys_, moduli_, [&](const he::crt::Part<he::Bgv>& part) {
      const he::SymmetricEncryptor encryptor(part.parameters(), secret_);
      std::vector<he::Ciphertext> factors;
      for (const he::WideValues& x : integers) {
        factors.push_back(
            encryptor.encrypt(part.encode(x, Representative::nonnegative), generator_));
      }
      auto session = he::bgv::Evaluator(part.parameters()).session();
      const double start = cpu_seconds();
      const he::bgv::Product product = product_of(session, factors);
      seconds_ += cpu_seconds() - start;
      residues.take(part, he::Decryptor(part.parameters(), secret_).decrypt(product));
    });
    return residues.integers(Representative::nonnegative);
  }
  [[nodiscard]] std::size_t size() const noexcept { return size_; }
  [[nodiscard]] std::size_t slots() const noexcept { return moduli_.slots(); }
  [[nodiscard]] std::size_t moduli() const noexcept { return moduli_.size(); }
  [[nodiscard]] double seconds() const noexcept { return seconds_; }

 private:
  std::size_t size_;
  Generator& generator_;
  he::bgv::Parameters keys_;
  he::crt::Moduli moduli_;
  he::SecretKey secret_;
  double seconds_ = 0;
};

void print_row(const Row& row) {
  Generator generator = Generator::from_system();
  Clear clear(generator);
  const double before = product_w();
  Products products(row, generator);
  std::vector<Number> results;
  for (std::size_t window = 0; window < kWindows; window += products.size()) {
    std::vector<he::WideValues> integers;
    for (std::size_t k = 0; k < products.size(); ++k) {
      integers.push_back(clear.next_window(products.slots()));
    }
    clear.multiply(results, products.of(integers));
  }
  const std::size_t right = clear.count_right(results);
  const double w = std::min(before, product_w());
  const double each = 1e3 * products.seconds() / static_cast<double>(products.slots());
  std::printf(
      "| %u | %zu | %zu x %u | %zu | %zu | %.3f | %.3f | %.0f | %.3f | %.0f | %zu of %zu |\n",
      row.depth, row.degree, row.prime_bits.size(), row.prime_bits.front(), products.moduli(),
      kWindows - kWindows / products.size(), each, each * 0.6 / w, row.slides, w,
      static_cast<double>(peak_bytes()) / 1e6, right, kBases);
  std::fflush(stdout);
  if (right != kBases)
    throw Error(ErrorCode::mismatch, "wrong powers", "need c^d mod N", "report it");
}

}  // namespace

void print_rsa_products() {
  std::printf(
      "\nRSA-2048, windows of 16 bits, products only\n"
      "| depth | n | primes | t_i | products | ms each | quiet | slides | W | peak, MB | c^d mod N "
      "|\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n");
  const Row rows[] = {{1, 8192, {50, 50}, 39, 78},
                      {2, 8192, {48, 48, 48, 48}, 34, 122},
                      {3, 16384, std::vector<unsigned>(8, 50), 36, 187}};
  for (const Row& row : rows) print_row(row);
}

}  // namespace lath::bench
