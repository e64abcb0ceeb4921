// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <utility>

#include "lath/he/core/access.hpp"
#include "lath/he/core/key_space.hpp"
#include "lath/he/plaintexts/plaintext_space.hpp"

namespace lath::he {

/// The inside of public objects.
class Access {
 public:
  static const std::shared_ptr<const KeyTables>& tables(const KeySpace& space) noexcept {
    return space.tables_;
  }
  static KeySpace key_space(std::shared_ptr<const KeyTables> tables) noexcept {
    return KeySpace(std::move(tables));
  }

  using PlaintextMaker = PlaintextSpace::Maker;
  static PlaintextSpace plaintext_space(Natural modulus, PlaintextMaker make) {
    return {std::move(modulus), std::move(make)};
  }
  static std::shared_ptr<const PlaintextTables> tables(const PlaintextSpace& space,
                                                       std::shared_ptr<const KeyTables> keys,
                                                       Scheme scheme) {
    return space.make_(std::move(keys), scheme);
  }
};

}  // namespace lath::he
