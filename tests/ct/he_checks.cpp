// SPDX-License-Identifier: Apache-2.0
//
// Homomorphic encryption: keys, encoders, encryption and decryption, secrets as bytes, with secret
// values and a secret generator.
#include <string>

#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/coefficient_encoder.hpp"
#include "lath/he/integer_encoder.hpp"
#include "lath/he/rerandomizer.hpp"
#include "lath/he/slot_encoder.hpp"
#include "lath/he/slots/slot_algebra.hpp"
#include "lath/he/symmetric_encryptor.hpp"
#include "secrets.hpp"

namespace lath::testing {
namespace {

template <class Values>
void declassify(Values& values) {
  ct::declassify(values.data(), values.size() * sizeof(values[0]));
}

struct Bfv : he::Bfv {
  static constexpr const char* kName = "he bfv";
};
struct Bgv : he::Bgv {
  static constexpr const char* kName = "he bgv";
};

// What is public or secret here, as bytes.
template <class... Objects>
void record_bytes(const std::string& check, const Objects&... objects) {
  (record(check, he::to_bytes(objects)), ...);
}

// Secrets as bytes and back, with keys for everybody that are read.
template <class Scheme, class Ciphertext>
void check_bytes(const typename Scheme::Parameters& parameters, const he::SecretKey& secret,
                 const Ciphertext& ciphertext, const he::Plaintext& plaintext) {
  const auto key_bytes = he::to_bytes(secret), bytes = he::to_bytes(plaintext);
  const he::SecretKey read = he::secret_key_from_bytes(parameters, key_bytes.span());
  const he::Plaintext m = he::plaintext_from_bytes(parameters, bytes.span());
  const he::Plaintext decrypted = he::Decryptor(parameters, read).decrypt(ciphertext);
  record_bytes(Scheme::kName + std::string(" bytes"), secret, read, ciphertext, plaintext, m,
               decrypted);
  std::uint64_t differences = 0;
  for (std::size_t i = 0; i < m.coefficients().size(); ++i) {
    differences |= (m.coefficients()[i] ^ plaintext.coefficients()[i]) |
                   (m.coefficients()[i] ^ decrypted.coefficients()[i]);
  }
  ct::declassify(&differences, sizeof differences);
  expect(differences == 0, "secrets of homomorphic encryption that were read");
  // A coefficient that is 2 too large is refused, and that is all that is known.
  auto damaged = key_bytes;
  damaged[56] |= std::byte{3};
  bool refused = false;
  try {
    (void)he::secret_key_from_bytes(parameters, damaged.span());
  } catch (const Error&) {
    refused = true;
  }
  expect(refused, "a damaged secret key");
}

template <class Scheme>
void check_scheme(const he::Literal& literal) {
  const auto parameters = Scheme::Parameters::create_insecure(literal);
  const std::uint64_t t = literal.plaintext_modulus.word();
  const std::size_t n = literal.degree;
  const std::string check = Scheme::kName + std::string(" mod ") + std::to_string(t);
  auto generator = secret_generator("he");
  he::KeyGenerator key_generator(parameters, generator);
  const he::SecretKey secret = key_generator.secret_key();
  const he::PublicKey public_key = key_generator.public_key(secret);
  const he::Encryptor encryptor(parameters, public_key);
  const he::Decryptor decryptor(parameters, secret);
  const he::RelinKey relin = key_generator.relin_key(secret);
  const auto encoder = he::SlotEncoder::create(parameters);
  const std::uint64_t g = encoder.row_rotation(1);
  const he::GaloisKeys galois = key_generator.galois_keys(secret, {&g, 1});

  const auto values = secret_residues<std::uint64_t>(n, t, generator);
  const he::Plaintext plaintext = encoder.encode(values);
  const auto a = encryptor.encrypt(plaintext, generator);
  check_bytes<Scheme>(parameters, secret, a, plaintext);
  auto session = typename Scheme::Evaluator(parameters).session({relin, galois});
  const auto square = session.multiply(a, a);
  const auto moved = session.apply_galois(session.relinearize(square), g);

  record_bytes(check + " keys", secret, public_key, relin, galois);
  record_bytes(check, plaintext, a, square, moved);

  auto expected = values;
  declassify(expected);
  auto decrypted = encoder.decode(decryptor.decrypt(a));
  declassify(decrypted);
  auto squares = encoder.decode(decryptor.decrypt(square));
  declassify(squares);
  auto rotated = encoder.decode_signed(decryptor.decrypt(moved));
  declassify(rotated);
  // With the secret key, from a seed, for others, and without the circuit.
  const he::SymmetricEncryptor symmetric(parameters, secret);
  const he::Rerandomizer rerandomizer(parameters, key_generator.public_key(secret));
  const auto seeded = symmetric.encrypt_seeded(plaintext, generator).expand();
  const auto sum = session.add(seeded, symmetric.encrypt(plaintext, generator));
  auto released = encoder.decode(decryptor.decrypt_for_release(sum, generator));
  declassify(released);
  const auto rerandomized = rerandomizer.rerandomize(a, generator);
  auto hidden = encoder.decode(decryptor.decrypt(rerandomized));
  declassify(hidden);
  record_bytes(check, sum, rerandomized);
  for (const auto* each : {&decrypted, &squares, &released, &hidden}) record(check, *each);
  record(check, rotated);
  const Modulus modulus(t);
  bool right = true, squared = true, moved_left = true, doubled = true, same = true;
  for (std::size_t j = 0; j < n; ++j) {
    const std::uint64_t v = expected[j], next = squares[j / (n / 2) * (n / 2) + (j + 1) % (n / 2)];
    right = right && decrypted[j] == v;
    squared = squared && squares[j] == modulus.multiply(v, v);
    doubled = doubled && released[j] == modulus.add(v, v);
    same = same && hidden[j] == v;
    moved_left = moved_left && modulus.reduce_signed(rotated[j]) == next;
  }
  expect(right, "homomorphic decryption");
  expect(squared, "homomorphic product");
  expect(moved_left, "homomorphic rotation");
  expect(doubled, "released sum");
  expect(same, "rerandomised ciphertext");
}

// Elements and constants in slots: short and long polynomials, and products by one to three primes.
void check_slots() {
  auto generator = secret_generator("slots");
  for (const auto& [m, t] : {std::pair<std::uint64_t, std::uint64_t>{455, 2},
                             {455, std::uint64_t{1} << 60},
                             {1023, 65536},
                             {1023, 2},
                             {62, 15}}) {
    const auto algebra = he::SlotAlgebra::create(CyclotomicIndex::create(m), t);
    const std::size_t n = algebra.index().degree();
    auto words = secret_residues<std::uint64_t>(n, t, generator);
    auto constants = secret_residues<std::uint64_t>(algebra.slots(), t, generator);
    std::vector<std::uint64_t> polynomial(n), found(n), found_constants(constants.size());
    algebra.encode(polynomial, words);
    record("he slots", polynomial);
    algebra.decode(found, polynomial);
    algebra.encode_constants(polynomial, constants);
    record("he slots", polynomial);
    algebra.decode_constants(found_constants, polynomial);
    for (const auto* each : {&found, &found_constants}) record("he slots", *each);
    for (auto* values : {&words, &found, &constants, &found_constants}) declassify(*values);
    expect(found == words, "elements of slots");
    expect(found_constants == constants, "constants of slots");
  }
}

// Rings of other indices: errors that are reduced, canonical norms, and integers by their digits.
template <class Scheme>
void check_index(const he::Literal& literal) {
  const auto parameters = Scheme::Parameters::create_insecure(literal);
  auto generator = secret_generator("he index");
  he::KeyGenerator key_generator(parameters, generator);
  const he::SecretKey secret = key_generator.secret_key();
  const he::PublicKey key = key_generator.public_key(secret);
  const he::Encryptor encryptor(parameters, key);
  const he::Decryptor decryptor(parameters, secret);
  const he::RelinKey relin = key_generator.relin_key(secret);
  const auto encoder = he::IntegerEncoder::create(parameters, 3);

  const auto values = secret_residues<std::uint64_t>(1, 1000, generator);
  const he::Plaintext plaintext = encoder.encode(static_cast<std::int64_t>(values[0]));
  const auto a = encryptor.encrypt(plaintext, generator);
  const std::uint64_t t = literal.plaintext_modulus.word();
  const he::Plaintext all =
      he::CoefficientEncoder(parameters)
          .encode(secret_residues<std::uint64_t>(parameters.degree(), t, generator));
  check_bytes<Scheme>(parameters, secret, encryptor.encrypt(all, generator), all);
  auto session = typename Scheme::Evaluator(parameters).session(relin);
  const auto square = session.relinearize(session.multiply(a, a));
  const auto scaled = session.multiply_plain(a, plaintext);
  const he::SymmetricEncryptor symmetric(parameters, secret);
  const he::Rerandomizer rerandomizer(parameters, key);
  const auto hidden = rerandomizer.rerandomize(symmetric.encrypt(plaintext, generator), generator);
  const std::string check = Scheme::kName + std::string(" of an index");
  record_bytes(check + " keys", secret, key, relin);
  record_bytes(check, plaintext, a, square, scaled, hidden);
  const auto opened = [&](const he::Plaintext& m) {
    record_bytes(check, m);
    std::int64_t x = encoder.decode(m);
    ct::declassify(&x, sizeof x);
    return x;
  };
  const std::int64_t x = opened(plaintext);
  expect(opened(decryptor.decrypt(square)) == x * x, "a square in another ring");
  expect(opened(decryptor.decrypt(scaled)) == x * x, "a plaintext product in another ring");
  expect(opened(decryptor.decrypt_for_release(a, generator)) == x, "a release in another ring");
  expect(opened(decryptor.decrypt(hidden)) == x, "a rerandomised ciphertext in another ring");
}

}  // namespace

void check_he() {
  check_slots();
  const he::Literal small{.degree = 64,
                          .plaintext_modulus = 65537,
                          .prime_bits = {45, 45, 45},
                          .special_prime_bits = {46}};
  const he::Literal large{.degree = 64,
                          .plaintext_modulus = 1152921504606844417,
                          .prime_bits = {55, 55, 55, 55, 55},
                          .special_prime_bits = {56, 56},
                          .errors = he::ErrorDistribution::discrete_gaussian};
  for (const he::Literal& literal : {small, large}) {
    check_scheme<Bfv>(literal);
    check_scheme<Bgv>(literal);
  }
  const he::Literal index{.index = 63,
                          .plaintext_modulus = 65537,
                          .prime_bits = {50, 50, 50, 50},
                          .special_prime_bits = {51}};
  check_index<Bfv>(index);
  check_index<Bgv>(index);
  check_wide_he();
  check_seal();
  check_apps();
}

}  // namespace lath::testing
