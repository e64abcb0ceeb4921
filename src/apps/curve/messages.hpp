// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "apps/message.hpp"
#include "lath/apps/curve_plan.hpp"

/// @file
/// The messages of sums of points. Behind the header:
///
///     setup     the field and the use, a byte each, the levels, 2 bytes | b, an object | the
///               parameters, an object | the relinearisation key, an object, of trees of more than
///               one level
///     query     for each summand in ascending order seeded ciphertexts, objects: X, Y and Z, and
///               for odd summands X - b Z and b X - 3 Z
///     answer    X, Y and Z, objects: ciphertexts, or products of five parts for one level
namespace lath::apps {

enum class CurveKind : std::uint8_t { setup = 1, query = 2, answer = 3 };

inline constexpr std::size_t kCoordinates = 3, kSecondCoordinates = 5;
/// The parts of a sum that is not relinearised.
inline constexpr std::size_t kSumParts = 5;

/// The bytes of the plan in a setup.
[[nodiscard]] std::size_t agreement_bytes(const CurvePlan& plan);
/// Writes the plan.
void put_agreement(MessageWriter& writer, const CurvePlan& plan);
/// Throws mismatch unless a setup has this plan.
void require_agreement(MessageReader& reader, const CurvePlan& plan);

}  // namespace lath::apps
