// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "lath/io/age/files.hpp"
#include "output_file.hpp"

/// The verbs that make keys, encrypt and decrypt: age files. Each throws lath::Error where it
/// fails.
namespace CLI {
class App;
}

/// The verbs that make keys, encrypt and decrypt: age files. Each throws lath::Error where it
/// fails.
namespace lath::tool {

/// Adds them to the command line.
void add_age_verbs(CLI::App& app);

/// Where a passphrase comes from, if there is one.
struct PassphraseOptions {
  bool ask = false;                                         ///< on the terminal
  std::string file;                                         ///< or the first line of this file
  unsigned work_factor = io::age::Passphrase::kWorkFactor;  ///< its logarithm, for encryption
};

struct KeygenOptions {
  /// The name of both files, without the endings; without one, the identity is printed.
  std::optional<std::string> name;
  Existing existing = Existing::keep;
  std::optional<std::string> scheme;  ///< of keys that are no age keys, with --pem
  bool show = false;                  ///< the recipients of the identities in `input`
  std::string input = "-";
};
/// Writes <name>.pub and <name>.key, both or none, or shows recipients.
void keygen(const KeygenOptions& options);

/// Options that encrypt and decrypt have in common.
struct FileOptions {
  std::vector<std::string> inputs;  ///< none is standard input
  std::optional<std::string> output;
  Existing existing = Existing::keep;
  PassphraseOptions passphrase;
  std::vector<std::string> identities;  ///< files, or the texts themselves
};
struct EncryptOptions : FileOptions {
  std::vector<std::string> recipients, recipient_files;
  io::age::Form form = io::age::Form::binary;
};
struct DecryptOptions : FileOptions {
  bool verify = false;  ///< and write nothing
};
/// Encrypts every input for all recipients, or with the passphrase.
void encrypt(const EncryptOptions& options);
/// Decrypts every input. A file appears at the output only when all of its input is authentic; a
/// pipe gets authentic bytes only.
void decrypt(const DecryptOptions& options);

}  // namespace lath::tool
