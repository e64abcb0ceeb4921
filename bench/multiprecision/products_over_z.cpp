// SPDX-License-Identifier: Apache-2.0
#include "multiprecision/products_over_z.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <cstdio>
#include <optional>
#include <span>
#include <string>

#include "lath/arith/modulus.hpp"
#include "lath/base/buffer.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "multiprecision/measure.hpp"
#include "multiprecision/tables.hpp"

namespace lath::bench {
namespace {

using he::Bgv;
using Part = he::crt::Part<Bgv>;
using Slots = Buffer<std::uint64_t, Secret>;

// The product of 2^depth ciphertexts, a tree without relinearisation: each half is multiplied in
// full before the other one, so that few products wait, and these in the caches.
class Tree {
 public:
  explicit Tree(he::bgv::Session& session) : session_(session) {}

  // Valid until the next call.
  const he::bgv::Product& product(std::span<const he::Ciphertext> factors) {
    return product(factors, 0);
  }

 private:
  // In the memory of one of both halves of such a tree.
  const he::bgv::Product& product(std::span<const he::Ciphertext> factors, std::size_t half) {
    const std::size_t size = factors.size() / 2;
    const auto level = static_cast<std::size_t>(std::bit_width(size));
    std::optional<he::bgv::Product>& out = products_[level][half];
    if (size == 1) return multiply(out, factors[0], factors[1]);
    const he::bgv::Product& a = product(factors.first(size), 0);
    const he::bgv::Product& b = product(factors.subspan(size), 1);
    return multiply(out, a, b);
  }
  template <class Factor>
  const he::bgv::Product& multiply(std::optional<he::bgv::Product>& out, const Factor& a,
                                   const Factor& b) {
    if (!out) return out.emplace(session_.multiply(a, b));
    session_.multiply(*out, a, b);
    return *out;
  }

  static constexpr std::size_t kMostLevels = 4;

  he::bgv::Session& session_;
  std::array<std::array<std::optional<he::bgv::Product>, 2>, kMostLevels> products_;
};

// The integers of a factor, one for each slot: the same at every call.
he::WideValues integers_of(const ProductsOverZ& work, std::size_t factor) {
  he::WideValues values(work.degree, work.factor_bits / 64);
  Generator generator = Generator::from_seed(Seed{}, "factor " + std::to_string(factor));
  generator.fill(std::as_writable_bytes(values.span()));
  return values;
}

// One number times another one, words least significant first.
std::vector<std::uint64_t> times(std::span<const std::uint64_t> a,
                                 std::span<const std::uint64_t> b) {
  std::vector<std::uint64_t> result(a.size() + b.size());
  for (std::size_t i = 0; i < a.size(); ++i) {
    std::uint64_t carry = 0;
    for (std::size_t j = 0; j < b.size(); ++j) {
      __extension__ using Wide = unsigned __int128;
      const Wide sum = Wide{a[i]} * b[j] + result[i + j] + carry;
      result[i + j] = static_cast<std::uint64_t>(sum);
      carry = static_cast<std::uint64_t>(sum >> 64);
    }
    result[i + b.size()] = carry;
  }
  return result;
}

// All that is measured and found.
struct Totals {
  double seconds = 0;
  std::size_t moduli = 0, products = 0, wrong = 0;
  double budget = 0;
};

// The factors modulo one t_i, and what their slots hold.
struct Inputs {
  std::vector<he::Plaintext> plaintexts;
  std::vector<Slots> slots;
};

Inputs encode(const ProductsOverZ& work, const Part& part) {
  Inputs inputs;
  for (std::size_t i = 0; i < work.factors; ++i) {
    inputs.plaintexts.push_back(part.encode(integers_of(work, i), Representative::nonnegative));
    inputs.slots.push_back(part.encoder().decode(inputs.plaintexts.back()));
  }
  return inputs;
}

// Residues of a product that are not the products of residues.
std::size_t count_wrong(const Part& part, std::span<const Slots> factors, const Slots& found) {
  const Modulus t(part.parameters().plaintext_modulus().word());
  std::size_t wrong = 0;
  for (std::size_t slot = 0; slot < found.size(); ++slot) {
    std::uint64_t expected = 1;
    for (const Slots& factor : factors) expected = t.multiply(expected, factor[slot]);
    wrong += static_cast<std::size_t>(expected != found[slot]);
  }
  return wrong;
}

// The first product of every slot, put together, against the product of its integers.
std::size_t count_wrong(const ProductsOverZ& work, const he::crt::Residues& residues) {
  const he::WideValues found = residues.integers(Representative::nonnegative);
  std::vector<he::WideValues> factors;
  for (std::size_t i = 0; i < std::size_t{1} << work.depth; ++i) {
    factors.push_back(integers_of(work, i));
  }
  std::size_t wrong = 0;
  for (std::size_t slot = 0; slot < found.size(); ++slot) {
    std::vector<std::uint64_t> expected{1};
    for (const he::WideValues& factor : factors) expected = times(expected, factor[slot]);
    expected.resize(found.words());
    wrong += static_cast<std::size_t>(!std::ranges::equal(expected, found[slot]));
  }
  return wrong;
}

class Run {
 public:
  Run(const ProductsOverZ& work, const he::bgv::Parameters& keys)
      : work_(work), key_generator_(keys, generator_), secret_(key_generator_.secret_key()) {}

  // The products modulo one t_i.
  void operator()(const Part& part, he::crt::Residues& residues, Totals& totals) {
    const Inputs inputs = encode(work_, part);
    const he::SymmetricEncryptor encryptor(part.parameters(), secret_);
    const he::Decryptor decryptor(part.parameters(), secret_);
    auto session = he::bgv::Evaluator(part.parameters()).session();
    Tree tree(session);
    const std::size_t size = std::size_t{1} << work_.depth;
    std::vector<he::Ciphertext> waiting;
    for (std::size_t first = 0; first < work_.factors; first += size) {
      const std::size_t at = first % (work_.waiting * size);
      if (at == 0) encrypt(waiting, inputs, encryptor, first);
      const std::span<const he::Ciphertext> factors = std::span(waiting).subspan(at, size);
      if (first == 0) static_cast<void>(tree.product(factors));  // makes its memory
      const double start = cpu_seconds();
      const he::bgv::Product& product = tree.product(factors);
      totals.seconds += cpu_seconds() - start;
      const he::Plaintext plaintext = decryptor.decrypt(product);
      totals.wrong += count_wrong(part, std::span(inputs.slots).subspan(first, size),
                                  part.encoder().decode(plaintext));
      if (first == 0) residues.take(part, plaintext);
      totals.budget = product.noise().budget_bits();
      totals.products += size - 1;
    }
    ++totals.moduli;
  }

 private:
  // The factors from `first` on, of as many products as wait.
  void encrypt(std::vector<he::Ciphertext>& waiting, const Inputs& inputs,
               const he::SymmetricEncryptor& encryptor, std::size_t first) {
    waiting.clear();
    for (std::size_t i = first; i < first + (work_.waiting << work_.depth); ++i) {
      waiting.push_back(encryptor.encrypt(inputs.plaintexts[i], generator_));
    }
  }

  const ProductsOverZ& work_;
  Generator generator_ = Generator::from_system();
  he::KeyGenerator key_generator_;
  he::SecretKey secret_;
};

}  // namespace

namespace {

void print_products_head() {
  std::printf(
      "\n| integers | n | log2 QP | primes | t_i x bits | products | budget | ms a slot, quiet | "
      "batch, s, quiet | us a product | W | peak, MB | |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
}

}  // namespace

void print_products(const ProductsOverZ& work, std::size_t most_moduli) {
  const auto keys = he::bgv::Parameters::create({.degree = work.degree,
                                                 .plaintext_modulus = 65537,
                                                 .prime_bits = work.prime_bits,
                                                 .special_prime_bits = work.special_prime_bits});
  const auto moduli =
      he::crt::Moduli::create(keys.key_space(), work.factor_bits << work.depth, work.modulus_bits);
  const double before = product_w();
  Totals totals;
  he::crt::Residues residues(moduli);
  Run run(work, keys);
  const std::size_t count = std::min(most_moduli, moduli.size());
  for (std::size_t i = 0; i < count; ++i) run(Part(keys, moduli, i), residues, totals);
  if (count == moduli.size()) totals.wrong += count_wrong(work, residues);
  const double w = std::min(before, product_w());
  const double seconds =
      totals.seconds * static_cast<double>(moduli.size()) / static_cast<double>(count);
  const double quiet = seconds * 0.6 / w;
  const auto slots = static_cast<double>(moduli.slots());
  std::printf(
      "| %zu of %zu bits, depth %u, %s | %zu | %.0f | %zu x %u | %zu x %u%s | %zu | %.1f | %.4f, "
      "%.4f "
      "| %.3f, %.3f | %.1f | %.3f | %.0f | %s |\n",
      work.factors, work.factor_bits, work.depth, work.waiting == 1 ? "as they come" : "in memory",
      work.degree, keys.log2_qp(), work.prime_bits.size(), work.prime_bits.front(), moduli.size(),
      work.modulus_bits,
      count == moduli.size() ? "" : (", " + std::to_string(count) + " run").c_str(),
      totals.products / totals.moduli, totals.budget, 1e3 * seconds / slots, 1e3 * quiet / slots,
      seconds, quiet, 1e6 * totals.seconds / static_cast<double>(totals.products), w,
      static_cast<double>(peak_bytes()) / 1e6, totals.wrong == 0 ? "right" : "WRONG");
  std::fflush(stdout);
}

void print_over_z(const Wanted& wanted) {
  print_products_head();
  // 64 products of two powers of 2048 bits.
  const ProductsOverZ two{.factor_bits = 2048,
                          .factors = 128,
                          .depth = 1,
                          .degree = 8192,
                          .prime_bits = {50, 50},
                          .special_prime_bits = {20},
                          .modulus_bits = 39,
                          .waiting = 64};
  ProductsOverZ three = two;
  three.prime_bits = {50, 50, 50};
  three.modulus_bits = 59;
  // 32 products of four, and 16 of eight.
  ProductsOverZ four = two, eight = two;
  four.depth = 2;
  four.prime_bits = {48, 48, 48, 48};
  four.modulus_bits = 34;
  eight.depth = 3;
  eight.degree = 16384;
  eight.prime_bits = std::vector<unsigned>(8, 50);
  eight.modulus_bits = 36;
  for (ProductsOverZ work : {two, three, four, eight}) {
    for (const std::size_t waiting : {work.factors >> work.depth, std::size_t{1}}) {
      work.waiting = waiting;
      in_process("integers", wanted.bytes, [&] { print_products(work, wanted.moduli); });
    }
  }
}

}  // namespace lath::bench
