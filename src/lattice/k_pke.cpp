// SPDX-License-Identifier: Apache-2.0
#include "lattice/k_pke.hpp"

#include <algorithm>
#include <array>

#include "lath/base/constant_time.hpp"
#include "lath/kernels/ntt_plan.hpp"
#include "lattice/ml_kem_coding.hpp"
#include "lattice/ml_kem_sampling.hpp"
#include "random/sponge.hpp"

namespace lath::ml_kem::k_pke {
namespace {

// The order of the standard's NTT is that of the plan: block j is modulo x^2 - 17^(2 brv(j) + 1).
const NttPlan<Word>& plan() {
  static const NttPlan<Word> instance =
      NttPlan<Word>::create(kDegree, kModulus, NttShape{Convolution::negacyclic, 1});
  return instance;
}

Isa isa() {
  static const Isa instance = active_isa();
  return instance;
}

void forward(PolyVector<Secret>& vector, std::size_t count) {
  for (std::size_t i = 0; i < count; ++i) plan().forward(vector[i]);
}

// A vector packed in 12 bits a coefficient; bytes that no key of ours has are reduced, too.
template <class Storage>
PolyVector<Storage> decode_vector(Bytes bytes) {
  PolyVector<Storage> vector(bytes.size() / 384);
  decode(vector.words(), bytes, 12);
  for (std::size_t i = 0; i < vector.size(); ++i) plan().reduce(vector[i], vector[i]);
  return vector;
}

// sum += the inner product of the first `rank` polynomials of b and as many of a, the first of
// which is `first` and which stand `stride` apart.
template <class A, class B>
void add_inner_product(Word* sum, const PolyVector<A>& a, std::size_t first, std::size_t stride,
                       const PolyVector<B>& b, std::size_t rank) {
  for (std::size_t j = 0; j < rank; ++j) {
    plan().multiply_add(sum, a[first + j * stride], b[j], sum);
  }
}

}  // namespace

void generate_keys(const Parameters& parameters, Bytes32 d, std::span<std::byte> public_key,
                   std::span<std::byte> secret_key) {
  const std::size_t rank = parameters.rank;
  SecretBytes<64> seeds;
  const std::array<std::byte, 1> rank_byte = {static_cast<std::byte>(rank)};
  fips202::Sponge(fips202::kSha3_512).absorb(d).absorb(rank_byte).squeeze(seeds.span());
  const Bytes32 rho = seeds.span().first<32>(), sigma = seeds.span().last<32>();
  ct::declassify(rho.data(), rho.size());  // it is published as a part of the key

  const PolyVector<Public> a = sample_matrix(isa(), rho, rank);
  auto s_e = sample_noise(isa(), sigma, 2 * rank, 2 * rank, parameters.eta1);
  forward(s_e, 2 * rank);
  // e becomes t = a s + e.
  for (std::size_t i = 0; i < rank; ++i) {
    add_inner_product(s_e[rank + i], a, i * rank, 1, s_e, rank);
  }
  encode(secret_key, s_e.words().first(rank * kDegree), 12);
  const auto t = public_key.first(parameters.vector_bytes());
  encode(t, s_e.words().subspan(rank * kDegree), 12);
  // t is published: hiding s and e in it is what the Module-LWE assumption says.
  ct::declassify(t.data(), t.size());
  std::copy(rho.begin(), rho.end(), public_key.subspan(t.size()).begin());
}

void encrypt(const Parameters& parameters, Bytes public_key, Bytes32 m, Bytes32 r,
             std::span<std::byte> ciphertext) {
  const std::size_t rank = parameters.rank;
  const auto t = decode_vector<Public>(public_key.first(parameters.vector_bytes()));
  const auto a = sample_matrix(isa(), public_key.last<32>(), rank);
  auto noise = sample_noise(isa(), r, 2 * rank + 1, rank, parameters.eta1);  // y, e1, e2
  forward(noise, rank);

  PolyVector<Secret> sums(rank + 1);  // u and v
  for (std::size_t i = 0; i < rank; ++i) add_inner_product(sums[i], a, i, rank, noise, rank);
  add_inner_product(sums[rank], t, 0, 1, noise, rank);
  for (std::size_t i = 0; i <= rank; ++i) {
    plan().inverse(sums[i]);
    plan().add(sums[i], sums[i], noise[rank + i]);
  }
  PolyVector<Secret> message(1);
  decode_and_decompress(message.words(), m, 1);
  plan().add(sums[rank], sums[rank], message[0]);

  compress_and_encode(ciphertext.first(parameters.u_bytes()), sums.words().first(rank * kDegree),
                      parameters.u_bits);
  compress_and_encode(ciphertext.subspan(parameters.u_bytes()),
                      sums.words().subspan(rank * kDegree), parameters.v_bits);
}

void decrypt(const Parameters& parameters, Bytes secret_key, Bytes ciphertext,
             std::span<std::byte, 32> m) {
  const std::size_t rank = parameters.rank;
  const auto s = decode_vector<Secret>(secret_key);
  PolyVector<Secret> u(rank), v(1), product(1);
  decode_and_decompress(u.words(), ciphertext.first(parameters.u_bytes()), parameters.u_bits);
  decode_and_decompress(v.words(), ciphertext.subspan(parameters.u_bytes()), parameters.v_bits);
  forward(u, rank);
  add_inner_product(product[0], s, 0, 1, u, rank);
  plan().inverse(product[0]);
  plan().subtract(v[0], v[0], product[0]);
  compress_and_encode(m, v.words(), 1);
}

bool is_reduced(Bytes vector) {
  PolyVector<Public> words(vector.size() / 384);
  decode(words.words(), vector, 12);
  return std::all_of(words.words().begin(), words.words().end(),
                     [](Word word) { return word < kModulus; });
}

}  // namespace lath::ml_kem::k_pke
