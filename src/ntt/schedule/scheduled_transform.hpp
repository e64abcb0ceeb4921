// SPDX-License-Identifier: Apache-2.0
#pragma once

// What the files of a family use that are included inside of its namespaces: those of this folder,
// and the arithmetic that families share.

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
