// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/rlwe.hpp"

#include <cmath>
#include <string>
#include <utility>

#include "coding/bit_coding.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "pke/parameter_checks.hpp"

namespace lath::rlwe {
namespace {

constexpr unsigned kLargestNoise = 32;

[[noreturn]] void refuse(std::string found, std::string needed, std::string remedy) {
  throw Error(ErrorCode::invalid_argument, std::move(found), std::move(needed), std::move(remedy));
}

void require_computable(const Parameters& p) {
  if (p.noise < 1 || p.noise > kLargestNoise || 2 * std::uint64_t{p.noise} >= p.modulus) {
    refuse("centered binomial noise with eta = " + std::to_string(p.noise),
           "need 1 to 32 and less than q / 2",
           "choose it by the estimated security, and by failure_bound()");
  }
  if (p.message_bytes < 1 || p.message_bytes > p.degree / 8) {
    refuse("messages of " + std::to_string(p.message_bytes) + " bytes",
           "need 1 to " + std::to_string(p.degree / 8) + ", a bit for each coefficient",
           "encrypt several messages");
  }
}

Poly<PolyRing, Eval> expand(const PolyRing& ring, const PublicSeed& seed) {
  Generator generator = Generator::from_seed(Seed(seed), "lath rlwe a");
  return uniform<Eval>(ring, generator);
}

[[noreturn]] void refuse_other(const char* what) {
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need one of the ring and the size of messages of the scheme",
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

struct Scheme::State {
  Parameters parameters;
  PolyRing ring;

  [[nodiscard]] Isa isa() const noexcept { return ring.plan().kernel().isa; }
  [[nodiscard]] Poly<PolyRing, Coeff, Secret> noise(Generator& generator) const {
    return centered_binomial(ring, parameters.noise, generator);
  }
};

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
          .samples = parameters.degree + 8 * parameters.message_bytes};
}
BinomialDecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = 2 * parameters.degree,
          .eta = parameters.noise,
          .modulus = parameters.modulus,
          .coefficients = 8 * parameters.message_bytes};
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
  return Scheme(std::make_shared<const State>(State{parameters, ring}));
}

const Parameters& Scheme::parameters() const noexcept { return state_->parameters; }
const PolyRing& Scheme::ring() const noexcept { return state_->ring; }

KeyPair Scheme::generate_keys(Generator& generator) const {
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  const auto a = expand(ring(), seed);
  auto s = ntt(state_->noise(generator));
  const auto e = ntt(state_->noise(generator));
  // b is published: hiding s and e in it is what the Ring-LWE assumption says.
  return {{seed, declassify(a * s + e)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  const Parameters& p = parameters();
  if (key.b.ring() != ring()) refuse_other("a public key");
  if (message.size() != p.message_bytes) {
    throw Error(ErrorCode::mismatch, "a message of " + std::to_string(message.size()) + " bytes",
                "need " + std::to_string(p.message_bytes) + ", the message_bytes of the scheme",
                "fill up with zeros, or divide it into several messages");
  }
  const auto a = expand(ring(), key.seed);
  const auto r = ntt(state_->noise(generator));
  const auto e1 = ntt(state_->noise(generator));
  const auto product = intt(key.b * r);
  Buffer<std::int8_t, Secret> e2(8 * p.message_bytes);
  sample_centered_binomial(e2.span(), p.noise, generator);
  std::vector<std::uint16_t> v(e2.size());
  residues_of(std::span(v), std::span<const std::int8_t>(e2.span()), p.noise, ring().modulus());
  detail::add_encoded_bits(state_->isa(), v, product.limb(0).first(v.size()), message.span(),
                           ring().plan().modulus());
  // Both are sent: hiding the message in them is what the Ring-LWE assumption says.
  ct::declassify(v.data(), v.size() * sizeof v[0]);
  return {declassify(a * r + e1), std::move(v)};
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  if (key.s.ring() != ring()) refuse_other("a secret key");
  if (ciphertext.u.ring() != ring() || ciphertext.v.size() != 8 * p.message_bytes) {
    refuse_other("a ciphertext");
  }
  const auto product = intt(ciphertext.u * key.s);
  Message message(p.message_bytes);
  detail::decode_bits(state_->isa(), message.span(), ciphertext.v,
                      product.limb(0).first(ciphertext.v.size()), ring().plan().modulus());
  return message;
}

}  // namespace lath::rlwe
