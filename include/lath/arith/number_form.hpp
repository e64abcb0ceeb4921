// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "lath/base/language.hpp"

namespace lath {

/// The content of words of 64 bits between kernels modulo one number p.
enum class NumberForm {
  words,    ///< residues in [0, p)
  doubles,  ///< integers in (-p, p) in double precision, never -0; readers may bound them closer
};

}  // namespace lath
