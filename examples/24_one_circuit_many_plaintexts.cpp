// SPDX-License-Identifier: Apache-2.0
//
// One text of a circuit for four kinds of plaintexts and two schemes: a b + a in every slot, modulo
// a word, modulo an integer of 100 bits, modulo a prime of 255 bits by a short polynomial, and over
// the integers, where a and b have 1024 bits. One set of keys serves all of them.

#include <cstddef>
#include <cstdint>
#include <iostream>
#include <string>
#include <vector>

#include "lath/arith/wide_integer.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/he/keys.hpp"
#include "lath/he/plaintexts/space_summary.hpp"
#include "lath/he/plaintexts/wide_coefficient_encoder.hpp"
#include "lath/he/plaintexts/wide_slot_encoder.hpp"
#include "lath/he/slot_encoder.hpp"

using namespace lath;

namespace {

constexpr std::size_t kDegree = 16384;
using Number = WideInteger<16>;

// The circuit.
template <class Session>
he::Ciphertext circuit(Session& session, const he::Ciphertext& a, const he::Ciphertext& b) {
  return session.add(session.relinearize(session.multiply(a, b)), a);
}

// The keys of one person, for every kind of plaintext.
template <class Scheme>
struct Keys {
  typename Scheme::Parameters parameters;
  Generator generator = Generator::from_system();
  he::KeyGenerator keys{parameters, generator};
  he::SecretKey secret = keys.secret_key();
  he::PublicKey public_key = keys.public_key(secret);
  he::RelinKey relin = keys.relin_key(secret);

  // Encrypts two plaintexts of some parameters, computes, and decrypts.
  he::Plaintext compute(const typename Scheme::Parameters& with, const he::Plaintext& a,
                        const he::Plaintext& b) {
    const he::Encryptor encryptor(with, public_key);
    auto session = typename Scheme::Evaluator(with).session(relin);
    const auto result =
        circuit(session, encryptor.encrypt(a, generator), encryptor.encrypt(b, generator));
    return he::Decryptor(with, secret).decrypt(result);
  }
};

bool say(const std::string& kind, bool right) {
  std::cout << "  " << kind << ": " << (right ? "right" : "wrong") << '\n';
  return right;
}

// 3 * 5 + 3 in the first slot or coefficient.
bool is_eighteen(const he::WideValues& values) {
  bool right = values[0][0] == 18;
  for (std::size_t w = 1; w < values.words(); ++w) right = right && values[0][w] == 0;
  return right;
}

template <class Scheme>
bool of_words(Keys<Scheme>& keys) {
  const auto encoder = he::SlotEncoder::create(keys.parameters);
  const auto result =
      encoder.decode(keys.compute(keys.parameters, encoder.encode({3}), encoder.encode({5})));
  return say("modulo 65537", result[0] == 18);
}

template <class Scheme>
bool of_an_integer(Keys<Scheme>& keys) {
  const auto t = Natural::from_decimal("1267650600228229401496703205361");
  const auto with = keys.parameters.with_plaintexts(he::PlaintextSpace::integer(t));
  const he::WideCoefficientEncoder encoder(with);
  const auto result = keys.compute(with, encoder.constant(3), encoder.constant(5));
  return say("modulo an integer of 100 bits", is_eighteen(encoder.decode(result)));
}

template <class Scheme>
bool of_a_field(Keys<Scheme>& keys) {
  const auto with = keys.parameters.with_plaintexts(
      he::PlaintextSpace::field(he::PrimeField::bls12_381_r, 2 * kDegree));
  std::cout << to_string(he::explain(with));
  const auto encoder = he::WideSlotEncoder::create(with);
  const auto result = keys.compute(with, encoder.constant(3), encoder.constant(5));
  return say("modulo a prime of 255 bits", is_eighteen(encoder.decode(result)));
}

template <class Scheme>
bool of_integers(Keys<Scheme>& keys) {
  // a has 1023 bits and a sign, b 1023 bits: the result has fewer than 2048.
  he::WideValues a(1, 16), b(1, 16);
  Number x, y;
  for (std::size_t w = 0; w < 16; ++w) {
    x.words[w] = 0x0123456789abcdef * (w + 1) | std::uint64_t{1} << 63;
    y.words[w] = 0x0fedcba987654321 * (w + 3) & ~(std::uint64_t{1} << 63);
    a[0][w] = x.words[w], b[0][w] = y.words[w];
  }
  const auto moduli = he::crt::Moduli::create(keys.parameters.key_space(), 2048, 58);
  he::crt::Residues residues(moduli);
  he::crt::for_each_modulus(keys.parameters, moduli, [&](const he::crt::Part<Scheme>& part) {
    residues.take(part, keys.compute(part.parameters(), part.encode(a, Representative::centered),
                                     part.encode(b, Representative::centered)));
  });
  const he::WideValues result = residues.integers(Representative::centered);
  // The expected result modulo 2^2048, with signs.
  const auto extended = [](const Number& number) {
    WideInteger<32> wide;
    for (std::size_t w = 0; w < 32; ++w) {
      wide.words[w] = w < 16 ? number.words[w] : number.is_negative() ? ~std::uint64_t{0} : 0;
    }
    return wide;
  };
  const auto expected = extended(x) * extended(y) + extended(x);
  bool right = true;
  for (std::size_t w = 0; w < 32; ++w) right = right && result[0][w] == expected.words[w];
  return say("over the integers, by " + std::to_string(moduli.size()) + " moduli", right);
}

template <class Scheme>
bool of_all_kinds(const char* name) {
  // Room for one product modulo 100 bits.
  Keys<Scheme> keys{Scheme::Parameters::create({.degree = kDegree,
                                                .plaintext_modulus = 65537,
                                                .prime_bits = std::vector<unsigned>(11, 35),
                                                .special_prime_bits = {45}})};
  std::cout << name << '\n';
  return of_words(keys) && of_an_integer(keys) && of_a_field(keys) && of_integers(keys);
}

}  // namespace

int main() { return of_all_kinds<he::Bfv>("BFV") && of_all_kinds<he::Bgv>("BGV") ? 0 : 1; }
