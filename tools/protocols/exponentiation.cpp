// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <openssl/bn.h>

#include <algorithm>
#include <memory>
#include <new>
#include <span>
#include <vector>

#include "lath/apps/exponentiation.hpp"
#include "output_file.hpp"
#include "protocols/protocols.hpp"

namespace lath::tool {
namespace {

constexpr int kPrimeBits = 256;
constexpr std::uint64_t kPublicExponent = 65537;
constexpr apps::ExponentiationOptions kOptions{
    .window_bits = 2, .windows_a_product = 2, .degree = 1024, .exponent_bits = 512};

struct FreeNumber {
  void operator()(BIGNUM* number) const noexcept { BN_clear_free(number); }
  void operator()(BN_CTX* scratch) const noexcept { BN_CTX_free(scratch); }
};
using Number = std::unique_ptr<BIGNUM, FreeNumber>;
using Scratch = std::unique_ptr<BN_CTX, FreeNumber>;

void require_done(bool done) {
  if (!done) throw std::bad_alloc();
}

Number new_number() {
  Number result(BN_new());
  require_done(result != nullptr);
  return result;
}

Number number_of_words(std::span<const std::uint64_t> words) {
  Number result = new_number();
  const auto* bytes = reinterpret_cast<const unsigned char*>(words.data());
  require_done(BN_lebin2bn(bytes, static_cast<int>(words.size_bytes()), result.get()) != nullptr);
  return result;
}

std::vector<std::uint64_t> words_of(const Number& number, std::size_t count) {
  std::vector<std::uint64_t> words(count);
  auto* bytes = reinterpret_cast<unsigned char*>(words.data());
  require_done(BN_bn2lebinpad(number.get(), bytes, static_cast<int>(8 * count)) >= 0);
  return words;
}

// A pair of keys of RSA-512, which is short enough to break: it shows every step in seconds.
struct RsaKeys {
  Number n = new_number(), d = new_number();

  RsaKeys() {
    const Scratch scratch(BN_CTX_new());
    const Number p = new_number(), q = new_number(), e = new_number(), order = new_number(),
                 one = new_number();
    require_done(BN_set_word(e.get(), kPublicExponent) == 1 && BN_one(one.get()) == 1);
    do {
      require_done(BN_generate_prime_ex(p.get(), kPrimeBits, 0, nullptr, nullptr, nullptr) == 1 &&
                   BN_generate_prime_ex(q.get(), kPrimeBits, 0, nullptr, nullptr, nullptr) == 1 &&
                   BN_mul(n.get(), p.get(), q.get(), scratch.get()) == 1 &&
                   BN_sub(p.get(), p.get(), one.get()) == 1 &&
                   BN_sub(q.get(), q.get(), one.get()) == 1 &&
                   BN_mul(order.get(), p.get(), q.get(), scratch.get()) == 1);
    } while (BN_mod_inverse(d.get(), e.get(), order.get(), scratch.get()) == nullptr);
  }
};

constexpr std::size_t kWords = 8;

// The bases of both sides: c in slot i is i + 2, squared so often that no power is a short number.
he::WideValues bases_modulo(const Number& n, std::size_t count) {
  const Scratch scratch(BN_CTX_new());
  he::WideValues bases(count, kWords);
  for (std::size_t i = 0; i < count; ++i) {
    const Number c = new_number();
    require_done(BN_set_word(c.get(), i + 2) == 1);
    for (int k = 0; k < 10; ++k) {
      require_done(BN_mod_sqr(c.get(), c.get(), n.get(), scratch.get()) == 1);
    }
    std::ranges::copy(words_of(c, kWords), bases[i].begin());
  }
  return bases;
}

// How many results, raised to the public exponent, are their bases again.
std::size_t agreeing(const he::WideValues& results, const he::WideValues& bases, const Number& n) {
  const Scratch scratch(BN_CTX_new());
  const Number e = new_number(), power = new_number();
  require_done(BN_set_word(e.get(), kPublicExponent) == 1);
  std::size_t agree = 0;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const Number result = number_of_words(results[i]);
    require_done(BN_mod_exp(power.get(), result.get(), e.get(), n.get(), scratch.get()) == 1);
    agree += BN_cmp(power.get(), number_of_words(bases[i]).get()) == 0 ? 1 : 0;
  }
  return agree;
}

}  // namespace

void exponentiation_server(MessageChannel& channel) {
  const auto modulus = channel.receive();
  std::vector<std::uint64_t> words(modulus.size() / 8);
  std::ranges::copy(modulus, std::as_writable_bytes(std::span(words)).begin());
  apps::ExponentiationServer server(channel.receive());
  server.load(channel.receive());
  server.answer(bases_modulo(number_of_words(words), server.sizes().bases),
                [&](std::span<const std::byte> answer) { channel.send(answer); });
}

void exponentiation_client(MessageChannel& channel) {
  Generator generator = Generator::from_system();
  const RsaKeys keys;
  const std::vector<std::uint64_t> n = words_of(keys.n, kWords), d = words_of(keys.d, kWords);
  auto client =
      apps::ExponentiationClient::create_insecure(Natural::from_words(n), generator, kOptions);
  const apps::ExponentiationSizes sizes = client.sizes();
  print(fmt::format(
      "1. RSA-512: c^d modulo N for {} public bases c; the server does not learn d.\n"
      "   (n = {} shows each step in seconds and is not secure; n = 16384 is.)\n"
      "   d has {} windows of {} bits; the server multiplies {} at a time, modulo {} primes\n",
      sizes.bases, kOptions.degree, sizes.windows, kOptions.window_bits, kOptions.windows_a_product,
      sizes.moduli));
  const auto setup = client.setup(generator), query = client.query(d, generator);
  channel.send(std::as_bytes(std::span(n)));
  channel.send(setup);
  channel.send(query);
  print(fmt::format("   the client sends keys of {} bytes, once, and {} bytes for d\n",
                    setup.size(), query.size()));
  const Seconds waited;
  std::size_t bytes = 0;
  while (client.taken() < client.answers()) {
    const auto answer = channel.receive();
    bytes += answer.size();
    client.take(answer);
  }
  print(fmt::format("   the server sends {} answers of {} bytes in all, within {:.1f} s\n",
                    client.answers(), bytes, waited.count()));
  const he::WideValues results = client.results();
  const std::size_t agree = agreeing(results, bases_modulo(keys.n, sizes.bases), keys.n);
  print(fmt::format("   {} of {} results raised to {} are their bases again\n", agree,
                    results.size(), kPublicExponent));
  require_all(agree, results.size(), "results");
}

}  // namespace lath::tool
