// SPDX-License-Identifier: Apache-2.0
#include "io/age/hpke.hpp"

#include <vector>

namespace lath::io::age {
namespace {

// "HPKE", then the numbers of MLKEM768-X25519 (0x647a), HKDF-SHA256 and ChaCha20-Poly1305.
constexpr std::string_view kSuite{"HPKE\x64\x7a\x00\x01\x00\x03", 10};
constexpr std::string_view kVersion = "HPKE-v1";

Key labeled_extract(Bytes salt, std::string_view label, Bytes ikm) {
  return hkdf_extract(salt, {bytes_of(kVersion), bytes_of(kSuite), bytes_of(label), ikm});
}

// The first bytes of 32; the length that is asked for enters the hash.
Key labeled_expand(const Key& key, std::string_view label, Bytes info, std::uint8_t length) {
  const std::byte size[] = {std::byte{0}, std::byte{length}};
  return hkdf_expand(key, {size, bytes_of(kVersion), bytes_of(kSuite), bytes_of(label), info});
}

}  // namespace

HpkeKeys hpke_keys(const kem::SharedSecret& secret, std::string_view info) {
  const Key no_psk = labeled_extract({}, "psk_id_hash", {});
  const Key purpose = labeled_extract({}, "info_hash", bytes_of(info));
  std::vector<std::byte> context(1);  // mode_base
  context.insert(context.end(), no_psk.begin(), no_psk.end());
  context.insert(context.end(), purpose.begin(), purpose.end());
  const Key extracted = labeled_extract(secret.span(), "secret", {});
  HpkeKeys keys{labeled_expand(extracted, "key", context, 32), {}};
  const Key nonce = labeled_expand(extracted, "base_nonce", context, 12);
  for (std::size_t i = 0; i < keys.nonce.size(); ++i) {
    keys.nonce[i] = std::to_integer<unsigned char>(nonce.span()[i]);
  }
  return keys;
}

}  // namespace lath::io::age
