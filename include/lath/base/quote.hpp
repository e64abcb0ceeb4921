// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lath/base/language.hpp"

namespace lath {

/// The most bytes of a text that quote() shows.
inline constexpr std::size_t kMaxQuotedBytes = 64;

/// `text`, which may come from anywhere, as a part of a message of one line: in double quotes, with
/// quotes and backslashes escaped by a backslash, and with \n, \t, \r, \xHH or \u{HHHH} in place of
/// control characters (U+0000 to U+001F, U+007F to U+009F), line and paragraph separators, what
/// turns the direction of writing, and bytes that are not UTF-8. Of a text of more than
/// kMaxQuotedBytes it has the first whole characters, "..." and the number of bytes.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace lath
