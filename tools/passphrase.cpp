// SPDX-License-Identifier: Apache-2.0
#include "passphrase.hpp"

#include <unistd.h>

#include <cerrno>
#include <string>

#include "failure.hpp"
#include "typed_passphrase.hpp"

namespace lath::tool {
namespace {

constexpr const char* kNeeded = "need a passphrase of 1 to 1024 bytes";

// A passphrase of up to the limit, and one byte more to see that a longer one is too long.
using Characters = Buffer<std::byte, Secret>;

Characters checked(const Characters& bytes, std::size_t size) {
  if (size == 0) {
    throw Error(ErrorCode::input_output, "an empty passphrase", kNeeded, "give another one");
  }
  if (size > kMaxPassphraseBytes) {
    throw Error(ErrorCode::input_output, "a passphrase of more than 1024 bytes", kNeeded,
                "give a shorter one");
  }
  return Characters(bytes.span().first(size));
}

}  // namespace

Characters ask_for_new_passphrase() {
  const auto text = typed_passphrase(Typing::twice);
  return checked(Characters(std::as_bytes(text.span())), text.size());
}

Characters passphrase_from(int descriptor) {
  Characters bytes(kMaxPassphraseBytes + 2);
  std::size_t size = 0;
  while (size < bytes.size()) {
    const auto got = read(descriptor, bytes.data() + size, bytes.size() - size);
    if (got == 0) break;
    if (got > 0) size += static_cast<std::size_t>(got);
    if (got < 0 && errno != EINTR) {
      throw_system_error("the passphrase on descriptor " + std::to_string(descriptor), errno,
                         "need a descriptor that can be read",
                         "open it in the shell, as in --passphrase-fd 3 3<file");
    }
  }
  if (size > 0 && bytes[size - 1] == std::byte{'\n'}) --size;
  return checked(bytes, size);
}

}  // namespace lath::tool
