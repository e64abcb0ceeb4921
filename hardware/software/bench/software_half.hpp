// SPDX-License-Identifier: Apache-2.0
//
// The steps of the software half at full size, one by one, on memory of their own.
#pragma once

#include <cstdint>
#include <vector>

#include "cyclotomic_rows.hpp"
#include "karatsuba_host.hpp"
#include "lath/base/buffer.hpp"

namespace lath::hardware::bench {

/// Random words below 2^27, and random binary and small coefficients.
std::vector<std::uint32_t> random_key(const CoefficientModulus& q);
std::vector<std::int8_t> random_small(std::size_t count, unsigned bits);

/// What software does before and after a device, which never comes: the answer is random.
class SoftwareHalf {
 public:
  explicit SoftwareHalf(std::size_t messages);

  void recurse_key();     ///< all leaves of the key
  void recurse_binary();  ///< all leaves of U
  void write_request();   ///< the bursts
  void join();            ///< from the answer to a product in x
  void reduce();          ///< modulo Phi
  void finish();          ///< plus E, as canonical chunks
  void check_answer();    ///< that it is one
  void before() { recurse_binary(), write_request(); }
  void after() { check_answer(), join(), reduce(), finish(); }

 private:
  std::size_t messages_;
  detail::Lanes lanes_;
  detail::KaratsubaHost host_;
  Buffer<std::byte> bytes_;
  detail::Scratch scratch_;
  detail::KaratsubaHost::Memory memory_;
  detail::CyclotomicRows modulo_;
  std::vector<std::uint32_t> key_, planes_, key_leaves_, words_, leaves_, rows_, results_;
  std::vector<std::int8_t> u_, errors_;
  std::vector<Burst> request_, answer_;
};

}  // namespace lath::hardware::bench
