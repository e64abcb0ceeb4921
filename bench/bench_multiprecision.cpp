// SPDX-License-Identifier: Apache-2.0
//
// bench_multiprecision [DEPTH]: products of plaintexts of 1, 255 and 2048 bits, by depth up to
// DEPTH (4), as HElib-MP and FV-NFLlib were compared by (2016): time with relinearisation, bytes,
// noise and memory; then every kind of plaintext for numbers of 255 bits and more. CPU time of one
// thread, the minimum of several runs. W is the product of BFV at n = 8192 with primes of 3 x 50 +
// 50 bits and a word t; times over W / 0.6 ms are times of a quiet core with AVX-512.
#include <sys/resource.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <string>
#include <vector>

#include "lath/base/threads.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"

namespace {

using namespace lath;

constexpr std::size_t kMostBytes = std::size_t{8} << 30;  // of a workspace

double cpu_seconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

template <class F>
double milliseconds(const F& f) {
  f();
  double best = HUGE_VAL, all = 0;
  for (int i = 0; i < 15 && (i < 3 || all < 2); ++i) {
    const double start = cpu_seconds();
    f();
    const double time = cpu_seconds() - start;
    best = std::min(best, time), all += time;
  }
  return 1e3 * best;
}

double peak_megabytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<double>(usage.ru_maxrss) / 1024;
}

// Products of a fresh ciphertext with the result so far, by their bounds.
int depth_of(const he::NoiseModel& noise) {
  he::NoiseBound x = noise.fresh();
  int depth = 0;
  for (; depth < 100; ++depth) {
    x = noise.switched(noise.levels(), noise.product(noise.levels(), x, noise.fresh()));
    if (x.budget_bits() <= 0) break;
  }
  return depth;
}

// One row: keys, a product, its relinearisation, and as many products as there is room for.
template <class Scheme>
double print_row(const std::string& name, const typename Scheme::Parameters& parameters,
                 int depth) {
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const he::SecretKey secret = keys.secret_key();
  const he::Encryptor encryptor(parameters, keys.public_key(secret));
  const he::Decryptor decryptor(parameters, secret);
  auto session = typename Scheme::Evaluator(parameters).session(keys.relin_key(secret));
  const he::WideCoefficientEncoder encoder(parameters);
  const std::uint64_t base = parameters.plaintext_modulus() == 2 ? 1 : 3;
  const auto x = encryptor.encrypt(encoder.constant(base), generator);
  auto product = session.multiply(x, x);
  const double measured = he::debug::log2_noise(parameters, secret, product);
  auto result = session.relinearize(product);
  const double multiply = milliseconds([&] { session.multiply(product, x, x); });
  const double relinearize = milliseconds([&] { session.relinearize(result, product); });
  std::uint64_t expected = base * base;
  for (int reached = 1; reached < depth; ++reached) {
    result = session.relinearize(session.multiply(result, x));
    expected *= base;
  }
  const he::WideValues found = encoder.decode(decryptor.decrypt(result));
  const std::uint64_t t = parameters.plaintext_modulus().bits() <= 60
                              ? parameters.plaintext_modulus().word()
                              : ~std::uint64_t{0};
  const bool right = found[0][0] == expected % t;
  const std::size_t numbers = encoder.coefficients();
  std::printf(
      "| %-30s | %6zu | %5.0f | %6zu x %4zu | %d | %9.3f, %9.3f | %10.3f | %6.1f, %6.1f "
      "| %8.2f | %6.0f | %s |\n",
      name.c_str(), parameters.degree(), parameters.log2_qp(), numbers,
      parameters.plaintext_modulus().bits(), depth, multiply, relinearize,
      1e3 * (multiply + relinearize) / static_cast<double>(numbers), product.noise().log2_bound(),
      measured, static_cast<double>(he::to_bytes(x).size()) / 1e6, peak_megabytes(),
      right ? "right" : "WRONG");
  std::fflush(stdout);
  return multiply;
}

void print_head(const char* title) {
  std::printf(
      "\n%s\n\n| plaintexts | n | log2 QP | numbers x bits | depth | product, "
      "relinearisation, ms | us a number | bound, noise of a product | ciphertext, MB | "
      "peak, MB | |\n|---|---|---|---|---|---|---|---|---|---|---|\n",
      title);
}

// The smallest ring of the tables that holds a depth; a row that does not fit into memory says so.
template <class Scheme>
void print_depth(const char* name, const he::PlaintextSpace& space, int depth) {
  for (std::size_t n = 4096; n <= 131072; n *= 2) {
    try {
      const auto parameters = Scheme::Parameters::recommended(n, space);
      if (depth_of(parameters.noise()) < depth) continue;
      const auto bytes = he::session_bytes(parameters);
      if (bytes > kMostBytes) {
        std::printf("| %s, depth %d, n = %zu: a workspace of %zu MB, above the limit |\n", name,
                    depth, n, bytes >> 20);
        return;
      }
      print_row<Scheme>(name, parameters, depth);
      return;
    } catch (const Error&) {
      continue;  // no room for an encryption in this ring
    }
  }
  std::printf("| %s, depth %d: in no ring of the tables |\n", name, depth);
}

he::Literal literal_of(std::size_t n, unsigned primes, unsigned bits, std::vector<unsigned> special,
                       unsigned digit) {
  return {.degree = n,
          .plaintext_modulus = 65537,
          .prime_bits = std::vector<unsigned>(primes, bits),
          .special_prime_bits = std::move(special),
          .digit_primes = digit};
}

}  // namespace

int main(int argc, char** argv) {
  const int most = argc > 1 ? std::atoi(argv[1]) : 4;
  using he::PlaintextSpace;
  const auto bls = [](std::size_t n) {
    return PlaintextSpace::field(he::PrimeField::bls12_381_r, 2 * n);
  };
  const PlaintextSpace field = bls(8192);
  const auto with = [](auto parameters, const PlaintextSpace& space) {
    return parameters.with_plaintexts(space);
  };
  print_head("W");
  const auto three = he::bfv::Parameters::create(literal_of(8192, 3, 50, {50}, 1));
  const double w = print_row<he::Bfv>("65537, BFV", three, 1);
  std::printf("\nW = %.3f ms: times are %.2f times those of a quiet core\n", w, w / 0.6);

  print_head("By depth");
  for (int depth = 1; depth <= most; ++depth) {
    print_depth<he::Bfv>("2, BFV", PlaintextSpace::integer(2), depth);
    print_depth<he::Bfv>("integer of 255 bits, BFV", PlaintextSpace::integer(field.modulus()),
                         depth);
    print_depth<he::Bfv>("field of 255 bits, BFV", field, depth);
  }

  print_head("By kind");
  const auto three_bgv = he::bgv::Parameters::create(literal_of(8192, 3, 50, {30}, 1));
  print_row<he::Bfv>("field, BFV", with(three, field), 2);
  print_row<he::Bgv>("field, BGV", with(three_bgv, field), 2);
  const auto seven = he::bfv::Parameters::create(literal_of(16384, 7, 49, {40, 40}, 2));
  print_row<he::Bfv>("65537, BFV", seven, 8);
  print_row<he::Bfv>("field, BFV", with(seven, field), 8);
  const auto large = he::bfv::Parameters::create(literal_of(32768, 13, 50, {50, 50, 50}, 3));
  print_row<he::Bfv>("65537, BFV", large, 1);
  print_row<he::Bfv>("integer, BFV", with(large, PlaintextSpace::integer(field.modulus())), 1);
  const auto root = PlaintextSpace::root(8192, 64, 4294967966);
  const auto four = he::bgv::Parameters::create(literal_of(8192, 4, 46, {30}, 1));
  print_row<he::Bgv>("x^64 - (2^32 + 670), BGV", with(four, root), 1);
  return 0;
}
