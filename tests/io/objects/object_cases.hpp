// SPDX-License-Identifier: Apache-2.0
//
// An object of every kind that is no secret, how it is saved, and how it is loaded.
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "he/scheme_bytes.hpp"
#include "lath/he/crt/integers.hpp"
#include "lath/io/objects.hpp"

namespace lath::testing {

/// An object, packed and in envelopes. `load` gives the packed bytes of what was loaded.
struct ObjectCase {
  std::string name;
  ObjectKind kind{};
  Bytes packed{};
  std::function<Bytes(const io::SaveOptions&)> envelope{};
  std::function<void(io::Sink&, const io::SaveOptions&)> save{};
  std::function<Bytes(const io::ObjectInput&, const io::LoadOptions&)> load{};
};

template <class Object, class Load>
ObjectCase object_case(ObjectKind kind, const Object& object, const Load& load) {
  return {
      .name = name_of(kind),
      .kind = kind,
      .packed = copy(to_bytes(object)),
      .envelope = [object](const io::SaveOptions& o) { return copy(io::to_envelope(object, o)); },
      .save = [object](io::Sink& out, const io::SaveOptions& o) { io::save(out, object, o); },
      .load = [load](const io::ObjectInput& in,
                     const io::LoadOptions& o) { return copy(to_bytes(load(in, o))); }};
}

/// One object of every kind, of the keys' parameters.
template <class Scheme>
std::vector<ObjectCase> object_cases(const FewKeys<Scheme>& keys) {
  const CiphertextsOf<Scheme> ciphertexts(keys);
  const auto p = keys.parameters;
  const he::KeySpace space = p.key_space();
  using io::LoadOptions;
  using io::ObjectInput;
  std::vector<ObjectCase> cases;
  const auto add = [&](ObjectKind kind, const auto& object, const auto& load) {
    cases.push_back(object_case(kind, object, load));
  };
  add(ObjectKind::parameters, p, [](const ObjectInput& in, const LoadOptions& o) {
    return Scheme::Parameters::create_insecure(io::load_literal(Scheme::kScheme, in, o));
  });
  add(ObjectKind::plaintext_space, p.plaintext_space(),
      [](const ObjectInput& in, const LoadOptions& o) { return io::load_plaintext_space(in, o); });
  add(ObjectKind::crt_moduli, he::crt::Moduli::create(space, 60, 30),
      [space](const ObjectInput& in, const LoadOptions& o) {
        return io::load_crt_moduli(space, in, o);
      });
  add(ObjectKind::public_key, keys.public_key,
      [p](const ObjectInput& in, const LoadOptions& o) { return io::load_public_key(p, in, o); });
  add(ObjectKind::relin_key, keys.relin,
      [p](const ObjectInput& in, const LoadOptions& o) { return io::load_relin_key(p, in, o); });
  add(ObjectKind::galois_keys, keys.galois,
      [p](const ObjectInput& in, const LoadOptions& o) { return io::load_galois_keys(p, in, o); });
  add(ObjectKind::ciphertext, ciphertexts.low,
      [p](const ObjectInput& in, const LoadOptions& o) { return io::load_ciphertext(p, in, o); });
  add(ObjectKind::product, ciphertexts.product,
      [p](const ObjectInput& in, const LoadOptions& o) { return io::load_product(p, in, o); });
  add(ObjectKind::seeded_ciphertext, ciphertexts.seeded,
      [p](const ObjectInput& in, const LoadOptions& o) {
        return io::load_seeded_ciphertext(p, in, o);
      });
  return cases;
}

/// A source that gives few bytes at a time.
class SlowSource final : public io::Source {
 public:
  explicit SlowSource(std::span<const std::byte> bytes) : rest_(bytes) {}
  std::size_t read(std::span<std::byte> out) override {
    const std::size_t size = std::min<std::size_t>({out.size(), rest_.size(), 1 + calls_++ % 700});
    std::copy_n(rest_.begin(), size, out.begin());
    rest_ = rest_.subspan(size);
    return size;
  }
  [[nodiscard]] std::size_t left() const { return rest_.size(); }

 private:
  std::span<const std::byte> rest_;
  std::size_t calls_ = 0;
};

/// Keys that prove envelopes, and others.
struct ProofCases {
  Generator generator = Generator::from_seed(Seed{}, "proofs");
  io::MacKey mac = io::MacKey::generate(generator), other_mac = io::MacKey::generate(generator);
  io::SigningKey signing = io::SigningKey::generate(generator),
                 other_signing = io::SigningKey::generate(generator);
  io::VerifyingKey verifying = signing.verifying_key(),
                   other_verifying = other_signing.verifying_key();
};

/// A literal whose objects take several chunks of 1 KiB, in each of the schemes.
inline he::Literal object_literal() {
  return {.degree = 128,
          .plaintext_modulus = 65537,
          .prime_bits = {45, 49, 50, 55},
          .special_prime_bits = {50, 56}};
}

}  // namespace lath::testing
