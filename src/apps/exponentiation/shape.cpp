// SPDX-License-Identifier: Apache-2.0
//
// The choice of parameters: the fewest primes of Q for which the bounds on noise promise right
// answers.
#include "apps/exponentiation/shape.hpp"

#include <bit>
#include <cmath>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/he/plaintexts/shared_numbers.hpp"

namespace lath::apps {
namespace {

constexpr std::size_t kMostLevels = 24, kMostModulusBits = 4096;
constexpr unsigned kMostWindowBits = 5, kMostWindows = 4;

[[noreturn]] void refuse_request(const std::string& found, const std::string& needed,
                                 const std::string& remedy) {
  throw Error(ErrorCode::invalid_argument, found, needed, remedy);
}

void require_in_range(const ExponentiationRequest& request) {
  const ExponentiationOptions& options = request.options;
  const std::size_t bits = request.modulus.bits(), n = options.degree;
  if (bits < 2 || bits > kMostModulusBits || (request.modulus.words()[0] & 1) == 0) {
    refuse_request("a modulus N of " + std::to_string(bits) + " bits",
                   "need an odd one of 2 to " + std::to_string(kMostModulusBits) + " bits",
                   "take the product of odd primes");
  }
  if (options.window_bits < 1 || options.window_bits > kMostWindowBits) {
    refuse_request("windows of " + std::to_string(options.window_bits) + " bits",
                   "need 1 to " + std::to_string(kMostWindowBits), "take 2 or 3");
  }
  if (options.windows_a_product < 1 || options.windows_a_product > kMostWindows) {
    refuse_request("products of " + std::to_string(options.windows_a_product) + " windows",
                   "need 1 to " + std::to_string(kMostWindows), "take 1 or 2");
  }
  if (!std::has_single_bit(n) || n < 16 || n > 32768) {
    refuse_request("a degree of " + std::to_string(n), "need a power of two from 16 to 32768",
                   "take 16384");
  }
  if (options.exponent_bits < 1 || options.exponent_bits > kMostModulusBits) {
    refuse_request("exponents of " + std::to_string(options.exponent_bits) + " bits",
                   "need 1 to " + std::to_string(kMostModulusBits), "reduce the exponent");
  }
}

// The steps of the expansion of so many numbers.
std::size_t expansion_steps(std::size_t numbers) {
  return static_cast<std::size_t>(std::bit_width(numbers - 1));
}

// The bits of an answer's noise budget that the client needs.
double answer_bits(const ExponentiationOptions& options) {
  const double release = 64 + std::log2(static_cast<double>(options.degree)) + 2;
  return options.for_release ? release : 0.1;
}

// The noise of a selection from a table modulo t by a unit vector modulo T, at the highest level.
he::NoiseBound selection_noise(const he::NoiseModel& numbers, const he::NoiseModel& products,
                               const ExponentiationShape& shape) {
  he::NoiseBound number = numbers.symmetric();
  for (std::size_t i = 0; i < expansion_steps(shape.numbers); ++i) {
    number = number + numbers.switched(shape.levels, number);
  }
  const he::NoiseBound term = number.scaled(products.log2_largest_plaintext());
  he::NoiseBound sum = term;
  for (std::size_t i = 1; i < shape.entries_a_window; ++i) sum = sum + term;
  return he::SharedNumbers::noise(numbers, products, sum, products.log2_t() - 1)
      .plus(products.message(shape.levels));
}

// The noise of an answer, at the levels of the shape.
he::NoiseBound product_noise(const he::NoiseModel& products, const ExponentiationShape& shape,
                             std::size_t factors, const he::NoiseBound& selection) {
  const he::NoiseBound factor = products.lowered(shape.levels, shape.product_level, selection, 2);
  he::NoiseBound product = factor;
  for (std::size_t i = 1; i < factors; ++i) {
    product = products.product(shape.product_level, product, factor);
  }
  return products.lowered(shape.product_level, shape.answer_level, product, factors + 1);
}

// Finds the levels of products and answers for some Q and T: the lowest ones.
bool find_levels(const he::NoiseModel& numbers, const he::NoiseModel& products,
                 const ExponentiationOptions& options, ExponentiationShape& shape) {
  const he::NoiseBound selection = selection_noise(numbers, products, shape);
  const double needed = answer_bits(options);
  if (selection.budget_bits() < needed) return false;
  for (shape.answer_level = 1; shape.answer_level <= shape.levels; ++shape.answer_level) {
    for (shape.product_level = shape.answer_level; shape.product_level <= shape.levels;
         ++shape.product_level) {
      const std::size_t factors = options.windows_a_product;
      if (product_noise(products, shape, factors, selection).budget_bits() >= needed) return true;
    }
  }
  return false;
}

// Finds a T for t_i of some length: too few bits of T above t leave no precision, and too many are
// lost as noise.
bool find_numbers(const ExponentiationRequest& request, unsigned modulus_bits, he::PrimePool& pool,
                  ExponentiationShape& shape) {
  constexpr std::size_t kStep = 4;
  shape.modulus_bits = modulus_bits;
  const he::NoiseModel products = he::NoiseModel::create(
      he::Scheme::bgv, literal_of(request, shape.levels, ones(modulus_bits)), pool);
  const std::size_t most = kPrimeBits * shape.levels;
  for (std::size_t bits = 2 * std::size_t{modulus_bits}; bits < most + modulus_bits;
       bits += kStep) {
    shape.numbers_bits = bits;
    const he::NoiseModel numbers = he::NoiseModel::create(
        he::Scheme::bfv, literal_of(request, shape.levels, ones(bits)), pool);
    if (find_levels(numbers, products, request.options, shape)) return true;
  }
  return false;
}

// Finds the longest t_i for a Q, which are the fewest.
bool find_moduli(const ExponentiationRequest& request, he::PrimePool& pool,
                 ExponentiationShape& shape) {
  constexpr unsigned kLeastModulusBits = 46;
  if (!find_numbers(request, kLeastModulusBits, pool, shape)) return false;
  for (unsigned bits = kPrimeBits; bits > kLeastModulusBits; --bits) {
    if (find_numbers(request, bits, pool, shape)) return true;
  }
  return find_numbers(request, kLeastModulusBits, pool, shape);
}

}  // namespace

Natural ones(std::size_t bits) {
  std::vector<std::uint64_t> words((bits + 63) / 64, ~std::uint64_t{0});
  words.back() >>= 64 * words.size() - bits;
  return Natural::from_words(words);
}

he::Literal literal_of(const ExponentiationRequest& request, std::size_t levels,
                       const Natural& plaintext_modulus) {
  return {.degree = request.options.degree,
          .plaintext_modulus = plaintext_modulus,
          .prime_bits = std::vector<unsigned>(levels, kPrimeBits),
          .special_prime_bits = {kPrimeBits}};
}

he::NoiseBound answer_noise(const he::NoiseModel& numbers, const he::NoiseModel& products,
                            const ExponentiationShape& shape, std::size_t factors) {
  return product_noise(products, shape, factors, selection_noise(numbers, products, shape));
}

ExponentiationShape shape_of(const ExponentiationRequest& request) {
  require_in_range(request);
  const ExponentiationOptions& options = request.options;
  const std::size_t used = (options.exponent_bits + options.window_bits - 1) / options.window_bits;
  ExponentiationShape shape{};
  shape.groups = (used + options.windows_a_product - 1) / options.windows_a_product;
  shape.windows = shape.groups * options.windows_a_product;
  shape.entries_a_window = (std::size_t{1} << options.window_bits) - 1;
  shape.numbers = shape.windows * shape.entries_a_window;
  shape.result_bits = request.modulus.bits() * options.windows_a_product;
  if (shape.numbers > options.degree) {
    refuse_request(std::to_string(shape.numbers) + " numbers of unit vectors",
                   "need at most n, " + std::to_string(options.degree),
                   "take shorter windows or exponents, or a larger degree");
  }
  he::PrimePool pool;
  for (shape.levels = 2; shape.levels <= kMostLevels; ++shape.levels) {
    if (find_moduli(request, pool, shape)) return shape;
  }
  refuse_request("products of " + std::to_string(options.windows_a_product) + " windows",
                 "need noise that " + std::to_string(kMostLevels) + " primes of Q hold",
                 "multiply fewer windows");
}

}  // namespace lath::apps
