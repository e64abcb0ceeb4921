// SPDX-License-Identifier: Apache-2.0
#include "peers/package.hpp"
#include "peers/schemes.hpp"

namespace lath::bench {

void register_openfhe(Scheme scheme, const he::Literal& literal) {
  register_package(Package::openfhe, scheme, literal);
}

}  // namespace lath::bench
