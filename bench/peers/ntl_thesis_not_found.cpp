// SPDX-License-Identifier: Apache-2.0
#include "thesis/thesis.hpp"

namespace lath::bench {

void register_ntl(const mlwe::Parameters& row) {
  register_thesis(row, "ntl_ZZ_p", 1,
                  [](ThesisSeconds&) { return "skipped: NTL not found; install libntl-dev"; });
}

}  // namespace lath::bench
