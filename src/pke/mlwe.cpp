// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/mlwe.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "lath/base/checked_size.hpp"
#include "lath/base/error.hpp"
#include "pke/mlwe_state.hpp"
#include "pke/parameter_checks.hpp"

namespace lath::mlwe {
namespace {

// The constant polynomial c, in evaluation form.
Poly<ModuleRing, Eval> constant(const ModuleRing& ring, std::uint64_t c) {
  Poly<ModuleRing, Coeff> polynomial(ring);
  polynomial.limb(0)[0] = static_cast<std::uint32_t>(c);
  return ntt(std::move(polynomial));
}

template <class Storage>
void require_matrix(const std::vector<Poly<ModuleRing, Eval, Storage>>& matrix, std::size_t size,
                    const ModuleRing& ring, const char* what) {
  if (matrix.size() == size &&
      std::ranges::all_of(matrix, [&](const auto& entry) { return entry.ring() == ring; })) {
    for (const auto& entry : matrix) entry.require_words();
    return;
  }
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need " + std::to_string(size) + " polynomials of the ring of the scheme",
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

auto Scheme::State::noise(std::size_t size, Generator& generator) const -> SecretMatrix {
  SecretMatrix matrix;
  matrix.reserve(size);
  // Key encapsulation draws from seeds that an attacker may guess, so that nothing may be dropped.
  while (matrix.size() < size) {
    matrix.push_back(ntt(nearly_uniform(ring, parameters.noise, generator)));
  }
  return matrix;
}

auto Scheme::State::scaled_noise(std::size_t size, Generator& generator) const -> SecretMatrix {
  SecretMatrix matrix = noise(size, generator);
  for (auto& entry : matrix) entry = entry * plaintext_modulus;
  return matrix;
}

auto Scheme::State::encoded(const Message& message, Generator& generator) const -> SecretMatrix {
  SecretMatrix v = scaled_noise(message.size() / ring.degree(), generator);
  for (std::size_t i = 0; i < v.size(); ++i) {
    Poly<ModuleRing, Coeff, Secret> m(ring);
    std::copy_n(message.data() + i * ring.degree(), ring.degree(), m.limb(0).data());
    v[i] += ntt(std::move(m));
  }
  return v;
}

Parameters recommended_parameters(SecurityLevel level) {
  const std::size_t rank = level == SecurityLevel::bits128   ? 3
                           : level == SecurityLevel::bits192 ? 4
                                                             : 5;
  return {.degree = 256,
          .rows = rank,
          .columns = rank,
          .modulus = 7681,
          .plaintext_modulus = 2,
          .noise = 2};
}

std::array<Parameters, 7> insecure_thesis_parameters() {
  const auto row = [](std::size_t degree, std::uint64_t modulus) -> Parameters {
    return {.degree = degree,
            .rows = 32,
            .columns = 32,
            .modulus = modulus,
            .plaintext_modulus = 3,
            .noise = 2};
  };
  return {row(256, 7681),   row(512, 12289),  row(1024, 12289), row(4096, 12289),
          row(4096, 40961), row(8192, 65537), row(16384, 65537)};
}

LweInstance lwe_instance(const Parameters& parameters) {
  const Parameters& p = parameters;
  return {.dimension = checked_product("dimensions", p.degree, std::min(p.rows, p.columns)),
          .log2_modulus = std::log2(static_cast<double>(p.modulus)),
          .secret = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .error = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .samples = checked_product(
              "samples", p.degree,
              std::max(p.rows, checked_sum("samples", p.columns, p.message_columns)))};
}

DecryptionNoise decryption_noise(const Parameters& parameters) {
  const Parameters& p = parameters;
  const std::uint64_t polynomials =
      checked_product("polynomials of coefficients", p.message_rows, p.message_columns);
  return {
      .products = checked_product("products", checked_sum("products", p.rows, p.columns), p.degree),
      .noise = p.noise,
      .modulus = p.modulus,
      .plaintext_modulus = p.plaintext_modulus,
      .coefficients = checked_product("coefficients", polynomials, p.degree)};
}

Scheme::Scheme(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

Scheme Scheme::create(const Parameters& parameters) {
  Scheme scheme = create_insecure(parameters);
  detail::require_secure(lwe_instance(parameters), parameters.noise, failure_bound(parameters));
  return scheme;
}

Scheme Scheme::create_insecure(const Parameters& parameters) {
  const Parameters& p = parameters;
  const ModuleRing ring = ModuleRing::create(p.degree, p.modulus);
  detail::require_dimensions({p.rows, p.columns, p.message_rows, p.message_columns});
  detail::require_computable(decryption_noise(p));
  return Scheme(
      std::make_shared<const State>(State{p, ring, prepare(constant(ring, p.plaintext_modulus)),
                                          detail::Decoder(p.modulus, p.plaintext_modulus),
                                          detail::ByteCodec(ring.plan().kernel().isa, p.modulus)}));
}

const Parameters& Scheme::parameters() const& noexcept { return state_->parameters; }
const ModuleRing& Scheme::ring() const& noexcept { return state_->ring; }
std::size_t Scheme::message_size() const noexcept {
  const Parameters& p = parameters();
  return p.message_rows * p.message_columns * p.degree;
}
std::size_t Scheme::message_bytes() const noexcept {
  return detail::message_bytes(message_size(), parameters().plaintext_modulus);
}

void Scheme::require(const PublicKey& key) const {
  require_matrix(key.b, parameters().rows * parameters().message_columns, ring(), "a public key");
}
void Scheme::require(const SecretKey& key) const {
  require_matrix(key.s, parameters().columns * parameters().message_columns, ring(),
                 "a secret key");
}
void Scheme::require(const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  require_matrix(ciphertext.u, p.message_rows * p.columns, ring(),
                 "the first part of a ciphertext");
  require_matrix(ciphertext.v, p.message_rows * p.message_columns, ring(),
                 "the second part of a ciphertext");
}

KeyPair Scheme::generate_keys(Generator& generator) const {
  const Parameters& p = parameters();
  const std::size_t l = p.message_columns, m = p.rows, n = p.columns;
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  State::SecretMatrix s = state_->noise(n * l, generator);
  State::SecretMatrix b = state_->scaled_noise(m * l, generator);
  state_->drawn(seed)([&](std::size_t i, std::size_t j, const State::Polynomial& a) {
    for (std::size_t column = 0; column < l; ++column) b[i * l + column] += a * s[j * l + column];
  });
  // B is published: by the Module-LWE assumption B hides S and E.
  return {{seed, State::published(b)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  require(key);
  detail::require_message(message.span(), message_size(), parameters().plaintext_modulus);
  return state_->encrypt(state_->drawn(key.seed), key.b, message, generator);
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  require(key);
  require(ciphertext);
  return state_->decrypt(key.s, ciphertext);
}

}  // namespace lath::mlwe
