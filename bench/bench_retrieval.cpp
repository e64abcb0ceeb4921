// SPDX-License-Identifier: Apache-2.0
//
// bench_retrieval [most bytes of memory]: private retrieval, CPU time of one thread.
#include <cstdio>
#include <cstdlib>
#include <exception>

#include "lath/base/threads.hpp"
#include "multiprecision/measure.hpp"
#include "protocols/retrieval.hpp"

int main(int argc, char** argv) {
  try {
    lath::set_threads(1);
    const double w = lath::bench::product_w();
    std::printf("W = %.3f ms: times are %.2f of the times of a quiet core\n", w, w / 0.6);
    lath::bench::print_retrieval(argc > 1 ? std::strtoull(argv[1], nullptr, 10)
                                          : std::size_t{6} << 30);
  } catch (const std::exception& error) {
    std::fprintf(stderr, "bench_retrieval: %s\n", error.what());
    return 1;
  }
  return 0;
}
