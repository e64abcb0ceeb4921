// SPDX-License-Identifier: Apache-2.0
//
// Parameters that a static ring refuses, each beside one that it takes. See expect_errors.py.
#include <cstdint>

#include "lath/ring/static_ring.hpp"

namespace lath {

#ifdef FORBIDDEN
template class StaticRing<std::uint64_t, 1024, 120>;  // error: positive multiple of the prime bits
#else
template class StaticRing<std::uint64_t, 1024, 100>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint64_t, 512, 0>;  // error: positive multiple of the prime bits
#else
template class StaticRing<std::uint64_t, 512, 50>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint16_t, 256, 56>;  // error: there are 3 primes of 14 bits
#else
template class StaticRing<std::uint16_t, 256, 42>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint16_t, 1024, 14>;  // error: tabulated primes allow degrees up to
#else
template class StaticRing<std::uint16_t, 512, 14>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint32_t, 1000, 30>;  // error: is a power of two from 2
#else
template class StaticRing<std::uint32_t, 1024, 30>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint64_t, 256, 60, 60>;  // error: have 14, 30, 50 or 62 bits
#else
template class StaticRing<std::uint64_t, 256, 60, 30>;
#endif

#ifdef FORBIDDEN
template class StaticRing<std::uint16_t, 128, 30, 30>;  // error: take a wider word or smaller
#else
template class StaticRing<std::uint16_t, 128, 14, 14>;
#endif

}  // namespace lath
