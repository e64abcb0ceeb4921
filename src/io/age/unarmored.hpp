// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "io/age/armor.hpp"
#include "io/age/buffered_source.hpp"
#include "lath/io/age/files.hpp"

namespace lath::io::age {

/// Whether a text begins, behind white space, with the mark of ASCII armour.
inline bool begins_with_armor(std::string_view text) noexcept {
  return text.substr(whitespace_before(text)).starts_with("-----BEGIN ");
}

/// The bytes of a file, whether it has ASCII armour or not.
class Unarmored {
 public:
  explicit Unarmored(Source& file) : raw_(file) {
    if (!begins_with_armor(raw_.peek(kMaxWhitespace + kArmorBegin.size()))) return;
    armor_.emplace(raw_);
    bytes_.emplace(*armor_);
  }

  [[nodiscard]] Form form() const noexcept { return armor_ ? Form::armored : Form::binary; }
  [[nodiscard]] BufferedSource& source() noexcept { return bytes_ ? *bytes_ : raw_; }

 private:
  BufferedSource raw_;
  std::optional<ArmorSource> armor_;
  std::optional<BufferedSource> bytes_;
};

}  // namespace lath::io::age
