// SPDX-License-Identifier: Apache-2.0
#include "io/pem/key_encryption.hpp"

#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/x509.h>

#include <array>
#include <memory>

#include "io/pem/der.hpp"
#include "lath/base/error.hpp"

namespace lath::detail::pem {
namespace {

using der::Reader;
using der::Tag;
using der::Writer;
using Bytes = std::span<const std::byte>;

constexpr std::size_t kKeyBytes = 32, kSaltBytes = 16, kBlockBytes = 16;
constexpr std::uint64_t kScryptN = 1 << 14, kScryptR = 8, kScryptP = 1;
constexpr std::uint64_t kMaxScryptBytes = std::uint64_t{1} << 25, kMaxScryptWork = 1 << 22;

// Object identifiers, without tag and length.
template <class... Numbers>
constexpr auto contents(Numbers... numbers) {
  return std::array{static_cast<std::byte>(numbers)...};
}
constexpr auto kPbes2 = contents(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0d);
constexpr auto kPbkdf2 = contents(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05, 0x0c);
constexpr auto kScrypt = contents(0x2b, 0x06, 0x01, 0x04, 0x01, 0xda, 0x47, 0x04, 0x0b);
constexpr auto kHmacSha256 = contents(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x02, 0x09);
constexpr auto kAes256Cbc = contents(0x60, 0x86, 0x48, 0x01, 0x65, 0x03, 0x04, 0x01, 0x2a);
// The first arcs of older encryptions, of PKCS#5 and PKCS#12.
constexpr auto kPkcs5 = contents(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x05);
constexpr auto kPkcs12 = contents(0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 0x01, 0x0c, 0x01);

bool same(Bytes a, Bytes b) { return std::ranges::equal(a, b); }
bool begins(Bytes bytes, Bytes start) {
  return bytes.size() > start.size() && same(bytes.first(start.size()), start);
}

[[noreturn]] void throw_unsupported(std::string found, std::string needed) {
  throw Error(ErrorCode::unsupported, std::move(found), std::move(needed),
              "encrypt the key again, for example with openssl pkcs8 -topk8");
}

void require_openssl(bool done, const char* what) {
  if (done) return;
  ERR_clear_error();
  throw Error(ErrorCode::unsupported, std::string("OpenSSL could not ") + what,
              "need a working PBKDF2, scrypt and AES-256-CBC",
              "check the OpenSSL installation and its configuration file");
}

unsigned char* octets(std::byte* bytes) { return reinterpret_cast<unsigned char*>(bytes); }
const unsigned char* octets(const std::byte* bytes) {
  return reinterpret_cast<const unsigned char*>(bytes);
}
const char* characters(Bytes bytes) {
  return bytes.empty() ? "" : reinterpret_cast<const char*>(bytes.data());
}

struct FreeContext {
  void operator()(EVP_CIPHER_CTX* context) const noexcept { EVP_CIPHER_CTX_free(context); }
  void operator()(X509_ALGOR* algorithm) const noexcept { X509_ALGOR_free(algorithm); }
};
using Context = std::unique_ptr<EVP_CIPHER_CTX, FreeContext>;

SecretBytes<kKeyBytes> derived(Bytes passphrase, Bytes salt,
                               const io::PassphraseDerivation& derivation) {
  SecretBytes<kKeyBytes> key;
  if (derivation.function == io::PassphraseDerivation::Function::scrypt) {
    require_openssl(
        EVP_PBE_scrypt(characters(passphrase), passphrase.size(), octets(salt.data()), salt.size(),
                       kScryptN, kScryptR, kScryptP, 0, octets(key.data()), key.size()) == 1,
        "compute scrypt");
  } else {
    require_openssl(PKCS5_PBKDF2_HMAC(characters(passphrase), static_cast<int>(passphrase.size()),
                                      octets(salt.data()), static_cast<int>(salt.size()),
                                      static_cast<int>(derivation.iterations), EVP_sha256(),
                                      static_cast<int>(key.size()), octets(key.data())) == 1,
                    "compute PBKDF2");
  }
  return key;
}

// Elements are built from the inside: each is bytes that enclose those of others.
using Der = std::vector<std::byte>;

Der element(Tag tag, std::initializer_list<Bytes> parts) {
  std::size_t size = 0;
  for (const Bytes part : parts) size += part.size();
  Der out(der::element_bytes(size));
  Writer writer(out);
  writer.begin(tag, size);
  for (const Bytes part : parts) writer.bytes(part);
  return out;
}

Der integer(std::uint64_t value) {
  std::array<std::byte, 9> digits{};
  for (std::size_t i = 0; i < 8; ++i) digits[8 - i] = static_cast<std::byte>(value >> (8 * i));
  std::size_t start = 0;
  while (start < 8 && digits[start] == std::byte{0} && digits[start + 1] < std::byte{0x80}) ++start;
  return element(Tag::integer, {std::span(digits).subspan(start)});
}

Der algorithm_identifier(Bytes identifier, Bytes parameters) {
  return element(Tag::sequence, {element(Tag::object_identifier, {identifier}), parameters});
}

Der derivation_identifier(Bytes salt, const io::PassphraseDerivation& derivation) {
  const Der salt_element = element(Tag::octet_string, {salt});
  if (derivation.function == io::PassphraseDerivation::Function::scrypt) {
    return algorithm_identifier(
        kScrypt, element(Tag::sequence,
                         {salt_element, integer(kScryptN), integer(kScryptR), integer(kScryptP)}));
  }
  const Der prf = algorithm_identifier(kHmacSha256, element(Tag::null, {}));
  return algorithm_identifier(
      kPbkdf2, element(Tag::sequence, {salt_element, integer(derivation.iterations), prf}));
}

// The parameters of a derivation as numbers.
void read_pbkdf2(Reader parameters, EncryptedKey& key) {
  (void)parameters.take(Tag::octet_string, "the salt of PBKDF2");
  key.iterations = parameters.take_integer(64, "number of iterations");
  key.encryption = "PBKDF2 with " + std::to_string(key.iterations) + " iterations";
}

void read_scrypt(Reader parameters, EncryptedKey& key) {
  (void)parameters.take(Tag::octet_string, "the salt of scrypt");
  const auto n = parameters.take_integer(28, "N of scrypt");
  const auto r = parameters.take_integer(16, "r of scrypt");
  const auto p = parameters.take_integer(16, "p of scrypt");
  key.iterations = 1;
  key.scrypt_bytes = 128 * n * r;
  key.scrypt_work = n * r * p;
  key.encryption = "scrypt with N = " + std::to_string(n) + ", r = " + std::to_string(r) +
                   ", p = " + std::to_string(p);
}

void read_algorithm(Reader algorithm, EncryptedKey& key) {
  const Bytes scheme = algorithm.take(Tag::object_identifier, "the algorithm of its encryption");
  const bool pbes2 = same(scheme, kPbes2);
  if (!pbes2 && !begins(scheme, kPkcs5) && !begins(scheme, kPkcs12)) {
    throw_unsupported("a private key encrypted by the algorithm " + der::dotted(scheme),
                      "need an encryption by a passphrase, such as PBES2");
  }
  Reader parameters = algorithm.enter(Tag::sequence, "the parameters of its encryption");
  if (!pbes2) return read_pbkdf2(parameters, key);  // both begin with a salt and a number
  Reader derivation = parameters.enter(Tag::sequence, "the derivation of its key");
  const Bytes function = derivation.take(Tag::object_identifier, "the derivation of its key");
  Reader inside = derivation.enter(Tag::sequence, "the parameters of the derivation");
  if (same(function, kPbkdf2)) return read_pbkdf2(inside, key);
  if (same(function, kScrypt)) return read_scrypt(inside, key);
  throw_unsupported("a private key encrypted with the derivation " + der::dotted(function),
                    "need PBKDF2 or scrypt");
}

void require_affordable(const EncryptedKey& key, std::uint64_t max_iterations) {
  if (key.iterations >= 1 && key.iterations <= max_iterations &&
      key.scrypt_bytes <= kMaxScryptBytes && key.scrypt_work <= kMaxScryptWork) {
    return;
  }
  throw_unsupported("a private key encrypted by " + key.encryption,
                    "need 1 to " + std::to_string(max_iterations) +
                        " iterations, or scrypt with 32 MiB and N r p up to 2^22");
}

// A cipher with the key of this passphrase, to decrypt.
Context context_of(const EncryptedKey& key, Bytes passphrase) {
  const unsigned char* start = octets(key.algorithm.data());
  const std::unique_ptr<X509_ALGOR, FreeContext> algorithm(
      d2i_X509_ALGOR(nullptr, &start, static_cast<long>(key.algorithm.size())));
  Context context(EVP_CIPHER_CTX_new());
  require_openssl(context != nullptr, "start a cipher");
  if (!algorithm || EVP_PBE_CipherInit(algorithm->algorithm, characters(passphrase),
                                       static_cast<int>(passphrase.size()), algorithm->parameter,
                                       context.get(), 0) != 1) {
    ERR_clear_error();
    throw_unsupported("a private key encrypted by " + key.encryption +
                          " with an algorithm or parameters that OpenSSL does not take",
                      "need PBES2 with PBKDF2 or scrypt, and AES");
  }
  return context;
}

}  // namespace

void throw_wrong_passphrase() {
  throw Error(ErrorCode::authentication,
              "a private key that this passphrase does not open: the passphrase is wrong, or the "
              "file was changed or holds another kind of key",
              "need the passphrase of the key and all bytes of the file",
              "type the passphrase again, or copy the file again from where it was made");
}

std::vector<std::byte> encrypt_key(Bytes bytes, Bytes passphrase, Generator& generator,
                                   const io::PassphraseDerivation& derivation) {
  if (derivation.iterations == 0 || derivation.iterations > io::kMaxIterations) {
    throw Error(ErrorCode::invalid_argument,
                std::to_string(derivation.iterations) + " iterations of PBKDF2",
                "need 1 to " + std::to_string(io::kMaxIterations), "leave the number as it is");
  }
  std::array<std::byte, kSaltBytes> salt;
  std::array<std::byte, kBlockBytes> start;
  generator.fill(salt);
  generator.fill(start);
  const auto key = derived(passphrase, salt, derivation);
  std::vector<std::byte> ciphertext((bytes.size() / kBlockBytes + 1) * kBlockBytes);
  const Context context(EVP_CIPHER_CTX_new());
  int written = 0, more = 0;
  require_openssl(
      context &&
          EVP_EncryptInit_ex(context.get(), EVP_aes_256_cbc(), nullptr, octets(key.data()),
                             octets(start.data())) == 1 &&
          EVP_EncryptUpdate(context.get(), octets(ciphertext.data()), &written,
                            octets(bytes.data()), static_cast<int>(bytes.size())) == 1 &&
          EVP_EncryptFinal_ex(context.get(), octets(ciphertext.data() + written), &more) == 1,
      "encrypt a private key");
  const Der cipher = algorithm_identifier(kAes256Cbc, element(Tag::octet_string, {start}));
  const Der parameters = element(Tag::sequence, {derivation_identifier(salt, derivation), cipher});
  return element(Tag::sequence, {algorithm_identifier(kPbes2, parameters),
                                 element(Tag::octet_string, {ciphertext})});
}

EncryptedKey read_encrypted_key(Bytes der) {
  constexpr const char* kObject = "an encrypted private key";
  Reader file(der, kObject);
  Reader parts = file.enter(Tag::sequence, "its sequence");
  file.end("the key");
  EncryptedKey key{};
  const Bytes all = parts.rest();
  Reader algorithm = parts.enter(Tag::sequence, "the algorithm of its encryption");
  key.algorithm = all.first(all.size() - parts.rest().size());
  read_algorithm(algorithm, key);
  key.ciphertext = parts.take(Tag::octet_string, "its encrypted bytes");
  parts.end("its encrypted bytes");
  return key;
}

Buffer<std::byte, Secret> decrypt_key(const EncryptedKey& key, Bytes passphrase,
                                      std::uint64_t max_iterations) {
  require_affordable(key, max_iterations);
  const Context context = context_of(key, passphrase);
  Buffer<std::byte, Secret> bytes(key.ciphertext.size() + EVP_MAX_BLOCK_LENGTH);
  int written = 0, more = 0;
  if (EVP_DecryptUpdate(context.get(), octets(bytes.data()), &written,
                        octets(key.ciphertext.data()),
                        static_cast<int>(key.ciphertext.size())) != 1 ||
      EVP_DecryptFinal_ex(context.get(), octets(bytes.data() + written), &more) != 1) {
    ERR_clear_error();
    throw_wrong_passphrase();
  }
  return Buffer<std::byte, Secret>(
      bytes.span().first(static_cast<std::size_t>(written) + static_cast<std::size_t>(more)));
}

}  // namespace lath::detail::pem
