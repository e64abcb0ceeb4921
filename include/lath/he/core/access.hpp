// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::he {

/// Opens objects to the library itself, and not to programs: the library's own sources define it.
class Access;

}  // namespace lath::he
