// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// Facts about a file, which `lath inspect` finds format by format.
namespace lath::tool {

/// The options of `lath inspect`, as they were given.
struct InspectOptions {
  std::string file;
  std::optional<std::string> mac_key, verifying_key;  ///< files with 32 bytes
  enum class Form { text, json } form = Form::text;
};

/// The facts that are found, in order: each has a name, words for a person and a value for a
/// program.
class Facts {
 public:
  void add(std::string_view name, std::string_view text);
  void add(std::string_view name, std::uint64_t number, std::string_view unit = "");
  void add_measure(std::string_view name, double number, std::string_view unit);
  /// Bytes in hexadecimal digits.
  void add_bytes(std::string_view name, std::span<const std::byte> bytes);
  void add_truth(std::string_view name, bool value, std::string_view words);
  [[nodiscard]] std::string as_text() const;
  /// An object of JSON, whose names have underscores.
  [[nodiscard]] std::string as_json() const;

 private:
  struct Fact {
    std::string name, words, json;
  };
  std::vector<Fact> facts_;
};

/// A file that is to be explained: its first bytes, at most 64 KiB, and its path for more.
struct InspectedFile {
  const InspectOptions& options;
  std::span<const std::byte> beginning;
};

/// Explains a file if it is of a format, and says whether it is. Throws lath::Error for one that is
/// damaged or not authentic. A format adds its function to the list in inspect.cpp.
using Inspector = bool (*)(const InspectedFile& file, Facts& facts);

/// Envelopes and packed bytes of Lath's own objects.
bool inspect_object(const InspectedFile& file, Facts& facts);
/// Encrypted files of age v1, which are read to their end.
bool inspect_age_file(const InspectedFile& file, Facts& facts);
/// Objects of Microsoft SEAL.
bool inspect_seal(const InspectedFile& file, Facts& facts);
/// Keys as PEM and DER.
bool inspect_key(const InspectedFile& file, Facts& facts);

/// Prints what a file is. Throws lath::Error for one that no format knows.
void inspect(const InspectOptions& options);

}  // namespace lath::tool
