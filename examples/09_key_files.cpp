// SPDX-License-Identifier: Apache-2.0
//
// Keys and encrypted files: what `lath keygen`, `lath encrypt` and `lath decrypt` do, in a program.
// The files are age files, which age 1.3 and other programs open, too.

#include <cstddef>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <ios>
#include <iostream>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/io/age/files.hpp"
#include "lath/io/age/keys.hpp"

using namespace lath;
namespace age = lath::io::age;
namespace fs = std::filesystem;

namespace {

void write_file(const fs::path& path, std::span<const std::byte> bytes) {
  std::ofstream file(path, std::ios::binary);
  file.write(reinterpret_cast<const char*>(bytes.data()),
             static_cast<std::streamsize>(bytes.size()));
}

// A buffer that is wiped when it is released, since it may hold an identity.
age::SecretText read_file(const fs::path& path) {
  age::SecretText text(fs::file_size(path));
  std::ifstream file(path, std::ios::binary);
  file.read(text.data(), static_cast<std::streamsize>(text.size()));
  return text;
}

// A new folder that only this user can read.
fs::path private_folder() {
  std::string name = (fs::temp_directory_path() / "lath-XXXXXX").string();
  if (mkdtemp(name.data()) == nullptr) throw std::runtime_error("no temporary folder");
  return name;
}

}  // namespace

int main() {
  const fs::path folder = private_folder();
  Generator generator = Generator::from_system();

  // Alice makes an identity and writes two files. The identity is not encrypted: whoever reads that
  // file reads her mail. `lath keygen` creates it readable by its owner only.
  {
    const auto identity = age::Identity::generate(generator);
    const std::string recipient = identity.recipient().text() + "\n";
    const auto secret = age::identity_file(identity, "2026-01-31T12:00:00Z");
    write_file(folder / "alice.pub", std::as_bytes(std::span(recipient)));
    write_file(folder / "alice.key", std::as_bytes(secret.span()));
    std::cout << recipient.substr(0, 10) << "... has " << recipient.size() - 1 << " letters\n";
  }

  // Bob encrypts a letter for her. Source and Sink are interfaces: files, pipes and memory of any
  // size; nothing is read into memory as a whole.
  const std::string letter = "Dear Alice, the meeting is at noon.";
  io::MemorySink file;
  {
    const auto text = read_file(folder / "alice.pub");
    const auto recipients = age::read_recipients(age::view(text.span()));
    io::MemorySource source(std::as_bytes(std::span(letter)));
    age::encrypt(recipients, source, file, generator);
    write_file(folder / "letter.age", file.bytes());
  }

  // Alice decrypts it. Keys and files are checked before they are used: a damaged or foreign one
  // throws an Error that says what is wrong with it.
  const auto text = read_file(folder / "alice.key");
  const age::Keys keys{.identities = age::read_identities(text.span()), .passphrase = {}};
  auto received = read_file(folder / "letter.age");
  io::MemorySource source(std::as_bytes(received.span()));
  io::MemorySink opened;
  age::decrypt(keys, source, opened);
  const auto* plain = reinterpret_cast<const char*>(opened.bytes().data());
  const bool same = std::string_view(plain, opened.bytes().size()) == letter;
  std::cout << (same ? "the letter arrived\n" : "another letter arrived\n");

  // One changed bit anywhere, and no byte of the letter comes out.
  received[received.size() - 1] ^= 1;
  io::MemorySource changed(std::as_bytes(received.span()));
  io::MemorySink nothing;
  bool refused = false;
  try {
    age::decrypt(keys, changed, nothing);
  } catch (const Error& error) {
    refused = error.code() == ErrorCode::authentication && nothing.bytes().empty();
    std::cout << "changed: " << error.what() << '\n';
  }
  fs::remove_all(folder);
  return same && refused ? 0 : 1;
}
