// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <string>

#include "io/old_files.hpp"
#include "lath/io/age/description.hpp"
#include "lath/io/age/keys.hpp"

namespace lath::io::age {
namespace {

// Gives the lines of a file that hold a key to read(), which returns the key.
template <class Key, class Read>
std::vector<Key> read_lines(std::string_view file, const char* what, Read read) {
  refuse_old_file(file);
  std::vector<Key> keys;
  for (std::size_t number = 1; !file.empty(); ++number) {
    const std::size_t end = std::min(file.find('\n'), file.size());
    std::string_view line = file.substr(0, end);
    file.remove_prefix(std::min(end + 1, file.size()));
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty() || line.front() == '#') continue;
    try {
      keys.push_back(read(line));
    } catch (const Error& error) {
      throw Error(error.code(), "line " + std::to_string(number) + ": " + error.found(),
                  error.needed(), error.remedy());
    }
  }
  if (keys.empty()) {
    throw Error(ErrorCode::malformed, std::string("a file without ") + what,
                "need one in a line at least", "give the file that lath keygen wrote");
  }
  return keys;
}

}  // namespace

std::vector<Recipient> read_recipients(std::string_view file) {
  return read_lines<Recipient>(file, "a recipient",
                               [](std::string_view line) { return Recipient::from_text(line); });
}

std::vector<Identity> read_identities(std::span<const char> file) {
  if (is_age_file(std::as_bytes(file))) {
    throw Error(ErrorCode::unsupported, "identities that are encrypted themselves",
                "need a file of identities as text",
                "decrypt it first: lath decrypt -p FILE | lath decrypt -i - ...");
  }
  return read_lines<Identity>(view(file), "an identity",
                              [](std::string_view line) { return Identity::from_text(line); });
}

SecretText identity_file(const Identity& identity, std::string_view created) {
  const std::string comments = "# created: " + std::string(created) +
                               "\n# public key: " + identity.recipient().text() + "\n";
  const SecretText key = identity.text();
  SecretText file(comments.size() + key.size() + 1);
  char* end = std::ranges::copy(comments, file.begin()).out;
  *std::ranges::copy(key.span(), end).out = '\n';
  return file;
}

}  // namespace lath::io::age
