// SPDX-License-Identifier: Apache-2.0
//
// Batches between a source and a sink, with a spare thread and without: the same bytes come out,
// whatever fails.
#include "io/batch_line.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include "lath/base/threads.hpp"

namespace lath::io {
namespace {

constexpr std::size_t kIn = 64, kOut = 65;  // of a batch
constexpr std::uint64_t kNever = ~std::uint64_t{0};

// Counts upwards, in pieces of sizes that fit nothing, and fails where a batch begins.
class Counting final : public Source {
 public:
  Counting(std::size_t size, bool any_thread, std::uint64_t fails_at)
      : size_(size), any_thread_(any_thread), fails_at_(fails_at) {}

  std::size_t read(std::span<std::byte> out) override {
    EXPECT_FALSE(has_ended_) << "asked again after the end";
    if (std::this_thread::get_id() != caller_) on_other_thread = true;
    if (given_ >= fails_at_ * kIn) throw std::runtime_error("the source failed");
    const std::size_t size = std::min({out.size(), std::size_t{37}, size_ - given_});
    for (std::byte& byte : out.first(size)) byte = static_cast<std::byte>(given_++ * 7 >> 3);
    has_ended_ = size == 0;
    return size;
  }
  [[nodiscard]] bool reads_on_any_thread() const noexcept override { return any_thread_; }
  std::atomic<bool> on_other_thread = false;

 private:
  std::size_t size_, given_ = 0;
  bool any_thread_, has_ended_ = false;
  std::uint64_t fails_at_;
  std::thread::id caller_ = std::this_thread::get_id();
};

struct Case {
  std::size_t size;
  std::uint64_t source_fails = kNever, work_fails = kNever, sink_fails = kNever;  // at this batch
  bool any_thread = true;
};

struct Outcome {
  std::vector<std::byte> bytes;
  std::string error;
  bool read_elsewhere = false, worked_elsewhere = false;
};

// Copies each batch behind its number and its place; work that fails fills a third of it before.
Outcome outcome_of(const Case& one) {
  Outcome outcome;
  Counting source(one.size, one.any_thread, one.source_fails);
  const auto caller = std::this_thread::get_id();
  std::atomic<bool> worked_elsewhere = false;
  const auto work = [&](Batch& batch, unsigned worker) {
    EXPECT_EQ(worker == 0, std::this_thread::get_id() == caller);
    if (worker != 0) worked_elsewhere = true;
    // The caller waits for a batch on the other thread when the source has failed.
    if (worker != 0 && one.source_fails != kNever) {
      std::this_thread::sleep_for(std::chrono::microseconds(300));
    }
    batch.out[0] = static_cast<std::byte>(2 * batch.number + (batch.is_last ? 1 : 0));
    std::ranges::copy(batch.input(), batch.out.begin() + 1);
    batch.filled = 1 + batch.size;
    if (batch.number != one.work_fails) return;
    batch.filled /= 3;
    throw std::runtime_error("the work failed");
  };
  bool has_failed = false;
  const auto write = [&](const Batch& batch) {
    EXPECT_EQ(std::this_thread::get_id(), caller);
    EXPECT_FALSE(has_failed) << "written after an exception";
    has_failed = batch.number == one.sink_fails;
    if (has_failed) throw std::runtime_error("the sink failed");
    outcome.bytes.insert(outcome.bytes.end(), batch.output().begin(), batch.output().end());
  };
  try {
    BatchLine(source, {kIn, kOut}, work, write).run();
  } catch (const std::runtime_error& error) {
    outcome.error = error.what();
  }
  outcome.read_elsewhere = source.on_other_thread;
  outcome.worked_elsewhere = worked_elsewhere;
  return outcome;
}

class BatchLines : public ::testing::Test {
 protected:
  void TearDown() override { set_threads(before_); }

  // The outcome with one thread, which the outcomes with two are equal to.
  static Outcome same_on_two_threads(const Case& one) {
    set_threads(1);
    const Outcome alone = outcome_of(one);
    EXPECT_FALSE(alone.read_elsewhere || alone.worked_elsewhere);
    set_threads(2);
    for (int i = 0; i < 20; ++i) {
      const Outcome shared = outcome_of(one);
      EXPECT_EQ(shared.bytes, alone.bytes);
      EXPECT_EQ(shared.error, alone.error);
    }
    return alone;
  }

 private:
  std::size_t before_ = threads();
};

// The bytes that come out of a source of `size` bytes: a number before each batch.
std::size_t size_of_output(std::size_t size) {
  return size + std::max<std::size_t>(1, (size + kIn - 1) / kIn);
}

TEST_F(BatchLines, GiveEverySourceAsItIs) {
  for (std::size_t batches = 0; batches < 20; ++batches) {
    for (const std::size_t more : {0U, 1U, 63U}) {
      const Outcome alone = same_on_two_threads({.size = batches * kIn + more});
      EXPECT_EQ(alone.error, "");
      ASSERT_EQ(alone.bytes.size(), size_of_output(batches * kIn + more));
      const std::size_t last = std::max<std::size_t>(1, batches + (more != 0 ? 1 : 0)) - 1;
      for (std::size_t i = 0; i <= last; ++i) {
        EXPECT_EQ(alone.bytes[i * kOut], static_cast<std::byte>(2 * i + (i == last ? 1 : 0)));
      }
    }
  }
}

TEST_F(BatchLines, WriteAllBatchesBeforeTheSourceFailed) {
  for (std::uint64_t fails = 0; fails < 14; ++fails) {
    const Outcome alone = same_on_two_threads({.size = 12 * kIn, .source_fails = fails});
    if (fails > 12) {
      EXPECT_EQ(alone.error, "");
      continue;
    }
    EXPECT_EQ(alone.error, "the source failed");
    // Whether the batch before it is the last is not known.
    EXPECT_EQ(alone.bytes.size(), fails < 2 ? 0 : (fails - 1) * kOut) << fails;
  }
}

TEST_F(BatchLines, WriteAllBytesBeforeTheWorkFailed) {
  for (std::uint64_t fails = 0; fails < 12; ++fails) {
    const Outcome alone = same_on_two_threads({.size = 12 * kIn, .work_fails = fails});
    EXPECT_EQ(alone.error, "the work failed");
    EXPECT_EQ(alone.bytes.size(), fails * kOut + kOut / 3) << fails;
  }
}

TEST_F(BatchLines, EndWhereTheSinkFails) {
  for (std::uint64_t fails = 0; fails < 12; ++fails) {
    const Outcome alone = same_on_two_threads({.size = 40 * kIn, .sink_fails = fails});
    EXPECT_EQ(alone.error, "the sink failed");
    EXPECT_EQ(alone.bytes.size(), fails * kOut) << fails;
  }
}

TEST_F(BatchLines, GiveTheFirstOfTwoErrors) {
  EXPECT_EQ(same_on_two_threads({.size = 40 * kIn, .source_fails = 9, .work_fails = 6}).error,
            "the work failed");
  EXPECT_EQ(same_on_two_threads({.size = 40 * kIn, .source_fails = 7, .work_fails = 6}).error,
            "the source failed");
}

TEST_F(BatchLines, HaveASpareThreadWhereTheSourceAllowsIt) {
  set_threads(2);
  const Outcome with = outcome_of({.size = 4000 * kIn}),
                without = outcome_of({.size = 4000 * kIn, .any_thread = false});
  EXPECT_EQ(with.bytes, without.bytes);
  EXPECT_FALSE(without.read_elsewhere || without.worked_elsewhere);
#ifdef LATH_WITH_THREADS
  EXPECT_TRUE(with.read_elsewhere);
#endif
}

}  // namespace
}  // namespace lath::io
