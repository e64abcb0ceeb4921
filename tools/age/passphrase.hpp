// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "age/verbs.hpp"

namespace lath::tool {

/// The passphrase that the options ask for, asked for once whatever the number of files.
class PassphraseSource {
 public:
  enum class Purpose { encrypt, decrypt };

  PassphraseSource(PassphraseOptions options, Purpose purpose)
      : options_(std::move(options)), purpose_(purpose) {}

  /// Throws UsageError where both or neither way was given.
  void check() const;
  /// The passphrase: from the file, or typed on the terminal, twice for encryption. Throws
  /// input_output where there is no terminal, and invalid_argument where the two differ or are
  /// empty.
  [[nodiscard]] const io::age::Passphrase& get();

 private:
  PassphraseOptions options_;
  Purpose purpose_;
  std::optional<io::age::Passphrase> passphrase_;
};

}  // namespace lath::tool
