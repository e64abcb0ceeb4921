// SPDX-License-Identifier: Apache-2.0
#include "he/core/chain_primes.hpp"

#include <algorithm>
#include <map>
#include <span>
#include <utility>

#include "he/literal.hpp"
#include "lath/arith/primes.hpp"
#include "lath/ntt/cyclotomic_index.hpp"

namespace lath::he {
namespace {

// Takes primes from a pool: the largest of each length first, and none that was given.
class Choice {
 public:
  // The primes of so many lengths will be taken, none that divides `without`.
  Choice(const Literal& literal, PrimePool& pool, std::span<const unsigned> lengths,
         const Natural& without)
      : literal_(literal), pool_(pool), without_(without) {
    std::map<unsigned, std::size_t> counts;
    for (const unsigned bits : lengths) ++counts[bits];
    for (const auto& [bits, count] : counts) static_cast<void>(pool.primes(literal, bits, count));
  }

  std::vector<std::uint64_t> next(std::span<const unsigned> lengths) {
    std::vector<std::uint64_t> chosen;
    chosen.reserve(lengths.size());
    for (const unsigned bits : lengths) chosen.push_back(next(bits));
    return chosen;
  }

 private:
  std::uint64_t next(unsigned bits) {
    while (true) {
      const std::size_t place = seen_[bits]++;
      const std::uint64_t q = pool_.primes(literal_, bits, place + 1)[place];
      if (!is_given(q) && remainder_vartime(without_, q) != 0) return q;
    }
  }
  [[nodiscard]] bool is_given(std::uint64_t q) const {
    return std::ranges::count(literal_.primes, q) +
               std::ranges::count(literal_.special_primes, q) !=
           0;
  }

  const Literal& literal_;
  PrimePool& pool_;
  const Natural& without_;
  std::map<unsigned, std::size_t> seen_;  // how many of each length
};

}  // namespace

std::span<const std::uint64_t> PrimePool::primes(const Literal& literal, unsigned bits,
                                                 std::size_t count) {
  const std::uint64_t index = literal.index != 0 ? literal.index : 2 * literal.degree;
  std::vector<std::uint64_t>& known = primes_[{index, bits}];
  if (known.size() < count) {
    const int length = static_cast<int>(bits);
    known = literal.index == 0 ? ntt_primes(length, literal.degree, count)
                               : ntt_primes(length, CyclotomicIndex::create(literal.index), count);
  }
  return std::span(known).first(count);
}

namespace {

ChainPrimes primes_without(const Literal& literal, PrimePool& pool, const Natural& without) {
  // Shorter auxiliary primes would only be more.
  constexpr unsigned kAuxiliaryBits = 48;
  const std::vector<unsigned> of_q = prime_lengths(literal);
  const std::vector<unsigned> auxiliary(of_q.size(),
                                        std::max(kAuxiliaryBits, std::ranges::max(of_q)));
  std::vector<unsigned> all = literal.prime_bits;
  all.insert(all.end(), literal.special_prime_bits.begin(), literal.special_prime_bits.end());
  all.insert(all.end(), auxiliary.begin(), auxiliary.end());
  Choice choice(literal, pool, all, without);
  ChainPrimes primes{literal.primes, literal.special_primes, {}};
  if (literal.primes.empty()) {
    primes.q = choice.next(literal.prime_bits);
    primes.p = choice.next(literal.special_prime_bits);
  }
  primes.auxiliary = choice.next(auxiliary);
  return primes;
}

}  // namespace

ChainPrimes chain_primes(const Literal& literal, PrimePool& pool) {
  return primes_without(literal, pool, 1);
}

void keep_primes_apart(Literal& literal) {
  PrimePool pool;
  const Natural& t = literal.plaintext_modulus;
  if (literal.short_modulus.index != 0) return;
  require_plaintext_modulus(t);
  const Literal whole = checked_key_space(literal);
  const auto divides_t = [&](std::uint64_t q) { return remainder_vartime(t, q) == 0; };
  if (std::ranges::none_of(chain_primes(whole, pool).q, divides_t)) return;
  ChainPrimes primes = primes_without(whole, pool, t);
  literal.primes = std::move(primes.q);
  literal.special_primes = std::move(primes.p);
  literal.prime_bits.clear();
  literal.special_prime_bits.clear();
}

}  // namespace lath::he
