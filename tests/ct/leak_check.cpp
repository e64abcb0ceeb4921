// SPDX-License-Identifier: Apache-2.0
//
// leak_check none|branch|table: does something with a secret that valgrind must not, or must,
// report. It shows that the checker sees leaks, so that its silence about the library counts.
#include <cstdio>
#include <cstring>

#include "lath/base/constant_time.hpp"

namespace {

// Volatile, so that no compiler turns the branch or the table into something without a leak.
volatile unsigned table[256];
volatile unsigned sink;

int leak(const char* how, unsigned secret) {
  if (std::strcmp(how, "branch") == 0) {
    if (secret > 100) sink = 1;
    return 0;
  }
  if (std::strcmp(how, "table") == 0) {
    sink = table[secret & 255];
    return 0;
  }
  if (std::strcmp(how, "none") == 0) {
    sink = secret * secret + lath::ct::select(lath::ct::mask_less(secret, 100U), 1U, 2U);
    return 0;
  }
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc != 2) {
    std::fprintf(stderr, "usage: leak_check none|branch|table\n");
    return 2;
  }
  unsigned secret = 42;
  lath::ct::poison(&secret, sizeof secret);
  return leak(argv[1], secret);
}
