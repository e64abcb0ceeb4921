// SPDX-License-Identifier: Apache-2.0
#pragma once

// Declarations for the files that are included inside of the namespaces of instruction sets:
// pointwise.inl and the operations of the families on canonical words.

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <tuple>
#include <utility>

#include "arith/pointwise/pointwise_table.hpp"
#include "lath/base/secret.hpp"
