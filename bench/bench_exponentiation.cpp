// SPDX-License-Identifier: Apache-2.0
//
// bench_exponentiation [groups]: modular exponentiation for RSA-2048, CPU time of one thread for so
// many groups of windows, two if none are named.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "lath/base/threads.hpp"
#include "protocols/exponentiation.hpp"

int main(int argc, char** argv) {
  try {
    lath::set_threads(1);
    const unsigned long groups = argc > 1 ? std::strtoul(argv[1], nullptr, 10) : 2;
    lath::bench::print_exponentiations(groups == 0 ? 1 : groups);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_exponentiation: %s\n", error.what());
    return 1;
  }
  return 0;
}
