// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/pke/rlwe.hpp"
#include "pke/byte_codec.hpp"

namespace lath::rlwe {

/// The parameters of a scheme, with the ring and the codec of bytes.
struct Scheme::State {
  Parameters parameters;
  PolyRing ring;
  detail::ByteCodec codec;
};

}  // namespace lath::rlwe
