// SPDX-License-Identifier: Apache-2.0
#include "io/objects/proofs.hpp"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/params.h>

#include <algorithm>
#include <atomic>
#include <exception>
#include <string>
#include <string_view>

#include "io/objects/cbor.hpp"
#include "io/objects/openssl.hpp"
#include "lath/base/error.hpp"
#include "lath/base/parallel.hpp"

namespace lath::io {
namespace {

using Bytes = std::vector<std::byte>;
using View = std::span<const std::byte>;

// COSE: the tags of messages, the header parameter of the algorithm, HMAC 256/256, and EdDSA as a
// negative number.
constexpr std::uint64_t kMac0Tag = 17, kSign1Tag = 18, kAlgorithm = 1, kHmac256 = 5, kEdDsa = 7;
constexpr std::size_t kMacBytes = 32, kSignatureBytes = 64;

std::size_t size_of_evidence(Proof proof) noexcept {
  return proof == Proof::mac ? kMacBytes : kSignatureBytes;
}

Bytes protected_header(Proof proof) {
  CborWriter writer;
  writer.head(CborType::map, 1).head(CborType::number, kAlgorithm);
  if (proof == Proof::mac) {
    writer.head(CborType::number, kHmac256);
  } else {
    writer.head(CborType::negative, kEdDsa);
  }
  return writer.written();
}

// MAC_structure or Sig_structure, without external data.
Bytes structure(Proof proof, View payload) {
  const std::string_view context = proof == Proof::mac ? "MAC0" : "Signature1";
  CborWriter writer;
  writer.head(CborType::array, 4).head(CborType::text, context.size());
  Bytes bytes = writer.written();
  const auto letters = std::as_bytes(std::span(context));
  bytes.insert(bytes.end(), letters.begin(), letters.end());
  CborWriter rest;
  rest.bytes(protected_header(proof)).bytes({}).bytes(payload);
  bytes.insert(bytes.end(), rest.written().begin(), rest.written().end());
  return bytes;
}

// The item up to the evidence, a string of bytes whose head is included.
Bytes before_evidence(Proof proof) {
  CborWriter writer;
  writer.head(CborType::tag, proof == Proof::mac ? kMac0Tag : kSign1Tag).head(CborType::array, 4);
  writer.bytes(protected_header(proof)).head(CborType::map, 0).null();
  writer.head(CborType::bytes, size_of_evidence(proof));
  return writer.written();
}

Bytes mac_of(View message, const MacKey& key) {
  const OpenSslPointer<EVP_MAC> hmac(EVP_MAC_fetch(nullptr, "HMAC", nullptr));
  const OpenSslPointer<EVP_MAC_CTX> context(hmac ? EVP_MAC_CTX_new(hmac.get()) : nullptr);
  std::string hash = "SHA256";
  const std::array<OSSL_PARAM, 2> parameters{
      OSSL_PARAM_construct_utf8_string(OSSL_MAC_PARAM_DIGEST, hash.data(), 0),
      OSSL_PARAM_construct_end()};
  Bytes mac(kMacBytes);
  std::size_t size = 0;
  if (!context ||
      EVP_MAC_init(context.get(), octets(key.bytes().data()), MacKey::kBytes, parameters.data()) !=
          1 ||
      EVP_MAC_update(context.get(), octets(message.data()), message.size()) != 1 ||
      EVP_MAC_final(context.get(), octets(mac.data()), &size, mac.size()) != 1 ||
      size != mac.size()) {
    throw_openssl_failed("compute HMAC-SHA256");
  }
  return mac;
}

Bytes signature_of(View message, const SigningKey& key) {
  const OpenSslPointer<EVP_PKEY> secret(EVP_PKEY_new_raw_private_key(
      EVP_PKEY_ED25519, nullptr, octets(key.bytes().data()), SigningKey::kBytes));
  const OpenSslPointer<EVP_MD_CTX> context(EVP_MD_CTX_new());
  Bytes signature(kSignatureBytes);
  std::size_t size = signature.size();
  if (!secret || !context ||
      EVP_DigestSignInit(context.get(), nullptr, nullptr, nullptr, secret.get()) != 1 ||
      EVP_DigestSign(context.get(), octets(signature.data()), &size, octets(message.data()),
                     message.size()) != 1 ||
      size != signature.size()) {
    throw_openssl_failed("sign with Ed25519");
  }
  return signature;
}

bool is_signature(View signature, View message, const VerifyingKey& key) {
  const OpenSslPointer<EVP_PKEY> known(EVP_PKEY_new_raw_public_key(
      EVP_PKEY_ED25519, nullptr, octets(key.bytes().data()), VerifyingKey::kBytes));
  const OpenSslPointer<EVP_MD_CTX> context(EVP_MD_CTX_new());
  if (!context) throw_openssl_failed("verify a signature");
  // A key that is no point signs nothing.
  return known &&
         EVP_DigestVerifyInit(context.get(), nullptr, nullptr, nullptr, known.get()) == 1 &&
         EVP_DigestVerify(context.get(), octets(signature.data()), signature.size(),
                          octets(message.data()), message.size()) == 1;
}

bool proves(View evidence, View payload, const ProofKeys& keys) {
  const Bytes message = structure(keys.proof(), payload);
  if (keys.mac == nullptr) return is_signature(evidence, message, *keys.verifying);
  const Bytes expected = mac_of(message, *keys.mac);
  return CRYPTO_memcmp(expected.data(), evidence.data(), expected.size()) == 0;
}

// The evidence of the item that comes next.
View take_evidence(EnvelopeBytes& bytes, Proof proof) {
  const Bytes before = before_evidence(proof);
  if (!std::ranges::equal(bytes.take(before.size()), before)) {
    refuse_envelope("an envelope with another proof behind its chunks",
                    "the proof that its header names");
  }
  return bytes.take(size_of_evidence(proof));
}

}  // namespace

ChunkDigest chunk_digest(View bytes) {
  // Fetched once: EVP_sha256() would look for it at every call.
  static EVP_MD* const hash = EVP_MD_fetch(nullptr, "SHA256", nullptr);
  ChunkDigest digest;
  if (hash == nullptr ||
      EVP_Digest(bytes.data(), bytes.size(), octets(digest.data()), nullptr, hash, nullptr) != 1) {
    throw_openssl_failed("compute SHA-256");
  }
  return digest;
}

void chunk_digests(std::span<std::byte> out, std::span<const View> chunks,
                   const std::function<void()>& beside) {
  if (chunks.empty() && !beside) return;
  std::exception_ptr error_beside;
  std::atomic<bool> has_failed = false;
  const std::size_t calls_before = beside ? 1 : 0;
  const auto call = [&](std::size_t i, std::size_t) noexcept {
    try {
      if (i < calls_before) {
        beside();
      } else {
        std::ranges::copy(
            chunk_digest(chunks[i - calls_before]),
            out.begin() + static_cast<std::ptrdiff_t>((i - calls_before) * kChunkDigestBytes));
      }
    } catch (...) {
      if (i < calls_before) {
        error_beside = std::current_exception();
      } else {
        has_failed = true;
      }
    }
  };
  // A thread digests 32 KiB in about 18 microseconds.
  const std::size_t bytes = chunks.empty() ? 0 : chunks.size() * chunks.front().size();
  const std::size_t enough = (threads_are_awake() ? 20U : 32U) << 10;
  parallel_for_on(calls_before + bytes / enough, calls_before + chunks.size(), call);
  if (error_beside) std::rethrow_exception(error_beside);
  if (has_failed) throw_openssl_failed("compute SHA-256");
}

Bytes proved_payload(View header, View digests) {
  CborWriter writer;
  writer.head(CborType::array, 2).bytes(header).bytes(chunk_digest(digests));
  return writer.written();
}

Bytes prove(View payload, const ProofKeys& keys) {
  Bytes item = before_evidence(keys.proof());
  const Bytes message = structure(keys.proof(), payload);
  const Bytes evidence =
      keys.mac != nullptr ? mac_of(message, *keys.mac) : signature_of(message, *keys.signing);
  item.insert(item.end(), evidence.begin(), evidence.end());
  return item;
}

std::size_t proof_bytes(Proof proof) noexcept {
  // A tag, an array, the protected header in four bytes, a map, null, and the evidence.
  return proof == Proof::none ? 0 : 1 + 1 + 4 + 1 + 1 + 2 + size_of_evidence(proof);
}

void verify_proof(EnvelopeBytes& bytes, View payload, const ProofKeys& keys) {
  if (proves(take_evidence(bytes, keys.proof()), payload, keys)) return;
  throw Error(ErrorCode::authentication, "an envelope that is not authentic",
              "need one that was saved with the key given, and not changed since",
              "get it again, or check which key its sender uses");
}

void skip_proof(EnvelopeBytes& bytes, Proof proof) {
  static_cast<void>(take_evidence(bytes, proof));
}

void throw_openssl_failed(const char* what) {
  throw Error(ErrorCode::unsupported, "OpenSSL could not " + std::string(what),
              "need OpenSSL 3 with its default provider",
              "check the OpenSSL installation and its configuration file");
}

}  // namespace lath::io
