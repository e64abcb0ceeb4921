// SPDX-License-Identifier: Apache-2.0
//
// Tasks, and what they may ask for.
#include <gtest/gtest.h>

#include <functional>
#include <limits>

#include "base/expect_error.hpp"
#include "circuits/tasks.hpp"

namespace lath::testing {
namespace {

TEST(Numbers, HaveASortAModulusAndBits) {
  const Numbers field = Numbers::field(he::PrimeField::bls12_381_r);
  EXPECT_EQ(field.sort(), Numbers::Sort::field);
  EXPECT_EQ(field.bits(), 255U);
  EXPECT_EQ(field.known_field(), he::PrimeField::bls12_381_r);
  // The prime itself says as much as its name, if it is given as a field.
  const Numbers by_prime = Numbers::field(field.modulus());
  EXPECT_EQ(by_prime.known_field(), he::PrimeField::bls12_381_r);
  EXPECT_EQ(Numbers::modulo(field.modulus()).known_field(), std::nullopt);
  EXPECT_EQ(Numbers::field(65537).known_field(), std::nullopt);
  EXPECT_EQ(Numbers::integers(2048).bits(), 2048U);
  const Numbers integers = Numbers::integers(2048);
  EXPECT_EQ(integers.modulus(), Natural());
  EXPECT_EQ(Numbers::modulo(1000).bits(), 10U);
}

TEST(Numbers, HaveLengths) {
  const auto code = ErrorCode::invalid_argument;
  expect_error([] { Numbers::field(1); }, code, {"1", "2 to 4096 bits"});
  expect_error([] { Numbers::modulo(modulus_without_structure(1300)); }, code, {"2 to 4096 bits"});
  for (const std::size_t bits : {std::size_t{0}, std::size_t{1}, (std::size_t{1} << 20) + 1}) {
    expect_error([bits] { Numbers::integers(bits); }, code, {"result_bits", std::to_string(bits)});
  }
  EXPECT_NO_THROW(Numbers::integers(2));
  EXPECT_NO_THROW(Numbers::integers(1 << 20));
}

TEST(Tasks, AreInRange) {
  const Task good = task_of(Numbers::field(65537), 1, 1);
  EXPECT_NO_THROW(circuits::require_task(good));
  const auto refused = [&](const char* field, const std::function<void(Task&)>& change) {
    Task task = good;
    change(task);
    for (const auto& call : std::initializer_list<std::function<void()>>{
             [&] { circuits::require_task(task); }, [&] { (void)circuits::routes(task); },
             [&] { (void)circuits::choose(task); }}) {
      expect_error(call, ErrorCode::invalid_argument, {field});
    }
  };
  refused("depth = 0", [](Task& task) { task.depth = 0; });
  refused("depth = 33", [](Task& task) { task.depth = 33; });
  refused("batch = 0", [](Task& task) { task.batch = 0; });
  refused("batch", [](Task& task) { task.batch = (std::size_t{1} << 40) + 1; });
  refused("spare_bits = -1", [](Task& task) { task.spare_bits = -1; });
  refused("spare_bits = 1001", [](Task& task) { task.spare_bits = 1001; });
  refused("spare_bits",
          [](Task& task) { task.spare_bits = std::numeric_limits<double>::quiet_NaN(); });
  refused("ciphertexts", [](Task& task) { task.ciphertexts = std::size_t{1} << 31; });
}

}  // namespace
}  // namespace lath::testing
