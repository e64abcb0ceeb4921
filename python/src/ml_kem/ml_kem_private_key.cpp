// SPDX-License-Identifier: Apache-2.0
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/string_view.h>

#include "bindings.hpp"
#include "lath/ml_kem/packed.hpp"
#include "ml_kem/ml_kem.hpp"
#include "random.hpp"

namespace lath::python {
namespace {

using Key = io::MlKemPrivateKey;

io::PrivateKeyForm form_of(std::string_view name) {
  if (name == "seed") return io::PrivateKeyForm::seed;
  if (name == "expanded") return io::PrivateKeyForm::expanded;
  if (name == "both") return io::PrivateKeyForm::both;
  throw Error(ErrorCode::invalid_argument, "the form \"" + std::string(name) + "\"",
              "a form is \"seed\", \"expanded\" or \"both\"", "give form=\"seed\"");
}

std::span<const std::byte> bytes_of_text(std::string_view text) {
  return std::as_bytes(std::span(text));
}

nb::bytes decapsulate(const Key& key, const nb::bytes& ciphertext) {
  return std::visit(
      [&](const auto& own) {
        const auto sent =
            ml_kem::Ciphertext<kSetOf<decltype(own)>>::from_bytes(span_of(ciphertext));
        const auto secret = [&] {
          const Release release;
          return ml_kem::decapsulate(own.secret_key(), sent);
        }();
        return to_python(secret.span());
      },
      key);
}

nb::bytes decapsulate_many(const Key& key, const nb::bytes& ciphertexts) {
  return std::visit(
      [&](const auto& own) {
        constexpr std::size_t kBytes = ml_kem::Ciphertext<kSetOf<decltype(own)>>::kBytes;
        if (ciphertexts.size() % kBytes != 0) {
          throw Error(ErrorCode::malformed, std::to_string(ciphertexts.size()) + " bytes",
                      "ciphertexts have " + std::to_string(kBytes) + " bytes each",
                      "join whole ciphertexts: b\"\".join(ciphertexts)");
        }
        return bytes_of(ciphertexts.size() / kBytes * 32, [&](std::span<std::byte> secrets) {
          ml_kem::decapsulate_packed(own.secret_key(), span_of(ciphertexts), secrets);
        });
      },
      key);
}

nb::bytes expanded(const Key& key) {
  return std::visit([](const auto& own) { return to_python(own.secret_key().bytes()); }, key);
}

std::optional<nb::bytes> seed(const Key& key) {
  return std::visit(
      [](const auto& own) -> std::optional<nb::bytes> {
        if (!own.seed()) return std::nullopt;
        return to_python(own.seed()->span());
      },
      key);
}

nb::str to_pem(const Key& key, std::string_view form) {
  const auto text = io::to_pem(key, form_of(form));
  return nb::str(reinterpret_cast<const char*>(text.data()), text.size());
}

std::string to_encrypted_pem(const Key& key, std::string_view passphrase, std::string_view form) {
  const Release release;
  Generator generator = Generator::from_system();
  return io::to_encrypted_pem(key, bytes_of_text(passphrase), generator, form_of(form));
}

nb::bytes to_encrypted_der(const Key& key, std::string_view passphrase, std::string_view form) {
  const auto der = [&] {
    const Release release;
    Generator generator = Generator::from_system();
    return io::to_encrypted_der(key, bytes_of_text(passphrase), generator, form_of(form));
  }();
  return to_python(der);
}

Key read(const nb::bytes& file, std::optional<std::string_view> passphrase) {
  const Release release;
  if (passphrase)
    return io::ml_kem_private_key_from_file(span_of(file), bytes_of_text(*passphrase));
  return io::ml_kem_private_key_from_file(span_of(file));
}

// The signature of a function with a form as its last argument.
std::string sig_of(const std::string& beginning, const std::string& result) {
  return "def " + beginning + "form: typing.Literal['seed', 'expanded', 'both'] = 'seed') -> " +
         result;
}

void bind_files(nb::class_<Key>& key) {
  key.def(
         "to_der",
         [](const Key& k, std::string_view form) {
           const auto der = io::to_der(k, form_of(form));
           return to_python(der.span());
         },
         nb::arg("form") = "seed", nb::sig(sig_of("to_der(self, ", "bytes").c_str()),
         R"(PKCS#8 (RFC 9935), not encrypted and as secret as the key.

The form is "seed", "expanded" or "both". Raises InvalidArgumentError for a seed that is not known.

    >>> key = lath.ml_kem.MlKem768.generate_key()
    >>> lath.ml_kem.read_private_key(key.to_der()).public_key == key.public_key
    True)")
      .def("to_pem", &to_pem, nb::arg("form") = "seed",
           nb::sig(sig_of("to_pem(self, ", "str").c_str()),
           R"(The text of to_der(), as secret as the key.

    >>> lath.ml_kem.MlKem768.generate_key().to_pem()[:27]
    '-----BEGIN PRIVATE KEY-----')")
      .def("to_encrypted_der", &to_encrypted_der, nb::arg("passphrase"), nb::kw_only(),
           nb::arg("form") = "seed",
           nb::sig(sig_of("to_encrypted_der(self, passphrase: str, *, ", "bytes").c_str()),
           R"(PKCS#8 encrypted under a passphrase, by PBKDF2 and AES-256. Takes a third of a second.

    >>> file = lath.ml_kem.MlKem768.generate_key().to_encrypted_der("a long passphrase")
    >>> lath.ml_kem.read_private_key(file)
    Traceback (most recent call last):
    lath.InvalidArgumentError: an encrypted private key without its passphrase; ...)")
      .def("to_encrypted_pem", &to_encrypted_pem, nb::arg("passphrase"), nb::kw_only(),
           nb::arg("form") = "seed",
           nb::sig(sig_of("to_encrypted_pem(self, passphrase: str, *, ", "str").c_str()),
           R"(The text of to_encrypted_der().

    >>> lath.ml_kem.MlKem768.generate_key().to_encrypted_pem("a long passphrase")[:37]
    '-----BEGIN ENCRYPTED PRIVATE KEY-----')");
}

}  // namespace

void bind_ml_kem_private_key(nb::module_& m) {
  nb::class_<Key> key(m, "PrivateKey",
                      R"(A private key of ML-KEM, for its owner only. It is never shown or pickled.

    >>> key = lath.ml_kem.MlKem768.generate_key()
    >>> key, isinstance(key, lath.ml_kem.PrivateKey), key.parameter_set
    (<lath ML-KEM-768 private key>, True, 768)
    >>> key.public_key
    <lath ML-KEM-768 public key>)");
  key.def_prop_ro(
         "parameter_set", [](const Key& k) { return io::parameter_set(k); }, "512, 768 or 1024.")
      .def_prop_ro(
          "public_key", [](const Key& k) { return io::public_key_of(k); },
          "The public key, for everybody.")
      .def("decapsulate", &decapsulate, nb::arg("ciphertext"),
           R"(The secret of 32 bytes in a ciphertext.

A ciphertext for another key gives a secret that nobody else can predict. Raises MalformedError for
another number of bytes.

    >>> key = lath.ml_kem.MlKem768.generate_key()
    >>> ciphertext, secret = key.public_key.encapsulate()
    >>> key.decapsulate(ciphertext) == secret
    True)")
      .def("decapsulate_many", &decapsulate_many, nb::arg("ciphertexts"),
           R"(The secrets in many ciphertexts, which follow one another as the secrets do.

Raises MalformedError unless there are whole ciphertexts.

    >>> key = lath.ml_kem.MlKem768.generate_key()
    >>> ciphertexts, secrets = key.public_key.encapsulate_many(10)
    >>> key.decapsulate_many(ciphertexts) == secrets
    True)")
      .def("seed_bytes", &seed, nb::sig("def seed_bytes(self) -> bytes | None"),
           R"(The seed of 64 bytes, as secret as the key, or None where it is not known.

    >>> len(lath.ml_kem.MlKem768.generate_key().seed_bytes())
    64)")
      .def("expanded_bytes", &expanded,
           R"(The secret key of FIPS 203 as bytes, as secret as the key.

    >>> len(lath.ml_kem.MlKem768.generate_key().expanded_bytes())
    2400)")
      .def(
          "__reduce_ex__",
          [](const Key&, nb::handle) -> nb::object {
            throw nb::type_error(
                "private keys are not pickled; use key.to_encrypted_pem(passphrase)");
          },
          nb::arg("protocol"),
          nb::sig("def __reduce_ex__(self, protocol: typing.SupportsIndex, /) -> typing.NoReturn"))
      .def("__repr__", [](const Key& k) {
        return "<lath ML-KEM-" + std::to_string(io::parameter_set(k)) + " private key>";
      });
  bind_files(key);
  m.def("read_private_key", &read, nb::arg("file"), nb::arg("passphrase") = nb::none(),
        R"(The private key in the bytes of a file, DER or PEM.

Raises AuthenticationError for a wrong passphrase, InvalidArgumentError where one is missing, and
MalformedError for anything else.

    >>> key = lath.ml_kem.MlKem768.generate_key()
    >>> file = key.to_encrypted_pem("a long passphrase").encode()
    >>> lath.ml_kem.read_private_key(file, "a long passphrase").public_key == key.public_key
    True)");
}

}  // namespace lath::python
