// SPDX-License-Identifier: Apache-2.0
#pragma once

// Declarations for the files that a family includes inside of its namespaces: the files of this
// folder, and the arithmetic that families share.

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "arith/pointwise/pointwise.hpp"
#include "lath/base/buffer.hpp"
#include "ntt/transform_makers.hpp"
