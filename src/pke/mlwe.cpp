// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/mlwe.hpp"

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/prepared.hpp"
#include "pke/messages.hpp"
#include "pke/parameter_checks.hpp"

namespace lath::mlwe {
namespace {

using PublicMatrix = std::vector<Poly<ModuleRing, Eval>>;
using SecretMatrix = std::vector<Poly<ModuleRing, Eval, Secret>>;

// A polynomial of [beta]. Key encapsulation draws it from seeds that an attacker may guess, so that
// nothing may be dropped.
Poly<ModuleRing, Eval, Secret> noise(const ModuleRing& ring, unsigned beta, Generator& generator) {
  return ntt(nearly_uniform(ring, beta, generator));
}

// The constant polynomial c, in evaluation form.
Poly<ModuleRing, Eval> constant(const ModuleRing& ring, std::uint64_t c) {
  Poly<ModuleRing, Coeff> polynomial(ring);
  polynomial.limb(0)[0] = static_cast<std::uint32_t>(c);
  return ntt(std::move(polynomial));
}

PublicMatrix published(const SecretMatrix& matrix) {
  PublicMatrix result;
  result.reserve(matrix.size());
  for (const auto& entry : matrix) result.push_back(declassify(entry));
  return result;
}

template <class Storage>
void require_matrix(const std::vector<Poly<ModuleRing, Eval, Storage>>& matrix, std::size_t size,
                    const ModuleRing& ring, const char* what) {
  if (matrix.size() == size &&
      std::ranges::all_of(matrix, [&](const auto& entry) { return entry.ring() == ring; })) {
    return;
  }
  throw Error(ErrorCode::mismatch, std::string(what) + " of other parameters",
              "need " + std::to_string(size) + " polynomials of the ring of the scheme",
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

struct Scheme::State {
  Parameters parameters;
  ModuleRing ring;
  Prepared<ModuleRing> plaintext_modulus;  // p as a polynomial
  detail::Decoder decoder;

  // p times a polynomial of [beta].
  [[nodiscard]] Poly<ModuleRing, Eval, Secret> scaled_noise(Generator& generator) const {
    return noise(ring, parameters.noise, generator) * plaintext_modulus;
  }
  [[nodiscard]] SecretMatrix noise_matrix(std::size_t size, Generator& generator) const {
    SecretMatrix matrix;
    matrix.reserve(size);
    while (matrix.size() < size) matrix.push_back(noise(ring, parameters.noise, generator));
    return matrix;
  }
  [[nodiscard]] SecretMatrix scaled_noise_matrix(std::size_t size, Generator& generator) const {
    SecretMatrix matrix;
    matrix.reserve(size);
    while (matrix.size() < size) matrix.push_back(scaled_noise(generator));
    return matrix;
  }

  // Calls use(i, j, entry) for the entries of A, row after row. They are drawn one by one, so that
  // each is used while it is in the caches.
  template <class Use>
  void expand(const PublicSeed& seed, const Use& use) const {
    Generator generator = Generator::from_seed(Seed(seed), "lath mlwe a");
    Poly<ModuleRing, Eval> entry(ring);
    for (std::size_t i = 0; i < parameters.rows; ++i) {
      for (std::size_t j = 0; j < parameters.columns; ++j) {
        sample_uniform(entry.limb(0), ring.modulus().value(), generator);
        use(i, j, entry);
      }
    }
  }

  // V starts as p E2 + M.
  [[nodiscard]] SecretMatrix encode(const Message& message, Generator& generator) const {
    SecretMatrix v = scaled_noise_matrix(message.size() / ring.degree(), generator);
    for (std::size_t i = 0; i < v.size(); ++i) {
      Poly<ModuleRing, Coeff, Secret> m(ring);
      std::copy_n(message.data() + i * ring.degree(), ring.degree(), m.limb(0).data());
      v[i] += ntt(std::move(m));
    }
    return v;
  }
};

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
  return {.dimension = p.degree * std::min(p.rows, p.columns),
          .log2_modulus = std::log2(static_cast<double>(p.modulus)),
          .secret = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .error = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .samples = p.degree * std::max(p.rows, p.columns + p.message_columns)};
}

DecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = (parameters.rows + parameters.columns) * parameters.degree,
          .noise = parameters.noise,
          .modulus = parameters.modulus,
          .plaintext_modulus = parameters.plaintext_modulus,
          .coefficients = parameters.message_rows * parameters.message_columns * parameters.degree};
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
  detail::require_computable({p.rows, p.columns, p.message_rows, p.message_columns},
                             decryption_noise(p));
  return Scheme(
      std::make_shared<const State>(State{p, ring, prepare(constant(ring, p.plaintext_modulus)),
                                          detail::Decoder(p.modulus, p.plaintext_modulus)}));
}

const Parameters& Scheme::parameters() const noexcept { return state_->parameters; }
const ModuleRing& Scheme::ring() const noexcept { return state_->ring; }
std::size_t Scheme::message_size() const noexcept {
  const Parameters& p = parameters();
  return p.message_rows * p.message_columns * p.degree;
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
  SecretMatrix s = state_->noise_matrix(n * l, generator);
  SecretMatrix b = state_->scaled_noise_matrix(m * l, generator);
  state_->expand(seed, [&](std::size_t i, std::size_t j, const Poly<ModuleRing, Eval>& a) {
    for (std::size_t column = 0; column < l; ++column) b[i * l + column] += a * s[j * l + column];
  });
  // B is published: hiding S and E in it is what the Module-LWE assumption says.
  return {{seed, published(b)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  const Parameters& p = parameters();
  const std::size_t k = p.message_rows, l = p.message_columns, m = p.rows, n = p.columns;
  require(key);
  detail::require_message(message.span(), message_size(), p.plaintext_modulus);
  const SecretMatrix r = state_->noise_matrix(k * m, generator);
  SecretMatrix u = state_->scaled_noise_matrix(k * n, generator);
  SecretMatrix v = state_->encode(message, generator);
  state_->expand(key.seed, [&](std::size_t i, std::size_t j, const Poly<ModuleRing, Eval>& a) {
    for (std::size_t row = 0; row < k; ++row) u[row * n + j] += a * r[row * m + i];
  });
  for (std::size_t row = 0; row < k; ++row) {
    for (std::size_t i = 0; i < m; ++i) {
      for (std::size_t j = 0; j < l; ++j) v[row * l + j] += key.b[i * l + j] * r[row * m + i];
    }
  }
  // Both are sent: hiding the message in them is what the Module-LWE assumption says.
  return {published(u), published(v)};
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  const std::size_t k = p.message_rows, l = p.message_columns, n = p.columns;
  require(key);
  require(ciphertext);
  Message message(message_size());
  for (std::size_t i = 0; i < k * l; ++i) {
    const std::size_t row = i / l, column = i % l;
    Poly<ModuleRing, Eval, Secret> difference =
        ciphertext.v[i] - ciphertext.u[row * n] * key.s[column];
    for (std::size_t j = 1; j < n; ++j) {
      difference -= ciphertext.u[row * n + j] * key.s[j * l + column];
    }
    const auto coefficients = intt(std::move(difference));
    state_->decoder.decode(message.span().subspan(i * ring().degree(), ring().degree()),
                           coefficients.limb(0));
  }
  return message;
}

}  // namespace lath::mlwe
