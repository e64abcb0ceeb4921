// SPDX-License-Identifier: Apache-2.0
//
// A letter encrypted and opened again, by a program that links lath::pke and lath::io.

#include <cstddef>
#include <span>
#include <string_view>

#include "lath/io/age/files.hpp"

int main() {
  auto generator = lath::Generator::from_system();
  const auto identity = lath::io::age::Identity::generate(generator);
  const auto recipient = lath::io::age::Recipient::from_text(identity.recipient().text());
  constexpr std::string_view kLetter = "The meeting is at noon.";
  lath::io::MemorySource letter(std::as_bytes(std::span(kLetter)));
  lath::io::MemorySink file;
  lath::io::age::encrypt(std::span(&recipient, 1), letter, file, generator);
  lath::io::MemorySource received(file.bytes());
  return lath::io::age::verify({{identity}, {}}, received) == kLetter.size() ? 0 : 1;
}
