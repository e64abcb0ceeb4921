// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/rns/rns_basis.hpp"
#include "lath/rns/row_map.hpp"
#include "ring/once.hpp"

namespace lath::he {

/// Plaintexts modulo an integer t of more than 60 bits. A coefficient is as many words as t. On its
/// way into the chain it is digits of 48 bits, which are rows like residues; on its way out it is
/// residues modulo a basis of words, which are lifted last.
class IntegerPlaintexts final : public PlaintextTables {
 public:
  IntegerPlaintexts(std::shared_ptr<const KeyTables> keys, Scheme scheme, const Natural& t);

  [[nodiscard]] std::size_t words() const noexcept override { return largest_.size(); }

  [[nodiscard]] Natural product(const Natural& a, const Natural& b) const override;
  [[nodiscard]] Natural inverse(const Natural& a) const override;
  [[nodiscard]] Natural integer(std::int64_t k) const override;
  [[nodiscard]] bool is_unit(const Natural& a) const override;
  [[nodiscard]] double log2_magnitude(const Natural& a) const override;
  [[nodiscard]] std::uint64_t integer_residue(const Natural& a,
                                              const Modulus& q) const noexcept override;
  /// Throws mismatch unless both factors are equal: multipliers would have half the bits of t.
  [[nodiscard]] Multipliers multipliers_for_sum(const ScaleAndNoise& a,
                                                const ScaleAndNoise& b) const override;

  [[nodiscard]] bool is_reduced(std::span<const std::uint64_t> m) const noexcept override;
  [[nodiscard]] double log2_norm(std::span<const std::uint64_t> m) const override;
  [[nodiscard]] std::size_t lift_words() const noexcept override;
  void lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
            std::span<std::uint64_t> memory) const override;
  [[nodiscard]] std::unique_ptr<const FreshMessage> fresh(std::span<const std::uint64_t> m,
                                                          const Natural& k,
                                                          ErrorCoefficients& errors) const override;
  void make_ready(std::size_t level) const override { static_cast<void>(reading(level)); }
  void read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
            const Natural& scale_factor) const override;

  [[nodiscard]] std::size_t bytes() const noexcept override;
  void pack(std::span<std::byte> out, std::span<const std::uint64_t> m) const noexcept override;
  [[nodiscard]] std::uint64_t unpack(std::span<std::uint64_t> m,
                                     std::span<const std::byte> in) const noexcept override;

 private:
  // The tables for reading the plaintexts of a level: [z], and round(t z / Q), modulo the basis.
  struct Reading {
    RowMap extend, scale;
  };

  [[nodiscard]] const Reading& reading(std::size_t level) const;
  [[nodiscard]] bool is_above_half(const Natural& a) const noexcept;
  [[nodiscard]] std::uint64_t mask_above_half(const std::uint64_t* x) const noexcept;
  [[nodiscard]] std::uint64_t mask_above_largest(const std::uint64_t* x) const noexcept;
  void multiple_of(std::span<std::uint64_t> out, const Natural& k,
                   std::span<const std::uint64_t> m) const;
  void write_digits(std::span<std::uint64_t> digits, std::span<const std::uint64_t> residues) const;
  void scale_digits(std::span<std::uint64_t> y, const RowMap& map,
                    std::span<std::uint64_t> digits) const;
  void write_numbers(std::span<std::uint64_t> m, std::span<const std::uint64_t> residues) const;

  std::vector<std::uint64_t> largest_;           // t - 1, in the words of a coefficient
  Natural half_;                                 // floor(t/2)
  std::size_t digits_, bits_;                    // of a coefficient
  RowMap lift_map_, fresh_map_;                  // from digits r to Q: r, and own + w r
  RnsBasis basis_;                               // coefficients on their way out
  std::vector<detail::Once<Reading>> readings_;  // level l at index l - 1
};

}  // namespace lath::he
