// SPDX-License-Identifier: Apache-2.0
//
// Parameters that a static ring refuses, each beside one that it takes. See CMakeLists.txt.
#include <cstdint>

#include "lath/ring/static_ring.hpp"

namespace lath {

#ifdef FORBIDDEN_STATIC_RING_OF_A_TRUNCATED_MODULUS
template class StaticRing<std::uint64_t, 1024, 120>;
#else
template class StaticRing<std::uint64_t, 1024, 100>;
#endif

#ifdef FORBIDDEN_STATIC_RING_WITHOUT_MODULUS
template class StaticRing<std::uint64_t, 512, 0>;
#else
template class StaticRing<std::uint64_t, 512, 50>;
#endif

#ifdef FORBIDDEN_STATIC_RING_OF_TOO_MANY_LIMBS
template class StaticRing<std::uint16_t, 256, 56>;
#else
template class StaticRing<std::uint16_t, 256, 42>;
#endif

#ifdef FORBIDDEN_STATIC_RING_OF_TOO_LARGE_A_DEGREE
template class StaticRing<std::uint16_t, 1024, 14>;
#else
template class StaticRing<std::uint16_t, 512, 14>;
#endif

#ifdef FORBIDDEN_STATIC_RING_OF_NO_POWER_OF_TWO
template class StaticRing<std::uint32_t, 1000, 30>;
#else
template class StaticRing<std::uint32_t, 1024, 30>;
#endif

#ifdef FORBIDDEN_STATIC_RING_OF_PRIMES_WITHOUT_TABLE
template class StaticRing<std::uint64_t, 256, 60, 60>;
#else
template class StaticRing<std::uint64_t, 256, 60, 30>;
#endif

#ifdef FORBIDDEN_STATIC_RING_OF_TOO_NARROW_A_WORD
template class StaticRing<std::uint16_t, 128, 30, 30>;
#else
template class StaticRing<std::uint16_t, 128, 14, 14>;
#endif

}  // namespace lath
