// SPDX-License-Identifier: Apache-2.0
#include "age/passphrase.hpp"

#include <string_view>

#include "failure.hpp"
#include "input_file.hpp"
#include "typed_passphrase.hpp"

namespace lath::tool {
namespace {

using io::age::SecretText;

constexpr std::size_t kLongest = 4096;

SecretText first_line(const std::string& path) {
  InputFile file(path);
  const auto bytes = read_at_most(file, kLongest);
  const std::string_view text(reinterpret_cast<const char*>(bytes.data()), bytes.size());
  std::string_view line = text.substr(0, text.find('\n'));
  if (line.ends_with('\r')) line.remove_suffix(1);
  if (line.size() >= kLongest) {
    throw Error(ErrorCode::invalid_argument, in_quotes(path) + " has a first line that is too long",
                "need a passphrase of fewer than 4096 bytes", "check that this is the right file");
  }
  return SecretText(std::span(line.data(), line.size()));
}

}  // namespace

void PassphraseSource::check() const {
  if (!options_.ask || options_.file.empty()) return;
  throw UsageError("--passphrase and --passphrase-file", "need one of them",
                   "leave one of them out");
}

const io::age::Passphrase& PassphraseSource::get() {
  if (!passphrase_) {
    const SecretText text =
        options_.file.empty()
            ? typed_passphrase(purpose_ == Purpose::encrypt ? Typing::twice : Typing::once)
            : first_line(options_.file);
    passphrase_.emplace(text.span(), options_.work_factor);
  }
  return *passphrase_;
}

}  // namespace lath::tool
