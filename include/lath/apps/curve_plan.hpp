// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/apps/curve.hpp"
#include "lath/base/error.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise_bound.hpp"

namespace lath::apps {

/// Who sees the points that a client gets.
enum class CurveUse : std::uint8_t {
  kept,      ///< the client alone: answers are decrypted by Decryptor::decrypt()
  released,  ///< others, too: decrypt_for_release(), with longer moduli
};

/// The aim of a plan, where there is a choice.
enum class CurveGoal : std::uint8_t {
  time,   ///< the least time for each sum
  batch,  ///< the fewest slots and the least memory: half as many for four levels
};

/// How sums are planned.
struct CurveOptions {
  CurveUse use = CurveUse::kept;     ///< who sees results
  CurveGoal goal = CurveGoal::time;  ///< the goal
};

/// The public agreement of client and server on sums of 2^levels encrypted points in every slot: a
/// tree of complete additions, and the parameters of BGV. Both make it from the same numbers.
///
/// One level takes no relinearisation and no key: products of products are decrypted. In deeper
/// trees each addition has nine relinearisations, and each product drops a prime.
class CurvePlan {
 public:
  /// The plan for sums of 2^levels points, with 128 bits of security. Throws invalid_argument
  /// unless there are 1 to 5 levels, unsupported if the field has no slots in these rings. Makes
  /// the tables of the parameters.
  ///
  /// P-256 has the rings of index 13107 for one level (512 slots), 21845 for two and three (1024
  /// slots) and 65535 (2048 slots); other fields x^n + 1 with n = 8192, 16384 and 32768. Four
  /// levels fit into the middle ring with short special primes, which is CurveGoal::batch: key
  /// switches then take more digits. Results for release take the middle ring for one level, and
  /// the large one for more.
  static CurvePlan create(const Curve& curve, unsigned levels, const CurveOptions& options = {});
  /// A plan with the ring, the primes and the errors of a literal, which may be insecure, for tests
  /// and studies; plaintexts are elements of the curve's field. More than one level needs 2 levels
  /// primes or more. Throws as create() does, and invalid_argument if the noise has no room.
  static CurvePlan create_insecure(const Curve& curve, unsigned levels, const he::Literal& literal,
                                   const CurveOptions& options = {});

  /// The curve.
  [[nodiscard]] const Curve& curve() const& noexcept { return curve_; }
  const Curve& curve() const&& = delete;  // the plan is a temporary: give it a name
  ///@{
  /// The levels of the tree, the summands of a slot, 2^levels, and the additions of a slot, one
  /// less.
  [[nodiscard]] unsigned levels() const noexcept { return levels_; }
  [[nodiscard]] std::size_t summands() const noexcept { return std::size_t{1} << levels_; }
  [[nodiscard]] std::size_t additions() const noexcept { return summands() - 1; }
  ///@}
  /// The bits of a window of a scalar of 256 bits: 16 for four levels, 8 for five.
  [[nodiscard]] unsigned window_bits() const noexcept { return 256U >> levels_; }
  /// The options that the plan was made with.
  [[nodiscard]] const CurveOptions& options() const noexcept { return options_; }
  /// The sums that are computed at once.
  [[nodiscard]] std::size_t slots() const noexcept { return slots_; }
  /// The parameters.
  [[nodiscard]] const he::bgv::Parameters& parameters() const& noexcept { return parameters_; }
  const he::bgv::Parameters& parameters() const&& = delete;  // the plan is a temporary
  /// Whether products are relinearised: with more than one level.
  [[nodiscard]] bool is_relinearized() const noexcept { return levels_ > 1; }

  ///@{
  /// The level of products that drop no prime any more, and of answers.
  [[nodiscard]] std::size_t least_level() const noexcept { return least_level_; }
  [[nodiscard]] std::size_t answer_level() const noexcept { return answer_level_; }
  ///@}
  /// The noise bound of honest answers, computed from the plan alone.
  [[nodiscard]] const he::NoiseBound& answer_noise() const noexcept { return answer_noise_; }

  ///@{
  /// The bytes of messages.
  [[nodiscard]] std::size_t setup_bytes() const;
  [[nodiscard]] std::size_t query_bytes() const;
  [[nodiscard]] std::size_t answer_bytes() const;
  ///@}
  /// The bytes of memory that the server takes for a client, without the query.
  [[nodiscard]] std::size_t server_memory() const;

  /// Whether both are of the same sums, with equal parameters.
  friend bool operator==(const CurvePlan& a, const CurvePlan& b) noexcept {
    return a.curve_ == b.curve_ && a.levels_ == b.levels_ && a.options_.use == b.options_.use &&
           a.parameters_ == b.parameters_;
  }

 private:
  CurvePlan(const Curve& curve, unsigned levels, const CurveOptions& options,
            const he::bgv::Parameters& parameters, ErrorCode without_room);

  Curve curve_;
  unsigned levels_;
  CurveOptions options_;
  he::bgv::Parameters parameters_;
  std::size_t slots_, least_level_, answer_level_;
  he::NoiseBound answer_noise_;
};

}  // namespace lath::apps
