// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

/// Text from outside, such as names of files and values of options, made fit for a terminal.
namespace lath::tool {

/// `text` on one line, with a question mark for each control character and for each byte that is no
/// UTF-8. Of more than `longest` bytes the middle is left out, and their number is added.
[[nodiscard]] std::string one_line(std::string_view text, std::size_t longest);

/// The name of a file between quotation marks, on one line.
[[nodiscard]] std::string in_quotes(std::string_view path);
/// The value of an option between quotation marks, on one line; at most about sixty bytes.
[[nodiscard]] std::string value_in_quotes(std::string_view value);

}  // namespace lath::tool
