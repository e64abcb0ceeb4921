// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "he/plaintexts/plaintext_rounding.hpp"
#include "he/plaintexts/plaintext_tables.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/vector_arithmetic.hpp"
#include "ring/once.hpp"

namespace lath::he {

/// Plaintexts modulo an integer t of 2 to 60 bits, a word for each coefficient.
class WordPlaintexts final : public PlaintextTables {
 public:
  WordPlaintexts(std::shared_ptr<const KeyTables> keys, Scheme scheme, std::uint64_t t);

  [[nodiscard]] std::uint64_t word_modulus() const noexcept override { return t_.value(); }
  [[nodiscard]] std::size_t words() const noexcept override { return 1; }
  [[nodiscard]] Natural product(const Natural& a, const Natural& b) const override;
  [[nodiscard]] Natural inverse(const Natural& a) const override;
  [[nodiscard]] Natural integer(std::int64_t k) const override;
  [[nodiscard]] bool is_unit(const Natural& a) const override;
  [[nodiscard]] double log2_magnitude(const Natural& a) const override;
  [[nodiscard]] std::uint64_t integer_residue(const Natural& a,
                                              const Modulus& q) const noexcept override;
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
  // The tables for reading the plaintexts of a level.
  struct Reading {
    std::optional<PlaintextRounding> rounding;  // prime by prime: in BFV, if that is precise
    std::optional<RowMap> map;                  // from the rows of all primes, otherwise
  };

  [[nodiscard]] std::int64_t centered(const Natural& a) const noexcept;
  [[nodiscard]] const Reading& reading(std::size_t level) const;
  void multiple_of(std::span<std::uint64_t> out, const Natural& k,
                   std::span<const std::uint64_t> m) const noexcept;
  void lift_row(std::uint64_t* row, std::size_t limb, std::span<const std::uint64_t> residues,
                std::span<std::uint64_t> scaled) const noexcept;

  Modulus t_;
  VectorArithmetic<std::uint64_t> arithmetic_;  // modulo t
  // From t to Q, where t is larger than a prime of Q: representatives in [0, t), and own + w r, see
  // fresh().
  std::optional<RowMap> lift_map_, fresh_map_;
  std::vector<detail::Once<Reading>> readings_;  // level l at index l - 1
};

}  // namespace lath::he
