// SPDX-License-Identifier: Apache-2.0
#include "io/sha256.hpp"

#include <openssl/evp.h>

#include "lath/base/error.hpp"

namespace lath::io {

std::array<std::byte, 32> sha256(std::span<const std::byte> bytes) {
  std::array<std::byte, 32> digest;
  if (EVP_Digest(bytes.data(), bytes.size(), reinterpret_cast<unsigned char*>(digest.data()),
                 nullptr, EVP_sha256(), nullptr) != 1) {
    throw Error(ErrorCode::unsupported, "OpenSSL could not compute SHA-256",
                "need a working SHA-256",
                "check the OpenSSL installation and its configuration file");
  }
  return digest;
}

}  // namespace lath::io
