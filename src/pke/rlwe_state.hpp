// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/pke/rlwe.hpp"
#include "pke/byte_codec.hpp"

namespace lath::rlwe {

/// What a scheme has.
struct Scheme::State {
  Parameters parameters;
  PolyRing ring;
  detail::ByteCodec codec;
};

}  // namespace lath::rlwe
