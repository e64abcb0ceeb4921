// SPDX-License-Identifier: Apache-2.0
#include "ring_cases.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "lath/arith/primes.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "stopwatch.hpp"

namespace lath::tool {
namespace {

int prime_bits(Family family) {
  switch (family) {
    case Family::i16:
      return 14;
    case Family::u32:
      return 30;
    case Family::f64:
    case Family::i52:
      return 50;
    case Family::u64:
      break;
  }
  return 62;
}

std::optional<std::uint64_t> largest_prime(int bits, std::size_t degree) {
  try {
    return ntt_primes(bits, degree, 1).front();
  } catch (const Error&) {
    return std::nullopt;
  }
}

template <ResidueWord Word>
void add_cases(std::size_t degree, std::vector<RingCase>& cases) {
  // Fifty bits show every family of 64-bit words.
  const auto probe = largest_prime(std::min(kModulusBits<Word>, 50), degree);
  if (!probe) return;
  for (const Kernel& kernel : available_kernels<Word>(*probe)) {
    const auto prime = largest_prime(prime_bits(kernel.family), degree);
    if (prime) cases.push_back({kWordBits<Word>, degree, *prime, kernel});
  }
}

template <class Action>
auto with_word(const RingCase& ring_case, Action action) {
  if (ring_case.word_bits == 16) return action(std::uint16_t{});
  if (ring_case.word_bits == 32) return action(std::uint32_t{});
  return action(std::uint64_t{});
}

template <ResidueWord Word>
NttPlan<Word> plan_of(const RingCase& ring_case) {
  return NttPlan<Word>::create(ring_case.degree, ring_case.modulus, ring_case.kernel);
}

template <ResidueWord Word>
Buffer<Word> random_words(const RingCase& ring_case, Generator& generator) {
  Buffer<Word> words(ring_case.degree);
  sample_uniform(words.span(), ring_case.modulus, generator);
  return words;
}

// The results of all entries for a and b, one after the other.
template <ResidueWord Word>
std::vector<Word> results(const NttPlan<Word>& plan, const Buffer<Word>& a, const Buffer<Word>& b) {
  std::vector<Word> all;
  Buffer<Word> out(a);
  const auto keep = [&] { all.insert(all.end(), out.span().begin(), out.span().end()); };
  plan.forward(out.data());
  keep();
  out = a;
  plan.inverse(out.data());
  keep();
  plan.arithmetic().multiply(out.data(), a.data(), b.data(), plan.degree());
  keep();
  plan.arithmetic().add(out.data(), a.data(), b.data(), plan.degree());
  keep();
  plan.arithmetic().subtract(out.data(), a.data(), b.data(), plan.degree());
  keep();
  plan.arithmetic().negate(out.data(), a.data(), plan.degree());
  keep();
  return all;
}

}  // namespace

std::string kernel_name(Kernel kernel) {
  return fmt::format("{}/{}", family_name(kernel.family), isa_name(kernel.isa));
}

std::vector<RingCase> ring_cases(std::span<const std::size_t> degrees) {
  std::vector<RingCase> cases;
  for (const std::size_t degree : degrees) {
    add_cases<std::uint16_t>(degree, cases);
    add_cases<std::uint32_t>(degree, cases);
    add_cases<std::uint64_t>(degree, cases);
  }
  return cases;
}

std::vector<std::uint64_t> schoolbook_product(std::span<const std::uint64_t> a,
                                              std::span<const std::uint64_t> b,
                                              const Modulus& modulus) {
  const std::size_t n = a.size();
  std::vector<std::uint64_t> product(n);
  for (std::size_t i = 0; i < n; ++i) {
    for (std::size_t j = 0; j < n; ++j) {
      const std::uint64_t term = modulus.multiply(a[i], b[j]);
      std::uint64_t& sum = product[(i + j) % n];
      sum = i + j < n ? modulus.add(sum, term) : modulus.subtract(sum, term);
    }
  }
  return product;
}

std::size_t agreeing_coefficients(const RingCase& ring_case, Generator& generator) {
  return with_word(ring_case, [&](auto word) {
    using Word = decltype(word);
    const auto plan = plan_of<Word>(ring_case);
    auto a = random_words<Word>(ring_case, generator);
    auto b = random_words<Word>(ring_case, generator);
    const std::vector<std::uint64_t> wide_a(a.span().begin(), a.span().end());
    const std::vector<std::uint64_t> wide_b(b.span().begin(), b.span().end());
    plan.forward(a.data());
    plan.forward(b.data());
    plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
    plan.inverse(a.data());
    const auto expected = schoolbook_product(wide_a, wide_b, Modulus(ring_case.modulus));
    std::size_t count = 0;
    for (std::size_t i = 0; i < expected.size(); ++i) count += a[i] == expected[i] ? 1 : 0;
    return count;
  });
}

bool agrees_with_reference(const RingCase& ring_case, Generator& generator) {
  return with_word(ring_case, [&](auto word) {
    using Word = decltype(word);
    constexpr Family kReference = sizeof(Word) == 2   ? Family::i16
                                  : sizeof(Word) == 4 ? Family::u32
                                                      : Family::u64;
    const auto plan = plan_of<Word>(ring_case);
    const auto reference =
        NttPlan<Word>::create(ring_case.degree, ring_case.modulus, {kReference, Isa::scalar});
    const auto random = random_words<Word>(ring_case, generator);
    const auto other = random_words<Word>(ring_case, generator);
    const Buffer<Word> least(ring_case.degree);
    const std::vector<Word> words(ring_case.degree, static_cast<Word>(ring_case.modulus - 1));
    const Buffer<Word> largest{std::span(words)};
    for (const auto* a : {&random, &least, &largest}) {
      for (const auto* b : {&other, &least, &largest}) {
        if (results(plan, *a, *b) != results(reference, *a, *b)) return false;
      }
    }
    return true;
  });
}

EntryTimes measure(const RingCase& ring_case, Generator& generator) {
  return with_word(ring_case, [&](auto word) -> EntryTimes {
    using Word = decltype(word);
    const auto plan = plan_of<Word>(ring_case);
    auto a = random_words<Word>(ring_case, generator);
    const auto b = random_words<Word>(ring_case, generator);
    return {microseconds([&] { plan.forward(a.data()); }),
            microseconds([&] { plan.inverse(a.data()); }), microseconds([&] {
              plan.arithmetic().multiply(a.data(), a.data(), b.data(), plan.degree());
            })};
  });
}

}  // namespace lath::tool
