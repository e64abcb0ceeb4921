// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/rlwe.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lath/base/checked_size.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "pke/messages.hpp"
#include "pke/parameter_checks.hpp"
#include "pke/rlwe_equations.hpp"
#include "pke/rlwe_state.hpp"

namespace lath::rlwe {
namespace {

constexpr unsigned kLargestNoise = 32;

[[noreturn]] void refuse_other(const char* what) {
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need one of the ring and the size of messages of the scheme",
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

template <class Storage>
void require_polynomial(const Poly<PolyRing, Eval, Storage>& poly, const PolyRing& ring,
                        const char* what) {
  if (poly.ring() != ring) refuse_other(what);
  poly.require_words();
}

void require_computable(const Parameters& p) {
  if (p.noise < 1 || p.noise > kLargestNoise || 2 * std::uint64_t{p.noise} >= p.modulus) {
    throw Error(ErrorCode::invalid_argument,
                "centered binomial noise with eta = " + std::to_string(p.noise),
                "need 1 to 32 and less than q / 2",
                "choose it by the estimated security, and by failure_bound()");
  }
  if (p.message_bytes < 1 || p.message_bytes > p.degree / 8) {
    throw Error(ErrorCode::invalid_argument,
                "messages of " + std::to_string(p.message_bytes) + " bytes",
                "need 1 to " + std::to_string(p.degree / 8) + ", a bit for each coefficient",
                "encrypt several messages");
  }
}

}  // namespace

Parameters recommended_parameters(SecurityLevel level) {
  if (level == SecurityLevel::bits256) {
    return {.degree = 2048, .modulus = 12289, .noise = 6, .message_bytes = 32};
  }
  return {.degree = 1024, .modulus = 12289, .noise = 8, .message_bytes = 32};
}

std::array<Parameters, 4> insecure_nfllib_parameters() {
  const auto set = [](std::size_t degree, std::uint64_t modulus) -> Parameters {
    return {.degree = degree, .modulus = modulus, .noise = 22, .message_bytes = degree / 8};
  };
  return {set(256, 12289), set(512, 12289), set(256, 7681), set(512, 7681)};
}

LweInstance lwe_instance(const Parameters& parameters) {
  const auto noise = SmallDistribution::centered_binomial(parameters.noise);
  return {.dimension = parameters.degree,
          .log2_modulus = std::log2(static_cast<double>(parameters.modulus)),
          .secret = noise,
          .error = noise,
          .samples = checked_sum("samples", parameters.degree,
                                 checked_product("samples", 8, parameters.message_bytes))};
}
BinomialDecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = checked_product("products", 2, parameters.degree),
          .eta = parameters.noise,
          .modulus = parameters.modulus,
          .coefficients = checked_product("coefficients", 8, parameters.message_bytes)};
}

Scheme::Scheme(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

Scheme Scheme::create(const Parameters& parameters) {
  Scheme scheme = create_insecure(parameters);
  detail::require_secure(lwe_instance(parameters), parameters.noise, failure_bound(parameters));
  return scheme;
}

Scheme Scheme::create_insecure(const Parameters& parameters) {
  const PolyRing ring = PolyRing::create(parameters.degree, parameters.modulus);
  require_computable(parameters);
  return Scheme(std::make_shared<const State>(
      State{parameters, ring, detail::ByteCodec(ring.plan().kernel().isa, parameters.modulus)}));
}

const Parameters& Scheme::parameters() const& noexcept { return state_->parameters; }
const PolyRing& Scheme::ring() const& noexcept { return state_->ring; }
std::size_t Scheme::message_bytes() const noexcept { return parameters().message_bytes; }

void Scheme::require(const PublicKey& key) const {
  require_polynomial(key.b, ring(), "a public key");
}
void Scheme::require(const SecretKey& key) const {
  require_polynomial(key.s, ring(), "a secret key");
}
void Scheme::require(const Ciphertext& ciphertext) const {
  require_polynomial(ciphertext.u, ring(), "a ciphertext");
  if (ciphertext.v.size() != 8 * message_bytes()) refuse_other("a ciphertext");
}

KeyPair Scheme::generate_keys(Generator& generator) const {
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  const auto a = detail::RlweEncryption::expand(ring(), seed);
  auto s = ntt(centered_binomial(ring(), parameters().noise, generator));
  const auto e = ntt(centered_binomial(ring(), parameters().noise, generator));
  // b is published: by the Ring-LWE assumption b hides s and e.
  return {{seed, declassify(a * s + e)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  require(key);
  detail::require_message_bytes(message.size(), message_bytes());
  const detail::RlweEncryption encryption(*this, key);
  auto draws = Buffer<std::int8_t, Secret>::for_overwrite(encryption.draws());
  encryption.draw(draws.span(), generator);
  auto working = Buffer<PolyRing::Word, Secret>::for_overwrite(encryption.draws());
  const auto words = encryption.encrypt(message.span(), draws.span(), working.span());
  const auto u = words.first(parameters().degree), v = words.subspan(u.size());
  Ciphertext ciphertext{Poly<PolyRing, Eval>(ring()), {v.begin(), v.end()}};
  std::ranges::copy(u, ciphertext.u.limb(0).begin());
  return ciphertext;
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  require(key);
  require(ciphertext);
  Buffer<PolyRing::Word, Secret> u(ciphertext.u.memory());
  Message message(message_bytes());
  detail::RlweDecryption(*this, key, 1).decrypt(message.span(), u.span(), ciphertext.v);
  return message;
}

}  // namespace lath::rlwe
