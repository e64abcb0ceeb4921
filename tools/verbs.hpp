// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
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

/// Prints a line for every parameter set that has a name.
void list_parameter_sets();
/// Prints all that is known of one. Throws UsageError where none has the name.
void show_parameter_set(const std::string& name);

/// The options of `lath params estimate`, as they were given.
struct EstimateOptions {
  std::string dimension, modulus, secret, error;
  std::optional<std::string> samples;  ///< without, as many as an attack wants
};
/// Prints what every attack on an instance of LWE is estimated to take. Throws UsageError for one
/// that is none.
void estimate_instance(const EstimateOptions& options);

/// Checks this build on this machine; prints a line per part and throws where one fails.
void selftest();

}  // namespace lath::tool
