// SPDX-License-Identifier: Apache-2.0
#include "age/key_arguments.hpp"
#include "age/named_errors.hpp"
#include "age/outputs.hpp"
#include "age/passphrase.hpp"
#include "failure.hpp"
#include "input_file.hpp"
#include "progress_line.hpp"

namespace lath::tool {
namespace {

std::string name_without_ending(const std::string& input) {
  constexpr std::string_view kEnding = ".age";
  const bool named = input.size() > kEnding.size() && input.ends_with(kEnding) &&
                     input[input.size() - kEnding.size() - 1] != '/';
  if (!named) {
    throw UsageError("several inputs with " + in_quotes(input) + " among them",
                     "need names that end with .age", "decrypt this one by itself, with --output");
  }
  return input.substr(0, input.size() - kEnding.size());
}

void check_options(const DecryptOptions& options) {
  if (!options.verify || !options.output) return;
  throw UsageError("--output with --verify", "need one of them", "leave one of them out");
}

std::vector<InputOutput> pairs_of(const DecryptOptions& options) {
  if (!options.verify) return pair_up(options, name_without_ending);
  return pair_up(options, [](const std::string& input) { return input; });
}

class Decryption {
 public:
  explicit Decryption(const DecryptOptions& options)
      : options_(options), passphrase_(options.passphrase, PassphraseSource::Purpose::decrypt) {
    passphrase_.check();
    for (const std::string& path : options.identities) arguments_.add_identities(path);
    keys_.identities = arguments_.identities;
    const bool given = options.passphrase.ask || !options.passphrase.file.empty();
    if (given || keys_.identities.empty()) {
      keys_.passphrase = [this] { return passphrase_.get(); };
    }
  }
  Decryption(const Decryption&) = delete;
  Decryption& operator=(const Decryption&) = delete;

  void verify(const std::string& from) const {
    InputFile input(from);
    ProgressLine line("verifying", input.size());
    with_name(from, [&] { io::age::verify(keys_, input, line.work()); });
  }

  void decrypt(const std::string& from, const std::string& to) const {
    InputFile input(from);
    auto files = arguments_.files;
    files.push_back({"the input", input.identity()});
    check_not_read(to, files);
    with_name(from, [&] {
      const auto output = Output::open(to, options_.existing, Readers::owner);
      ProgressLine line("decrypting", input.size());
      io::age::decrypt(keys_, input, output->sink(), line.work());
      output->place();
    });
  }

 private:
  const DecryptOptions& options_;
  PassphraseSource passphrase_;
  KeyArguments arguments_;
  io::age::Keys keys_;
};

}  // namespace

void decrypt(const DecryptOptions& options) {
  check_options(options);
  const auto pairs = pairs_of(options);
  check_standard_input(options, pairs);
  const Decryption decryption(options);
  for (const auto& [from, to] : pairs) {
    if (options.verify) {
      decryption.verify(from);
    } else {
      decryption.decrypt(from, to);
    }
  }
}

}  // namespace lath::tool
