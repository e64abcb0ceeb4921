// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "failure.hpp"
#include "input_file.hpp"
#include "key_pair_files.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/keys.hpp"
#include "lath/pke/parameter_sets.hpp"
#include "progress_line.hpp"
#include "verbs.hpp"

namespace lath::tool {
namespace {

// Whether an error is about bytes that were read, and not about anything else.
bool is_of_bytes(ErrorCode code) {
  return code == ErrorCode::malformed || code == ErrorCode::mismatch ||
         code == ErrorCode::authentication;
}

// Does what reads a file; the file's name goes into what is said of its bytes.
template <class Action>
auto with_name(const std::string& path, Action action) {
  try {
    return action();
  } catch (const Error& error) {
    if (!is_of_bytes(error.code())) throw;
    throw Error(error.code(),
                (path == "-" ? "standard input" : in_quotes(path)) + ": " + error.found(),
                error.needed(), error.remedy());
  }
}

io::PublicKey read_public_key(const std::string& path, InputFile& file) {
  const auto bytes = read_at_most(file, io::kMaxKeyBytes);
  return with_name(path, [&] { return io::PublicKey::from_bytes(bytes.span()); });
}

io::SecretKey read_secret_key(const std::string& path, InputFile& file) {
  const auto bytes = read_at_most(file, io::kMaxKeyBytes);
  auto key = with_name(path, [&] { return io::SecretKey::from_bytes(bytes.span()); });
  if (file.is_shared()) {
    warn("others can access the secret key " + in_quotes(path) + ": chmod 600 it");
  }
  return key;
}

void check_sources(const FileOptions& options) {
  if (options.key.empty() || options.input.empty()) {
    throw UsageError(options.key.empty() ? "--key ''" : "the input ''", "need the name of a file",
                     "name one, or give - for standard input");
  }
  if (options.key == "-" && options.input == "-") {
    throw UsageError("both the key and the input are standard input", "need two sources",
                     "give one of them as a file");
  }
}

void check_output(const FileOptions& options, const InputFile& key, const InputFile& input) {
  check_not_read(options.output, {{"the key", key.identity()}, {"the input", input.identity()}});
}

// Standard output cannot be taken back, so the whole input is verified before a byte goes there.
void decrypt_to_standard_output(const io::SecretKey& key, InputFile input) {
  if (!input.can_rewind()) {
    ProgressLine line("reading", std::nullopt);
    input = InputFile::spooled(input, line.work());
  }
  {
    ProgressLine line("verifying", input.size());
    io::verify(key, input, line.work());
  }
  input.rewind();
  StandardOutput output;
  ProgressLine line("decrypting", input.size());
  io::decrypt(key, input, output, line.work());
}

bool is_parameter_set(const std::string& name) {
  return std::ranges::find(parameter_sets(), name, &ParameterSet::name) != parameter_sets().end();
}

io::FileScheme scheme_of(const KeygenOptions& options) {
  try {
    return io::FileScheme::of_name(options.scheme);
  } catch (const Error& error) {
    throw UsageError("--scheme " + value_in_quotes(options.scheme) +
                         (is_parameter_set(options.scheme)
                              ? " is a parameter set of which there are no key files"
                              : " is unknown"),
                     error.needed(), error.remedy());
  }
}

}  // namespace

void keygen(const KeygenOptions& options) {
  check_pair_name(options.name);
  const io::FileScheme scheme = scheme_of(options);
  KeyPairFiles files(options.name, options.existing);
  Generator generator = Generator::from_system();
  const io::KeyPair keys = io::generate_keys(scheme, generator);
  files.write(keys);
  files.place(
      fmt::format("{} key {}\n", scheme.name(), io::short_name(keys.public_key.fingerprint())));
}

void encrypt(const FileOptions& options) {
  check_sources(options);
  InputFile key_file(options.key);
  const io::PublicKey key = read_public_key(options.key, key_file);
  InputFile input(options.input);
  check_output(options, key_file, input);
  Generator generator = Generator::from_system();
  ProgressLine line("encrypting", input.size());
  if (options.output == "-") {
    if (StandardOutput::is_terminal() && options.existing == Existing::keep) {
      throw Error(ErrorCode::input_output, "standard output is a terminal",
                  "need a file or a pipe for encrypted bytes",
                  "name a file with -o, or use --force");
    }
    StandardOutput output;
    io::encrypt(key, input, output, generator, line.work());
    return;
  }
  OutputFile output(options.output, options.existing, Readers::umask);
  io::encrypt(key, input, output, generator, line.work());
  output.finish();
  output.place();
}

void decrypt(const FileOptions& options) {
  check_sources(options);
  InputFile key_file(options.key);
  const io::SecretKey key = read_secret_key(options.key, key_file);
  InputFile input(options.input);
  check_output(options, key_file, input);
  with_name(options.input, [&] {
    if (options.output == "-") return decrypt_to_standard_output(key, std::move(input));
    OutputFile output(options.output, options.existing, Readers::owner);
    ProgressLine line("decrypting", input.size());
    io::decrypt(key, input, output, line.work());
    output.finish();
    output.place();
  });
}

}  // namespace lath::tool
