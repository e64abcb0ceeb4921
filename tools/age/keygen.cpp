// SPDX-License-Identifier: Apache-2.0
#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>

#include "age/key_arguments.hpp"
#include "age/verbs.hpp"
#include "failure.hpp"
#include "key_pair_files.hpp"

namespace lath::tool {
namespace {

std::string now() { return fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))); }

void show_recipients(const std::string& path) {
  KeyArguments keys;
  keys.add_identities(path);
  for (const auto& identity : keys.identities) print(identity.recipient().text() + "\n");
}

}  // namespace

void keygen(const KeygenOptions& options) {
  if (options.show) {
    if (options.name) {
      throw UsageError("--output with --show", "need one of them",
                       "redirect standard output to write recipients to a file");
    }
    return show_recipients(options.input);
  }
  if (options.input != "-") {
    throw UsageError("unknown argument " + value_in_quotes(options.input),
                     "need a file only to --show the recipients in it",
                     "lath keygen -o NAME makes keys; lath keygen --help explains it");
  }
  if (options.scheme) {
    throw UsageError("--scheme without --pem", "need --pem with --scheme",
                     "leave it out: keys of age files are keys of X-Wing");
  }
  Generator generator = Generator::from_system();
  const auto identity = io::age::Identity::generate(generator);
  const auto secret = io::age::identity_file(identity, now());
  if (!options.name) {
    return StandardOutput().write(std::as_bytes(secret.span()));
  }
  check_pair_name(*options.name);
  const std::string recipient = identity.recipient().text() + "\n";
  KeyPairFiles files(*options.name, options.existing);
  files.write(std::as_bytes(std::span(recipient)), std::as_bytes(secret.span()));
  files.place(recipient);
}

}  // namespace lath::tool
