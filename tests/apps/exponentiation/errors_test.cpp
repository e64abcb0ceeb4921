// SPDX-License-Identifier: Apache-2.0
//
// Everything that can be wrong in an exponentiation is refused before anything is computed, and
// bytes from anywhere are refused by a typed error.
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdint>
#include <stop_token>
#include <vector>

#include "apps/exponentiation/protocol.hpp"
#include "base/expect_error.hpp"
#include "base/seeded_values.hpp"

namespace lath::testing {
namespace {

using apps::ExponentiationClient;
using apps::ExponentiationOptions;
using apps::ExponentiationServer;

constexpr ExponentiationOptions kSmall{
    .window_bits = 2, .windows_a_product = 2, .degree = 64, .exponent_bits = 16};

void refuse_client(const Natural& modulus, const ExponentiationOptions& options, const char* part) {
  Generator generator = Generator::from_seed(Seed{}, "refused");
  expect_error([&] { (void)ExponentiationClient::create_insecure(modulus, generator, options); },
               ErrorCode::invalid_argument, {part});
}

TEST(ExponentiationErrors, AreOfNumbersOutOfTheirRanges) {
  for (const std::uint64_t modulus : {0U, 1U, 2U, 1000U})
    refuse_client(modulus, kSmall, "modulus N");
  const auto changed = [](auto change) {
    ExponentiationOptions options = kSmall;
    change(options);
    return options;
  };
  refuse_client(1001, changed([](auto& o) { o.window_bits = 0; }), "windows of 0 bits");
  refuse_client(1001, changed([](auto& o) { o.window_bits = 6; }), "windows of 6 bits");
  refuse_client(1001, changed([](auto& o) { o.windows_a_product = 0; }), "products of 0");
  refuse_client(1001, changed([](auto& o) { o.windows_a_product = 5; }), "products of 5");
  refuse_client(1001, changed([](auto& o) { o.degree = 48; }), "degree of 48");
  refuse_client(1001, changed([](auto& o) { o.exponent_bits = 4097; }), "4097 bits");
  refuse_client(1001, changed([](auto& o) { o.exponent_bits = 90; }), "unit vectors");
  // Secure parameters have a degree of thousands.
  Generator generator = Generator::from_seed(Seed{}, "refused");
  expect_error([&] { ExponentiationClient(1001, generator, kSmall); }, ErrorCode::invalid_argument,
               {"64"});
}

TEST(ExponentiationErrors, AreOfExponentsAndBases) {
  SeededValues values(1);
  ExponentiationPair pair(odd_modulus(values, 96), kSmall);
  const auto ask = [&](std::vector<std::uint64_t> exponent) {
    return pair.client.query(exponent, pair.generator);
  };
  expect_error([&] { (void)ask({1 << 16}); }, ErrorCode::invalid_argument, {"16 bits"});
  expect_error([&] { (void)ask({1, 0, 1}); }, ErrorCode::invalid_argument, {"16 bits"});
  he::WideValues bases = pair.bases(values);
  const auto answer = [&](const he::WideValues& of, std::size_t first, std::size_t last) {
    pair.server.answer(of, first, last, [](std::span<const std::byte>) { FAIL(); });
  };
  expect_error([&] { answer(bases, 0, 1); }, ErrorCode::invalid_argument, {"without an exponent"});
  pair.server.load(ask({(1 << 16) - 1, 0, 0}));
  expect_error([&] { answer(bases, 0, 5); }, ErrorCode::invalid_argument, {"0 to 5"});
  expect_error([&] { answer(bases, 3, 2); }, ErrorCode::invalid_argument, {"3 to 2"});
  expect_error([&] { answer(he::WideValues(63, 2), 0, 1); }, ErrorCode::mismatch, {"63"});
  expect_error([&] { answer(he::WideValues(64, 3), 0, 1); }, ErrorCode::mismatch, {"3 words"});
  std::ranges::copy(pair.modulus.words(), bases[63].begin());
  expect_error([&] { answer(bases, 0, 1); }, ErrorCode::invalid_argument, {"base 63"});
}

TEST(ExponentiationErrors, AreOfMessagesOutOfPlace) {
  SeededValues values(2);
  SCOPED_TRACE(values.label());
  const Natural modulus = odd_modulus(values, 96);
  ExponentiationPair pair(modulus, kSmall), other(modulus, kSmall);
  const he::WideValues bases = pair.bases(values);
  const std::vector<std::uint64_t> d{12345};
  const auto mismatch = ErrorCode::mismatch;
  Generator stranger = Generator::from_seed(Seed{}, "a stranger");
  auto client = ExponentiationClient::create_insecure(modulus, stranger, kSmall);
  expect_error([&] { pair.client.take(pair.setup); }, ErrorCode::invalid_argument, {"query"});
  const Buffer<std::byte> first = pair.client.query(d, pair.generator);
  pair.server.load(first);
  const auto old = pair.answers(bases, 0, 1);
  const Buffer<std::byte> second = pair.client.query(d, pair.generator);
  pair.server.load(second);
  expect_error([&] { pair.server.load(first); }, mismatch, {"exponent 1"});
  expect_error([&] { pair.server.load(second); }, mismatch, {"exponent 2"});
  expect_error([&] { pair.server.load(pair.setup); }, mismatch, {"message 1"});
  expect_error([&] { pair.server.load(client.query(d, stranger)); }, mismatch, {"session"});
  expect_error([&] { ExponentiationServer{first}; }, mismatch, {"message 2"});
  expect_error([&] { pair.client.take(old[0]); }, mismatch, {"exponent 1"});
  const auto answers = pair.answers(bases, 0, 2);
  expect_error([&] { pair.client.take(answers[1]); }, mismatch, {"number 1", "number 0"});
  pair.client.take(answers[0]);
  expect_error([&] { pair.client.take(answers[0]); }, mismatch, {"number 0", "number 1"});
  expect_error([&] { client.take(answers[1]); }, mismatch, {"session"});
  expect_error([&] { (void)pair.client.results(); }, ErrorCode::invalid_argument, {"1 answers"});
  for (std::size_t i = 1; i < answers.size(); ++i) pair.client.take(answers[i]);
  // The server starts again in the middle, and the client after it was saved.
  auto restored = ExponentiationClient::restore(pair.client.save());
  ExponentiationServer again(pair.setup);
  again.load(second);
  again.answer(bases, 2, 4, [&](std::span<const std::byte> answer) { restored.take(answer); });
  expect_powers_of(bases, d, modulus, restored.results());
  expect_error([&] { restored.take(answers[0]); }, ErrorCode::invalid_argument, {"last one"});
}

TEST(ExponentiationErrors, AreOfMemoryAndCancelledWork) {
  SeededValues values(3);
  ExponentiationPair pair(odd_modulus(values, 96), kSmall);
  const std::size_t memory = pair.server.sizes().server_memory;
  expect_error([&] { ExponentiationServer(pair.setup, {.memory = memory - 1}); },
               ErrorCode::unsupported, {std::to_string(memory)});
  EXPECT_NO_THROW(ExponentiationServer(pair.setup, {.memory = memory}));
  pair.server.load(pair.client.query(std::vector<std::uint64_t>{77}, pair.generator));
  std::stop_source stop;
  std::size_t sent = 0;
  std::uint64_t reported = 0;
  const Work work{.progress = [&](std::uint64_t n) { reported = n; },
                  .cancellation = stop.get_token()};
  expect_error(
      [&] {
        pair.server.answer(
            pair.bases(values),
            [&](std::span<const std::byte>) {
              if (++sent == 3) stop.request_stop();
            },
            work);
      },
      ErrorCode::cancelled, {"cancelled"});
  EXPECT_EQ(sent, 3);
  EXPECT_EQ(reported, 3);
}

// Changes bytes of a message, somewhere or in its opening; shorter or longer messages, too.
Buffer<std::byte> corrupted(std::span<const std::byte> message, SeededValues& values) {
  std::vector<std::byte> bytes(message.begin(), message.end());
  const std::uint64_t way = values.below(8);
  if (way == 0) bytes.resize(values.below(bytes.size()));
  if (way == 1) bytes.push_back(values.byte());
  if (way > 1) {
    const std::size_t range = way < 6 ? std::min<std::size_t>(bytes.size(), 200) : bytes.size();
    const std::size_t at = values.below(range);
    bytes[at] ^= static_cast<std::byte>(1 + values.below(255));
  }
  return Buffer<std::byte>(std::span<const std::byte>(bytes));
}

// Whether an action refuses bytes, by an error of the library.
template <class Action>
bool refuses(const Action& action) {
  try {
    action();
  } catch (const Error& error) {
    EXPECT_TRUE(error.code() == ErrorCode::malformed || error.code() == ErrorCode::mismatch ||
                error.code() == ErrorCode::unsupported ||
                error.code() == ErrorCode::invalid_argument)
        << error.what();
    return true;
  }
  return false;
}

TEST(ExponentiationErrors, AreTypedForCorruptedMessages) {
  const std::uint64_t count = seeds(600);
  SeededValues values(4);
  SCOPED_TRACE(values.label());
  const Natural modulus = odd_modulus(values, 96);
  ExponentiationPair pair(
      modulus, {.window_bits = 1, .windows_a_product = 2, .degree = 16, .exponent_bits = 2});
  const he::WideValues bases = pair.bases(values);
  const std::vector<std::uint64_t> d{2};
  const apps::ServerLimits limits{.memory = std::size_t{1} << 22};
  std::size_t setups = 0, queries = 0, answers = 0, states = 0;
  const Buffer<std::byte> query = pair.client.query(d, pair.generator);
  const Buffer<std::byte, Secret> saved = pair.client.save();
  pair.server.load(query);
  const auto right = pair.answers(bases, 0, 1);
  auto client = ExponentiationClient::restore(saved);
  for (std::uint64_t i = 0; i < count; ++i) {
    queries += refuses([&] { pair.server.load(corrupted(query, values)); });
    // A changed answer that is taken is another plaintext: the client has no way to see it, and
    // keeps it. A refused one changes nothing.
    answers += refuses([&] { client.take(corrupted(right[0], values)); });
    if (client.taken() != 0) client = ExponentiationClient::restore(saved);
    if (i % 8 != 0) continue;  // both make tables
    setups += refuses([&] { ExponentiationServer(corrupted(pair.setup, values), limits); });
    const auto bytes = corrupted({saved.data(), saved.size()}, values);
    Buffer<std::byte, Secret> secret(std::span<const std::byte>(bytes.data(), bytes.size()));
    states += refuses([&] { (void)ExponentiationClient::restore(secret); });
  }
  // A change of the words of a polynomial is another polynomial.
  EXPECT_GE(4 * queries, count);
  EXPECT_GE(4 * answers, count);
  EXPECT_GE(32 * setups, count);
  EXPECT_GE(64 * states, count);
  // The client has not changed: it takes the right answers.
  for (const auto& answer : right) {
    const Buffer<std::byte> bytes = corrupted(answer, values);
    EXPECT_TRUE(refuses([&] { client.take(bytes.span().first(20)); }));
    client.take(answer);
  }
  expect_powers_of(bases, d, modulus, client.results());
}

}  // namespace
}  // namespace lath::testing
