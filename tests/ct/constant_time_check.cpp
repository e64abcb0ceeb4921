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
    ran.insert(std::string(family_name(kernel.family)) + "/" + std::string(isa_name(kernel.isa)));
    auto a = secret_residues<Word>(degree, p, generator);
    const auto b = secret_residues<Word>(degree, p, generator);
    auto before = a;
    plan.forward(a.data());
    plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
    plan.arithmetic().multiply_add(a.data(), a.data(), b.data(), a.data(), plan.degree());
    plan.arithmetic().apply(Operation::multiply_subtract, a.data(), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::subtract_product, a.data(), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::add_products, a.data(),
                            {a.data(), b.data(), a.data(), a.data()}, plan.degree());
    plan.arithmetic().apply(Operation::multiply_sum, a.data(), {a.data(), b.data(), a.data()},
                            plan.degree());
    plan.arithmetic().apply(Operation::multiply_difference, a.data(),
                            {a.data(), b.data(), a.data()}, plan.degree());
    auto quotients = b;
    plan.arithmetic().prepare(quotients.data(), b.data(), plan.degree());
    plan.arithmetic().multiply_prepared(a.data(), a.data(), b.data(), quotients.data(),
                                        plan.degree());
    plan.arithmetic().add(a.data(), a.data(), b.data(), plan.degree());
    plan.arithmetic().subtract(a.data(), a.data(), b.data(), plan.degree());
    plan.arithmetic().negate(a.data(), a.data(), plan.degree());
    const Scalar<Word> w = plan.arithmetic().scalar(b[0]);
    plan.arithmetic().scale(a.data(), a.data(), w, plan.degree());
    plan.arithmetic().scale_add(a.data(), a.data(), b.data(), w, plan.degree());
    plan.arithmetic().apply(Operation::subtract_scaled, a.data(), {a.data(), b.data(), &w.value},
                            plan.degree());
    plan.arithmetic().apply(Operation::scale_difference, a.data(), {a.data(), b.data(), &w.value},
                            plan.degree());
    plan.arithmetic().scale_difference_add(a.data(), a.data(), b.data(), a.data(), w,
                                           plan.degree());
    plan.inverse(a.data());
    plan.convolve_transformed(a.data(), b.data());
    auto memory = b;
    plan.convolve(a.data(), memory.data());
    plan.forward(before.data());
    plan.inverse(before.data());
    plan.forward_lazy(before.data());
    plan.arithmetic().reduce(before.data(), before.data(), plan.degree());
    plan.forward(before.data(), b.data());
    plan.forward_centered(before.data(), b.data(), static_cast<Word>(p + 2));
    plan.forward(before.data(), reinterpret_cast<const std::int8_t*>(b.data()));
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
  auto generator = secret_generator("samplers", cipher);
  for (const std::uint64_t p : {2ULL, 3ULL, 7681ULL, 12289ULL, 65536ULL}) {
    std::vector<std::uint16_t> words(1500);
    sample_uniform(std::span(words), p, generator);
  }
  for (const std::uint64_t p : {12289ULL, 1073479681ULL, (1ULL << 50) - 27, (1ULL << 62) - 57}) {
    std::vector<std::uint64_t> words(1500);
    sample_uniform(std::span(words), p, generator);
  }
  std::vector<std::int8_t> draws(1500);
  for (const unsigned eta : {1U, 2U, 3U, 8U, 9U, 16U, 17U, 21U, 32U}) {
    sample_centered_binomial(draws, eta, generator);
  }
  sample_ternary(draws, generator);
  sample_nearly_uniform(draws, 6, generator);
  // Densities of one, two, four and eight bytes per draw.
  for (const double density : {0.5, 0x1.01p-1, 0x1.00001p-1, 1.0 / 3}) {
    sample_ternary(draws, Density::of(density), generator);
  }
  for (const std::size_t weight : {0U, 1U, 64U, 1500U}) {
    sample_fixed_weight(draws, weight, generator);
  }
  std::vector<std::int64_t> integers(1500);
  sample_bounded(integers, -5, 5, generator);
  sample_bounded(integers, -(std::int64_t{1} << 60), 12345, generator);
  DiscreteGaussian::create(3.2, 0.25).sample(integers, generator);
  // A table of more than one digit of registers.
  DiscreteGaussian::create(400).sample(std::span(integers).first(70), generator);
  auto child = generator.split("child");
  sample_ternary(draws, child);
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
    const auto words = keys.secret_key.s.memory();
    ct::poison(words.data(), words.size_bytes());
    const rlwe::Message found = scheme.decrypt(keys.secret_key, ciphertext);
    bool same = ct::equal(found.span(), secret.span());
    ct::declassify(&same, sizeof same);
    expect(same, "decryption gives back the secret");
    check_packed_rlwe(scheme, keys, generator);
  }
}

template <unsigned kSet>
void check_ml_kem() {
  auto generator = secret_generator("ml_kem");
  const auto keys = ml_kem::generate_keys<kSet>(generator);
  const auto sent = ml_kem::encapsulate(keys.public_key, generator);
  // The public key inside the secret key and its hash are as public as the key itself.
  const auto bytes = keys.secret_key.bytes();
  ct::poison(bytes.data(), 3 * kSet / 2);
  ct::poison(bytes.last(32).data(), 32);
  const auto restored = ml_kem::SecretKey<kSet>::from_bytes(bytes);
  auto changed = sent.ciphertext;
  changed.bytes[7] ^= std::byte{1};
  for (const auto& [ciphertext, honest] : {std::pair(sent.ciphertext, true), {changed, false}}) {
    const auto found = ml_kem::decapsulate(restored, ciphertext);
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
  const auto compare = [&](const char* what) {
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

void poison_key(const lwe::SecretKey& key) {
  const auto words = key.s.words();
  ct::poison(words.data(), words.size_bytes());
}
void poison_key(const mlwe::SecretKey& key) {
  for (const auto& entry : key.s) ct::poison(entry.memory().data(), entry.memory().size_bytes());
}

template <class Scheme>
void check_module_scheme(const Scheme& scheme) {
  auto generator = secret_generator("module schemes");
  const auto keys = scheme.generate_keys(generator);
  typename Scheme::Message message(scheme.message_size());
  sample_uniform(message.span(), scheme.parameters().plaintext_modulus, generator);
  ct::poison(message.data(), message.span().size_bytes());
  const auto ciphertext = scheme.encrypt(keys.public_key, message, generator);
  poison_key(keys.secret_key);
  const auto found = scheme.decrypt(keys.secret_key, ciphertext);
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
void check_fujisaki_okamoto(const Kem& kem) {
  auto generator = secret_generator("fujisaki-okamoto");
  auto keys = kem.generate_keys(generator);
  const auto sent = kem.encapsulate(keys.public_key.span(), generator);
  const auto secret_key = keys.secret_key.span();
  const std::size_t s = kem.scheme().secret_key_bytes();
  ct::poison(secret_key.data(), s);
  ct::declassify(secret_key.data() + s, kem.public_key_bytes() + 32);
  ct::poison(secret_key.last(32).data(), 32);
  auto changed = sent.ciphertext;
  changed[0] ^= std::byte{1};
  for (const auto& [ciphertext, honest] : {std::pair(&sent.ciphertext, true), {&changed, false}}) {
    const auto found = kem.decapsulate(secret_key, ciphertext->span());
    bool same = ct::equal(found.span(), sent.secret.span());
    ct::declassify(&same, sizeof same);
    expect(same == honest, "an honest ciphertext, and no other, gives the secret");
  }
}

void check_key_encapsulations() {
  for (const SecurityLevel level : kLevels) {
    check_fujisaki_okamoto(
        FujisakiOkamoto(mlwe::Scheme::create(mlwe::recommended_parameters(level))));
    check_fujisaki_okamoto(
        FujisakiOkamoto(rlwe::Scheme::create(rlwe::recommended_parameters(level))));
  }
}

}  // namespace
}  // namespace lath

int main() {
  lath::check_all_kernels();
  lath::check_samplers(lath::Cipher::aes_256_ctr);
  lath::check_samplers(lath::Cipher::chacha20);
  lath::testing::check_rings();
  lath::testing::check_he();
  lath::check_rlwe();
  lath::check_ml_kem<512>();
  lath::check_packed_ml_kem<512>();
  lath::check_ml_kem<768>();
  lath::check_packed_ml_kem<768>();
  lath::check_ml_kem<1024>();
  lath::check_packed_ml_kem<1024>();
  lath::check_module_schemes();
  lath::check_key_encapsulations();
  std::printf("everything that touches secrets ran, with the kernels");
  for (const std::string& name : lath::ran) std::printf(" %s", name.c_str());
  std::printf("\n");
  return lath::testing::failures == 0 ? 0 : 1;
}
