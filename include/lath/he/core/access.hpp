// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::he {

/// What the library reads and makes of objects, and programs cannot: it is defined in the library's
/// own sources.
class Access;

}  // namespace lath::he
