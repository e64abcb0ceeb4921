// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <charconv>
#include <string>

namespace lath {

/// The shortest decimal that is read back as this double. std::to_string would print small numbers
/// as 0.000000, which makes useless messages.
inline std::string number_text(double x) {
  char text[32];
  const auto end = std::to_chars(text, text + sizeof text, x).ptr;
  return {text, end};
}

}  // namespace lath
