// SPDX-License-Identifier: Apache-2.0
#include "lath/circuits/routes.hpp"

#include <algorithm>
#include <array>
#include <optional>

#include "circuits/memory_needs.hpp"
#include "circuits/route_search.hpp"

namespace lath::circuits {
namespace {

constexpr std::array kKinds{RouteKind::short_modulus, RouteKind::integer, RouteKind::crt,
                            RouteKind::root};

Route route_of(const Task& task, RouteKind kind, he::Scheme scheme, he::PrimePool& pool) {
  switch (kind) {
    case RouteKind::short_modulus:
      return short_route(task, scheme, pool);
    case RouteKind::integer:
      return integer_route(task, scheme, pool);
    case RouteKind::crt:
      return crt_route(task, scheme, pool);
    default:
      return root_route(task, scheme, pool);
  }
}

// The route that serves in the least time.
const Route* fastest(std::span<const Route> routes) {
  const Route* best = nullptr;
  for (const Route& route : routes) {
    if (route.serves() && (best == nullptr || route.batch_seconds < best->batch_seconds)) {
      best = &route;
    }
  }
  return best;
}

// The refused route that would fit into the least memory, if memory is all that it lacks.
const Route* smallest(std::span<const Route> routes) {
  const Route* best = nullptr;
  for (const Route& route : routes) {
    if (route.peak != 0 && (best == nullptr || route.peak < best->peak)) best = &route;
  }
  return best;
}

// The greatest smaller depth for which a route serves, by bisection; 0 if there is none.
unsigned possible_depth(Task task) {
  unsigned possible = 0, impossible = task.depth;
  while (impossible - possible > 1) {
    task.depth = (possible + impossible) / 2;
    (fastest(routes(task)) != nullptr ? possible : impossible) = task.depth;
  }
  return possible;
}

std::string remedy_of(const Task& task, std::span<const Route> routes) {
  if (const Route* route = smallest(routes)) {
    return "raise the limit to " + text_of_bytes(route->peak) + ", enough for " +
           name_of(route->kind);
  }
  const unsigned depth = possible_depth(task);
  if (depth != 0) return "depth " + std::to_string(depth) + " is possible";
  return "take numbers with fewer bits, or a lower security level";
}

}  // namespace

std::vector<Route> routes(const Task& task) {
  require_task(task);
  he::PrimePool pool;
  std::vector<Route> result;
  for (const RouteKind kind : kKinds) {
    std::string reason = reason_against(kind, task.numbers);
    if (!reason.empty()) {
      Route& route = result.emplace_back();
      route.kind = kind;
      route.scheme = task.scheme.value_or(he::Scheme::bgv);
      route.reason = std::move(reason);
      continue;
    }
    for (const he::Scheme scheme : {he::Scheme::bgv, he::Scheme::bfv}) {
      if (task.scheme.value_or(scheme) != scheme) continue;
      result.push_back(route_of(task, kind, scheme, pool));
    }
  }
  return result;
}

Route choose(const Task& task, std::span<const Route> routes) {
  const Route* best = fastest(routes);
  if (best != nullptr) return *best;
  std::string reasons;
  for (const Route& route : routes) {
    if (!reason_against(route.kind, task.numbers).empty()) continue;
    if (!reasons.empty()) reasons += "; ";
    reasons += to_string(route);
  }
  throw Error(ErrorCode::unsupported,
              "a task of depth " + std::to_string(task.depth) + " for which no route serves",
              "need a route: " + reasons, remedy_of(task, routes));
}

Route choose(const Task& task) { return choose(task, routes(task)); }

void require_memory(const Route& route, std::size_t limit) {
  if (route.peak > limit) refuse_memory(route.peak, limit);
}

}  // namespace lath::circuits
