// SPDX-License-Identifier: Apache-2.0
#include "lath/arith/wide_integer.hpp"

#include <algorithm>
#include <vector>

#include "arith/multiword.hpp"

namespace lath {

std::string decimal_vartime(std::span<const std::uint64_t> words) {
  constexpr std::uint64_t kChunk = 1'000'000'000'000'000'000;  // 18 digits at a time
  std::vector<std::uint64_t> rest(words.begin(), words.end());
  std::string digits;  // the last one first
  while (!rest.empty()) {
    std::uint64_t chunk = detail::multiword::divide_vartime(rest.data(), rest.size(), kChunk);
    while (!rest.empty() && rest.back() == 0) rest.pop_back();
    for (int i = 0; i < 18; ++i, chunk /= 10) digits.push_back(static_cast<char>('0' + chunk % 10));
  }
  while (!digits.empty() && digits.back() == '0') digits.pop_back();
  if (digits.empty()) return "0";
  std::reverse(digits.begin(), digits.end());
  return digits;
}

}  // namespace lath
