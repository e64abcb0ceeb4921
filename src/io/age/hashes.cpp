// SPDX-License-Identifier: Apache-2.0
#include "io/age/hashes.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"

namespace lath::io::age {
namespace {

const unsigned char* raw(Bytes bytes) {
  static constexpr unsigned char kNothing = 0;
  return bytes.empty() ? &kNothing : reinterpret_cast<const unsigned char*>(bytes.data());
}

Key hmac_of_one(Bytes key, Bytes message) {
  Key result;
  unsigned size = 0;
  if (HMAC(EVP_sha256(), raw(key), static_cast<int>(key.size()), raw(message), message.size(),
           reinterpret_cast<unsigned char*>(result.data()), &size) == nullptr) {
    throw Error(ErrorCode::unsupported, "OpenSSL could not compute HMAC-SHA256",
                "need a working SHA-256",
                "check the OpenSSL installation and its configuration file");
  }
  return result;
}

}  // namespace

Key hmac(Bytes key, std::initializer_list<Bytes> parts) {
  if (parts.size() == 1) return hmac_of_one(key, *parts.begin());
  std::size_t size = 0;
  for (const Bytes part : parts) size += part.size();
  Buffer<std::byte, Secret> message(size);
  std::byte* end = message.data();
  for (const Bytes part : parts) end = std::ranges::copy(part, end).out;
  return hmac_of_one(key, message.span());
}

Key hkdf_extract(Bytes salt, std::initializer_list<Bytes> ikm) { return hmac(salt, ikm); }

Key hkdf_expand(const Key& key, std::initializer_list<Bytes> info) {
  constexpr std::byte kFirst[] = {std::byte{1}};
  std::vector<std::byte> whole;
  for (const Bytes part : info) whole.insert(whole.end(), part.begin(), part.end());
  return hmac(key.span(), {whole, kFirst});
}

Key hkdf(Bytes ikm, Bytes salt, std::string_view info) {
  return hkdf_expand(hkdf_extract(salt, {ikm}), {bytes_of(info)});
}

Key scrypt(std::span<const char> passphrase, Bytes salt, unsigned log2_n) {
  const std::uint64_t n = std::uint64_t{1} << log2_n, memory = (n + 64) << 10;
  Key key;
  if (EVP_PBE_scrypt(passphrase.data(), passphrase.size(), raw(salt), salt.size(), n, 8, 1, memory,
                     reinterpret_cast<unsigned char*>(key.data()), key.size()) != 1) {
    ERR_clear_error();
    throw Error(
        ErrorCode::unsupported,
        "OpenSSL could not compute scrypt with a work factor of 2^" + std::to_string(log2_n),
        "need " + std::to_string(memory >> 20) + " MiB of memory and a working scrypt",
        "end other programs, or raise the limit on memory (ulimit -v)");
  }
  return key;
}

}  // namespace lath::io::age
