// SPDX-License-Identifier: Apache-2.0
//
// Moduli of integers as bytes, and ciphertexts of one t_i after the other between two sides.
#include <gtest/gtest.h>

#include <algorithm>
#include <span>
#include <string>
#include <vector>

#include "base/expect_error.hpp"
#include "he/plaintexts/corrupted_inputs.hpp"
#include "he/scheme_keys.hpp"
#include "lath/arith/primes.hpp"
#include "lath/he/bytes.hpp"
#include "lath/he/crt/integers.hpp"

namespace lath::testing {
namespace {

namespace crt = he::crt;
using Bytes = std::vector<std::byte>;

template <class Memory>
Bytes copy_of(const Memory& memory) {
  return {memory.span().begin(), memory.span().end()};
}

template <class Scheme>
class CrtModuli : public ::testing::Test {
 protected:
  const he::Literal literal_{.degree = 32,
                             .plaintext_modulus = 257,
                             .prime_bits = std::vector<unsigned>(4, 49),
                             .special_prime_bits = {49, 49},
                             .digit_primes = 2};
  SchemeKeys<Scheme> keys_{literal_};
  const he::KeySpace key_space_ = keys_.parameters.key_space();
  const crt::Moduli moduli_ = crt::Moduli::create(key_space_, 100, 40);
};
TYPED_TEST_SUITE(CrtModuli, BothSchemes);

TYPED_TEST(CrtModuli, AreTheBytesOfTheirDefinition) {
  Bytes expected;
  const auto append = [&](std::uint64_t x, std::size_t bytes) {
    for (std::size_t i = 0; i < bytes; ++i) {
      expected.push_back(static_cast<std::byte>(x >> (8 * i)));
    }
  };
  for (const char c : {'l', 'a', 't', 'h'}) append(static_cast<std::uint64_t>(c), 1);
  for (const unsigned x : {17U, 2U, 0U, 0U}) append(x, 1);
  append(3, 8);
  append(32, 8);
  // The largest primes of 40 bits that are 1 modulo 64.
  const std::vector<std::uint64_t> primes = ntt_primes(40, 32, 3);
  for (const std::uint64_t t : primes) append(t, 8);
  EXPECT_EQ(copy_of(to_bytes(this->moduli_)), expected);
  const auto read = crt::Moduli::from_bytes(this->key_space_, expected);
  EXPECT_EQ(read, this->moduli_);
  EXPECT_EQ(read.bits(), this->moduli_.bits());
  // They may stand in another order, and are others then.
  std::swap_ranges(&expected[24], &expected[32], &expected[32]);
  const auto swapped = crt::Moduli::from_bytes(this->key_space_, expected);
  EXPECT_EQ(swapped[0], primes[1]);
  EXPECT_FALSE(swapped == this->moduli_);
  EXPECT_EQ(copy_of(to_bytes(swapped)), expected);
}

TYPED_TEST(CrtModuli, OfOthersAreRefused) {
  const Bytes good = copy_of(to_bytes(this->moduli_));
  const auto refused = [&](const auto& change, ErrorCode code,
                           std::initializer_list<std::string_view> parts, std::size_t most = 4096) {
    Bytes changed = good;
    change(changed);
    expect_error([&] { (void)crt::Moduli::from_bytes(this->key_space_, changed, most); }, code,
                 parts);
  };
  const auto prime = [](Bytes& bytes, std::size_t i, std::uint64_t t) {
    for (std::size_t k = 0; k < 8; ++k) bytes[24 + 8 * i + k] = static_cast<std::byte>(t >> 8 * k);
  };
  constexpr auto kMalformed = ErrorCode::malformed;
  refused([](Bytes& b) { b.resize(15); }, kMalformed, {"moduli of integers of 15 bytes"});
  refused([](Bytes& b) { b.resize(47); }, kMalformed, {"47 bytes", "exactly 48"});
  refused([](Bytes& b) { b.resize(49); }, kMalformed, {"49 bytes", "exactly 48"});
  refused([](Bytes& b) { b[4] = std::byte{16}; }, kMalformed,
          {"a plaintext space", "need moduli of integers"});
  refused([](Bytes& b) { b[5] = std::byte{1}; }, kMalformed, {"version 1"});
  refused([](Bytes& b) { b[6] = std::byte{1}; }, kMalformed, {"scheme 1"});
  refused([](Bytes& b) { b[8] = std::byte{0}; }, kMalformed, {"without a prime"});
  refused([](Bytes& b) { b[8] = std::byte{4}; }, kMalformed, {"48 bytes", "exactly 56"});
  refused([](Bytes& b) { b[15] = std::byte{128}; }, ErrorCode::unsupported,
          {"9223372036854775811 moduli", "at most 4096", "raise the limit"});
  refused([](Bytes&) {}, ErrorCode::unsupported, {"3 moduli", "at most 2"}, 2);
  refused([](Bytes& b) { b[15] = std::byte{128}; }, ErrorCode::unsupported, {"at most 65536"},
          ~std::size_t{0});
  refused([](Bytes& b) { b[16] = std::byte{64}; }, ErrorCode::mismatch,
          {"in 64 slots", "need 32", "key space"});
  const std::uint64_t t = this->moduli_[0];
  refused([&](Bytes& b) { prime(b, 1, t); }, kMalformed,
          {"the modulus " + std::to_string(t) + " twice"});
  refused([&](Bytes& b) { prime(b, 2, 257); }, kMalformed, {"modulus 257", "20 to 59 bits"});
  refused([&](Bytes& b) { prime(b, 2, ntt_primes(60, 32, 1)[0]); }, kMalformed, {"59 bits"});
  refused([&](Bytes& b) { prime(b, 2, t + 64); }, kMalformed, {"primes that are 1 modulo 64"});
  std::uint64_t other = (std::uint64_t{1} << 40) - 1;
  while (!is_prime(other) || other % 64 == 1) other -= 2;
  refused([&](Bytes& b) { prime(b, 2, other); }, kMalformed, {"primes that are 1 modulo 64"});
  const std::uint64_t q = this->keys_.parameters.ring(4).modulus(2).value();
  refused([&](Bytes& b) { prime(b, 0, q); }, kMalformed,
          {"the modulus " + std::to_string(q) + ", a prime of Q"});

  he::Literal odd = this->literal_;
  odd.degree = 0, odd.index = 45;
  expect_error([&] { (void)crt::Moduli::from_bytes(he::KeySpace::create_insecure(odd), good); },
               ErrorCode::unsupported, {"index 45", "x^n + 1"});
}

TYPED_TEST(CrtModuli, OfCorruptedBytesAreRefusedOrOthers) {
  CorruptedInputs inputs(31);
  SCOPED_TRACE(inputs.label());
  for (const std::size_t bits : {20U, 500U}) {
    const auto moduli = crt::Moduli::create(this->key_space_, bits, 40);
    const auto read_and_write = [&](std::span<const std::byte> damaged) {
      return to_bytes(crt::Moduli::from_bytes(this->key_space_, damaged));
    };
    const Bytes bytes = copy_of(to_bytes(moduli));
    inputs.read(bytes, 1000, read_and_write);
    // Another residue of a prime is often a prime.
    for (std::uint64_t k = 1; k < 100; ++k) {
      Bytes other = bytes;
      const std::uint64_t t = moduli[0] - 64 * k;
      for (std::size_t i = 0; i < 8; ++i) other[24 + i] = static_cast<std::byte>(t >> 8 * i);
      const bool valid =
          is_prime(t) && std::ranges::count(moduli.basis().moduli(), t, &Modulus::value) == 0;
      if (!valid) continue;
      EXPECT_EQ(copy_of(read_and_write(other)), other);
    }
  }
  EXPECT_GT(inputs.refused(), 1000U);
}

// A client sends the moduli, and then ciphertexts for one t_i after the other; the server answers
// each before it reads the next one.
TYPED_TEST(CrtModuli, AreAStreamOfCiphertexts) {
  const auto& client = this->keys_.parameters;
  const auto server = TypeParam::Parameters::create(
      TypeParam::Parameters::create_insecure(this->literal_).key_space(),
      he::PlaintextSpace::integer(257));
  const auto moduli = crt::Moduli::from_bytes(server.key_space(), copy_of(to_bytes(this->moduli_)));
  he::WideValues integers(32, 1);
  SeededValues values(3);
  for (std::uint64_t& x : integers.span()) x = values.next() >> 16;
  crt::Residues residues(this->moduli_);
  std::vector<Bytes> sent, decrypted;
  crt::for_each_modulus(client, this->moduli_, [&](const auto& part) {
    const he::Encryptor encryptor(part.parameters(), this->keys_.public_key);
    const auto x = encryptor.encrypt(part.encode(integers, Representative::nonnegative),
                                     this->keys_.generator);
    sent.push_back(copy_of(he::to_bytes(x)));
    // The server's side of this t_i.
    const crt::Part<TypeParam> own(server, moduli, part.index());
    auto session = typename TypeParam::Evaluator(own.parameters()).session(this->keys_.relin);
    const auto y = he::ciphertext_from_bytes(own.parameters(), sent.back());
    const auto answer = he::to_bytes(session.relinearize(session.multiply(y, y)));
    // Back at the client.
    const auto product = he::ciphertext_from_bytes(part.parameters(), answer.span());
    const auto plaintext = he::Decryptor(part.parameters(), this->keys_.secret).decrypt(product);
    decrypted.push_back(copy_of(he::to_bytes(plaintext)));
  });
  // Plaintexts that were kept as bytes are put together later.
  for (std::size_t i = 0; i < moduli.size(); ++i) {
    const crt::Part<TypeParam> part(client, this->moduli_, i);
    residues.take(part, he::plaintext_from_bytes(part.parameters(), decrypted[i]));
    for (std::size_t j = 0; j < moduli.size(); ++j) {
      if (i == j) continue;
      expect_error([&] { (void)he::ciphertext_from_bytes(part.parameters(), sent[j]); },
                   ErrorCode::mismatch, {"a ciphertext of other parameters"});
      expect_error([&] { (void)he::plaintext_from_bytes(part.parameters(), decrypted[j]); },
                   ErrorCode::mismatch, {"a plaintext of other parameters"});
    }
  }
  const he::WideValues squares = residues.integers(Representative::nonnegative);
  for (std::size_t i = 0; i < squares.size(); ++i) {
    const uint128 expected = uint128{integers[i][0]} * integers[i][0];
    EXPECT_EQ(squares[i][0], static_cast<std::uint64_t>(expected));
    EXPECT_EQ(squares[i][1], static_cast<std::uint64_t>(expected >> 64));
  }
}

}  // namespace
}  // namespace lath::testing
