// SPDX-License-Identifier: Apache-2.0
#include "lath/he/plaintexts/plaintext_space.hpp"

#include <string>

#include "he/access.hpp"
#include "he/literal.hpp"
#include "he/plaintexts/integer_plaintexts.hpp"
#include "he/plaintexts/word_plaintexts.hpp"

namespace lath::he {

PlaintextSpace PlaintextSpace::integer(const Natural& t) {
  require_plaintext_modulus(t);
  if (t.bits() > kMostWordBits) {
    return {t, [t](std::shared_ptr<const KeyTables> keys, Scheme scheme) {
              return std::make_shared<const IntegerPlaintexts>(std::move(keys), scheme, t);
            }};
  }
  return {t, [word = t.word()](std::shared_ptr<const KeyTables> keys, Scheme scheme) {
            return std::make_shared<const WordPlaintexts>(std::move(keys), scheme, word);
          }};
}

}  // namespace lath::he
