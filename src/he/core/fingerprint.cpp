// SPDX-License-Identifier: Apache-2.0
#include "he/core/fingerprint.hpp"

#include <cstdint>
#include <span>
#include <string_view>

#include "base/little_endian.hpp"
#include "hash/sponge.hpp"
#include "he/literal.hpp"
#include "lath/base/cpu.hpp"

namespace lath::he {
namespace {

class Hash {
 public:
  explicit Hash(std::string_view domain) : sponge_(active_isa(), detail::fips202::kSha3_256) {
    sponge_.absorb(std::as_bytes(std::span(domain)));
  }
  void absorb(std::span<const std::byte> bytes) { sponge_.absorb(bytes); }
  void absorb(std::uint64_t number) {
    std::array<std::byte, 8> bytes;
    store_little_endian(bytes.data(), number);
    sponge_.absorb(bytes);
  }
  void absorb(std::span<const std::uint64_t> numbers) {
    for (const std::uint64_t number : numbers) absorb(number);
  }
  // Nothing if there is none.
  void absorb(const ShortModulus& t) {
    if (t.index == 0) return;
    absorb(t.index);
    for (const std::int64_t x : t.coefficients) absorb(static_cast<std::uint64_t>(x));
    absorb(t.root.words());
  }
  Fingerprint result() {
    Fingerprint result;
    sponge_.squeeze(result);
    return result;
  }

 private:
  detail::fips202::Sponge sponge_;
};

}  // namespace

Fingerprint fingerprint_of(const Literal& whole, const ChainPrimes& primes) {
  Hash hash("lath he keys 2");
  hash.absorb(whole.index != 0 ? whole.index : 2 * std::uint64_t{whole.degree});
  hash.absorb(std::uint64_t{primes.q.size()});
  hash.absorb(std::uint64_t{primes.p.size()});
  hash.absorb(std::span<const std::uint64_t>(primes.q));
  hash.absorb(std::span<const std::uint64_t>(primes.p));
  hash.absorb(std::uint64_t{digit_primes(whole)});
  hash.absorb(static_cast<std::uint64_t>(whole.errors));
  return hash.result();
}

Fingerprint fingerprint_of(std::uint64_t index, const Natural& t, const ShortModulus& short_t) {
  Hash hash(short_t.index == 0 ? "lath he plaintexts 2" : "lath he short plaintexts 2");
  hash.absorb(index);
  hash.absorb(t.words());
  hash.absorb(short_t);
  return hash.result();
}

Fingerprint fingerprint_of(Scheme scheme, const Fingerprint& keys, const Natural& t,
                           const ShortModulus& short_t) {
  Hash hash(short_t.index == 0 ? "lath he 2" : "lath he short 2");
  hash.absorb(static_cast<std::uint64_t>(scheme));
  hash.absorb(std::span<const std::byte>(keys));
  hash.absorb(t.words());
  hash.absorb(short_t);
  return hash.result();
}

}  // namespace lath::he
