// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "descriptor.hpp"
#include "inspection.hpp"
#include "lath/base/error.hpp"
#include "output_file.hpp"
#include "terminal_text.hpp"

namespace lath::tool {
namespace {

// Formats in the order in which they are tried.
constexpr std::array kInspectors{inspect_object, inspect_age_file, inspect_seal, inspect_key};

constexpr std::size_t kBeginning = std::size_t{1} << 16;

[[noreturn]] void refuse(const std::string& found, const char* remedy) {
  throw Error(ErrorCode::input_output, found, "need a file that can be read", remedy);
}

std::vector<std::byte> beginning_of(const std::string& path) {
  const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  if (file.get() < 0) {
    refuse(fmt::format("{}: {}", in_quotes(path), std::strerror(errno)),
           "check its name and rights");
  }
  std::vector<std::byte> bytes(kBeginning);
  std::size_t filled = 0;
  while (filled < bytes.size()) {
    const ::ssize_t count = ::read(file.get(), bytes.data() + filled, bytes.size() - filled);
    if (count < 0 && errno == EINTR) continue;
    if (count < 0) {
      refuse(fmt::format("{}: {}", in_quotes(path), std::strerror(errno)), "give a regular file");
    }
    if (count == 0) break;
    filled += static_cast<std::size_t>(count);
  }
  bytes.resize(filled);
  return bytes;
}

std::string json_text(std::string_view text) {
  std::string quoted = "\"";  // of text that is fit for a terminal
  for (const char letter : text) {
    if (letter == '"' || letter == '\\') quoted += '\\';
    quoted += letter;
  }
  return quoted + '"';
}

}  // namespace

void Facts::add(std::string_view name, std::string_view text) {
  facts_.push_back({std::string(name), std::string(text), json_text(text)});
}
void Facts::add(std::string_view name, std::uint64_t number, std::string_view unit) {
  const std::string digits = fmt::format("{}", number);
  facts_.push_back(
      {std::string(name), unit.empty() ? digits : fmt::format("{} {}", digits, unit), digits});
}
void Facts::add_measure(std::string_view name, double number, std::string_view unit) {
  const std::string digits = fmt::format("{:.2f}", number);
  facts_.push_back({std::string(name), fmt::format("{} {}", digits, unit), digits});
}
void Facts::add_bytes(std::string_view name, std::span<const std::byte> bytes) {
  std::string text;
  for (const std::byte byte : bytes) text += fmt::format("{:02x}", std::to_integer<unsigned>(byte));
  add(name, text);
}

void Facts::add_truth(std::string_view name, bool value, std::string_view words) {
  facts_.push_back({std::string(name), std::string(words), value ? "true" : "false"});
}

std::string Facts::as_text() const {
  std::size_t width = 0;
  for (const Fact& fact : facts_) width = std::max(width, fact.name.size());
  std::string text;
  for (const Fact& fact : facts_) text += fmt::format("{:<{}}  {}\n", fact.name, width, fact.words);
  return text;
}

std::string Facts::as_json() const {
  std::string text = "{";
  for (const Fact& fact : facts_) {
    std::string name = fact.name;
    std::ranges::replace(name, ' ', '_');
    text += fmt::format("{}\n  {}: {}", text.size() == 1 ? "" : ",", json_text(name), fact.json);
  }
  return text + "\n}\n";
}

void inspect(const InspectOptions& options) {
  const std::vector<std::byte> beginning = beginning_of(options.file);
  Facts facts;
  const InspectedFile file{.options = options, .beginning = beginning};
  if (std::ranges::none_of(kInspectors,
                           [&](Inspector inspector) { return inspector(file, facts); })) {
    throw Error(ErrorCode::malformed,
                in_quotes(options.file) + ", a file of no format that lath knows",
                "need an object or an envelope of lath, or a file of age, SEAL or a key",
                "check that it is the right file and that it was copied in binary");
  }
  print(options.form == InspectOptions::Form::json ? facts.as_json() : facts.as_text());
}

}  // namespace lath::tool
