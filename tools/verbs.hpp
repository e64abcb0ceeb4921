// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "output_file.hpp"

/// What the verbs of the command line do. Each throws lath::Error where it fails.
namespace lath::tool {

struct KeygenOptions {
  std::string name;
  std::string scheme = "ml-kem-768";
  Existing existing = Existing::keep;
};
/// Writes <name>.pub and <name>.key, both or none. Throws UsageError for an unknown scheme.
void keygen(const KeygenOptions& options);

struct FileOptions {
  std::string key, input, output;
  Existing existing = Existing::keep;
};
/// Encrypts input to output for the public key in the file `key`.
void encrypt(const FileOptions& options);
/// Decrypts input to output; nothing appears at the output unless all of the input is authentic.
void decrypt(const FileOptions& options);

struct DemoOptions {
  std::string file;  // or empty
};
/// Shows the library at work. Throws where a result is wrong.
void demo(const DemoOptions& options);

/// Checks this build on this machine; prints a line per part and throws where one fails.
void selftest();

}  // namespace lath::tool
