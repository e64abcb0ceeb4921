// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/age/aead.hpp"
#include "lath/ml_kem/ml_kem.hpp"

namespace lath::io::age {

/// The key and the nonce of the one message of HPKE (RFC 9180).
struct HpkeKeys {
  Key key;
  Nonce nonce;
};

/// The key schedule of HPKE in base mode with MLKEM768-X25519, HKDF-SHA256 and ChaCha20-Poly1305,
/// for the secret of an encapsulation and a purpose.
HpkeKeys hpke_keys(const kem::SharedSecret& secret, std::string_view info);

}  // namespace lath::io::age
