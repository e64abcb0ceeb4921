// SPDX-License-Identifier: Apache-2.0
//
// lath.inspect() and its result.
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>

#include "files/inspection.hpp"
#include "files/proof_keys.hpp"

namespace lath::python {
namespace {

// A file object that can go back to where it was, and does.
class Place {
 public:
  explicit Place(nb::handle file) {
    if (!nb::hasattr(file, "seekable") || !nb::cast<bool>(file.attr("seekable")())) return;
    seek_ = file.attr("seek");
    place_ = file.attr("tell")();
  }
  void go_back() const {
    if (seek_.is_valid()) seek_(place_);
  }

 private:
  nb::object seek_, place_;
};

Inspection inspect_without_gil(const File& file, const io::LoadOptions& options) {
  const Release release;
  const auto source = file.source();
  Replay in(*source);
  return inspection_of(in, options);
}

Inspection inspect(nb::handle from, nb::handle key) {
  const io::LoadOptions options = load_options(key);
  const File file(from, File::Use::read);
  const Place place(file.is_path() ? nb::none() : nb::borrow(from));
  try {
    const Inspection result = inspect_without_gil(file, options);
    place.go_back();
    return result;
  } catch (...) {
    place.go_back();
    throw;
  }
}

// A property that only Lath's own objects have.
template <class Get>
auto of_summary(const Get& get) {
  using Value = std::decay_t<decltype(get(io::ObjectSummary{}))>;
  return [get](const Inspection& i) -> Value { return i.summary ? get(*i.summary) : Value{}; };
}

nb::object parameters(const Inspection& inspection) {
  if (!inspection.summary || !inspection.summary->parameters) return nb::none();
  const std::string json = he::to_json(*inspection.summary->parameters);
  return nb::module_::import_("json").attr("loads")(json);
}

std::optional<std::string> scheme(const io::ObjectSummary& s) {
  if (!s.scheme) return std::nullopt;
  return *s.scheme == he::Scheme::bfv ? "BFV" : "BGV";
}
std::optional<std::string> proof(const io::ObjectSummary& s) {
  if (s.proof == io::ObjectProof::none) return std::nullopt;
  return s.proof == io::ObjectProof::mac ? "MAC" : "signature";
}
std::optional<std::string> key_id(const io::ObjectSummary& s) {
  if (!s.key_id || *s.key_id == 0) return std::nullopt;
  std::string text;
  for (unsigned i = 0; i < 16; ++i) text += "0123456789abcdef"[(*s.key_id >> (60 - 4 * i)) & 15U];
  return text;
}
std::optional<bool> is_seeded(const io::ObjectSummary& s) {
  if (!s.has_words) return std::nullopt;
  return !*s.has_words;
}

nb::object facts(const Inspection& inspection) {
  nb::dict facts;
  for (const auto& [name, value] : inspection.facts) {
    const nb::str key(name.c_str());
    facts[key] = facts.contains(key) ? facts[key] + nb::str((", " + value).c_str())
                                     : nb::object(nb::str(value.c_str()));
  }
  return facts;
}
nb::object rest(const Inspection& inspection) {
  nb::list list;
  for (const Inspection& next : inspection.rest) list.append(nb::cast(next));
  return nb::tuple(list);
}

void bind_facts(nb::class_<Inspection>& c) {
  c.def_prop_ro("scheme", of_summary(&scheme), "\"BFV\" or \"BGV\", where the file says it.")
      .def_prop_ro("parameters", &parameters,
                   nb::sig("def parameters(self) -> dict[str, typing.Any] | None"),
                   "The fields of the parameters, where the file describes them: json.dumps() of "
                   "them is for from_json().")
      .def_prop_ro("proof", of_summary(&proof), "\"MAC\" or \"signature\"; None without a proof.")
      .def_prop_ro("is_authentic", of_summary([](const auto& s) { return s.is_authentic; }),
                   "Whether the key that was given proves the file. If not, anybody may have made "
                   "it, and nothing here is sure.")
      .def_prop_ro("level", of_summary([](const auto& s) { return s.level; }),
                   "The level of a ciphertext.")
      .def_prop_ro("parts", of_summary([](const auto& s) { return s.parts; }),
                   "The polynomials of a ciphertext.")
      .def_prop_ro("log2_noise", of_summary([](const auto& s) { return s.log2_noise; }),
                   "log2 of the deviation of the noise, as a ciphertext claims.")
      .def_prop_ro("count", of_summary([](const auto& s) { return s.count; }),
                   "The number of Galois keys.")
      .def_prop_ro("is_seeded", of_summary(&is_seeded),
                   "Whether a key has a seed in place of its uniform half.")
      .def_prop_ro("log2_work", of_summary([](const auto& s) { return s.log2_work; }),
                   "log2 of the work of scrypt, where a passphrase locks the file.")
      .def_prop_ro("key_id", of_summary(&key_id),
                   "Tells which secret key an object belongs to: 16 hexadecimal digits.");
}

}  // namespace

void bind_inspect(nb::module_& m) {
  nb::class_<Inspection> c(
      m, "Inspection",
      R"(A description of a file, for somebody without its keys: inspect() makes one.

    >>> key = lath.SigningKey.generate()
    >>> lath.save(x, "x.lath", key=key)
    >>> i = lath.inspect("x.lath", key=key.verifying_key)
    >>> isinstance(i, lath.Inspection)
    True
    >>> i.kind, i.container, i.scheme, i.level, i.parts, i.proof, i.is_authentic
    ('a ciphertext', 'envelope', 'BFV', 2, 2, 'signature', True)
    >>> i.parameters["degree"], len(i.fingerprint), i.size > 50_000, i.log2_noise < 0
    (4096, 64, True, True)
    >>> i.count, i.is_seeded, i.log2_work, i.rest, i.facts
    (None, None, None, (), {})
    >>> lath.save(server, "server.lath")
    >>> i = lath.inspect("server.lath")
    >>> i.kind, len(i.key_id), i.is_seeded, i.rest[0].count
    ('a relinearisation key', 16, True, 12))");
  c.def_prop_ro(
       "kind", [](const Inspection& i) { return i.kind; }, "\"a ciphertext\", for example.")
      .def_prop_ro(
          "container", [](const Inspection& i) { return i.container; },
          "\"envelope\", \"packed bytes\", \"age\", \"PEM\", \"DER\" or \"SEAL\".")
      .def_prop_ro(
          "size", [](const Inspection& i) { return i.bytes; },
          "The length of the packed object, of the content of an age file, or of the file of a "
          "key.")
      .def_prop_ro(
          "fingerprint", [](const Inspection& i) { return i.fingerprint; },
          "The fingerprint of the parameters of an object, or of a public key, in hexadecimal.")
      .def_prop_ro("facts", &facts, nb::sig("def facts(self) -> dict[str, str]"),
                   "More about files of age and SEAL, and about keys, in words.")
      .def_prop_ro("rest", &rest, nb::sig("def rest(self) -> tuple[Inspection, ...]"),
                   "The objects behind the first one: the Galois keys of a server.")
      .def("__repr__", [](const Inspection& i) { return shown(i); });
  bind_facts(c);
  m.def(
      "inspect", &inspect, nb::arg("file"), nb::kw_only(), nb::arg("key").none() = nb::none(),
      nb::sig("def inspect(file: lath.typing.File, *, "
              "key: MacKey | VerifyingKey | None = None) -> Inspection"),
      R"(Says what a file is, without its keys: an object of Lath, or a file of age, SEAL or a PEM key.

Envelopes are read to their end, in little memory. A file object that can seek is left where it was.
With a key, an object that it does not prove raises AuthenticationError. Raises MalformedError for
files of other formats.

    >>> lath.save(lath.he.bfv.Parameters.recommended(4096, 65537), "p.lath")
    >>> lath.inspect("p.lath")
    <lath Inspection: parameters, BFV n=4096 t=65537, no proof, 39 bytes>)");
}

}  // namespace lath::python
