// SPDX-License-Identifier: Apache-2.0
//
// lath.save() and lath.load().
#include <nanobind/stl/string.h>

#include "files/envelopes.hpp"
#include "files/proof_keys.hpp"

namespace lath::python {
namespace {

using Loaded = std::variant<AnyParameters, Cipher, Server>;

void save_server(const Server& server, const File& file, const io::SaveOptions& options) {
  const DeskKeys& keys = server.desk->keys();
  if (!keys.relin) {
    throw Error(ErrorCode::invalid_argument, "a server without keys", "the server of a client",
                "save client.server()");
  }
  const he::SwitchingKey& key = keys.relin->key;
  const he::GaloisKeys none(key.tables(), key.id(), {});
  file.write([&](io::Sink& sink) {
    io::save(sink, *keys.relin, options);
    io::save(sink, keys.galois ? *keys.galois : none, options);
  });
}

[[noreturn]] void refuse_object(nb::handle object) {
  const std::string type = nb::cast<std::string>(object.type().attr("__name__"));
  if (nb::isinstance<Client>(object)) {
    throw nb::type_error(
        "a Client is secret; use client.save(file, passphrase=...), or save client.server()");
  }
  throw nb::type_error(("an object of type " + type +
                        "; parameters, a Ciphertext or a Server are needed; encrypt values: "
                        "client.encrypt(values)")
                           .c_str());
}

template <class Object>
void save_one(const Object& object, const File& file, const io::SaveOptions& options) {
  const Release release;
  file.write([&](io::Sink& sink) { io::save(sink, object, options); });
}

void save(nb::handle object, nb::handle to, nb::handle key) {
  io::SaveOptions options = save_options(key);
  const auto with = [&](const he::SchemeParameters& parameters) {
    options.parameters = &parameters;
    return options;
  };
  if (const Cipher * x; nb::try_cast(object, x) && x != nullptr) {
    const File file(to, File::Use::write);
    save_one(x->value, file, with(x->desk->parameters()));
  } else if (const Server * server; nb::try_cast(object, server) && server != nullptr) {
    const File file(to, File::Use::write);
    with(server->desk->parameters());
    const Release release;
    save_server(*server, file, options);
  } else if (nb::isinstance<he::Parameters<he::Bfv>>(object)) {
    const File file(to, File::Use::write);
    save_one(nb::cast<const he::Parameters<he::Bfv>&>(object), file, options);
  } else if (nb::isinstance<he::Parameters<he::Bgv>>(object)) {
    const File file(to, File::Use::write);
    save_one(nb::cast<const he::Parameters<he::Bgv>&>(object), file, options);
  } else {
    refuse_object(object);
  }
}

// Loads what an envelope holds, and the envelope of Galois keys that follows a server's first.
class Loader {
 public:
  Loader(Replay& in, const io::LoadOptions& options, const std::optional<AnyParameters>& given)
      : in_(in), options_(options), given_(given) {}

  Loaded load() {
    const Envelope envelope = next_envelope(in_, options_);
    const ObjectKind kind = envelope.summary.kind;
    if (!is_known(kind)) refuse(kind);
    if (kind == ObjectKind::parameters) return parameters(envelope);
    return std::visit([&](const auto& p) { return with(p, envelope); },
                      parameters_of(envelope.summary, given_));
  }

 private:
  static bool is_known(ObjectKind kind) {
    return kind == ObjectKind::parameters || kind == ObjectKind::ciphertext ||
           kind == ObjectKind::seeded_ciphertext || kind == ObjectKind::relin_key;
  }
  [[noreturn]] static void refuse(ObjectKind kind) {
    const char* const remedy =
        kind == ObjectKind::secret_key ? "load it by lath.Client.load(file, passphrase=...)"
        : kind == ObjectKind::galois_keys
            ? "read the file from the key for products on, which lath.save(server, file) writes "
              "first"
            : "read it in C++ by the functions of lath/io/objects.hpp, and see lath.inspect(file)";
    throw Error(ErrorCode::mismatch, std::string("a file with ") + name_of(kind),
                "parameters, a ciphertext, or the keys of a server", remedy);
  }

  // The object is the parameters, which are read again for the sake of the end of the envelope.
  AnyParameters parameters(const Envelope& envelope) {
    static_cast<void>(io::load_literal(*envelope.summary.scheme, envelope.input, options_));
    AnyParameters result = parameters_of(envelope.summary, std::nullopt);
    if (!given_ || result == *given_) return result;
    throw Error(ErrorCode::mismatch, "a file with other parameters", "the parameters given",
                "load it without parameters=");
  }

  template <class Scheme>
  Loaded with(const he::Parameters<Scheme>& p, const Envelope& envelope) {
    if (envelope.summary.kind == ObjectKind::relin_key) return server(p, envelope);
    const Ref desk = desk_without_keys(p);
    if (envelope.summary.kind == ObjectKind::ciphertext) {
      return Cipher{desk, io::load_ciphertext(p, envelope.input, options_)};
    }
    return Cipher{desk, io::load_seeded_ciphertext(p, envelope.input, options_).expand()};
  }

  template <class Scheme>
  Server server(const he::Parameters<Scheme>& p, const Envelope& first) {
    DeskKeys keys;
    keys.relin = io::load_relin_key(p, first.input, options_);
    if (!is_envelope(in_)) refuse_half();
    const Envelope second = next_envelope(in_, options_);
    if (second.summary.kind != ObjectKind::galois_keys) refuse_half();
    he::GaloisKeys galois = io::load_galois_keys(p, second.input, options_);
    if (galois.id() != keys.relin->key.id()) {
      throw Error(ErrorCode::mismatch, "a file with the keys of two clients", "keys of one client",
                  "save the server again: lath.save(client.server(), file)");
    }
    if (!galois.elements().empty()) keys.galois = std::move(galois);
    return {desk_without_keys(p)->with(std::move(keys), {})};
  }
  [[noreturn]] static void refuse_half() {
    throw Error(ErrorCode::malformed, "a key for products without Galois keys behind it",
                "both keys of a server", "save the server again: lath.save(client.server(), file)");
  }

  Replay& in_;
  const io::LoadOptions& options_;
  const std::optional<AnyParameters>& given_;
};

std::optional<AnyParameters> given_parameters(nb::handle parameters) {
  if (parameters.is_none()) return std::nullopt;
  if (nb::isinstance<he::Parameters<he::Bfv>>(parameters)) {
    return nb::cast<he::Parameters<he::Bfv>>(parameters);
  }
  if (nb::isinstance<he::Parameters<he::Bgv>>(parameters)) {
    return nb::cast<he::Parameters<he::Bgv>>(parameters);
  }
  const std::string type = nb::cast<std::string>(parameters.type().attr("__name__"));
  throw nb::type_error(
      ("parameters of type " + type + "; give client.parameters, for example").c_str());
}

nb::object load(nb::handle from, nb::handle key, nb::handle parameters) {
  const io::LoadOptions options = load_options(key);
  const std::optional<AnyParameters> given = given_parameters(parameters);
  const File file(from, File::Use::read);
  std::optional<Loaded> loaded;
  {
    const Release release;
    const auto source = file.source();
    Replay in(*source);
    loaded = Loader(in, options, given).load();
    require_end(in, file);
  }
  const auto cast = [](auto&& object) { return nb::cast(std::move(object)); };
  if (auto* p = std::get_if<AnyParameters>(&*loaded)) return std::visit(cast, std::move(*p));
  if (auto* x = std::get_if<Cipher>(&*loaded)) return cast(std::move(*x));
  return cast(std::move(std::get<Server>(*loaded)));
}

}  // namespace

void bind_files(nb::module_& m) {
  m.def("save", &save, nb::arg("object"), nb::arg("file"), nb::kw_only(),
        nb::arg("key").none() = nb::none(),
        nb::sig("def save(object: lath.typing.Parameters | Ciphertext | Server, "
                "file: lath.typing.File, *, "
                "key: MacKey | SigningKey | None = None) -> None"),
        R"(Saves parameters, a ciphertext or a server, to a path or to a binary file object.

A file holds its parameters in full, so that load() needs nothing else. At a path, the file is
complete or not there; a file object that raises may have taken some of the bytes. With a key, the
file is proved by it. A server's file has two envelopes: the key for products and the Galois keys.
Raises InputOutputError where the file cannot be written.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
    >>> lath.save(client.encrypt([1, 2]), "x.lath")
    >>> client.decrypt(lath.load("x.lath"))[:2].tolist()
    [1, 2])");
  m.def("load", &load, nb::arg("file"), nb::kw_only(), nb::arg("key").none() = nb::none(),
        nb::arg("parameters").none() = nb::none(),
        nb::sig("def load(file: lath.typing.File, *, "
                "key: MacKey | VerifyingKey | None = None, "
                "parameters: lath.typing.Parameters | None = None) "
                "-> lath.typing.Parameters | Ciphertext | Server"),
        R"(Loads what save() wrote: parameters, a ciphertext without keys, or a server.

With a key, a file that was not saved with it, or that was changed since, raises
AuthenticationError, and nothing of it is used. Such a file is kept in memory while it is read.
Without a key, anybody may have made or changed it. `parameters` serve files that do not describe
theirs; a file of others raises MismatchError. From a file object, exactly the bytes of the object
are read, so that others may follow. Raises MalformedError for bytes that are no such file, and
UnsupportedError for parameters of more than 65536 coefficients or 64 primes.

    >>> client = lath.Client(lath.he.bfv.Parameters.recommended(4096, 65537))
    >>> signing_key = lath.SigningKey.generate()
    >>> lath.save(client.server(), "server.lath", key=signing_key)
    >>> lath.load("server.lath", key=signing_key.verifying_key)
    <lath Server BFV n=4096 t=65537>)");
}

}  // namespace lath::python
