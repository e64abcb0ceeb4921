// SPDX-License-Identifier: Apache-2.0
#include "age/key_arguments.hpp"

#include <strings.h>

#include "age/named_errors.hpp"
#include "failure.hpp"
#include "input_file.hpp"

namespace lath::tool {
namespace {

constexpr std::string_view kIdentityStart = "AGE-SECRET-KEY-";

void check_path(const std::string& path, const char* option) {
  if (!path.empty()) return;
  throw UsageError(std::string(option) + " ''", "need the name of a file",
                   "name one, or give - for standard input");
}

// All of a file, as secret text.
io::age::SecretText contents(InputFile& file) {
  const auto bytes = read_at_most(file, io::age::kMaxKeyFileBytes);
  if (bytes.size() > io::age::kMaxKeyFileBytes) {
    throw Error(ErrorCode::malformed, "a file of keys of more than 4 MiB", "need a smaller one",
                "check that this is the right file");
  }
  return io::age::SecretText(std::span(reinterpret_cast<const char*>(bytes.data()), bytes.size()));
}

}  // namespace

void KeyArguments::add_recipient(const std::string& text) {
  try {
    recipients.push_back(io::age::Recipient::from_text(text));
  } catch (const Error& error) {
    throw UsageError("--recipient: " + error.found(), error.needed(), error.remedy());
  }
}

void KeyArguments::add_recipients_file(const std::string& path) {
  check_path(path, "--recipients-file");
  InputFile file(path);
  files.push_back({"a file of recipients", file.identity()});
  with_name(path, [&] {
    const auto text = contents(file);
    const auto found = io::age::read_recipients(io::age::view(text.span()));
    recipients.insert(recipients.end(), found.begin(), found.end());
  });
}

void KeyArguments::add_identities(const std::string& path_or_text) {
  check_path(path_or_text, "--identity");
  if (strncasecmp(path_or_text.c_str(), kIdentityStart.data(), kIdentityStart.size()) == 0) {
    identities.push_back(io::age::Identity::from_text(path_or_text));
    return;
  }
  InputFile file(path_or_text);
  files.push_back({"a file of identities", file.identity()});
  with_name(path_or_text, [&] {
    const auto text = contents(file);
    const auto found = io::age::read_identities(text.span());
    identities.insert(identities.end(), found.begin(), found.end());
  });
  if (file.is_shared()) {
    warn("others can access the identity " + in_quotes(path_or_text) + ": chmod 600 it");
  }
}

}  // namespace lath::tool
