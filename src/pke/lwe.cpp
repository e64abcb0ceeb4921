// SPDX-License-Identifier: Apache-2.0
#include "lath/pke/lwe.hpp"

#include <algorithm>
#include <cmath>
#include <string>

#include "lath/base/constant_time.hpp"
#include "lath/base/error.hpp"
#include "pke/lwe_state.hpp"
#include "pke/parameter_checks.hpp"

namespace lath::lwe {
namespace {

template <class Integer, class Storage>
void require_matrix(const Matrix<Integer, Storage>& matrix, std::size_t rows, std::size_t columns,
                    const char* what) {
  if (matrix.rows() == rows && matrix.columns() == columns) return;
  const auto text = [](std::size_t r, std::size_t c) {
    return std::to_string(r) + " x " + std::to_string(c);
  };
  throw Error(ErrorCode::mismatch,
              std::string(what) + " of " + text(matrix.rows(), matrix.columns()) + " entries",
              "need " + text(rows, columns),
              "use keys and ciphertexts with a scheme of the parameters that they were made with");
}

}  // namespace

auto Scheme::State::noise(std::size_t rows, std::size_t columns, Generator& generator) const
    -> SmallMatrix {
  SmallMatrix matrix(rows, columns);
  Buffer<std::int64_t, Secret> draws(rows * columns);
  const auto greatest = static_cast<std::int64_t>(parameters.noise);
  sample_bounded(draws.span(), -greatest, greatest, generator);
  for (std::size_t i = 0; i < draws.size(); ++i) {
    matrix.words()[i] = static_cast<std::int32_t>(draws[i]);
  }
  return matrix;
}

auto Scheme::State::scaled_noise(std::size_t rows, std::size_t columns, Generator& generator) const
    -> SumMatrix {
  SumMatrix matrix = converted(noise(rows, columns, generator));
  const auto p = static_cast<double>(parameters.plaintext_modulus);
  for (double& x : matrix.words()) x *= p;
  return matrix;
}

void Scheme::State::reduce(std::span<std::uint32_t> out,
                           std::span<const double> sums) const noexcept {
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto sum = static_cast<std::int64_t>(sums[i]);
    out[i] = static_cast<std::uint32_t>(modulus.reduce_signed(sum));
  }
}

auto Scheme::State::published(const SumMatrix& sums) const -> PublicMatrix {
  PublicMatrix result(sums.rows(), sums.columns());
  reduce(result.words(), sums.words());
  ct::declassify(result.words().data(), result.words().size_bytes());
  return result;
}

auto Scheme::State::begin(const Message& message, Generator& generator) const -> Encryption {
  const Parameters& p = parameters;
  SumMatrix r = converted(noise(p.message_rows, p.rows, generator));
  SumMatrix u = scaled_noise(p.message_rows, p.columns, generator);
  SumMatrix v = scaled_noise(p.message_rows, p.message_columns, generator);
  for (std::size_t i = 0; i < message.size(); ++i) v.words()[i] += message[i];
  return {std::move(r), std::move(u), std::move(v)};
}

auto Scheme::State::negated(const SecretKey& key) -> SumMatrix {
  SumMatrix minus_s(key.s.rows(), key.s.columns());
  const auto s = key.s.words();
  std::transform(s.begin(), s.end(), minus_s.words().begin(),
                 [](std::int32_t x) { return -static_cast<double>(x); });
  return minus_s;
}

Message Scheme::State::decrypt(const SumMatrix& minus_s, const Ciphertext& ciphertext) const {
  const Parameters& p = parameters;
  const std::size_t k = p.message_rows, l = p.message_columns, n = p.columns;
  const Numbers u = converted(ciphertext.u);
  SumMatrix differences(k, l);
  convert(differences.words(), ciphertext.v.words());
  detail::add_matrix_product(isa, differences.words(), {u.words().data(), k, n, n}, minus_s.words(),
                             l);
  Message message(k * l);
  reduce(message.span(), differences.words());
  decoder.decode(message.span(), message.span());
  return message;
}

Parameters recommended_parameters(SecurityLevel level) {
  const std::size_t dimension = level == SecurityLevel::bits128   ? 704
                                : level == SecurityLevel::bits192 ? 960
                                                                  : 1216;
  return {.rows = dimension,
          .columns = dimension,
          .message_rows = 16,
          .message_columns = 16,
          .modulus = 8191,
          .plaintext_modulus = 2,
          .noise = 2};
}

LweInstance lwe_instance(const Parameters& parameters) {
  const Parameters& p = parameters;
  return {.dimension = std::min(p.rows, p.columns),
          .log2_modulus = std::log2(static_cast<double>(p.modulus)),
          .secret = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .error = SmallDistribution::uniform(-std::int64_t{p.noise}, p.noise),
          .samples = std::max(p.rows, checked_sum("samples", p.columns, p.message_columns))};
}

DecryptionNoise decryption_noise(const Parameters& parameters) {
  return {.products = checked_sum("products", parameters.rows, parameters.columns),
          .noise = parameters.noise,
          .modulus = parameters.modulus,
          .plaintext_modulus = parameters.plaintext_modulus,
          .coefficients =
              checked_product("coefficients", parameters.message_rows, parameters.message_columns)};
}

Scheme::Scheme(std::shared_ptr<const State> state) noexcept : state_(std::move(state)) {}

Scheme Scheme::create(const Parameters& parameters) {
  Scheme scheme = create_insecure(parameters);
  detail::require_secure(lwe_instance(parameters), parameters.noise, failure_bound(parameters));
  return scheme;
}

Scheme Scheme::create_insecure(const Parameters& parameters) {
  const Parameters& p = parameters;
  detail::require_dimensions({p.rows, p.columns, p.message_rows, p.message_columns});
  detail::require_computable(decryption_noise(p));
  return Scheme(std::make_shared<const State>(
      State{p, Modulus(p.modulus), detail::Decoder(p.modulus, p.plaintext_modulus), active_isa(),
            detail::ByteCodec(active_isa(), p.modulus)}));
}

const Parameters& Scheme::parameters() const& noexcept { return state_->parameters; }
std::size_t Scheme::message_size() const noexcept {
  return parameters().message_rows * parameters().message_columns;
}
std::size_t Scheme::message_bytes() const noexcept {
  return detail::message_bytes(message_size(), parameters().plaintext_modulus);
}

void Scheme::require(const PublicKey& key) const {
  require_matrix(key.b, parameters().rows, parameters().message_columns, "a public key");
}
void Scheme::require(const SecretKey& key) const {
  require_matrix(key.s, parameters().columns, parameters().message_columns, "a secret key");
}
void Scheme::require(const Ciphertext& ciphertext) const {
  const Parameters& p = parameters();
  require_matrix(ciphertext.u, p.message_rows, p.columns, "the first part of a ciphertext");
  require_matrix(ciphertext.v, p.message_rows, p.message_columns,
                 "the second part of a ciphertext");
}

KeyPair Scheme::generate_keys(Generator& generator) const {
  const Parameters& p = parameters();
  const std::size_t l = p.message_columns, m = p.rows, n = p.columns;
  PublicSeed seed;
  generator.fill(seed);
  ct::declassify(seed.data(), seed.size());  // it is published as a part of the key
  State::SmallMatrix s = state_->noise(n, l, generator);
  const State::SumMatrix factors = State::converted(s);
  State::SumMatrix b = state_->scaled_noise(m, l, generator);
  state_->for_each_block(state_->drawn(seed), [&](std::size_t first, const State::Numbers& a) {
    detail::add_matrix_product(state_->isa, b.words().subspan(first * l, a.rows() * l),
                               {a.words().data(), a.rows(), n, n}, factors.words(), l);
  });
  // B is published: by the LWE assumption B hides S and E.
  return {{seed, state_->published(b)}, {std::move(s)}};
}

Ciphertext Scheme::encrypt(const PublicKey& key, const Message& message,
                           Generator& generator) const {
  require(key);
  detail::require_message(message.span(), message_size(), parameters().plaintext_modulus);
  const auto b = State::converted(key.b);
  return std::move(
      state_->encrypt(state_->drawn(key.seed), b, std::span(&message, 1), generator).front());
}

Message Scheme::decrypt(const SecretKey& key, const Ciphertext& ciphertext) const {
  require(key);
  require(ciphertext);
  return state_->decrypt(State::negated(key), ciphertext);
}

}  // namespace lath::lwe
