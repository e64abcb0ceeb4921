// SPDX-License-Identifier: Apache-2.0
#include "he/bytes/modulus_bytes.hpp"

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace lath::he {
namespace {

constexpr std::size_t kShortBytes = kWordBytes + 2 * kCountBytes;

// A number of so many words that are there. Its last word is not zero.
Natural take_number_of(ObjectReader& reader, std::size_t words, const char* name) {
  std::vector<std::uint64_t> number(words);
  for (std::uint64_t& word : number) word = reader.take_number(kWordBytes);
  if (!number.empty() && number.back() != 0) return Natural::from_words(number);
  reader.refuse(" with a " + std::string(name) + " of " + std::to_string(words) + " words",
                "one whose last word is not zero");
}

}  // namespace

std::size_t bytes_of_modulus(const Natural& t) noexcept {
  return kCountBytes + kWordBytes * t.words().size();
}
void put_modulus(ObjectWriter& writer, const Natural& t) noexcept {
  writer.put_number(t.words().size(), kCountBytes);
  for (const std::uint64_t word : t.words()) writer.put_number(word, kWordBytes);
}
Natural take_modulus(ObjectReader& reader, std::size_t size, std::size_t fixed) {
  const auto words = static_cast<std::size_t>(reader.take_number(kCountBytes));
  const std::size_t needed = fixed + kWordBytes * words;
  if (size < needed) reader.require_size(needed);
  return take_number_of(reader, words, "plaintext modulus");
}

std::size_t bytes_of_short(const ShortModulus& t) noexcept {
  if (t.index == 0) return 0;
  return kShortBytes + kWordBytes * (t.coefficients.size() + t.root.words().size());
}
void put_short(ObjectWriter& writer, const ShortModulus& t) noexcept {
  if (t.index == 0) return;
  const std::span<const std::uint64_t> root = t.root.words();
  writer.put_number(t.index, kWordBytes);
  writer.put_number(t.coefficients.size(), kCountBytes);
  writer.put_number(root.size(), kCountBytes);
  for (const std::int64_t x : t.coefficients) {
    writer.put_number(static_cast<std::uint64_t>(x), kWordBytes);
  }
  for (const std::uint64_t word : root) writer.put_number(word, kWordBytes);
}
ShortModulus take_short(ObjectReader& reader, std::size_t size, std::size_t before) {
  if (size < before + kShortBytes) reader.require_size(before + kShortBytes);
  ShortModulus t{.index = reader.take_number(kWordBytes)};
  const auto count = static_cast<std::size_t>(reader.take_number(kCountBytes)),
             words = static_cast<std::size_t>(reader.take_number(kCountBytes));
  reader.require_size(before + kShortBytes + kWordBytes * (count + words));
  if (t.index == 0) reader.refuse(" with a short modulus of index 0", "an index of at least 1");
  for (std::size_t i = 0; i < count; ++i) {
    t.coefficients.push_back(static_cast<std::int64_t>(reader.take_number(kWordBytes)));
  }
  t.root = take_number_of(reader, words, "root of unity");
  return t;
}

}  // namespace lath::he
