// SPDX-License-Identifier: Apache-2.0
//
// Runs everything that touches secrets with poisoned secrets. Valgrind reports every branch and
// every address that depends on one. What becomes public on the way is declassified by the library,
// where its reasons stand; this program declassifies only results that it compares.
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ml_kem/packed.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/samplers.hpp"
#include "secrets.hpp"

namespace lath {
namespace {

using testing::expect;
using testing::record;
using testing::secret_generator;
using testing::secret_residues;

std::set<std::string> ran;  // the kernels

constexpr SecurityLevel kLevels[] = {SecurityLevel::bits128, SecurityLevel::bits192,
                                     SecurityLevel::bits256};

template <ResidueWord Word>
void check_kernels(std::size_t degree, std::uint64_t p) {
  auto generator = secret_generator("kernels");
  for (const Kernel kernel : available_kernels<Word>(p)) {
    const auto plan = NttPlan<Word>::create(degree, p, kernel);
    const std::string name =
        std::string(family_name(kernel.family)) + "/" + std::string(isa_name(kernel.isa));
    ran.insert(name);
    // Records what the last step left, and gives it to the next one.
    const auto kept = [&name](std::vector<Word>& words) {
      record("kernel " + name, words);
      return words.data();
    };
    auto a = secret_residues<Word>(degree, p, generator);
    const auto b = secret_residues<Word>(degree, p, generator);
    auto before = a;
    plan.forward(kept(a));
    plan.arithmetic().multiply(kept(a), a.data(), b.data(), plan.degree());
    plan.arithmetic().multiply_add(kept(a), a.data(), b.data(), a.data(), plan.degree());
    plan.arithmetic().apply(Operation::multiply_subtract, kept(a), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::subtract_product, kept(a), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::add_products, kept(a),
                            {a.data(), b.data(), a.data(), a.data()}, plan.degree());
    plan.arithmetic().apply(Operation::multiply_sum, kept(a), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::multiply_difference, kept(a), {a.data(), b.data(), a.data()},
                            plan.degree());
    auto quotients = b;
    plan.arithmetic().prepare(kept(quotients), b.data(), plan.degree());
    plan.arithmetic().multiply_prepared(kept(a), a.data(), b.data(), quotients.data(),
                                        plan.degree());
    plan.arithmetic().add(kept(a), a.data(), b.data(), plan.degree());
    plan.arithmetic().subtract(kept(a), a.data(), b.data(), plan.degree());
    plan.arithmetic().negate(kept(a), a.data(), plan.degree());
    const Scalar<Word> w = plan.arithmetic().scalar(b[0]);
    plan.arithmetic().scale(kept(a), a.data(), w, plan.degree());
    plan.arithmetic().scale_add(kept(a), a.data(), b.data(), w, plan.degree());
    plan.arithmetic().apply(Operation::subtract_scaled, kept(a), {a.data(), b.data(), &w.value},
                            plan.degree());
    plan.arithmetic().apply(Operation::scale_difference, kept(a), {a.data(), b.data(), &w.value},
                            plan.degree());
    plan.arithmetic().scale_difference_add(kept(a), a.data(), b.data(), a.data(), w, plan.degree());
    plan.inverse(kept(a));
    plan.convolve_transformed(kept(a), b.data());
    auto memory = b;
    plan.convolve(kept(a), memory.data());
    plan.forward(kept(before));
    plan.inverse(kept(before));
    plan.forward_lazy(kept(before));
    plan.arithmetic().reduce(kept(before), before.data(), plan.degree());
    plan.forward(kept(before), b.data());
    plan.forward_centered(kept(before), b.data(), static_cast<Word>(p + 2));
    plan.forward(kept(before), reinterpret_cast<const std::int8_t*>(b.data()));
    // Zeros, whose sign in double precision is where an emulator may differ from a CPU.
    plan.arithmetic().subtract(kept(before), a.data(), a.data(), plan.degree());
    plan.forward(kept(before));
    plan.inverse(kept(before));
    plan.arithmetic().reduce(kept(before), before.data(), plan.degree());
    for (auto* words : {&a, &quotients, &memory, &before}) kept(*words);
    ct::declassify(a.data(), a.size() * sizeof(Word));
    for (const Word word : a) expect(word < p, "a kernel left a word that is not reduced");
  }
}

void check_all_kernels() {
  for (const std::size_t degree : {2U, 4U, 8U, 16U, 32U, 64U, 1024U}) {
    check_kernels<std::uint16_t>(degree, 12289);
    check_kernels<std::uint32_t>(degree, ntt_primes(30, degree, 1).front());
    check_kernels<std::uint64_t>(degree, ntt_primes(50, degree, 1).front());
    check_kernels<std::uint64_t>(degree, ntt_primes(62, degree, 1).front());
  }
  // Beyond the first-level cache the schedule is another one.
  check_kernels<std::uint64_t>(8192, ntt_primes(50, 8192, 1).front());
}

void check_samplers(Cipher cipher) {
  const std::string check =
      "samplers by " + std::string(cipher == Cipher::chacha20 ? "ChaCha20" : "AES-256-CTR");
  auto generator = secret_generator("samplers", cipher);
  for (const std::uint64_t p : {2ULL, 3ULL, 7681ULL, 12289ULL, 65536ULL}) {
    std::vector<std::uint16_t> words(1500);
    sample_uniform(std::span(words), p, generator);
    record(check, words);
  }
  for (const std::uint64_t p : {12289ULL, 1073479681ULL, (1ULL << 50) - 27, (1ULL << 62) - 57}) {
    std::vector<std::uint64_t> words(1500);
    sample_uniform(std::span(words), p, generator);
    record(check, words);
  }
  std::vector<std::int8_t> draws(1500);
  for (const unsigned eta : {1U, 2U, 3U, 8U, 9U, 16U, 17U, 21U, 32U}) {
    sample_centered_binomial(draws, eta, generator);
    record(check, draws);
  }
  sample_ternary(draws, generator);
  record(check, draws);
  sample_nearly_uniform(draws, 6, generator);
  record(check, draws);
  // Densities of one, two, four and eight bytes per draw.
  for (const double density : {0.5, 0x1.01p-1, 0x1.00001p-1, 1.0 / 3}) {
    sample_ternary(draws, Density::of(density), generator);
    record(check, draws);
  }
  for (const std::size_t weight : {0U, 1U, 64U, 1500U}) {
    sample_fixed_weight(draws, weight, generator);
    record(check, draws);
  }
  std::vector<std::int64_t> integers(1500);
  sample_bounded(integers, -5, 5, generator);
  record(check, integers);
  sample_bounded(integers, -(std::int64_t{1} << 60), 12345, generator);
  record(check, integers);
  DiscreteGaussian::create(3.2, 0.25).sample(integers, generator);
  record(check, integers);
  // A table of more than one digit of registers.
  DiscreteGaussian::create(400).sample(std::span(integers).first(70), generator);
  record(check, integers);
  auto child = generator.split("child");
  sample_ternary(draws, child);
  record(check, draws);
}

void check_packed_rlwe(const rlwe::Scheme& scheme, const rlwe::KeyPair& keys,
                       Generator& generator) {
  constexpr std::size_t kCount = 3;
  std::vector<std::byte> secrets(kCount * scheme.parameters().message_bytes), found(secrets.size());
  std::vector<std::byte> ciphertexts(kCount * scheme.ciphertext_bytes());
  generator.fill(secrets);
  ct::poison(secrets.data(), secrets.size());
  scheme.encrypt_packed(keys.public_key, secrets, ciphertexts, generator);
  expect(scheme.decrypt_packed(keys.secret_key, ciphertexts, found).empty(), "all are well-formed");
  bool same = ct::equal(found, secrets);
  ct::declassify(&same, sizeof same);
  expect(same, "decryption gives back the secrets");
  const auto bytes = scheme.to_bytes(keys.secret_key);
  for (const auto& each : {secrets, ciphertexts, found}) record("pke rlwe packed", each);
  const auto back = scheme.secret_key_from_bytes(bytes.span());
  expect(back.s.memory().size() == keys.secret_key.s.memory().size(), "secret keys come back");
}

void check_rlwe() {
  auto generator = secret_generator("rlwe");
  for (const SecurityLevel level : kLevels) {
    const auto scheme = rlwe::Scheme::create(rlwe::recommended_parameters(level));
    const rlwe::KeyPair keys = scheme.generate_keys(generator);
    rlwe::Message secret(scheme.parameters().message_bytes);
    generator.fill(secret.span());
    ct::poison(secret.data(), secret.size());
    const rlwe::Ciphertext ciphertext = scheme.encrypt(keys.public_key, secret, generator);
    record("pke rlwe", scheme.to_bytes(keys.public_key));
    record("pke rlwe", scheme.to_bytes(keys.secret_key));
    record("pke rlwe", scheme.to_bytes(ciphertext));
    const auto words = keys.secret_key.s.memory();
    ct::poison(words.data(), words.size_bytes());
    const rlwe::Message found = scheme.decrypt(keys.secret_key, ciphertext);
    record("pke rlwe", found.span());
    bool same = ct::equal(found.span(), secret.span());
    ct::declassify(&same, sizeof same);
    expect(same, "decryption gives back the secret");
    check_packed_rlwe(scheme, keys, generator);
  }
}

template <unsigned kSet>
void check_ml_kem() {
  const std::string check = "ml_kem " + std::to_string(kSet);
  auto generator = secret_generator("ml_kem");
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  const auto sent = ml_kem::encapsulate(keys.public_key, generator);
  // The public key inside the secret key and its hash are as public as the key itself.
  const auto bytes = keys.secret_key.bytes();
  record(check, keys.public_key.bytes());
  record(check, bytes);
  record(check, sent.ciphertext.bytes);
  ct::poison(bytes.data(), 3 * kSet / 2);
  ct::poison(bytes.last(32).data(), 32);
  const auto restored = ml_kem::SecretKey<kSet>::from_bytes(bytes);
  auto changed = sent.ciphertext;
  changed.bytes[7] ^= std::byte{1};
  for (const auto& [ciphertext, honest] : {std::pair(sent.ciphertext, true), {changed, false}}) {
    const auto found = ml_kem::decapsulate(restored, ciphertext);
    record(check, found.span());
    bool same = ct::equal(found.span(), sent.secret.span());
    ct::declassify(&same, sizeof same);
    expect(same == honest, "an honest ciphertext, and no other, gives the secret");
  }
}

template <unsigned kSet>
void check_packed_ml_kem() {
  constexpr std::size_t kCount = 9;  // a vector of states, and one
  constexpr std::size_t kPublic = ml_kem::PublicKey<kSet>::kBytes,
                        kSecret = ml_kem::SecretKey<kSet>::kBytes,
                        kCipher = ml_kem::Ciphertext<kSet>::kBytes;
  auto generator = secret_generator("packed ml_kem");
  std::vector<std::byte> public_keys(kCount * kPublic), secret_keys(kCount * kSecret),
      ciphertexts(kCount * kCipher), secrets(kCount * 32), found(kCount * 32);
  ml_kem::generate_keys_packed<kSet>(public_keys, secret_keys, generator);
  expect(ml_kem::encapsulate_packed<kSet>(public_keys, ciphertexts, secrets, generator).empty(),
         "new public keys are valid");
  for (std::size_t i = 0; i < kCount; ++i) {
    ct::poison(&secret_keys[i * kSecret], 3 * kSet / 2);
    ct::poison(&secret_keys[(i + 1) * kSecret - 32], 32);
  }
  const std::string check = "ml_kem packed " + std::to_string(kSet);
  for (const auto& each : {public_keys, secret_keys}) record(check, each);
  const auto compare = [&](const char* what) {
    for (const auto& each : {ciphertexts, secrets, found}) record(check, each);
    for (std::size_t i = 0; i < kCount; ++i) {
      const auto part = [i](const auto& all) { return std::span(all).subspan(32 * i, 32); };
      bool same = ct::equal(part(found), part(secrets));
      ct::declassify(&same, sizeof same);
      expect(same == (i != 4), what);
    }
  };
  ciphertexts[4 * kCipher + 7] ^= std::byte{1};
  expect(ml_kem::decapsulate_packed<kSet>(secret_keys, ciphertexts, found).empty(),
         "new secret keys are valid");
  compare("honest ciphertexts among many, and no others, give their secrets");

  const auto key = ml_kem::KeyPair<kSet>::from_seed(std::vector<std::byte>(64));
  const auto s = key.secret_key.bytes();
  ct::poison(s.data(), 3 * kSet / 2);
  ct::poison(s.last(32).data(), 32);
  ml_kem::encapsulate_packed(key.public_key, ciphertexts, secrets, generator);
  ciphertexts[4 * kCipher + 7] ^= std::byte{1};
  ml_kem::decapsulate_packed(key.secret_key, ciphertexts, found);
  compare("honest ciphertexts for one key, and no others, give their secrets");
}

template <unsigned... kSets>
void check_ml_kem_of_sets() {
  (..., (check_ml_kem<kSets>(), check_packed_ml_kem<kSets>()));
}
void poison_key(const lwe::SecretKey& key) {
  const auto words = key.s.words();
  ct::poison(words.data(), words.size_bytes());
}
void poison_key(const mlwe::SecretKey& key) {
  for (const auto& entry : key.s) ct::poison(entry.memory().data(), entry.memory().size_bytes());
}

template <class Scheme>
void check_module_scheme(const Scheme& scheme) {
  const std::string check = std::is_same_v<Scheme, lwe::Scheme> ? "pke lwe" : "pke mlwe";
  auto generator = secret_generator("module schemes");
  const auto keys = scheme.generate_keys(generator);
  typename Scheme::Message message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  ct::poison(message.data(), message.span().size_bytes());
  const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  record(check, scheme.to_bytes(keys.public_key));
  record(check, scheme.to_bytes(keys.secret_key));
  record(check, scheme.to_bytes(ciphertext));
  poison_key(keys.secret_key);
  const auto found = scheme.decrypt(keys.secret_key, ciphertext);
  record(check, found.span());
  bool same = ct::equal(std::as_bytes(found.span()), std::as_bytes(std::as_const(message).span()));
  ct::declassify(&same, sizeof same);
  expect(same, "decryption gives back the message");

  constexpr std::size_t kCount = 3;
  std::vector<std::byte> messages(kCount * scheme.message_bytes()), back(messages.size());
  for (std::size_t i = 0; i < messages.size(); i += 2) messages[i] = std::byte{1};  // reduced
  ct::poison(messages.data(), messages.size());
  std::vector<std::byte> ciphertexts(kCount * scheme.ciphertext_bytes());
  scheme.encrypt_packed(keys.public_key, messages, ciphertexts, generator);
  expect(scheme.decrypt_packed(keys.secret_key, ciphertexts, back).empty(), "all are well-formed");
  for (const auto& each : {ciphertexts, back}) record(check, each);
  same = ct::equal(back, messages);
  ct::declassify(&same, sizeof same);
  expect(same, "decryption gives back the messages");
}

// Moduli with a complete and with an incomplete transform; ternary and wider noise.
void check_module_schemes() {
  check_module_scheme(lwe::Scheme::create(lwe::recommended_parameters()));
  for (const SecurityLevel level : kLevels) {
    check_module_scheme(mlwe::Scheme::create(mlwe::recommended_parameters(level)));
  }
  for (const unsigned noise : {1U, 3U}) {
    for (const std::uint64_t q : {1073479681U, 7873U}) {
      check_module_scheme(lwe::Scheme::create_insecure({.rows = 33,
                                                        .columns = 20,
                                                        .message_rows = 3,
                                                        .message_columns = 5,
                                                        .modulus = q,
                                                        .plaintext_modulus = 3,
                                                        .noise = noise}));
      check_module_scheme(mlwe::Scheme::create_insecure({.degree = 64,
                                                         .rows = 3,
                                                         .columns = 2,
                                                         .message_rows = 2,
                                                         .message_columns = 2,
                                                         .modulus = q,
                                                         .plaintext_modulus = 3,
                                                         .noise = noise}));
    }
  }
}

// Key generation, encapsulation and decapsulation of honest and other ciphertexts, with everything
// of a secret key poisoned but the public key inside of it and its hash.
template <class Kem>
void check_transform(const Kem& kem) {
  const std::string check = "pke " + kem.name();
  auto generator = secret_generator("fujisaki-okamoto");
  auto keys = kem.generate_keys(generator);
  const auto sent = kem.encapsulate(keys.public_key.span(), generator);
  const auto secret_key = keys.secret_key.span();
  record(check, keys.public_key.span());
  record(check, secret_key);
  record(check, sent.ciphertext.span());
  const std::size_t s = kem.scheme().secret_key_bytes();
  ct::poison(secret_key.data(), s);
  ct::declassify(secret_key.data() + s, kem.public_key_bytes() + 32);
  ct::poison(secret_key.last(32).data(), 32);
  auto changed = sent.ciphertext;
  changed[0] ^= std::byte{1};
  for (const auto& [ciphertext, honest] : {std::pair(&sent.ciphertext, true), {&changed, false}}) {
    const auto found = kem.decapsulate(secret_key, ciphertext->span());
    record(check, found.span());
    bool same = ct::equal(found.span(), sent.secret.span());
    ct::declassify(&same, sizeof same);
    expect(same == honest, "an honest ciphertext, and no other, gives the secret");
  }
}

void check_key_encapsulations() {
  for (const SecurityLevel level : kLevels) {
    check_transform(FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters(level))));
    check_transform(FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters(level))));
  }
}

}  // namespace
}  // namespace lath

int main() {
  lath::check_all_kernels();
  lath::check_samplers(lath::Cipher::aes_256_ctr);
  lath::check_samplers(lath::Cipher::chacha20);
  lath::testing::check_rings();
  lath::testing::check_age();
  lath::testing::check_locked();
  lath::testing::check_he();
  lath::check_rlwe();
  lath::check_ml_kem_of_sets<512, 768, 1024>();
  lath::testing::check_key_files();
  lath::check_module_schemes();
  lath::check_key_encapsulations();
  lath::testing::print_results();
  std::printf("everything that touches secrets ran, with the kernels");
  for (const std::string& name : lath::ran) std::printf(" %s", name.c_str());
  std::printf("\n");
  return lath::testing::failures == 0 ? 0 : 1;
}
