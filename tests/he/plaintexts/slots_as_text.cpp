// SPDX-License-Identifier: Apache-2.0
//
// slots_as_text < cases: prints slots, their roots and plaintexts for primes and short moduli, as
// text that another program judges. A case is a line: "field <name> <m>", "short <m> <d> <p> <root>
// <t...>" or "integer <m> <p>", for a ring of index m. For each there are the lines
//
//   case <m> <d> <p> <root>   d is 1 for an integer t, and the root 1
//   t <coefficients>          in the powerful basis of d; none for an integer t
//   power <e> <values>        the slots of the plaintext x^e, for an e that is prime to m
//   slots <values>            some numbers
//   plaintext <coefficients>  in the powerful basis of m, the plaintext with these slots
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <iostream>
#include <numeric>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/plaintexts/wide/prime_fields.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::testing {
namespace {

Natural next_number(std::istream& line) {
  std::string digits;
  line >> digits;
  return Natural::from_decimal(digits);
}

he::PlaintextSpace field_named(const std::string& name, std::uint64_t m) {
  using enum he::PrimeField;
  for (const auto field : {p256, p256_order, secp256k1_order, bls12_381_r, bn254_r, goldilocks}) {
    if (he::known_field(field).name == name) return he::PlaintextSpace::field(field, m);
  }
  throw std::runtime_error("no field " + name);
}

he::PlaintextSpace space_of(const std::string& kind, std::uint64_t& m, std::istream& line) {
  std::string name;
  if (kind == "field") {
    line >> name >> m;
    return field_named(name, m);
  }
  line >> m;
  if (kind == "integer") return he::PlaintextSpace::integer(next_number(line));
  if (kind != "short") throw std::runtime_error("no kind of plaintexts " + kind);
  he::ShortModulus t;
  line >> t.index;
  const Natural p = next_number(line);
  t.root = next_number(line);
  for (std::int64_t c = 0; line >> c;) t.coefficients.push_back(c);
  return he::PlaintextSpace::short_modulus(p, t);
}

void print_values(const he::WideValues& values) {
  for (std::size_t s = 0; s < values.size(); ++s) {
    std::cout << ' ' << decimal_vartime(Natural::from_words(values[s]));
  }
  std::cout << '\n';
}

// The powerful basis has the product of all zeta_q, for the prime powers q of m.
void print_power(const he::bfv::Parameters& parameters, const he::WideSlotEncoder& encoder,
                 const CyclotomicIndex& index, std::size_t words) {
  std::size_t i = 0;
  while (std::gcd(index.power(i), index.value()) != 1) ++i;
  std::vector<std::uint64_t> x(index.degree() * words);
  x[i * words] = 1;
  std::cout << "power " << index.power(i);
  print_values(encoder.decode(he::Plaintext(parameters, x)));
}

void print_plaintext(const he::WideSlotEncoder& encoder, bool is_short, std::size_t words) {
  SeededValues random(7);
  he::WideValues slots(encoder.slots(), encoder.words());
  for (std::size_t s = 0; s < slots.size(); ++s) {
    for (std::uint64_t& word : slots[s].first(encoder.words() - (words > 1 || is_short ? 1 : 0))) {
      word = random.next();
    }
  }
  std::cout << "slots";
  print_values(slots);
  const he::Plaintext plaintext = encoder.encode(slots);
  std::cout << "plaintext";
  const auto coefficients = plaintext.coefficients();
  for (std::size_t i = 0; i < coefficients.size(); i += words) {
    if (is_short) {
      std::cout << ' ' << static_cast<std::int64_t>(coefficients[i]);
    } else {
      std::cout << ' ' << decimal_vartime(Natural::from_words(coefficients.subspan(i, words)));
    }
  }
  std::cout << '\n';
}

void print_case(const std::string& text) {
  std::istringstream line(text);
  std::string kind;
  std::uint64_t m = 0;
  line >> kind;
  const he::PlaintextSpace space = space_of(kind, m, line);
  he::Literal literal{.plaintext_modulus = 257, .prime_bits = {50}, .special_prime_bits = {50}};
  if ((m & (m - 1)) == 0) {
    literal.degree = static_cast<std::size_t>(m / 2);
  } else {
    literal.index = m;
  }
  const auto parameters = he::bfv::Parameters::create_insecure(literal).with_plaintexts(space);
  const auto encoder = he::WideSlotEncoder::create(parameters);
  const he::ShortModulus& t = space.short_modulus();
  const bool is_short = t.index != 0;
  std::cout << "case " << m << ' ' << (is_short ? t.index : 1) << ' '
            << decimal_vartime(space.modulus()) << ' '
            << (is_short ? decimal_vartime(t.root) : std::string("1")) << "\nt";
  for (const std::int64_t c : t.coefficients) std::cout << ' ' << c;
  std::cout << '\n';
  const std::size_t words = is_short ? 1 : encoder.words();
  print_power(parameters, encoder, CyclotomicIndex::create(m), words);
  print_plaintext(encoder, is_short, words);
}

}  // namespace
}  // namespace lath::testing

int main() {
  try {
    for (std::string line; std::getline(std::cin, line);) lath::testing::print_case(line);
    return 0;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "slots_as_text: %s\n", error.what());
    return 1;
  }
}
