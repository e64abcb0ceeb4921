// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "algebra/wide/short_modulus.hpp"
#include "algebra/wide/subring_blocks.hpp"
#include "he/plaintexts/plaintext_tables.hpp"

namespace lath::he {

/// A short modulus t(x) with the tables that its ring needs, before there is a chain.
struct ShortSpace {
  ShortModulus literal;
  detail::ShortModulus t;
};

/// Plaintexts modulo a short polynomial t(x) of a subring Z[zeta_d]. A coefficient is an integer of
/// magnitude at most largest(), as a two's complement; plaintexts that differ by a multiple of t
/// have the same slots. The small representative of c modulo t is t frac(c/t), block by block (see
/// SubringBlocks). Integers are counted modulo p.
class ShortPlaintexts final : public PlaintextTables {
 public:
  /// Throws invalid_argument unless the index of t divides the index of the ring, and t is a unit
  /// modulo every prime of the chain.
  ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                  const std::shared_ptr<const ShortSpace>& space);

  [[nodiscard]] const detail::ShortModulus& t_of_blocks() const noexcept { return space_->t; }
  [[nodiscard]] const detail::SubringBlocks& blocks() const noexcept { return blocks_; }
  /// The largest magnitude of a coefficient.
  [[nodiscard]] std::uint64_t largest() const noexcept { return space_->t.largest(); }

  [[nodiscard]] std::size_t words() const noexcept override { return 1; }

  [[nodiscard]] Natural product(const Natural& a, const Natural& b) const override;
  [[nodiscard]] Natural inverse(const Natural& a) const override;
  [[nodiscard]] Natural integer(std::int64_t k) const override;
  [[nodiscard]] bool is_unit(const Natural& a) const override;
  [[nodiscard]] double log2_magnitude(const Natural& a) const override;
  [[nodiscard]] std::uint64_t integer_residue(const Natural& a,
                                              const Modulus& q) const noexcept override;
  [[nodiscard]] bool is_integer(const Natural& a) const override;
  [[nodiscard]] bool is_fixed_by(std::uint64_t g) const noexcept override;
  void write_constant(std::span<std::uint64_t> m, const Natural& a) const override;
  /// The quotient of both factors for one operand, so that the sum has the least noise.
  [[nodiscard]] Multipliers multipliers_for_sum(const ScaleAndNoise& a,
                                                const ScaleAndNoise& b) const override;

  [[nodiscard]] std::size_t numbers() const noexcept override { return blocks_.count(); }
  [[nodiscard]] std::size_t words_of_number() const noexcept override { return space_->t.words(); }
  void from_numbers(std::span<std::uint64_t> m,
                    std::span<const std::uint64_t> numbers) const override;
  void to_numbers(std::span<std::uint64_t> numbers,
                  std::span<const std::uint64_t> m) const override;
  [[nodiscard]] bool is_reduced(std::span<const std::uint64_t> m) const noexcept override;
  [[nodiscard]] double log2_norm(std::span<const std::uint64_t> m) const override;
  [[nodiscard]] std::size_t lift_words() const noexcept override { return keys()->degree(); }
  void lift(const Rows& out, std::span<const std::uint64_t> m, const Natural& k,
            std::span<std::uint64_t> memory) const override;
  [[nodiscard]] std::unique_ptr<const FreshMessage> fresh(std::span<const std::uint64_t> m,
                                                          const Natural& k,
                                                          ErrorCoefficients& errors) const override;
  void read(std::span<std::uint64_t> m, const PhaseRows& x, std::size_t level,
            const Natural& scale_factor) const override;

  [[nodiscard]] std::size_t bytes() const noexcept override;
  void pack(std::span<std::byte> out, std::span<const std::uint64_t> m) const noexcept override;
  [[nodiscard]] std::uint64_t unpack(std::span<std::uint64_t> m,
                                     std::span<const std::byte> in) const noexcept override;

 private:
  ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                  const std::shared_ptr<const ShortSpace>& space,
                  const detail::SubringBlocks& blocks);
  ShortPlaintexts(const std::shared_ptr<const KeyTables>& keys, Scheme scheme,
                  const std::shared_ptr<const ShortSpace>& space,
                  const detail::SubringBlocks& blocks, const RingFactor& t);
  [[nodiscard]] bool is_above_half(const Natural& a) const noexcept;
  [[nodiscard]] double log2_polynomial(const Natural& a) const;
  void multiple_of(std::span<std::int64_t> out, const Natural& k,
                   std::span<const std::uint64_t> m) const;
  void round_phase(std::span<std::uint64_t> m, std::span<const std::uint64_t> rows,
                   std::size_t level) const;

  std::shared_ptr<const ShortSpace> space_;
  detail::SubringBlocks blocks_;
};

}  // namespace lath::he
