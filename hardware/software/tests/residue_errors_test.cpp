// SPDX-License-Identifier: Apache-2.0
//
// A device whose key is resident: what it answers that is no answer, and keys that are not there.
#include <gtest/gtest.h>

#include "ciphertext_inputs.hpp"
#include "expect_refused.hpp"
#include "plain_device.hpp"
#include "plain_residue_device.hpp"
#include "residue_key.hpp"
#include "residue_streams.hpp"

namespace lath::hardware {
namespace {

using lath::testing::expect_error;
using testing::ChangedDevice;
using testing::CiphertextInputs;
using testing::expect_refused;
using testing::Inputs;
using testing::PlainResidueDevice;
using testing::RememberingDevice;
using testing::SeededValues;
using testing::TellingDevice;

const CoefficientModulus kResidues = CoefficientModulus::residue_design();

Inputs residue_inputs(std::size_t messages, std::uint64_t seed) {
  SeededValues random(seed);
  return Inputs(kResidues, messages, random);
}

// Whether the status of a transfer that the device refuses is on the way: all but keys.
bool is_product(const Transfer& answer) { return answer.output.size() > 1; }

TEST(ResidueAnswers, ThatAreNoneAreRefused) {
  const Inputs good = residue_inputs(3, 11);
  PlainResidueDevice circuit;
  RememberingDevice plain(circuit);
  const auto refuse = [&](ErrorCode code, auto change) {
    ChangedDevice device(plain, [=](Transfer& t) {
      if (is_product(t)) change(t);
    });
    expect_refused(EncryptionProduct::simulated(kResidues, good.key, device), good, code);
    TellingDevice telling(device);
    expect_refused(EncryptionProduct::simulated(kResidues, good.key, telling), good, code);
  };
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.clear(); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.pop_back(); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.erase(t.output.begin()); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.insert(t.output.begin(), Burst{}); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[0] ^= 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[0] |= 6 << 16; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[1] += 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[3] = 1; });
  // The first residue of each prime is the prime, or all ones.
  for (std::size_t k = 0; k < kChunks; ++k) {
    for (const std::uint32_t word : {kResidues.bound(k), (1U << 27) - 1}) {
      refuse(ErrorCode::malformed, [=](Transfer& t) {
        auto& first = t.output[(2 * kChunks + k) * detail::kResultBursts].words[0];
        first = (first & ~detail::kChunkMask) | word;
      });
    }
  }
  for (const std::uint32_t status : {1U, 2U, 3U, 4U, 5U}) {
    refuse(ErrorCode::input_output, [=](Transfer& t) {
      t.output = {t.output.back()};
      t.output.back().words[0] |= status << 16;
    });
  }
}

TEST(ResidueAnswers, AreReadWhileTheyCome) {
  PlainResidueDevice plain;
  for (std::size_t messages = 1; messages <= kMaxMessages; ++messages) {
    const Inputs good = residue_inputs(messages, 18);
    TellingDevice device(plain, messages);
    EXPECT_TRUE(good.run(EncryptionProduct::simulated(kResidues, good.key, device)) ==
                good.judged(kResidues));
  }
}

// A device that is gone after some of the answer to a product.
class BreakingDevice final : public Device {
 public:
  explicit BreakingDevice(std::size_t bursts) : bursts_(bursts) {}
  Transfer transfer(std::span<const Burst> input) override { return plain_.transfer(input); }
  Transfer transfer_to(std::span<const Burst> input, Listener& listener) override {
    const Transfer answer = transfer(input);
    listener.arrived(std::span(answer.output).first(bursts_));
    throw Error(ErrorCode::input_output, "a device that is gone", "need it", "connect it again");
  }

 private:
  PlainResidueDevice plain_;
  std::size_t bursts_;
};

TEST(ResidueAnswers, ThatBreakOffChangeNothing) {
  const Inputs good = residue_inputs(2, 19);
  for (const std::size_t bursts : {std::size_t{0}, std::size_t{1}, detail::kResultBursts,
                                   detail::residue_answer_bursts(2, 1)}) {
    BreakingDevice device(bursts);
    expect_refused(EncryptionProduct::simulated(kResidues, good.key, device), good,
                   ErrorCode::input_output);
  }
}

TEST(ResidueKeys, ThatTheDeviceRefusesMakeNoProduct) {
  const Inputs good = residue_inputs(1, 12);
  PlainResidueDevice plain;
  const auto refuse = [&](ErrorCode code, auto change) {
    ChangedDevice device(plain, change);
    expect_error(
        [&] { static_cast<void>(EncryptionProduct::simulated(kResidues, good.key, device)); }, code,
        {});
  };
  refuse(ErrorCode::input_output, [](Transfer& t) { t.output.back().words[0] |= 1 << 16; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.back().words[1] -= 1; });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.clear(); });
  refuse(ErrorCode::malformed, [](Transfer& t) { t.output.insert(t.output.begin(), Burst{}); });
}

TEST(ResidueKeys, OfAnotherProductAreNotTaken) {
  const Inputs first = residue_inputs(1, 13), second = residue_inputs(2, 14);
  PlainResidueDevice device;
  const auto product = EncryptionProduct::simulated(kResidues, first.key, device);
  EXPECT_TRUE(first.run(product) == first.judged(kResidues));
  const auto other = EncryptionProduct::simulated(kResidues, second.key, device);
  expect_refused(product, first, ErrorCode::mismatch);
  EXPECT_TRUE(second.run(other) == second.judged(kResidues));
  EXPECT_TRUE(first.run(EncryptionProduct::simulated(kResidues, first.key, device)) ==
              first.judged(kResidues));
}

TEST(ResidueKeys, ThatWereLostAreMissed) {
  const Inputs good = residue_inputs(1, 15);
  PlainResidueDevice device;
  const auto product = EncryptionProduct::simulated(kResidues, good.key, device);
  device.forget_keys();
  auto workspace = product.workspace();
  testing::Words results(good.u.size() * kChunks);
  expect_error([&] { product.multiply_add(results, good.u, good.errors, workspace); },
               ErrorCode::input_output, {"key not loaded", "again"});
}

TEST(ResidueKeys, ServeACiphertextInOneTransfer) {
  PlainResidueDevice plain;
  for (std::size_t messages = 1; messages <= kMaxMessages; ++messages) {
    SeededValues random(16 + messages);
    const CiphertextInputs good(kResidues, messages, random);
    TellingDevice device(plain, 2 * messages);
    const auto product = good.simulated(kResidues, device);
    EXPECT_EQ(product.keys(), 2U);
    EXPECT_EQ(device.keys_sent(), 2U);
    EXPECT_TRUE(good.run(product) == good.judged(kResidues)) << messages;
  }
}

TEST(ResidueKeys, InTwoPlacesGoWithEitherOfThem) {
  SeededValues random(21);
  const CiphertextInputs good(kResidues, 1, random);
  const Inputs other(kResidues, 1, random);
  PlainResidueDevice device;
  const auto both = good.simulated(kResidues, device);
  const auto one = EncryptionProduct::simulated(kResidues, other.key, device);
  expect_error([&] { static_cast<void>(good.run(both)); }, ErrorCode::mismatch,
               {"keys of this product"});
  EXPECT_TRUE(other.run(one) == other.judged(kResidues));
  const auto again = good.simulated(kResidues, device);
  expect_refused(one, other, ErrorCode::mismatch);
  EXPECT_TRUE(good.run(again) == good.judged(kResidues));
}

TEST(ResidueKeys, InTwoPlacesTakeTwoErrorsForEachMessage) {
  SeededValues random(22);
  const CiphertextInputs good(kResidues, 2, random);
  PlainResidueDevice device;
  const auto product = good.simulated(kResidues, device);
  // For one key alone.
  expect_refused(product, good.first, ErrorCode::mismatch);
  expect_refused(product, good.both(), ErrorCode::mismatch);
  const CoefficientModulus power = CoefficientModulus::power_of_two(135);
  expect_error([&] { static_cast<void>(good.simulated(power, device)); }, ErrorCode::unsupported,
               {"two keys"});
  auto shorter = good;
  shorter.second.key.pop_back();
  expect_error([&] { static_cast<void>(shorter.simulated(kResidues, device)); },
               ErrorCode::mismatch, {});
}

}  // namespace
}  // namespace lath::hardware
