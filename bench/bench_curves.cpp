// SPDX-License-Identifier: Apache-2.0
//
// bench_curves [most bytes of memory]: sums of encrypted points, CPU time of one thread.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "lath/base/threads.hpp"
#include "protocols/curves.hpp"

int main(int argc, char** argv) {
  try {
    lath::set_threads(1);
    lath::bench::print_curves(argc > 1 ? std::strtoull(argv[1], nullptr, 10)
                                       : std::size_t{8} << 30);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_curves: %s\n", error.what());
    return 1;
  }
  return 0;
}
