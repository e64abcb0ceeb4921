// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

#include "lath/base/error.hpp"

namespace lath {

/// The most bytes of a text that quote() shows.
inline constexpr std::size_t kMaxQuotedBytes = 64;

/// `text`, which may come from anywhere, as part of a message of one line: in double quotes, with
/// quotes and backslashes escaped by a backslash. `\n`, `\t`, `\r`, `\xHH` or `\u{HHHH}` replace
/// control characters (U+0000 to U+001F, U+007F to U+009F), line and paragraph separators,
/// characters that change the direction of writing, and bytes that are not UTF-8. A text of more
/// than kMaxQuotedBytes is cut after a whole character and followed by "..." and its size in bytes.
[[nodiscard]] std::string quote(std::string_view text);

}  // namespace lath
