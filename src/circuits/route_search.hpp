// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "circuits/chain_choice.hpp"
#include "circuits/evaluation_time.hpp"
#include "circuits/ring_choice.hpp"
#include "lath/circuits/routes.hpp"

namespace lath::circuits {

/// Plaintexts in a ring, as far as a route needs them.
struct RingPlaintexts {
  Ring ring;
  Natural modulus;                   ///< t, or p
  he::ShortModulus short_modulus{};  ///< t(x), if t is no integer
  std::size_t slots = 0;             ///< 0 if there are none
  std::size_t coefficients = 0;
  std::size_t bits = 0;  ///< of a number
  std::size_t moduli = 1;
  unsigned modulus_bits = 0;  ///< of CRT
  PlaintextWork work{};       ///< of the client, for a plaintext
  double part_seconds = 0;    ///< of the server, for the tables of each modulus
  double lift_seconds = 0;    ///< of the client, for all results of a ciphertext
};

/// The noise model of plaintexts in any ring.
[[nodiscard]] he::NoiseModel model_of(const RingPlaintexts& plaintexts, const Task& task,
                                      he::Scheme scheme, he::PrimePool& pool);

/// The search for one kind and one scheme among plaintexts in several rings.
class RouteSearch {
 public:
  RouteSearch(const Task& task, RouteKind kind, he::Scheme scheme, he::PrimePool& pool)
      : task_(task), kind_(kind), scheme_(scheme), pool_(pool) {}

  /// Tries plaintexts, whose model has their size.
  void add(const RingPlaintexts& plaintexts, const he::NoiseModel& model);
  /// The fastest route that fits into the memory, or the reason why there is none.
  [[nodiscard]] Route result() const;

 private:
  [[nodiscard]] Route route_of(const RingPlaintexts& plaintexts, const Chain& chain) const;
  [[nodiscard]] std::size_t relinearisations() const noexcept;
  void add_times(Route& route, const RingPlaintexts& plaintexts, const Chain& chain) const;
  void keep_primes_apart(Route& route) const;
  [[nodiscard]] Route refused(std::string reason) const;
  [[nodiscard]] std::string reason_without_chain() const;

  const Task& task_;
  RouteKind kind_;
  he::Scheme scheme_;
  he::PrimePool& pool_;
  std::vector<Route> found_;
  // The last plaintexts, in the largest ring, for which there are no primes.
  std::optional<RingPlaintexts> largest_;
  std::optional<he::NoiseModel> largest_model_;
};

///@{
/// The routes of a kind by one scheme.
[[nodiscard]] Route short_route(const Task& task, he::Scheme scheme, he::PrimePool& pool);
[[nodiscard]] Route integer_route(const Task& task, he::Scheme scheme, he::PrimePool& pool);
[[nodiscard]] Route crt_route(const Task& task, he::Scheme scheme, he::PrimePool& pool);
[[nodiscard]] Route root_route(const Task& task, he::Scheme scheme, he::PrimePool& pool);
///@}
/// Why a kind does not serve the sort of numbers of a task at all; empty if it may.
[[nodiscard]] std::string reason_against(RouteKind kind, const Numbers& numbers);

}  // namespace lath::circuits
