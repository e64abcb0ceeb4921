// SPDX-License-Identifier: Apache-2.0
#include <optional>

#include "age/key_arguments.hpp"
#include "age/outputs.hpp"
#include "age/passphrase.hpp"
#include "failure.hpp"
#include "input_file.hpp"
#include "progress_line.hpp"

namespace lath::tool {
namespace {

KeyArguments keys_of(const EncryptOptions& options) {
  KeyArguments keys;
  for (const std::string& text : options.recipients) keys.add_recipient(text);
  for (const std::string& path : options.recipient_files) keys.add_recipients_file(path);
  for (const std::string& path : options.identities) keys.add_identities(path);
  for (const auto& identity : keys.identities) keys.recipients.push_back(identity.recipient());
  return keys;
}

bool has_passphrase(const EncryptOptions& options) {
  return options.passphrase.ask || !options.passphrase.file.empty();
}

void check_keys(const EncryptOptions& options) {
  const bool keys = !options.recipients.empty() || !options.recipient_files.empty() ||
                    !options.identities.empty();
  if (keys && has_passphrase(options)) {
    throw UsageError("a passphrase and recipients", "need one or the other",
                     "encrypt twice, so that the passphrase alone opens one of the files");
  }
  if (keys || has_passphrase(options)) return;
  throw UsageError("no recipient and no passphrase",
                   "need --recipient RECIPIENT, --recipients-file FILE or --passphrase",
                   "name who can decrypt, as with -R alice.pub; lath keygen makes keys");
}

void check_terminal(const EncryptOptions& options, const std::string& output) {
  if (output != "-" || options.form == io::age::Form::armored ||
      options.existing == Existing::replace || !StandardOutput::is_terminal()) {
    return;
  }
  throw Error(ErrorCode::input_output, "standard output is a terminal",
              "need a file or a pipe for encrypted bytes",
              "name a file with -o, or write text with --armor");
}

}  // namespace

void encrypt(const EncryptOptions& options) {
  check_keys(options);
  PassphraseSource passphrase(options.passphrase, PassphraseSource::Purpose::encrypt);
  passphrase.check();
  const auto pairs = pair_up(options, [](const std::string& input) { return input + ".age"; });
  check_standard_input(options, pairs, options.recipient_files);
  const KeyArguments keys = keys_of(options);
  Generator generator = Generator::from_system();
  for (const auto& [from, to] : pairs) {
    check_terminal(options, to);
    InputFile input(from);
    auto files = keys.files;
    files.push_back({"the input", input.identity()});
    check_not_read(to, files);
    const auto* secret = has_passphrase(options) ? &passphrase.get() : nullptr;
    const auto output = Output::open(to, options.existing, Readers::umask);
    ProgressLine line("encrypting", input.size());
    if (secret != nullptr) {
      io::age::encrypt(*secret, input, output->sink(), generator, options.form, line.work());
    } else {
      io::age::encrypt(keys.recipients, input, output->sink(), generator, options.form,
                       line.work());
    }
    output->place();
  }
}

}  // namespace lath::tool
