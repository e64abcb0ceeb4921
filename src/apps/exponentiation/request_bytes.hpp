// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "apps/exponentiation/shape.hpp"
#include "apps/message.hpp"

namespace lath::apps {

///@{
/// A request as a part of a message: log2(n), the bits of a window, the windows of a product and
/// flags (1 for release, 2 insecure), a byte each | the bits of exponents, 4 bytes | the bytes of
/// N, an object. read_request() throws malformed for numbers that no request has.
void write_request(MessageWriter& writer, const ExponentiationRequest& request);
[[nodiscard]] ExponentiationRequest read_request(MessageReader& reader);
///@}

}  // namespace lath::apps
