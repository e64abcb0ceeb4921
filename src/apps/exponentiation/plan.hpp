// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "algebra/wide/wide_modulus.hpp"
#include "apps/exponentiation/shape.hpp"
#include "apps/message.hpp"
#include "lath/circuits/expansion.hpp"
#include "lath/he/bfv.hpp"
#include "lath/he/bgv.hpp"
#include "lath/he/crt/integers.hpp"

namespace lath::apps {

/// The kinds of messages of this protocol.
enum class ExponentiationMessage : std::uint8_t { setup = 1, query = 2, answer = 3, state = 4 };

/// The tables of a request: both sides make the same ones.
class ExponentiationPlan {
 public:
  ExponentiationPlan(const ExponentiationRequest& from, const ExponentiationShape& of);

  ExponentiationRequest request;
  ExponentiationShape shape;
  detail::WideModulus modulus;
  he::bfv::Parameters numbers;  ///< of the unit vectors, modulo T
  he::bgv::Parameters keys;     ///< of products modulo the first t_i
  he::crt::Moduli moduli;
  circuits::Expansion expansion;

  [[nodiscard]] ExponentiationSizes sizes() const;
  /// The t_i, its parameters and encoder.
  [[nodiscard]] he::crt::Part<he::Bgv> part(std::size_t i) const { return {keys, moduli, i}; }
  ///@{
  /// The client's own bound on the noise of an answer, and its scale factor.
  [[nodiscard]] he::NoiseBound noise(const he::bgv::Parameters& parameters) const;
  [[nodiscard]] std::uint64_t scale_factor(const he::bgv::Parameters& parameters) const;
  ///@}
};

/// The bytes of memory that a server takes for a request, about.
[[nodiscard]] std::size_t server_memory(const ExponentiationRequest& request,
                                        const ExponentiationShape& shape);

}  // namespace lath::apps
