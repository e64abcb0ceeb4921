// SPDX-License-Identifier: Apache-2.0
#include "lath/he/seeded_keys.hpp"

#include <map>
#include <string>
#include <utility>

#include "he/fingerprint.hpp"
#include "he/keys/galois_elements.hpp"

namespace lath::he {
namespace {

// f(a generator of keys that draws from the stream for this purpose).
template <class F>
auto with_stream(const std::shared_ptr<const Context>& context, const Seed& seed,
                 const std::string& purpose, const F& f) {
  std::string name = "lath he keys 1 ";
  for (const std::byte byte : fingerprint(*context)) name += static_cast<char>(byte);
  Generator draws = Generator::from_seed(seed, name + purpose);
  KeyGenerator keys(context, draws);
  return f(keys);
}

}  // namespace

struct SeededKeys::State {
  std::shared_ptr<const Context> context;
  Seed seed;
  SecretKey secret;

  template <class F>
  [[nodiscard]] auto make(const std::string& purpose, const F& f) const {
    return with_stream(context, seed, purpose, f);
  }
};

SeededKeys::SeededKeys(const SchemeParameters& parameters, const Seed& seed) {
  const auto& context = parameters.context();
  state_ = std::make_shared<const State>(State{
      context, seed,
      with_stream(context, seed, "secret", [](KeyGenerator& keys) { return keys.secret_key(); })});
}

const SecretKey& SeededKeys::secret_key() const& noexcept { return state_->secret; }

PublicKey SeededKeys::public_key() const {
  return state_->make("public", [&](KeyGenerator& k) { return k.public_key(state_->secret); });
}

RelinKey SeededKeys::relin_key() const {
  return state_->make("relin", [&](KeyGenerator& k) { return k.relin_key(state_->secret); });
}

GaloisKeys SeededKeys::galois_keys(std::span<const std::uint64_t> elements) const {
  require_elements(*state_->context, elements);
  std::map<std::uint64_t, GaloisKeys::Entry> keys;
  for (const std::uint64_t g : elements) {
    const GaloisKeys one = state_->make("galois " + std::to_string(g), [&](KeyGenerator& k) {
      return k.galois_keys(state_->secret, {&g, 1});
    });
    keys.insert_or_assign(g, one.entry(g));
  }
  return {state_->context, std::move(keys)};
}

}  // namespace lath::he
