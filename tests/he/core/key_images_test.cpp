// SPDX-License-Identifier: Apache-2.0
#include "lath/he/core/key_images.hpp"

#include <gtest/gtest.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <thread>
#include <vector>

#include "base/expect_error.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

constexpr std::size_t kPage = 4096;

// Memory in whole pages, as mapped files have it; it counts its owners.
std::shared_ptr<std::byte> pages(std::size_t bytes) {
  const std::align_val_t alignment{kPage};
  return {static_cast<std::byte*>(::operator new(bytes, alignment)),
          [](std::byte* memory) { ::operator delete(memory, std::align_val_t{kPage}); }};
}

template <class Scheme>
class HeKeyImages : public ::testing::Test {
 protected:
  struct Image {
    std::shared_ptr<std::byte> memory;
    std::size_t size;
    [[nodiscard]] std::span<std::byte> bytes() const { return {memory.get(), size}; }
  };
  static Image image_of(const he::EvaluationKeys& of) {
    const std::size_t size = he::key_image_bytes(of);
    Image image{pages(size), size};
    he::write_key_image(of, image.bytes());
    return image;
  }
  [[nodiscard]] he::EvaluationKeys keys_in(const Image& image) const {
    return he::keys_in_image(keys.parameters.key_space(), image.memory, image.size);
  }
  // A product, a rotation and a sum with these keys.
  [[nodiscard]] std::vector<he::Ciphertext> results(const he::EvaluationKeys& with) const {
    auto session = keys.evaluator.session(with);
    std::vector<he::Ciphertext> all;
    all.push_back(session.relinearize(session.multiply(c, c)));
    for (const std::uint64_t g : keys.elements) all.push_back(session.apply_galois(c, g));
    return all;
  }
  void expect_results(const he::EvaluationKeys& with) const {
    const auto found = results(with), needed = results(all_keys);
    ASSERT_EQ(found.size(), needed.size());
    for (std::size_t i = 0; i < found.size(); ++i) EXPECT_TRUE(equal(found[i], needed[i])) << i;
  }

  SchemeKeys<Scheme> keys{{.degree = 64,
                           .plaintext_modulus = 257,
                           .prime_bits = {50, 50, 58},
                           .special_prime_bits = {59}}};
  const he::EvaluationKeys all_keys{keys.relin, keys.galois};
  const he::Ciphertext c =
      keys.encryptor.encrypt(keys.plaintext(std::vector<std::uint64_t>{1, 2, 3}), keys.generator);
  const Image image = image_of(all_keys);
};
TYPED_TEST_SUITE(HeKeyImages, BothSchemes);

TYPED_TEST(HeKeyImages, HaveTheKeysThatWereWritten) {
  const he::EvaluationKeys found = this->keys_in(this->image);
  this->expect_results(found);
  EXPECT_EQ(found.store()->elements(), this->keys.galois.elements());
  EXPECT_EQ(found.store()->relin_key()->key.id(), this->keys.secret.id());
  EXPECT_EQ(he::key_image_bytes(found), this->image.size);
  const auto again = this->image_of(found);
  EXPECT_TRUE(std::ranges::equal(again.bytes(), this->image.bytes()));
}

TYPED_TEST(HeKeyImages, HaveSomeOfTheKeys) {
  const auto relin = this->keys_in(this->image_of(this->keys.relin));
  EXPECT_TRUE(relin.store()->elements().empty());
  EXPECT_NE(relin.store()->relin_key(), nullptr);
  EXPECT_EQ(relin.store()->galois_keys(3), nullptr);
  const auto galois = this->keys_in(this->image_of(this->keys.galois));
  EXPECT_EQ(galois.store()->relin_key(), nullptr);
  auto session = this->keys.evaluator.session(galois);
  EXPECT_TRUE(equal(session.apply_galois(this->c, this->keys.elements[0]),
                    this->results(this->all_keys)[1]));
}

TYPED_TEST(HeKeyImages, KeepTheMemoryAsLongAsAKeyIsUsed) {
  auto memory = pages(this->image.size);
  std::ranges::copy(this->image.bytes(), memory.get());
  const std::weak_ptr<std::byte> watched = memory;
  auto store =
      he::keys_in_image(this->keys.parameters.key_space(), std::move(memory), this->image.size);
  auto key = store.store()->relin_key();
  store = {};
  EXPECT_FALSE(watched.expired());
  this->expect_results(he::EvaluationKeys(*key, this->keys.galois));
  key.reset();
  EXPECT_TRUE(watched.expired());
}

TYPED_TEST(HeKeyImages, BecomeBytesWithoutSeeds) {
  const auto relin = this->keys_in(this->image).store()->relin_key();
  EXPECT_FALSE(relin->key.seed().has_value());
  const auto bytes = he::to_bytes(*relin);
  const he::RelinKey read = he::relin_key_from_bytes(this->keys.parameters, bytes.span());
  this->expect_results(he::EvaluationKeys(read, this->keys.galois));
}

TYPED_TEST(HeKeyImages, AreSharedByProcesses) {
  void* shared =
      mmap(nullptr, this->image.size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(shared, MAP_FAILED);
  std::ranges::copy(this->image.bytes(), static_cast<std::byte*>(shared));
  ASSERT_EQ(mprotect(shared, this->image.size, PROT_READ), 0);
  const std::size_t size = this->image.size;
  const std::shared_ptr<const std::byte> memory(
      static_cast<const std::byte*>(shared),
      [shared, size](const std::byte*) { munmap(shared, size); });
  const auto keys = he::keys_in_image(this->keys.parameters.key_space(), memory, size);
  const pid_t child = fork();
  if (child == 0) {
    const auto found = this->results(keys), needed = this->results(this->all_keys);
    _exit(std::ranges::equal(found, needed, [](auto& a, auto& b) { return equal(a, b); }) ? 0 : 1);
  }
  this->expect_results(keys);
  int status = 1;
  EXPECT_EQ(waitpid(child, &status, 0), child);
  EXPECT_EQ(status, 0);
}

TYPED_TEST(HeKeyImages, ServeThreads) {
  const he::EvaluationKeys keys = this->keys_in(this->image);
  const auto needed = this->results(this->all_keys);
  std::vector<std::thread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([&] {
      const auto found = this->results(keys);
      EXPECT_TRUE(std::ranges::equal(found, needed, [](auto& a, auto& b) { return equal(a, b); }));
    });
  }
  for (std::thread& thread : threads) thread.join();
}

TYPED_TEST(HeKeyImages, RefuseOtherMemory) {
  const he::KeySpace space = this->keys.parameters.key_space();
  const auto& image = this->image;
  const auto read = [&](std::shared_ptr<const std::byte> memory, std::size_t size) {
    return [&space, memory, size] { (void)he::keys_in_image(space, memory, size); };
  };
  expect_error(read(nullptr, image.size), ErrorCode::malformed, {"too early"});
  expect_error(read(image.memory, 100), ErrorCode::malformed, {"a key image"});
  expect_error(read(image.memory, image.size - 1), ErrorCode::malformed,
               {std::to_string(image.size)});
  const std::shared_ptr<const std::byte> inside(image.memory, image.memory.get() + 8);
  expect_error(read(inside, image.size - 8), ErrorCode::invalid_argument, {"cache line"});
  const SchemeKeys<TypeParam> other(
      {.degree = 64, .plaintext_modulus = 257, .prime_bits = {50, 50}, .special_prime_bits = {59}});
  expect_error(
      [&] { (void)he::keys_in_image(other.parameters.key_space(), image.memory, image.size); },
      ErrorCode::mismatch, {"another key space"});
  expect_error([&] { he::write_key_image(this->all_keys, image.bytes().first(kPage)); },
               ErrorCode::mismatch, {"4096 bytes", std::to_string(image.size)});
  expect_error([] { (void)he::key_image_bytes({}); }, ErrorCode::invalid_argument, {"no "});
}

// The number of keys, and the exponent of the last key.
TYPED_TEST(HeKeyImages, RefuseChangedHeaders) {
  constexpr std::size_t kNumber = 16 + 32 + 32 + 8;
  const struct {
    std::size_t at;
    ErrorCode code;
    const char* found;
  } changes[] = {
      {0, ErrorCode::malformed, "without its name"},
      {16, ErrorCode::mismatch, "another key space"},
      {48, ErrorCode::mismatch, "another version of Lath"},
      {kNumber, ErrorCode::malformed, " bytes"},
      {kNumber + 7, ErrorCode::malformed, " keys"},
      {kNumber + 8 + 8 * this->keys.elements.size(), ErrorCode::malformed, "x -> x^"},
      {kNumber + 8 + 8 * this->keys.elements.size() + 7, ErrorCode::malformed, "x -> x^"},
  };
  for (const auto& change : changes) {
    auto copy = pages(this->image.size);
    std::ranges::copy(this->image.bytes(), copy.get());
    copy.get()[change.at] ^= std::byte{1};
    expect_error(
        [&] { (void)he::keys_in_image(this->keys.parameters.key_space(), copy, this->image.size); },
        change.code, {change.found});
  }
}

TYPED_TEST(HeKeyImages, RefuseExponentsThatRepeat) {
  constexpr std::size_t kFirst = 16 + 32 + 32 + 8 + 8 + 8;  // behind the relinearisation key
  auto copy = pages(this->image.size);
  std::ranges::copy(this->image.bytes(), copy.get());
  std::copy_n(copy.get() + kFirst, 8, copy.get() + kFirst + 8);
  expect_error(
      [&] { (void)he::keys_in_image(this->keys.parameters.key_space(), copy, this->image.size); },
      ErrorCode::malformed, {"ascending order"});
}

// Words above their modulus, of each limb and row: what words say, a key says when it is used.
TYPED_TEST(HeKeyImages, RefuseChangedWordsWhenTheKeyIsUsed) {
  SeededValues values(20261128);
  SCOPED_TRACE(values.label());
  for (int i = 0; i < 50; ++i) {
    auto copy = pages(this->image.size);
    std::ranges::copy(this->image.bytes(), copy.get());
    const std::size_t words = this->keys.relin.key.prepared().words().size();
    const std::size_t at = kPage + 8 * values.below(words) + 7;
    copy.get()[at] = std::byte{0xff};
    const auto keys = he::keys_in_image(this->keys.parameters.key_space(), copy, this->image.size);
    auto session = this->keys.evaluator.session(keys);
    expect_error([&] { (void)session.relinearize(session.multiply(this->c, this->c)); },
                 ErrorCode::malformed, {"no prepared key", "write them again"});
    EXPECT_TRUE(equal(session.apply_galois(this->c, this->keys.elements[0]),
                      this->results(this->all_keys)[1]));
  }
}

}  // namespace
}  // namespace lath::testing
