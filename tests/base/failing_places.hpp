// SPDX-License-Identifier: Apache-2.0
//
// Failures of memory and of randomness, once at each place. It replaces the allocation operators
// and a function of OpenSSL: a program that includes this file consists of one source file.
#pragma once

#include <dlfcn.h>
#include <openssl/evp.h>

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <exception>

#include "base/counted_allocations.hpp"

namespace lath::testing {

/// After how many more calls the cipher of all generators fails once.
inline std::atomic<std::int64_t> left_of_ciphers{-1};
/// It is OpenSSL's unless the CPU has VAES, whose instructions do not fail.
inline const int kWithoutVaes = setenv("LATH_ISA", "avx512", 0);

/// Runs an action with a failure at each place in turn, or at each of every `step` places, until
/// there is none; `check` sees that all is as it was. The number of failures.
template <class Action, class Check>
std::size_t expect_survived(std::atomic<std::int64_t>& countdown, const Action& action,
                            const Check& check, std::int64_t step = 1) {
  std::size_t failures = 0;
  for (std::int64_t k = 0;; k += step) {
    bool failed = false;
    countdown = k;
    try {
      action();
    } catch (const std::exception&) {
      failed = true;
    }
    countdown = -1;
    if (!failed) return failures;
    ++failures;
    check();
  }
}

}  // namespace lath::testing

extern "C" int EVP_EncryptUpdate(EVP_CIPHER_CTX* context, unsigned char* out, int* written,
                                 const unsigned char* in, int size) {
  if (lath::testing::fails(lath::testing::left_of_ciphers)) return 0;
  using Function = decltype(&EVP_EncryptUpdate);
  static const auto real = reinterpret_cast<Function>(dlsym(RTLD_NEXT, "EVP_EncryptUpdate"));
  return real(context, out, written, in, size);
}
