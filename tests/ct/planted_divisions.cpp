// SPDX-License-Identifier: Apache-2.0
//
// What scripts/check-divisions must find: one division in each function, but for those whose names
// begin with `without`. It is compiled, never run.
#include <cmath>
#include <cstddef>
#include <cstdint>

std::uint32_t unsigned_quotient(std::uint32_t a, std::uint32_t b) { return a / b; }
std::uint64_t unsigned_remainder(std::uint64_t a, std::uint64_t b) { return a % b; }
std::int32_t signed_quotient(std::int32_t a, std::int32_t b) { return a / b; }
std::int64_t signed_remainder(std::int64_t a, std::int64_t b) { return a % b; }
std::uint16_t short_remainder(std::uint16_t a, std::uint16_t b) { return a % b; }
unsigned __int128 wide_quotient(unsigned __int128 a, unsigned __int128 b) { return a / b; }
__int128 wide_remainder(__int128 a, __int128 b) { return a % b; }
float float_quotient(float a, float b) { return a / b; }
double double_quotient(double a, double b) { return a / b; }
long double extended_quotient(long double a, long double b) { return a / b; }
double square_root(double a) { return std::sqrt(a); }
double floating_remainder(double a, double b) { return std::fmod(a, b); }
double logarithm(double a) { return std::log2(a); }

void vector_quotients(double* a, const double* b) {
  for (std::size_t i = 0; i < 64; ++i) a[i] /= b[i];
}
__attribute__((target("avx2"))) void avx2_quotients(double* a, const double* b) {
  for (std::size_t i = 0; i < 64; ++i) a[i] /= b[i];
}
__attribute__((target("avx512f"))) void avx512_roots(double* a) {
  for (std::size_t i = 0; i < 64; ++i) a[i] = __builtin_sqrt(a[i]);
}

// Compilers multiply by the inverse of a constant, unless they optimise for size.
std::uint32_t without_by_constant(std::uint32_t a) { return a / 3329; }
std::uint64_t without_by_shift(std::uint64_t a, unsigned b) { return (a >> b) * 5; }
