// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "lath/apps/exponentiation.hpp"
#include "lath/arith/natural.hpp"
#include "lath/he/literal.hpp"
#include "lath/he/noise/noise_model.hpp"

namespace lath::apps {

/// All that a client asks for, which the first message states.
struct ExponentiationRequest {
  Natural modulus;
  ExponentiationOptions options;  ///< with the bits of exponents
  bool insecure = false;
};

/// The numbers that follow from a request, before anything large is made.
struct ExponentiationShape {
  std::size_t windows, groups, entries_a_window, numbers;
  std::size_t levels;         ///< of Q, with primes of kPrimeBits bits
  std::size_t product_level;  ///< at which windows are multiplied
  std::size_t answer_level;   ///< of answers
  unsigned modulus_bits;      ///< of the t_i
  std::size_t numbers_bits;   ///< of T
  std::size_t result_bits;    ///< of a product of windows
};

/// The bits of the primes of Q and of the special one.
inline constexpr unsigned kPrimeBits = 50;

/// The shape of a request. Throws invalid_argument for a request out of its ranges.
[[nodiscard]] ExponentiationShape shape_of(const ExponentiationRequest& request);
/// The key space and T of a shape.
[[nodiscard]] he::Literal literal_of(const ExponentiationRequest& request, std::size_t levels,
                                     const Natural& plaintext_modulus);
/// 2^bits - 1, of which T is a smaller neighbour.
[[nodiscard]] Natural ones(std::size_t bits);

/// The noise of an answer: a unit vector is encrypted modulo T, expanded in so many steps, selects
/// from a table of so many entries modulo t, and so many selections are multiplied. This is the
/// client's own bound, and he::SharedNumbers and sessions compute the same one.
[[nodiscard]] he::NoiseBound answer_noise(const he::NoiseModel& numbers,
                                          const he::NoiseModel& products,
                                          const ExponentiationShape& shape, std::size_t factors);

}  // namespace lath::apps
