// SPDX-License-Identifier: Apache-2.0
//
// Arguments that do not fit, and answers that are none: typed errors, and nothing is written.
#include <gtest/gtest.h>

#include "expect_refused.hpp"
#include "plain_device.hpp"

namespace lath::hardware {
namespace {

using lath::testing::expect_error;
using testing::ChangedDevice;
using testing::expect_refused;
using testing::Inputs;
using testing::PlainDevice;
using testing::RememberingDevice;
using testing::SeededValues;
using testing::Words;

const CoefficientModulus kPower = CoefficientModulus::power_of_two(135);

Inputs some_inputs(std::size_t messages = 1) {
  SeededValues random(7);
  return Inputs(kPower, messages, random);
}

TEST(Modulus, HasFiveChunksOrFivePrimes) {
  for (const int bits : {-1, 0, 108, 136}) {
    expect_error([=] { static_cast<void>(CoefficientModulus::power_of_two(bits)); },
                 ErrorCode::invalid_argument, {"2^", "109", "135"});
  }
  EXPECT_EQ(CoefficientModulus::power_of_two(109).bound(4), 2U);
  EXPECT_EQ(CoefficientModulus::power_of_two(125).bound(4), 1U << 17);
  EXPECT_EQ(kPower.bound(4), 1U << 27);
  EXPECT_TRUE(kPower.primes().empty());
  const auto q = testing::five_primes();
  EXPECT_EQ(q.bits(), 0);
  const Words primes(q.primes().begin(), q.primes().end());
  EXPECT_TRUE(CoefficientModulus::product_of(primes) == q);
  for (std::size_t k = 0; k < kChunks; ++k) {
    for (const std::uint32_t other :
         {primes[(k + 1) % 5], primes[k] + 1, 67108859U, 134217757U, 0U}) {
      Words changed = primes;
      changed[k] = other;
      expect_error([&] { static_cast<void>(CoefficientModulus::product_of(changed)); },
                   ErrorCode::invalid_argument, {"factor", "primes"});
    }
  }
  expect_error(
      [&] { static_cast<void>(CoefficientModulus::product_of(std::span(primes).first(4))); },
      ErrorCode::invalid_argument, {"4 primes"});
}

TEST(Keys, HaveCoefficientsModuloQ) {
  const auto q = CoefficientModulus::power_of_two(125);
  SeededValues random(8);
  PlainDevice device;
  const Inputs inputs(q, 1, random);
  const auto try_key = [&](const Words& key, ErrorCode code) {
    expect_error([&] { static_cast<void>(EncryptionProduct::transform(q, key)); }, code, {});
    expect_error([&] { static_cast<void>(EncryptionProduct::karatsuba(q, key)); }, code, {});
    expect_error([&] { static_cast<void>(EncryptionProduct::simulated(q, key, device)); }, code,
                 {});
  };
  Words key = inputs.key;
  key[kChunks * kDegree - 1] = 1 << 17;
  try_key(key, ErrorCode::invalid_argument);
  key = inputs.key;
  key[3] = 1 << 27;
  try_key(key, ErrorCode::invalid_argument);
  key = inputs.key;
  key.pop_back();
  try_key(key, ErrorCode::mismatch);
}

TEST(Backends, AreRefusedWhereTheyDoNotServe) {
  const auto q = testing::five_primes();
  SeededValues random(9);
  PlainDevice device;
  const Inputs inputs(q, 1, random);
  expect_error([&] { static_cast<void>(EncryptionProduct::karatsuba(q, inputs.key)); },
               ErrorCode::unsupported, {"Karatsuba"});
  expect_error([&] { static_cast<void>(EncryptionProduct::simulated(q, inputs.key, device)); },
               ErrorCode::unsupported, {std::to_string(q.bound(0)), "residue_design"});
}

TEST(Arguments, AreChecked) {
  const Inputs good = some_inputs(2);
  PlainDevice device;
  using Workspace = EncryptionProduct::Workspace;
  for (const auto& product : {EncryptionProduct::transform(kPower, good.key),
                              EncryptionProduct::karatsuba(kPower, good.key),
                              EncryptionProduct::simulated(kPower, good.key, device)}) {
    const auto refuse = [&](ErrorCode code, auto change) {
      expect_refused(product, good, code, change);
    };
    using std::size_t;
    refuse(ErrorCode::mismatch, [](Inputs& i, Workspace&, size_t&) { i.u.pop_back(); });
    refuse(ErrorCode::mismatch, [](Inputs& i, Workspace&, size_t&) { i.errors.pop_back(); });
    refuse(ErrorCode::mismatch, [](Inputs& i, Workspace&, size_t&) { i.u.resize(kDegree); });
    refuse(ErrorCode::mismatch, [](Inputs&, Workspace&, size_t& words) { --words; });
    refuse(ErrorCode::mismatch,
           [](Inputs&, Workspace& w, size_t&) { w = Workspace(w.size() - 1); });
    refuse(ErrorCode::invalid_argument, [](Inputs& i, Workspace&, size_t& words) {
      i.u.clear();
      i.errors.clear();
      words = 0;
    });
    refuse(ErrorCode::invalid_argument, [](Inputs& i, Workspace&, size_t& words) {
      i.u.resize(5 * kDegree);
      i.errors.resize(5 * kDegree);
      words = i.u.size() * kChunks;
    });
    for (const int x : {2, -1, 127, -128}) {
      refuse(ErrorCode::invalid_argument,
             [x](Inputs& i, Workspace&, size_t&) { i.u[kDegree] = static_cast<std::int8_t>(x); });
    }
  }
}

TEST(Answers, ThatAreNoneAreRefused) {
  const Inputs good = some_inputs(3);
  PlainDevice circuit;
  RememberingDevice plain(circuit);
  const auto refuse = [&](ErrorCode code, auto change) {
    ChangedDevice device(plain, change);
    expect_refused(EncryptionProduct::simulated(kPower, good.key, device), good, code);
  };
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.clear(); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.pop_back(); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.erase(t.output.begin()); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.insert(t.output.begin(), Burst{}); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[0] ^= 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[0] |= 4 << 16; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[0] |= 1 << 24; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[1] += 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[2] = 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[3] = 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output[100].words[3] |= 1 << 27; });
  for (const std::uint32_t status : {1U, 2U, 3U}) {
    refuse(ErrorCode::input_output, [=](Transfer& t) {
      const Burst last = t.output.back();
      t.output = {last};
      t.output.back().words[0] |= status << 16;
    });
    refuse(ErrorCode::input_output, [=](Transfer& t) { t.output.back().words[0] |= status << 16; });
  }
}

// The device gets what it does not expect, says so, and serves the next transfer.
TEST(Answers, OfRejectedTransfersComeBeforeGoodOnes) {
  PlainDevice device;
  const Burst header = detail::karatsuba_header(4, 9);
  std::vector<Burst> request(1 + 9 * 200);
  request[0] = header;
  using detail::FrameStatus;
  const auto status = [&](std::span<const Burst> input) {
    const Transfer answer = device.transfer(input);
    return static_cast<FrameStatus>(answer.output.back().words[0] >> 16);
  };
  EXPECT_EQ(status(std::span(request).first(1800)), FrameStatus::too_short);
  request.push_back({});
  EXPECT_EQ(status(request), FrameStatus::too_long);
  request.pop_back();
  request[0] = detail::karatsuba_header(4, 8);
  EXPECT_EQ(status(request), FrameStatus::wrong_header);
  request[0] = header;
  EXPECT_EQ(status(request), FrameStatus::ok);
}

}  // namespace
}  // namespace lath::hardware
