// SPDX-License-Identifier: Apache-2.0
//
// What slots do not exist, and which index has them.
#include <gtest/gtest.h>

#include "base/expect_error.hpp"
#include "he/slots/slot_cases.hpp"

namespace lath::he {
namespace {

using lath::testing::expect_error;
using testing::algebra_of;
using testing::Words;

TEST(SlotErrors, ModuliOutOfRange) {
  for (const std::uint64_t t : {std::uint64_t{0}, std::uint64_t{1}, (std::uint64_t{1} << 60) + 1}) {
    expect_error([&] { algebra_of(5, t); }, ErrorCode::invalid_argument,
                 {std::to_string(t), "from 2 to 2^60"});
  }
}

TEST(SlotErrors, CommonFactorsNameTheNearestIndexAndCoefficients) {
  expect_error([] { algebra_of(4096, 2); }, ErrorCode::unsupported,
               {"the index 4096 modulo 2", "2 is one", "use the index 4095 with 144 slots",
                "encode coefficients"});
  expect_error([] { algebra_of(21, 35); }, ErrorCode::unsupported,
               {"21 modulo 35", "7 is one", "use the index 19 with 2 slots of degree 9"});
}

TEST(SlotErrors, LargeIndicesNameTheNearest) {
  expect_error([] { algebra_of(1 << 20, 5); }, ErrorCode::unsupported,
               {"the index 1048576", "at most 262144", "use the index 262143 with"});
}

TEST(SlotErrors, LongSlotsNameTheNearestIndex) {
  // 2 generates all units modulo 1019; modulo 1017 = 9 * 113 it has the order 84.
  expect_error([] { algebra_of(1019, 2); }, ErrorCode::unsupported,
               {"slots of degree 1018 for the index 1019", "at most 512",
                "use the index 1017 with 8 slots of degree 84", "encode coefficients"});
}

TEST(SlotErrors, LongMessagesNameTheNearestIndexWithEnoughSlots) {
  const auto algebra = algebra_of(31, 2);
  Words out(30);
  expect_error([&] { algebra.encode_constants(out, Words(7)); }, ErrorCode::mismatch,
               {"7 values", "at most 6 for 6 slots", "use the index 73 with 8 slots of degree 9",
                "use several plaintexts"});
  expect_error([&] { algebra.encode(out, Words(31)); }, ErrorCode::mismatch,
               {"31 values", "at most 30 for 6 slots of degree 5", "use several plaintexts"});
  expect_error([&] { algebra.encode_constants(out, Words(1 << 20)); }, ErrorCode::mismatch,
               {"1048576 values", "use several plaintexts"});
}

TEST(SlotErrors, WordsOutOfRange) {
  const auto algebra = algebra_of(31, 2);
  Words out(30);
  expect_error([&] { algebra.encode_constants(out, Words{0, 2}); }, ErrorCode::invalid_argument,
               {"slot 1", "at most 1"});
  expect_error([&] { algebra.encode(out, Words{0, 0, 3}); }, ErrorCode::invalid_argument,
               {"word of a slot 2", "at most 1"});
  expect_error([&] { algebra.decode(out, Words(30, 2)); }, ErrorCode::invalid_argument,
               {"coefficient 0", "at most 1"});
  EXPECT_EQ(out, Words(30));
}

TEST(SlotErrors, OtherSizes) {
  const auto algebra = algebra_of(31, 2);
  Words shorter(29), slots(6), elements(5), coefficients(30);
  expect_error([&] { algebra.encode(shorter, {}); }, ErrorCode::mismatch, {"29", "30"});
  expect_error([&] { algebra.encode_constants(shorter, {}); }, ErrorCode::mismatch, {"29", "30"});
  expect_error([&] { algebra.decode(shorter, coefficients); }, ErrorCode::mismatch, {"29", "30"});
  expect_error([&] { algebra.decode(coefficients, shorter); }, ErrorCode::mismatch, {"29", "30"});
  expect_error([&] { algebra.decode_constants(elements, coefficients); }, ErrorCode::mismatch,
               {"5", "6"});
  expect_error([&] { algebra.multiply_in_slot(slots, elements, elements); }, ErrorCode::mismatch,
               {"6", "5"});
}

TEST(SlotErrors, WhatDoesNotExist) {
  const auto algebra = algebra_of(31, 2);
  expect_error([&] { (void)algebra.representative(6); }, ErrorCode::invalid_argument,
               {"slot 6", "below 6"});
  expect_error([&] { (void)algebra.factor(6); }, ErrorCode::invalid_argument,
               {"slot 6", "below 6"});
  expect_error([&] { (void)algebra.slot_of(62); }, ErrorCode::invalid_argument, {"62", "31"});
  expect_error([&] { (void)algebra.rotation(1, 1); }, ErrorCode::invalid_argument,
               {"dimension 1", "below 1"});
  expect_error([] { (void)algebra_of(31, 6).frobenius(1); }, ErrorCode::unsupported,
               {"modulo 6", "power of a prime", "subgroup()"});
}

}  // namespace
}  // namespace lath::he
