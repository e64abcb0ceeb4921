// SPDX-License-Identifier: Apache-2.0
#include "lath/he/seeded_keys.hpp"

#include <map>
#include <string>
#include <utility>

#include "he/access.hpp"
#include "he/core/key_tables.hpp"
#include "he/keys/galois_elements.hpp"
#include "he/keys/key_parts.hpp"

namespace lath::he {
namespace {

// The stream of a seed for this purpose.
Generator stream(const KeyTables& tables, const Seed& seed, const std::string& purpose) {
  std::string name = "lath he keys 2 ";
  for (const std::byte byte : tables.fingerprint) name += static_cast<char>(byte);
  return Generator::from_seed(seed, name + purpose);
}

// f(a generator of keys that draws from the stream for this purpose).
template <class F>
auto with_stream(const std::shared_ptr<const KeyTables>& tables, const Seed& seed,
                 const std::string& purpose, const F& f) {
  Generator draws = stream(*tables, seed, purpose);
  KeyGenerator keys(Access::key_space(tables), draws);
  return f(keys);
}

// The secret key of a seed. Its identifier has a stream of its own.
SecretKey secret_of(const std::shared_ptr<const KeyTables>& tables, const Seed& seed) {
  Generator of_id = stream(*tables, seed, "id");
  return with_stream(tables, seed, "secret", [](KeyGenerator& keys) { return keys.secret_key(); })
      .with_id(draw_key_id(of_id));
}

}  // namespace

struct SeededKeys::State {
  std::shared_ptr<const KeyTables> tables;
  Seed seed;
  SecretKey secret;

  template <class F>
  [[nodiscard]] auto make(const std::string& purpose, const F& f) const {
    return with_stream(tables, seed, purpose, f);
  }
};

SeededKeys::SeededKeys(const KeySpace& key_space, const Seed& seed) {
  const auto& tables = Access::tables(key_space);
  state_ = std::make_shared<const State>(State{tables, seed, secret_of(tables, seed)});
}

const SecretKey& SeededKeys::secret_key() const& noexcept { return state_->secret; }

PublicKey SeededKeys::public_key() const {
  return state_->make("public", [&](KeyGenerator& k) { return k.public_key(state_->secret); });
}

RelinKey SeededKeys::relin_key(const Work& work) const {
  return state_->make("relin", [&](KeyGenerator& k) { return k.relin_key(state_->secret, work); });
}

GaloisKeys SeededKeys::galois_keys(std::span<const std::uint64_t> elements,
                                   const Work& work) const {
  require_elements(*state_->tables, elements);
  std::map<std::uint64_t, GaloisKeys::Entry> keys;
  for (const std::uint64_t g : elements) {
    const std::uint64_t before = keys.size() * state_->tables->levels.back().digits;
    const Work part{[&](std::uint64_t digits) { work.report(before + digits); }, work.cancellation};
    const GaloisKeys one = state_->make("galois " + std::to_string(g), [&](KeyGenerator& k) {
      return k.galois_keys(state_->secret, {&g, 1}, part);
    });
    keys.insert_or_assign(g, one.entry(g));
  }
  return {state_->tables, state_->secret.id(), std::move(keys)};
}

}  // namespace lath::he
