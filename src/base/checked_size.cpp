// SPDX-License-Identifier: Apache-2.0
#include "lath/base/checked_size.hpp"

#include <string>

#include "lath/base/error.hpp"

namespace lath {
namespace {

[[noreturn]] void refuse(const char* what, std::uint64_t a, const char* operation,
                         std::uint64_t b) {
  throw Error(ErrorCode::invalid_argument,
              std::to_string(a) + operation + std::to_string(b) + " " + what,
              "need fewer than 2^64", "choose smaller parameters");
}

}  // namespace

std::uint64_t checked_product(const char* what, std::uint64_t a, std::uint64_t b) {
  if (a != 0 && b > ~std::uint64_t{0} / a) refuse(what, a, " x ", b);
  return a * b;
}

std::uint64_t checked_sum(const char* what, std::uint64_t a, std::uint64_t b) {
  if (b > ~a) refuse(what, a, " + ", b);
  return a + b;
}

}  // namespace lath
