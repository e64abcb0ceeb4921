// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "lath/circuits/routes.hpp"

namespace lath::testing {

using circuits::Numbers;
using circuits::Route;
using circuits::RouteKind;
using circuits::Task;

/// The product of two primes of so many bits each has the length of an RSA modulus and no structure
/// that the library knows: here 10^k + 57 for the length.
inline Natural modulus_without_structure(std::size_t digits) {
  std::string text = "1" + std::string(digits - 2, '0') + "57";
  return Natural::from_decimal(text);
}

/// A task with these numbers.
inline Task task_of(const Numbers& numbers, unsigned depth, std::size_t batch) {
  return {.numbers = numbers, .depth = depth, .batch = batch};
}

/// The route of a kind and a scheme.
inline Route route_of(const Task& task, RouteKind kind, he::Scheme scheme) {
  for (const Route& route : circuits::routes(task)) {
    if (route.kind == kind && route.scheme == scheme) return route;
  }
  return {};
}

}  // namespace lath::testing
