// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <string>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/debug.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "multiprecision/check.hpp"
#include "multiprecision/measure.hpp"

namespace lath::bench {

/// The words of a row beside its figures.
struct RowText {
  std::string name;
  unsigned depth = 1;      ///< products one after the other, all of which are run
  std::string security{};  ///< where the limit of log2 QP is from, if it is not published
  std::size_t parts = 1;   ///< so many t_i of this size make a number
};

/// The head of a table of rows.
void print_head(const char* title);

/// One row of a table of rows: keys, a product, its relinearisation, and a chain of products with
/// the polynomial 2 + 3x that is decrypted and compared.
template <class Scheme>
void print_row(const RowText& text, const typename Scheme::Parameters& parameters) {
  Generator generator = Generator::from_system();
  he::KeyGenerator keys(parameters, generator);
  const he::SecretKey secret = keys.secret_key();
  const he::Encryptor encryptor(parameters, keys.public_key(secret));
  const he::Decryptor decryptor(parameters, secret);
  auto session = typename Scheme::Evaluator(parameters).session(keys.relin_key(secret));
  const he::WideCoefficientEncoder encoder(parameters);
  const Natural& t = parameters.plaintext_modulus();
  const std::size_t count = encoder.coefficients(), words = encoder.words();

  he::WideValues numbers = random_numbers(count, words, t, text.depth, generator);
  he::WideValues line(2, words);
  line[0][0] = t.bits() > 60 ? 2 : 2 % t.word();
  line[1][0] = t.bits() > 60 ? 3 : 3 % t.word();
  const auto x = encryptor.encrypt(encoder.encode(numbers), generator),
             y = encryptor.encrypt(encoder.encode(line), generator);

  auto product = session.multiply(x, y);
  auto result = session.relinearize(product);
  const double measured = he::debug::log2_noise(parameters, secret, product);
  const double multiply = milliseconds([&] { session.multiply(product, x, y); });
  const double relinearize = milliseconds([&] { session.relinearize(result, product); });
  multiply_by_line(numbers, t);
  const double bound = product.noise().log2_bound();
  for (unsigned reached = 1; reached < text.depth; ++reached) {
    session.multiply(product, result, y);
    session.relinearize(result, product);
    multiply_by_line(numbers, t);
  }
  const bool right = equal(encoder.decode(decryptor.decrypt(result)), numbers);

  const auto parts = static_cast<double>(text.parts);
  const auto megabytes = [](std::size_t bytes) { return static_cast<double>(bytes) / 1e6; };
  const std::size_t levels = parameters.levels();
  std::printf(
      "| %s | %zu | %.0f%s | %zu x %.0f | %u | %.3f, %.3f | %.3f | %.1f, %.1f | %.3f, %.3f | %.0f "
      "| "
      "%s |\n",
      text.name.c_str(), parameters.degree(), parameters.log2_qp(), text.security.c_str(), count,
      parts * static_cast<double>(t.bits()), text.depth, parts * multiply, parts * relinearize,
      1e3 * parts * (multiply + relinearize) / static_cast<double>(count), bound, measured,
      parts * megabytes(he::ciphertext_bytes(parameters, levels)),
      parts * megabytes(he::seeded_ciphertext_bytes(parameters, levels)), megabytes(peak_bytes()),
      right ? "right" : "WRONG");
  std::fflush(stdout);
}

}  // namespace lath::bench
