// SPDX-License-Identifier: Apache-2.0
//
// bench_multiprecision [--depth D] [--memory BYTES] [--moduli M] [depth|kind|integers ...]:
// products of plaintexts of 1, 256 and 2048 bits by depth, as HElib-MP and FV-NFLlib were compared
// by (2016), every kind of plaintexts for numbers of 255 bits and more, and the products of an
// exponentiation modulo a number of RSA. CPU time of one thread, the minimum of several runs; each
// row in a process of its own. README.md says how to read the tables.
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <string>
#include <string_view>

#include "lath/base/threads.hpp"
#include "multiprecision/measure.hpp"
#include "multiprecision/tables.hpp"

namespace {

using namespace lath;

int usage() {
  std::fputs(
      "usage: bench_multiprecision [--depth D] [--memory BYTES] [--moduli M] [depth|kind|integers "
      "...]\n",
      stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  bench::Wanted wanted;
  std::set<std::string> tables;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "depth" || argument == "kind" || argument == "integers") {
      tables.emplace(argument);
      continue;
    }
    const unsigned long long value = i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0;
    if (value == 0) return usage();
    if (argument == "--depth") {
      wanted.depth = static_cast<unsigned>(value);
    } else if (argument == "--memory") {
      wanted.bytes = value;
    } else if (argument == "--moduli") {
      wanted.moduli = value;
    } else {
      return usage();
    }
  }
  const auto has = [&](const char* table) { return tables.empty() || tables.contains(table); };
  try {
    set_threads(1);
    const double w = bench::product_w();
    std::printf("W = %.3f ms: times are %.2f of the times of a quiet core\n", w, w / 0.6);
    if (has("depth")) bench::print_by_depth(wanted);
    if (has("kind")) bench::print_by_kind(wanted);
    if (has("integers")) bench::print_over_z(wanted);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  return 0;
}
