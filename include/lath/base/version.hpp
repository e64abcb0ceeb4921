// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// The version of these headers, for the preprocessor. While the major number is 0, a new minor
/// number may change interfaces and a new patch number does not.

/// Changes with incompatible interfaces, from version 1 on.
#define LATH_VERSION_MAJOR 0
/// Changes with new interfaces; while the major number is 0, with incompatible ones too.
#define LATH_VERSION_MINOR 1
/// Changes with everything else.
#define LATH_VERSION_PATCH 0
/// "major.minor.patch".
#define LATH_VERSION_STRING "0.1.0"
