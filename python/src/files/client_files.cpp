// SPDX-License-Identifier: Apache-2.0
//
// Secret keys in files, under passphrases.
#include <nanobind/stl/string.h>
#include <nanobind/stl/variant.h>
#include <nanobind/stl/vector.h>

#include "files/envelopes.hpp"
#include "files/proof_keys.hpp"
#include "files/secrets.hpp"
#include "sessions/client.hpp"

namespace lath::python {
namespace {

constexpr unsigned kLeastWork = 10, kMostWork = 20;

void require_work(std::int64_t work, const char* name) {
  if (work >= kLeastWork && work <= kMostWork) return;
  throw Error(ErrorCode::invalid_argument, std::string(name) + "=" + std::to_string(work),
              "10 to 20, the logarithm of the work", "leave it out");
}

void save(const Client& client, nb::handle to, nb::handle passphrase, std::int64_t work) {
  require_work(work, "work");
  const SecretCopy secret = passphrase_of(passphrase);
  const File file(to, File::Use::write);
  const Release release;
  Generator generator = Generator::from_system();
  const io::LockOptions options{.parameters = &client.desk->parameters(),
                                .log2_work = static_cast<unsigned>(work)};
  file.write(
      [&](io::Sink& sink) { io::save_secret_key(sink, client.key, secret, generator, options); },
      io::FileReaders::owner);
}

[[noreturn]] void refuse_work(unsigned found, std::int64_t most) {
  throw Error(ErrorCode::unsupported, "a file that asks for work of 2^" + std::to_string(found),
              "at most 2^" + std::to_string(most),
              "if you trust the file, load it with max_work=" + std::to_string(found));
}

Client load_next(Replay& in, const SecretCopy& passphrase, const Rotations& rotations,
                 std::int64_t most) {
  const Envelope envelope = next_envelope(in, {});
  if (envelope.summary.kind != ObjectKind::secret_key || !envelope.summary.log2_work) {
    throw Error(ErrorCode::mismatch, std::string("a file with ") + name_of(envelope.summary.kind),
                "a key that client.save() wrote", "load it by lath.load(file)");
  }
  if (*envelope.summary.log2_work > most) refuse_work(*envelope.summary.log2_work, most);
  return std::visit(
      [&](const auto& parameters) {
        const he::SecretKey key =
            io::load_secret_key(parameters, envelope.input, passphrase,
                                {.most_log2_work = static_cast<unsigned>(most)});
        Generator generator = Generator::from_system();
        return client_of(parameters, key, rotations, generator);
      },
      parameters_of(envelope.summary, std::nullopt));
}

Client load(nb::handle from, nb::handle passphrase, nb::handle given, std::int64_t max_work) {
  const Rotations rotations = rotations_of(given);
  require_work(max_work, "max_work");
  const SecretCopy secret = passphrase_of(passphrase);
  const File file(from, File::Use::read);
  const Release release;
  const auto source = file.source();
  Replay in(*source);
  Client client = load_next(in, secret, rotations, max_work);
  require_end(in, file);
  return client;
}

Cipher load_result(const Client& client, nb::handle from, nb::handle key) {
  const io::LoadOptions options = load_options(key);
  if (key.is_none()) throw nb::type_error("no key; give the MacKey or VerifyingKey of the server");
  const File file(from, File::Use::read);
  const Release release;
  const auto source = file.source();
  Replay in(*source);
  const Envelope envelope = next_envelope(in, options);
  if (envelope.summary.kind != ObjectKind::ciphertext) {
    throw Error(ErrorCode::mismatch, std::string("a file with ") + name_of(envelope.summary.kind),
                "a ciphertext", "load it by lath.load(file, key=...)");
  }
  const he::SchemeParameters& parameters = client.desk->parameters();
  require_like(envelope.summary, parameters);
  Cipher result{client.desk, io::load_authenticated_ciphertext(client.decryptor, parameters,
                                                               envelope.input, options)};
  require_end(in, file);
  return result;
}

}  // namespace

void bind_client_files(nb::module_& m) {
  auto c = nb::borrow<nb::class_<Client>>(m.attr("Client"));
  const nb::tuple none = nb::make_tuple();
  c.def("save", &save, nb::arg("file"), nb::kw_only(), nb::arg("passphrase"), nb::arg("work") = 17,
        nb::sig("def save(self, file: lath.typing.File, *, "
                "passphrase: lath.typing.Passphrase, work: int = 17) -> None"),
        R"(Saves the secret key under a passphrase, to a path or to a binary file object.

At a path, the file is complete or not there, and only its owner can read it (mode 0600). Text is
taken in UTF-8. The copy of the passphrase is wiped; Python's own object stays: a bytearray can be
cleared. `work` is log2 of scrypt's work, from 10 to 20: 17 takes 128 MiB and about 0.4 s, and each
more twice that. Raises InvalidArgumentError for an empty passphrase, and InputOutputError where the
file cannot be written.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
    >>> client.save("key.lath", passphrase="correct horse battery staple"))");
  c.def_static(
      "load", &load, nb::arg("file"), nb::kw_only(), nb::arg("passphrase"),
      nb::arg("rotations") = none, nb::arg("max_work") = 20,
      nb::sig("def load(file: lath.typing.File, *, "
              "passphrase: lath.typing.Passphrase, "
              "rotations: lath.typing.Rotations = (), max_work: int = 20) -> Client"),
      R"(The client whose secret key save() wrote, with new keys for products and rotations.

Whoever wrote the file chose the work of scrypt: `max_work` is log2 of the most that is done, from 10
to 20, which takes 1 GiB and about 3 s. Raises AuthenticationError for a wrong passphrase and for a
file that was changed, UnsupportedError for more work, and MalformedError for other files.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
    >>> client.save("key.lath", passphrase="correct horse battery staple", work=10)
    >>> lath.Client.load("key.lath", passphrase="correct horse battery staple", rotations=[1])
    <lath Client BFV n=4096 t=65537, secret key hidden>)");
  c.def("load_result", &load_result, nb::arg("file"), nb::kw_only(), nb::arg("key").none(),
        nb::sig("def load_result(self, file: lath.typing.File, *, "
                "key: MacKey | VerifyingKey) -> Ciphertext"),
        R"(Loads a ciphertext whose noise bound this client believes, for decrypt_for_release().

By this call the owner says that whoever has the key computed the ciphertext honestly, from honest
encryptions, and passed on its true noise bound: nothing of this can be checked. The bound of what
lath.load() loads is a claim, and is not released. Raises AuthenticationError unless the key proves
the file, and MismatchError for other objects and parameters.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(8192, 65537))
    >>> key = lath.MacKey.generate()
    >>> lath.save(client.encrypt([1, 2]) + 1, "result.lath", key=key)
    >>> client.decrypt_for_release(client.load_result("result.lath", key=key))[:2].tolist()
    [2, 3])");
}

}  // namespace lath::python
