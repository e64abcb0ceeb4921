// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "he/core/key_tables.hpp"
#include "lath/he/keys.hpp"
#include "ring/engine/program_rows.hpp"

/// @file
/// How keys are made of their parts, the same for keys that are drawn and keys that are read.
namespace lath::he {

/// A seed that everybody may know.
[[nodiscard]] PublicSeed draw_public_seed(Generator& generator);

/// An identifier, which everybody may know.
[[nodiscard]] KeyId draw_key_id(Generator& generator);

/// The uniform part of a key: so many polynomials, one after the other from the stream of its seed.
[[nodiscard]] std::vector<Poly<DynamicRing, Eval>> uniform_parts(const DynamicRing& ring,
                                                                 const PublicSeed& seed,
                                                                 std::size_t count);

/// Prepares the uniform part as the second part of each digit of a key modulo Q P.
void prepare_uniform_parts(UnfinishedKey& key, const KeyTables& tables, const PublicSeed& seed,
                           std::size_t count);

/// Rows modulo Q in memory of the engine, a copy of this polynomial.
[[nodiscard]] RowBuffer rows_in_engine(const KeyTables& tables, const Poly<DynamicRing, Eval>& a);

/// (b, a) of a public key for the program to read.
[[nodiscard]] std::array<detail::RowsToRead, 2> parts_to_read(const KeyTables& tables,
                                                              const PublicKey& key);

/// The switching key of these b_d and a_d modulo Q P; a seed, if there is one, determines the a_d.
/// The errors are 2^log2_error_factor times as large as the key space says.
[[nodiscard]] SwitchingKey make_switching_key(std::shared_ptr<const KeyTables> tables, KeyId id,
                                              const std::optional<PublicSeed>& seed,
                                              std::span<const Poly<DynamicRing, Eval>> b,
                                              std::span<const Poly<DynamicRing, Eval>> a,
                                              double log2_error_factor = 0);

/// Throws unsupported if the errors of the key are larger than its key space says: neither bytes
/// nor images of keys have a place for the factor.
void require_usual_errors(const SwitchingKey& key);

/// The origin of noise bounds under a secret key with these coefficients, each -1, 0 or 1: own if
/// its squared values are at most largest_secret_norm(), claimed if they are at most
/// largest_read_norm(), and none beyond, or if their mean is above n, as it never is in the ring of
/// a power of two. Nothing else is revealed.
[[nodiscard]] std::optional<BoundOrigin> bounds_under(
    const KeyTables& tables, const Buffer<std::int8_t, Secret>& coefficients);

/// The secret key with these coefficients.
[[nodiscard]] SecretKey make_secret_key(std::shared_ptr<const KeyTables> tables, KeyId id,
                                        const Buffer<std::int8_t, Secret>& coefficients,
                                        BoundOrigin bounds);

}  // namespace lath::he
