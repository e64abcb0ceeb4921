// SPDX-License-Identifier: Apache-2.0
//
// A device whose key is resident: what it answers that is no answer, and keys that are not there.
#include <gtest/gtest.h>

#include "expect_refused.hpp"
#include "plain_device.hpp"
#include "plain_residue_device.hpp"
#include "residue_key.hpp"
#include "residue_streams.hpp"

namespace lath::hardware {
namespace {

using lath::testing::expect_error;
using testing::ChangedDevice;
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

// Two keys at once, as a ciphertext takes them: the streams are those that the backend writes for
// one.
TEST(ResidueStreams, ServeTwoKeysAtOnce) {
  const Inputs a = residue_inputs(2, 16), b = residue_inputs(2, 17);
  PlainResidueDevice device;
  for (std::uint32_t place = 0; place < 2; ++place) {
    std::vector<Burst> upload(1 + detail::kKeyBursts);
    upload[0] = detail::residue_header(detail::ResidueCommand::key_upload, 0, place);
    detail::write_residue_key(upload.data() + 1, place == 0 ? a.key : b.key);
    EXPECT_EQ(device.transfer(upload).output.size(), 1U);
  }
  std::vector<Burst> request(detail::residue_request_bursts(2, 2));
  std::vector<detail::Column> columns(detail::kColumnWords);
  const std::vector<const std::int8_t*> errors = {a.errors.data(), b.errors.data()};
  const auto kernels = detail::residue_kernels(active_isa());
  detail::write_residue_request(request.data(), {a.u.data(), errors, 2}, columns.data(), kernels);
  const auto answer = device.transfer(request);
  detail::require_answer(detail::kResidueFrames, answer.output, request.size() - 1,
                         detail::residue_answer_bursts(2, 2));
  Inputs second = a;
  second.key = b.key;
  second.errors = b.errors;
  const auto expected_a = a.judged(kResidues), expected_b = second.judged(kResidues);
  for (std::size_t j = 0; j < 4; ++j) {
    testing::Words one(kDegree * kChunks);
    for (std::size_t k = 0; k < kChunks; ++k) {
      const auto* bursts = answer.output.data() + (j * kChunks + k) * detail::kResultBursts;
      EXPECT_EQ(kernels.read(one.data() + k, bursts, kResidues.bound(k)), 0U);
    }
    const auto& expected = j % 2 == 0 ? expected_a : expected_b;
    EXPECT_TRUE(std::equal(one.begin(), one.end(),
                           expected.begin() + static_cast<std::ptrdiff_t>(j / 2 * one.size())));
  }
}

}  // namespace
}  // namespace lath::hardware
