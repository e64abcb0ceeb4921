// SPDX-License-Identifier: Apache-2.0
//
// The docstrings of schemes and of their keys. LWE, Module-LWE and Ring-LWE share them but for a
// few texts.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace lath::python {

/// A docstring with `text` at every `place`.
[[nodiscard]] inline std::string with_text(std::string docstring, std::string_view place,
                                           std::string_view text) {
  std::size_t at = docstring.find(place);
  while (at != std::string::npos) {
    docstring.replace(at, place.size(), text);
    at = docstring.find(place, at + text.size());
  }
  return docstring;
}

/// The lines of an example that make a scheme and keys.
inline constexpr const char* kKeys = R"(    >>> from lath.pke import MODULE
    >>> scheme = MODULE.Scheme.create(MODULE.recommended_parameters())
    >>> public_key, secret_key = scheme.generate_keys())";

/// The texts by which the docstrings of the schemes differ.
struct SchemeTexts {
  const char* name;    ///< "LWE".
  const char* module;  ///< "lwe".
  const char* sizes;   ///< The bytes of a message, of the keys and of a ciphertext, by default.
  const char* small;   ///< The arguments of insecure parameters, for messages of 8 bytes.

  /// A docstring with these texts for NAME, MODULE, SIZES and SMALL, and with the lines of KEYS.
  [[nodiscard]] std::string in(const char* docstring) const {
    std::string result = with_text(docstring, "KEYS", kKeys);
    for (const auto& [place, text] : {std::pair("NAME", name), std::pair("MODULE", module),
                                      std::pair("SIZES", sizes), std::pair("SMALL", small)}) {
      result = with_text(std::move(result), place, text);
    }
    return result;
  }
};

inline constexpr const char* kPublicKeyDoc = R"(A public key, which encrypts messages for its owner.

KEYS
    >>> isinstance(public_key, MODULE.PublicKey), public_key.scheme == scheme
    (True, True)
    >>> scheme.public_key_from_bytes(bytes(public_key)) == public_key
    True)";

inline constexpr const char* kEncryptDoc =
    R"(The ciphertext of a message of scheme.message_bytes bytes.

Raises MismatchError for another number.

KEYS
    >>> ciphertext = public_key.encrypt(b"thirty-two bytes in each message")
    >>> len(ciphertext) == scheme.ciphertext_bytes
    True
    >>> secret_key.decrypt(ciphertext)
    b'thirty-two bytes in each message')";

inline constexpr const char* kEncryptManyDoc =
    R"(The ciphertexts of many messages; both follow one another.

KEYS
    >>> len(public_key.encrypt_many(bytes(10 * 32))) == 10 * scheme.ciphertext_bytes
    True)";

inline constexpr const char* kEncryptResiduesDoc =
    R"(The ciphertext of scheme.message_size integers from 0 to p - 1.

Raises TypeError for other things than integers, and InvalidArgumentError for others, both with the
index.

KEYS
    >>> ciphertext = public_key.encrypt_residues([0, 1, 1, 0] * 64)
    >>> secret_key.decrypt(ciphertext)[:3]
    b'fff')";

inline constexpr const char* kSecretKeyDoc =
    R"(A secret key, for its owner only. It is neither shown nor pickled.

KEYS
    >>> isinstance(secret_key, MODULE.SecretKey), secret_key.scheme == scheme
    (True, True))";

inline constexpr const char* kDecryptDoc = R"(The message in a ciphertext.

One for another key gives some other message. Raises MalformedError for bytes that are no
ciphertext.

KEYS
    >>> secret_key.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
    b'thirty-two bytes in each message')";

inline constexpr const char* kDecryptManyDoc =
    R"(The messages of many ciphertexts, and the indices of malformed ones.

Ciphertexts follow one another, and so do messages. The messages of malformed ciphertexts are zeros.

KEYS
    >>> ciphertexts = public_key.encrypt_many(b"thirty-two bytes in each message" * 2)
    >>> messages, malformed = secret_key.decrypt_many(ciphertexts)
    >>> messages[32:], malformed
    (b'thirty-two bytes in each message', []))";

inline constexpr const char* kSecretBytesDoc =
    R"(The key without its parameters, as secret as the key.

scheme.secret_key_from_bytes() reads it.

KEYS
    >>> len(secret_key.secret_bytes()) == scheme.secret_key_bytes
    True)";

inline constexpr const char* kDecryptResiduesDoc = R"(As decrypt(), the integers from 0 to p - 1.

KEYS
    >>> ciphertext = public_key.encrypt(b"thirty-two bytes in each message")
    >>> print(secret_key.decrypt_residues(ciphertext)[:8], bin(ord("t")))
    [0 0 1 0 1 1 1 0] 0b1110100)";

inline constexpr const char* kSchemeDoc =
    R"(Encryption with its parameters, secure against passive attackers only.

Whoever can have chosen ciphertexts decrypted learns the key.

    >>> from lath.pke import MODULE
    >>> scheme = MODULE.Scheme.create(MODULE.recommended_parameters())
    >>> scheme.parameters == MODULE.recommended_parameters()
    True
    >>> (scheme.message_bytes, scheme.public_key_bytes, scheme.secret_key_bytes,
    ...  scheme.ciphertext_bytes)
    SIZES)";

inline constexpr const char* kMessageSizeDoc = R"(The number of residues of a message.

    >>> from lath.pke import MODULE
    >>> MODULE.Scheme.create(MODULE.recommended_parameters()).message_size
    256)";

inline constexpr const char* kCreateDoc = R"(The scheme, if it has 128 bits of security.

Raises InvalidArgumentError for less security, and where messages fail more often than 2^-128.

    >>> from lath.pke import MODULE
    >>> MODULE.Scheme.create(MODULE.recommended_parameters()).message_bytes
    32
    >>> small = MODULE.Parameters(SMALL)
    >>> MODULE.Scheme.create(small)
    Traceback (most recent call last):
    lath.InvalidArgumentError: an estimate of ...; need 2^128 of both; ...)";

inline constexpr const char* kCreateInsecureDoc =
    R"(For studies and tests: the scheme of any parameters it can compute with.

    >>> from lath.pke import MODULE
    >>> small = MODULE.Parameters(SMALL)
    >>> public_key, secret_key = MODULE.Scheme.create_insecure(small).generate_keys()
    >>> secret_key.decrypt(public_key.encrypt(b"8 bytes!"))
    b'8 bytes!')";

inline constexpr const char* kGenerateKeysDoc = R"(A new public key and its secret key.

They are drawn by the system's randomness unless a generator is given.

    >>> from lath.pke import MODULE
    >>> MODULE.Scheme.create(MODULE.recommended_parameters()).generate_keys()
    (<lath NAME public key>, <lath NAME secret key>))";

inline constexpr const char* kPublicKeyFromBytesDoc =
    R"(The public key of bytes(). Raises MalformedError for anything else.

KEYS
    >>> scheme.public_key_from_bytes(bytes(public_key)) == public_key
    True)";

inline constexpr const char* kSecretKeyFromBytesDoc =
    R"(The secret key of secret_bytes(). Raises MalformedError for anything else.

KEYS
    >>> again = scheme.secret_key_from_bytes(secret_key.secret_bytes())
    >>> again.decrypt(public_key.encrypt(b"thirty-two bytes in each message"))
    b'thirty-two bytes in each message')";

}  // namespace lath::python
