// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <string>

#include "lath/circuits/routes.hpp"
#include "output_file.hpp"
#include "route_options.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

std::string title(const circuits::Task& task) {
  using Sort = circuits::Numbers::Sort;
  const std::size_t bits = task.numbers.bits();
  const std::string numbers =
      task.numbers.sort() == Sort::field      ? fmt::format("a field of {} bits", bits)
      : task.numbers.sort() == Sort::integers ? fmt::format("integers of {} bits", bits)
                                              : fmt::format("residues modulo {} bits", bits);
  return fmt::format("{}, depth {}, batch {}, {} bits of security\n\n", numbers, task.depth,
                     task.batch, static_cast<int>(task.security));
}

}  // namespace

void print_routes(const RouteOptions& options) {
  const circuits::Task task = task_of(options);
  const auto routes = circuits::routes(task);
  // Throws if there is none.
  const circuits::Route best = circuits::choose(task, routes);
  if (options.form == RouteOptions::Form::literal) {
    print(he::to_json(best.literal) + "\n");
    return;
  }
  print(title(task) + circuits::describe(routes));
  print(fmt::format("\ntake {}\n", circuits::to_string(best)));
  print(
      "\nnumbers: in a ciphertext, and their bits; primes: of Q and special ones, in bits\n"
      "keys: a relinearisation key; peak: the most memory of an evaluation, a bound\n"
      "a slot: a product of a number, relinearised; batch: the evaluation of all results, and the\n"
      "client's work; times are estimates for one thread, for comparisons\n");
}

}  // namespace lath::tool
