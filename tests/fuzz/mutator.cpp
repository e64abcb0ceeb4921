// SPDX-License-Identifier: Apache-2.0
//
// The entries that libFuzzer calls: an input, and a mutator that knows real objects. It begins with
// one of them, and mends what an input would be refused for at once, most of the time.
#include <algorithm>
#include <random>
#include <string>
#include <vector>

#include "fuzz/run.inl"

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace lath::fuzz {
namespace {

class Mutation {
 public:
  Mutation(Bytes input, std::size_t most, unsigned seed)
      : input_(std::move(input)), most_(most), random_(seed) {}

  Bytes mutated() {
    if (below(6) == 0) return with_one_byte_changed();
    if (below(16) == 0) return for_any_loader();
    if (input_.size() < 2 || below(8) == 0) begin_with_an_example();
    const std::size_t changes = 1 + below(3);
    for (std::size_t i = 0; i < changes; ++i) change();
    const Loader& loader = loaders()[chosen()];
    if (below(4) != 0) mend(loader);
    return std::move(input_);
  }

 private:
  std::size_t below(std::size_t n) { return random_() % n; }
  std::size_t chosen() const {
    return input_.empty() ? 0 : std::to_integer<std::size_t>(input_[0]) % loaders().size();
  }

  void begin_with_an_example() {
    const std::size_t number = below(loaders().size());
    const auto &examples = loaders()[number].examples, &refused = loaders()[number].refused;
    if (examples.empty()) return;
    const std::size_t which = below(examples.size() + refused.size());
    const Bytes& example =
        which < examples.size() ? examples[which] : refused[which - examples.size()];
    input_.assign(1, static_cast<std::byte>(number));
    input_.insert(input_.end(), example.begin(), example.end());
    if (input_.size() > most_) input_.resize(most_);
  }

  // A real object but for a byte of its beginning, which says what it is.
  Bytes with_one_byte_changed() {
    begin_with_an_example();
    if (input_.size() > 1) {
      std::byte& byte = input_[1 + below(std::min<std::size_t>(input_.size() - 1, 64))];
      byte = below(2) == 0 ? byte ^ std::byte{1} << below(8) : static_cast<std::byte>(below(256));
    }
    return std::move(input_);
  }

  // A real object, which most loaders refuse: it is of another kind.
  Bytes for_any_loader() {
    begin_with_an_example();
    if (!input_.empty()) input_[0] = static_cast<std::byte>(below(loaders().size()));
    return std::move(input_);
  }

  // By libFuzzer, a number that is at a limit, a run of one byte, a move of a part, or a cut. The
  // numbers of JSON are decimal.
  void change() {
    if (input_.size() > 10 && input_[1] == std::byte{'{'} && below(2) == 0) return put_digits();
    switch (input_.size() < 10 ? 0 : below(8)) {
      default: {
        const std::size_t before = input_.size(), most = std::min(most_, 2 * before + 64);
        input_.resize(most);
        input_.resize(
            LLVMFuzzerMutate(reinterpret_cast<std::uint8_t*>(input_.data()), before, most));
        break;
      }
      case 1:
      case 2: {
        const std::size_t bytes = std::size_t{1} << below(4);
        put_number(1 + below(input_.size() - bytes), bytes);
        break;
      }
      case 3: {
        const std::size_t at = 1 + below(input_.size() - 1);
        const std::size_t end = std::min(input_.size(), at + 1 + below(16));
        std::fill(input_.begin() + static_cast<std::ptrdiff_t>(at),
                  input_.begin() + static_cast<std::ptrdiff_t>(end),
                  below(2) == 0 ? std::byte{0xff} : std::byte{0});
        break;
      }
      case 4: {
        const std::size_t size = 1 + below(std::min<std::size_t>(input_.size() - 1, 64));
        const std::size_t from = 1 + below(input_.size() - size),
                          to = 1 + below(input_.size() - size);
        const Bytes part(input_.begin() + static_cast<std::ptrdiff_t>(from),
                         input_.begin() + static_cast<std::ptrdiff_t>(from + size));
        std::ranges::copy(part, input_.begin() + static_cast<std::ptrdiff_t>(to));
        break;
      }
      case 5:
        input_.resize(1 + below(input_.size()));
        break;
      case 6:
        put_digits();
        break;
    }
  }

  static bool is_digit(std::byte b) { return b >= std::byte{'0'} && b <= std::byte{'9'}; }

  // Another decimal number in place of one, each with the same chance.
  void put_digits() {
    std::vector<std::size_t> numbers;
    for (std::size_t i = 1; i < input_.size(); ++i) {
      if (is_digit(input_[i]) && !is_digit(input_[i - 1])) numbers.push_back(i);
    }
    if (numbers.empty()) return;
    const auto place = static_cast<std::ptrdiff_t>(numbers[below(numbers.size())]);
    const auto begin = input_.begin() + place;
    const auto end = std::find_if_not(begin, input_.end(), is_digit);
    const Bytes digits = bytes_of(std::to_string(number()));
    input_.insert(input_.erase(begin, end), digits.begin(), digits.end());
    if (input_.size() > most_) input_.resize(most_);
  }

  // A small one, one at a limit, or one of more than 32 bits.
  std::uint64_t number() {
    const std::uint64_t one = 1;
    switch (below(3)) {
      case 0:
        return below(100);
      case 1:
        return (one << below(64)) - below(2);
      default:
        return (one << (32 + below(32))) + below(100000);
    }
  }

  void put_number(std::size_t at, std::size_t bytes) {
    constexpr std::uint64_t kLimits[] = {0, 1, 2, 0x7f, 0x80, 0xff, 0x7fff, 0x8000, 0xffff};
    std::uint64_t number = kLimits[below(std::size(kLimits))];
    if (below(3) == 0) number = std::uint64_t{1} << below(64);
    if (below(2) == 0) number = ~number + below(3);
    for (std::size_t i = 0; i < bytes; ++i) {
      input_[at + i] = static_cast<std::byte>(number >> (8 * i));
    }
  }

  void mend(const Loader& loader) {
    if (loader.examples.empty()) return;
    const Bytes& example = loader.examples.front();
    if (below(2) == 0 && !loader.mended.empty()) input_.resize(std::min(most_, 1 + example.size()));
    for (const Part& part : loader.mended) {
      if (below(16) == 0 || input_.size() < 1 + part.from + part.size) continue;
      std::copy_n(example.begin() + static_cast<std::ptrdiff_t>(part.from), part.size,
                  input_.begin() + static_cast<std::ptrdiff_t>(1 + part.from));
    }
    if (!loader.mend) return;
    Bytes object(input_.begin() + 1, input_.end());
    loader.mend(object);
    input_.resize(1);
    input_.insert(input_.end(), object.begin(), object.end());
    if (input_.size() > most_) input_.resize(most_);
  }

  Bytes input_;
  std::size_t most_;
  std::minstd_rand random_;
};

View view(const std::uint8_t* data, std::size_t size) {
  return std::as_bytes(std::span(data, size));
}

}  // namespace
}  // namespace lath::fuzz

// NOLINTBEGIN(readability-identifier-naming): names of libFuzzer and the address sanitizer

// Short stacks of allocations, no copies of stacks, and little freed memory that waits: a third of
// the time. ASAN_OPTIONS=malloc_context_size=30 tells more of a finding.
extern "C" const char* __asan_default_options();
extern "C" const char* __asan_default_options() {  // NOLINT(bugprone-reserved-identifier)
  return "malloc_context_size=3:detect_stack_use_after_return=0:quarantine_size_mb=16:"
         "thread_local_quarantine_size_kb=64";
}

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  lath::fuzz::run(lath::fuzz::view(data, size));
  return 0;
}

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size,
                                               std::size_t most, unsigned seed) {
  const auto input = lath::fuzz::view(data, size);
  const auto result = lath::fuzz::Mutation(lath::fuzz::bytes_of(input), most, seed).mutated();
  std::ranges::copy(result, reinterpret_cast<std::byte*>(data));
  return result.size();
}
// NOLINTEND(readability-identifier-naming)
