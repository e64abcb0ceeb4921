// SPDX-License-Identifier: Apache-2.0
//
// Plaintexts of many words, modulo integers and short polynomials: encoders, encryption and
// decryption with secret values.
#include <algorithm>
#include <string>
#include <vector>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

// Secret numbers of so many words, the topmost word cleared but for some bits.
he::WideValues secret_values(std::size_t count, std::size_t words, int top_bits,
                             Generator& generator) {
  he::WideValues values(count, words);
  generator.fill(std::as_writable_bytes(values.span()));
  for (std::size_t i = 0; i < count; ++i) values[i][words - 1] >>= 64 - top_bits;
  return values;
}

std::uint64_t differences(const he::WideValues& a, const he::WideValues& b) {
  std::uint64_t result = 0;
  for (std::size_t i = 0; i < a.span().size(); ++i) result |= a.span()[i] ^ b.span()[i];
  ct::declassify(&result, sizeof result);
  return result;
}

// x, x^2 by two products, 2 x - x, and what bytes, releases and rerandomisations leave.
template <class Scheme, class Encoder>
void check_encoder(const std::string& name, const typename Scheme::Parameters& parameters,
                   const Encoder& encoder, std::size_t count, int top_bits) {
  const std::string check =
      std::string(Scheme::kScheme == he::Scheme::bfv ? "bfv " : "bgv ") + name;
  auto generator = secret_generator("wide");
  he::KeyGenerator keys(parameters, generator);
  const he::SecretKey secret = keys.secret_key();
  const he::PublicKey public_key = keys.public_key(secret);
  const he::Encryptor encryptor(parameters, public_key);
  const he::SymmetricEncryptor symmetric(parameters, secret);
  const he::Decryptor decryptor(parameters, secret);
  auto session = typename Scheme::Evaluator(parameters).session(keys.relin_key(secret));
  const he::WideValues values = secret_values(count, encoder.words(), top_bits, generator);
  const he::Plaintext plaintext = encoder.encode(values);
  const auto a = encryptor.encrypt(plaintext, generator);
  const auto b = symmetric.encrypt(plaintext, generator);
  const auto opened = [&](const auto& c) { return encoder.decode(decryptor.decrypt(c)); };
  expect(differences(opened(a), values) == 0, ("decryption of " + check).c_str());
  expect(differences(opened(b), values) == 0, ("symmetric decryption of " + check).c_str());
  const auto square = session.relinearize(session.multiply(a, b));
  const auto by_plain = session.multiply_plain(a, plaintext);
  expect(differences(opened(square), opened(by_plain)) == 0, ("products of " + check).c_str());
  const auto sum = session.sub_plain(session.add_plain(session.add(a, b), plaintext), plaintext);
  expect(differences(opened(session.sub(sum, b)), values) == 0, ("sums of " + check).c_str());
  const auto low = session.mod_switch(a, a.level() - 1);
  expect(differences(opened(low), values) == 0, ("a lower level of " + check).c_str());
  const auto released = decryptor.decrypt_for_release(a, generator);
  expect(differences(encoder.decode(released), values) == 0, ("a release of " + check).c_str());
  const he::Rerandomizer rerandomizer(parameters, public_key);
  const auto hidden = rerandomizer.rerandomize(low, generator);
  expect(differences(opened(hidden), values) == 0,
         ("a rerandomised ciphertext of " + check).c_str());
  const auto as_signed = encoder.decode(plaintext, Representative::centered);
  expect(
      differences(encoder.decode(encoder.encode(as_signed, Representative::centered)), values) == 0,
      ("signed values of " + check).c_str());
  const auto bytes = he::to_bytes(plaintext);
  const auto read = he::plaintext_from_bytes(parameters, bytes.span());
  expect(differences(encoder.decode(read), values) == 0, ("bytes of " + check).c_str());
  record("he wide " + check, he::to_bytes(a));
  record("he wide " + check, he::to_bytes(square));
  record("he wide " + check, bytes);
}

template <class Scheme>
void check_spaces() {
  const he::Literal literal{.degree = 64,
                            .plaintext_modulus = 65537,
                            .prime_bits = std::vector<unsigned>(16, 49),
                            .special_prime_bits = {49, 49}};
  const auto keys = Scheme::Parameters::create_insecure(literal);
  // A prime of 255 bits with slots, the one of BLS12-381, as an integer; and a power of two.
  const auto field = he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 128);
  const auto integer = keys.with_plaintexts(he::PlaintextSpace::integer(field.modulus()));
  check_encoder<Scheme>("integer slots", integer, he::WideSlotEncoder::create(integer), 64, 62);
  // A product of two primes, by its factors.
  const std::vector<Natural> factors{field.modulus(), 257};
  const auto product = keys.with_plaintexts(he::PlaintextSpace::integer(
      Natural::from_decimal("134760199200074309532180693106037932202864719926356029204091"
                            "40285884215364419841")));
  check_encoder<Scheme>("composite slots", product, he::WideSlotEncoder::create(product, factors),
                        64, 6);
  const std::uint64_t two_100[] = {0, std::uint64_t{1} << 36};
  const auto power =
      keys.with_plaintexts(he::PlaintextSpace::integer(Natural::from_words(two_100)));
  check_encoder<Scheme>("integer coefficients", power, he::WideCoefficientEncoder(power), 64, 36);
  const auto short_field = keys.with_plaintexts(field);
  check_encoder<Scheme>("field slots", short_field, he::WideSlotEncoder::create(short_field), 4,
                        62);
  const auto root = keys.with_plaintexts(he::PlaintextSpace::root(64, 8, 4294967290));
  check_encoder<Scheme>("root coefficients", root, he::WideCoefficientEncoder(root), 8, 63);
}

void check_index_field() {
  const he::Literal literal{.index = 255,
                            .plaintext_modulus = 65537,
                            .prime_bits = std::vector<unsigned>(6, 49),
                            .special_prime_bits = {49, 49}};
  const auto parameters = he::bgv::Parameters::create_insecure(literal).with_plaintexts(
      he::PlaintextSpace::field(he::PrimeField::p256, 255));
  check_encoder<he::Bgv>("p256 slots", parameters, he::WideSlotEncoder::create(parameters), 8, 60);
}

void check_crt() {
  const he::Literal literal{.degree = 64,
                            .plaintext_modulus = 65537,
                            .prime_bits = std::vector<unsigned>(4, 49),
                            .special_prime_bits = {49, 49}};
  const auto keys = he::bgv::Parameters::create_insecure(literal);
  const auto moduli = he::crt::Moduli::create(keys.key_space(), 200, 40);
  auto generator = secret_generator("crt");
  he::WideValues values = secret_values(64, moduli.words(), 2, generator);
  for (std::size_t i = 0; i < values.size(); ++i) values[i][moduli.words() - 1] = 0;
  he::crt::Residues residues(moduli);
  he::crt::for_each_modulus(keys, moduli, [&](const he::crt::Part<he::Bgv>& part) {
    residues.take(part, part.encode(values, Representative::nonnegative));
  });
  expect(differences(residues.integers(Representative::nonnegative), values) == 0,
         "integers by their residues");
}

}  // namespace

void check_wide_he() {
  check_spaces<he::Bfv>();
  check_spaces<he::Bgv>();
  check_index_field();
  check_crt();
}

}  // namespace lath::testing
