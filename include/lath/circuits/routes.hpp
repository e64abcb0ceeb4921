// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "lath/base/error.hpp"
#include "lath/circuits/memory.hpp"
#include "lath/circuits/task.hpp"
#include "lath/he/core/scheme.hpp"
#include "lath/he/literal.hpp"

/// @file
/// The choice of routes: which plaintexts to take for the numbers of a task.
namespace lath::circuits {

/// A kind of plaintexts.
enum class RouteKind : std::uint8_t {
  short_modulus,  ///< slots of a prime field by a short t(x): he::PlaintextSpace::field()
  integer,        ///< an integer t: he::PlaintextSpace::integer()
  crt,            ///< word-sized primes, one after the other: he::crt::Moduli
  root,           ///< t(x) = x^k - b with a prime b^(n/k) + 1: he::PlaintextSpace::root()
};

/// The name of a kind as tables have it.
[[nodiscard]] const char* name_of(RouteKind kind) noexcept;

/// A way to compute what a task asks for, or the reason why there is none of this kind.
struct Route {
  RouteKind kind = RouteKind::integer;  ///< the plaintexts
  he::Scheme scheme = he::Scheme::bgv;  ///< the scheme
  /// Why the route does not serve, in plain English; empty if it does. Then all below is set.
  // NOLINTBEGIN(readability-redundant-member-init): they may be left out
  std::string reason{};
  /// Ring, primes and plaintexts: Parameters::create() takes it. For CRT the plaintext modulus is
  /// the first t_i.
  he::Literal literal{};
  // NOLINTEND(readability-redundant-member-init)
  std::size_t degree = 0;  ///< n
  /// The numbers in a ciphertext: its slots; 1 if there are none. Then sums may use all
  /// coefficients, but a product of ciphertexts is a product of polynomials.
  std::size_t numbers = 0;
  std::size_t coefficients = 0;  ///< the coefficients modulo t, or modulo p beside a short modulus
  std::size_t bits = 0;          ///< the bits of a number
  std::size_t moduli = 0;        ///< the primes t_i of CRT; 1 otherwise
  unsigned modulus_bits = 0;     ///< their bits, for he::crt::Moduli::create(); 0 otherwise
  /// The level of each product. In BGV operands are brought to it by mod_switch() before.
  // NOLINTNEXTLINE(readability-redundant-member-init): it may be left out
  std::vector<std::size_t> levels{};
  double noise_bits = 0;      ///< the noise budget after the last product and its relinearisation
  MemoryNeeds memory;         ///< the parts of the memory of an evaluation
  std::size_t peak = 0;       ///< the peak of an evaluation with the ciphertexts of the task
  double slot_seconds = 0;    ///< a product, relinearised and switched, of one number
  double batch_seconds = 0;   ///< the whole batch: the evaluation, and the work of the client,
  double client_seconds = 0;  ///< which encodes, encrypts, decrypts and decodes

  /// Whether the route serves.
  [[nodiscard]] bool serves() const noexcept { return reason.empty(); }
};

/// All routes for a task: for each kind of plaintexts and each scheme the fastest ring and primes
/// that are secure, whose noise bounds promise decryption after `depth` products with
/// relinearisation, and that fit into the memory; or the reason why there are none. A kind that
/// does not serve the sort of numbers at all is listed once.
///
/// A time is an estimate by counts of transforms and passes, for one thread of a CPU with AVX-512
/// and IFMA, and may be wrong by a factor of two; it is for comparisons. A batch is as many results
/// as the task says, each the product of depth + 1 operands, one product after the other. CRT
/// leaves the last product of at most three in its three parts, which decrypt as well.
///
/// Throws invalid_argument as require_task() does. Takes up to some tenths of a second, and no
/// memory to speak of: parameters come later, by Parameters::create() of a literal.
[[nodiscard]] std::vector<Route> routes(const Task& task);

/// The route that serves with the least time for a batch. Throws unsupported if none serves, with
/// the nearest possibility: the memory that would be enough, or the depth that is possible.
[[nodiscard]] Route choose(const Task& task);
/// The route to choose among the routes of a task.
[[nodiscard]] Route choose(const Task& task, std::span<const Route> routes);

/// Throws unsupported as require_memory() with the literal of the route and the task's number of
/// ciphertexts does, if the peak is above the limit.
void require_memory(const Route& route, std::size_t limit);

/// A route in one line.
[[nodiscard]] std::string to_string(const Route& route);
/// Routes as a table for people: a line for each route that serves, the fastest first, and a line
/// with the reason for each other route.
[[nodiscard]] std::string describe(std::span<const Route> routes);

}  // namespace lath::circuits
