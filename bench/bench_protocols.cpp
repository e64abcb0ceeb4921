// SPDX-License-Identifier: Apache-2.0
//
// bench_protocols [--memory BYTES] [--groups G] [products|exponentiation|curves|retrieval ...]: the
// protocols of lath::apps beside the tables of C. Aguilar-Melchior et al. (WHEAT 2016): RSA-2048
// and P-256, and private retrieval. CPU time of one thread; every result is compared with one in
// the clear. README.md says how to read the tables.
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <set>
#include <string>
#include <string_view>

#include "lath/base/threads.hpp"
#include "multiprecision/measure.hpp"
#include "protocols/curves.hpp"
#include "protocols/exponentiation.hpp"
#include "protocols/retrieval.hpp"
#include "protocols/rsa_products.hpp"

namespace {

using namespace lath;

int usage() {
  std::fputs(
      "usage: bench_protocols [--memory BYTES] [--groups G] "
      "[products|exponentiation|curves|retrieval "
      "...]\n",
      stderr);
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  std::size_t memory = std::size_t{6} << 30, groups = 2;
  std::set<std::string> tables;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    if (argument == "exponentiation" || argument == "curves" || argument == "retrieval" ||
        argument == "products") {
      tables.emplace(argument);
      continue;
    }
    const unsigned long long value = i + 1 < argc ? std::strtoull(argv[++i], nullptr, 10) : 0;
    if (value == 0) return usage();
    if (argument == "--memory") {
      memory = value;
    } else if (argument == "--groups") {
      groups = value;
    } else {
      return usage();
    }
  }
  const auto has = [&](const char* table) { return tables.empty() || tables.contains(table); };
  try {
    set_threads(1);
    const double w = bench::product_w();
    std::printf("W = %.3f ms: times are %.2f of the times of a quiet core\n", w, w / 0.6);
    if (has("products")) bench::print_rsa_products();
    if (has("exponentiation")) bench::print_exponentiations(groups);
    if (has("curves")) bench::print_curves(memory);
    if (has("retrieval")) bench::print_retrieval(memory);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_protocols: %s\n", error.what());
    return 1;
  }
  return 0;
}
