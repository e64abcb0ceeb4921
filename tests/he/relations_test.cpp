// SPDX-License-Identifier: Apache-2.0
//
// Relations between results, whatever they are: both sides are computed on ciphertexts, and must
// decrypt to the same.
#include <gtest/gtest.h>

#include <functional>
#include <vector>

#include "base/seeded_values.hpp"
#include "he/scheme_keys.hpp"

namespace lath::testing {
namespace {

using he::Ciphertext;
using he::HoistedCiphertext;
using he::PlainFactor;
using Coefficients = std::vector<std::uint64_t>;

// Operands a, b, c of one level, and short names for what is computed of them.
template <class Scheme>
struct Operands {
  using Product = typename Scheme::Product;

  SchemeKeys<Scheme>& keys;
  SeededValues& values;
  std::size_t level;
  typename Scheme::Session& e = keys.session;
  mutable typename Scheme::Session automatic =
      typename Scheme::Evaluator(keys.parameters, {.automatic_levels = true}).session();
  Ciphertext a = draw(), b = draw(), c = draw();
  he::Plaintext p = keys.plaintext(keys.draw(values)), q = keys.plaintext(keys.draw(values));
  std::uint64_t g = keys.elements.front();
  std::int64_t half = static_cast<std::int64_t>(keys.parameters.degree() / 2);

  Ciphertext draw() const { return keys.encrypt(keys.draw(values), level); }
  Ciphertext relin(const Product& x) const { return e.relinearize(x); }
  Ciphertext move(const Ciphertext& x) const { return e.apply_galois(x, g); }
  Ciphertext rotate(const Ciphertext& x, std::int64_t columns) const {
    return e.rotate_rows(x, columns);
  }
  Ciphertext exchange(const Ciphertext& x) const { return e.exchange_rows(x); }
  Ciphertext sum_columns(const Ciphertext& x, std::int64_t columns) const {
    return e.sum_columns(x, static_cast<std::size_t>(columns));
  }
  template <class Operand>
  auto lower(const Operand& x) const {
    return e.mod_switch(x, level - 1);
  }
  template <class Operand>
  Coefficients open(const Operand& x) const {
    return keys.decrypt(x);
  }
};

template <class Scheme>
struct Relation {
  const char* name;
  std::function<Coefficients(const Operands<Scheme>&)> left, right;
};

// Of sums, products and integers.
template <class Scheme>
std::vector<Relation<Scheme>> relations_of_arithmetic() {
  using O = const Operands<Scheme>&;
  return {
      {"(a + b) c = a c + b c", [](O o) { return o.open(o.e.multiply(o.e.add(o.a, o.b), o.c)); },
       [](O o) { return o.open(o.e.add(o.e.multiply(o.a, o.c), o.e.multiply(o.b, o.c))); }},
      {"a b = b a", [](O o) { return o.open(o.e.multiply(o.a, o.b)); },
       [](O o) { return o.open(o.e.multiply(o.b, o.a)); }},
      {"a a is the square",
       [](O o) {
         const Ciphertext copy = o.a;
         return o.open(o.e.multiply(o.a, copy));
       },
       [](O o) { return o.open(o.e.multiply(o.a, o.a)); }},
      {"(a + b)^2 - (a - b)^2 = 4 a b",
       [](O o) {
         const Ciphertext sum = o.e.add(o.a, o.b), difference = o.e.sub(o.a, o.b);
         return o.open(o.e.sub(o.e.multiply(sum, sum), o.e.multiply(difference, difference)));
       },
       [](O o) { return o.open(o.e.multiply(o.e.multiply_plain(o.a, 4), o.b)); }},
      {"a - a = 0", [](O o) { return o.open(o.e.sub(o.a, o.a)); },
       [](O o) { return o.keys.constant(0).coefficients(); }},
      {"a - b = -(b - a)", [](O o) { return o.open(o.e.sub(o.a, o.b)); },
       [](O o) { return o.open(o.e.multiply_plain(o.e.sub(o.b, o.a), -1)); }},
      {"(-1) a = -a", [](O o) { return o.open(o.e.multiply_plain(o.a, -1)); },
       [](O o) { return o.open(o.e.sub(o.e.sub(o.a, o.a), o.a)); }},
      {"5 a = a + a + a + a + a", [](O o) { return o.open(o.e.multiply_plain(o.a, 5)); },
       [](O o) {
         Ciphertext sum = o.a;
         for (int i = 0; i < 4; ++i) o.e.add(sum, sum, o.a);
         return o.open(sum);
       }},
      {"a + 3 - 3 = a", [](O o) { return o.open(o.e.add_plain(o.e.add_plain(o.a, 3), -3)); },
       [](O o) { return o.open(o.a); }},
      {"(a + 1)(a - 1) = a^2 - 1",
       [](O o) { return o.open(o.e.multiply(o.e.add_plain(o.a, 1), o.e.add_plain(o.a, -1))); },
       [](O o) { return o.open(o.e.add_plain(o.relin(o.e.multiply(o.a, o.a)), -1)); }},
      {"(a + p) q = a q + b q - (b - p) q",
       [](O o) { return o.open(o.e.multiply_plain(o.e.add_plain(o.a, o.p), o.q)); },
       [](O o) {
         const Ciphertext sum = o.e.add(o.e.multiply_plain(o.a, o.q), o.e.multiply_plain(o.b, o.q));
         return o.open(o.e.sub(sum, o.e.multiply_plain(o.e.sub_plain(o.b, o.p), o.q)));
       }},
      {"<(a, b), (p, q)> = a p + b q",
       [](O o) {
         const std::vector<Ciphertext> terms{o.a, o.b};
         const std::vector<PlainFactor> factors{{o.p, o.level}, {o.q, o.level}};
         return o.open(o.e.dot_plain(terms, factors));
       },
       [](O o) {
         return o.open(o.e.add(o.e.multiply_plain(o.a, o.p), o.e.multiply_plain(o.b, o.q)));
       }},
      {"<(a, b, c), (b, c, a)> = a b + b c + c a",
       [](O o) {
         const std::vector<Ciphertext> x{o.a, o.b, o.c}, y{o.b, o.c, o.a};
         return o.open(o.e.dot_product(x, y));
       },
       [](O o) {
         const auto sum = o.e.add(o.e.multiply(o.a, o.b), o.e.multiply(o.b, o.c));
         return o.open(o.e.add(sum, o.e.multiply(o.c, o.a)));
       }},
      {"a b relinearised and not", [](O o) { return o.open(o.relin(o.e.multiply(o.a, o.b))); },
       [](O o) { return o.open(o.e.multiply(o.a, o.b)); }},
      {"relinearised sum and sum of relinearised",
       [](O o) { return o.open(o.relin(o.e.sub(o.e.multiply(o.a, o.b), o.e.multiply(o.c, o.c)))); },
       [](O o) {
         return o.open(o.e.sub(o.relin(o.e.multiply(o.a, o.b)), o.relin(o.e.multiply(o.c, o.c))));
       }},
  };
}

// Of rows and columns, which the ring of a power of two has.
template <class Scheme>
std::vector<Relation<Scheme>> relations_of_rows() {
  using O = const Operands<Scheme>&;
  return {
      {"rotated sum and sum of rotated", [](O o) { return o.open(o.rotate(o.e.add(o.a, o.b), 1)); },
       [](O o) { return o.open(o.e.add(o.rotate(o.a, 1), o.rotate(o.b, 1))); }},
      {"rotated product and product of rotated",
       [](O o) { return o.open(o.rotate(o.relin(o.e.multiply(o.a, o.b)), 2)); },
       [](O o) { return o.open(o.e.multiply(o.rotate(o.a, 2), o.rotate(o.b, 2))); }},
      {"rotations by 1 and 1 are one by 2",
       [](O o) { return o.open(o.rotate(o.rotate(o.a, 1), 1)); },
       [](O o) { return o.open(o.rotate(o.a, 2)); }},
      {"a rotation to the left and one to the right",
       [](O o) { return o.open(o.rotate(o.rotate(o.a, 1), -1)); }, [](O o) { return o.open(o.a); }},
      {"exchanged twice", [](O o) { return o.open(o.exchange(o.exchange(o.a))); },
       [](O o) { return o.open(o.a); }},
      {"exchanges and rotations commute", [](O o) { return o.open(o.exchange(o.rotate(o.a, 1))); },
       [](O o) { return o.open(o.rotate(o.exchange(o.a), 1)); }},
      {"sums of all columns do not change by rotations",
       [](O o) { return o.open(o.rotate(o.sum_columns(o.a, o.half), 1)); },
       [](O o) { return o.open(o.sum_columns(o.rotate(o.a, -1), o.half)); }},
      {"sums of four columns are sums of two of two",
       [](O o) { return o.open(o.sum_columns(o.a, 4)); },
       [](O o) {
         const Ciphertext two = o.sum_columns(o.a, 2);
         return o.open(o.e.add(two, o.rotate(two, 2)));
       }},
      {"rotated before and after a switch", [](O o) { return o.open(o.lower(o.rotate(o.a, 1))); },
       [](O o) { return o.open(o.rotate(o.lower(o.a), 1)); }},
  };
}

// Of substitutions and switches.
template <class Scheme>
std::vector<Relation<Scheme>> relations_of_places() {
  using O = const Operands<Scheme>&;
  return {
      {"substituted sum and sum of substituted",
       [](O o) { return o.open(o.move(o.e.add(o.a, o.b))); },
       [](O o) { return o.open(o.e.add(o.move(o.a), o.move(o.b))); }},
      {"substituted product and product of substituted",
       [](O o) { return o.open(o.move(o.relin(o.e.multiply(o.a, o.b)))); },
       [](O o) { return o.open(o.e.multiply(o.move(o.a), o.move(o.b))); }},
      {"hoisted and not",
       [](O o) {
         const HoistedCiphertext hoisted = o.e.hoist(o.a);
         Ciphertext sum = o.a;
         for (const std::uint64_t g : o.keys.elements) {
           o.e.add(sum, sum, o.e.apply_galois(hoisted, g));
         }
         return o.open(sum);
       },
       [](O o) {
         Ciphertext sum = o.a;
         for (const std::uint64_t g : o.keys.elements) {
           o.e.add(sum, o.e.apply_galois(o.a, g), sum);
         }
         return o.open(sum);
       }},
      {"lower sum and sum of lower", [](O o) { return o.open(o.lower(o.e.add(o.a, o.b))); },
       [](O o) { return o.open(o.e.add(o.lower(o.a), o.lower(o.b))); }},
      {"lower product and product of lower",
       [](O o) { return o.open(o.lower(o.e.multiply(o.a, o.b))); },
       [](O o) { return o.open(o.e.multiply(o.lower(o.a), o.lower(o.b))); }},
      {"relinearised before and after a switch",
       [](O o) { return o.open(o.lower(o.relin(o.e.multiply(o.a, o.b)))); },
       [](O o) { return o.open(o.relin(o.lower(o.e.multiply(o.a, o.b)))); }},
      {"substituted before and after a switch", [](O o) { return o.open(o.lower(o.move(o.a))); },
       [](O o) { return o.open(o.move(o.lower(o.a))); }},
  };
}

// Of operands at different levels.
template <class Scheme>
std::vector<Relation<Scheme>> relations_of_levels() {
  using O = const Operands<Scheme>&;
  return {
      {"lower sum and sum with a lower operand",
       [](O o) { return o.open(o.lower(o.e.add(o.a, o.b))); },
       [](O o) { return o.open(o.automatic.add(o.a, o.lower(o.b))); }},
      {"lower difference and difference of a lower operand",
       [](O o) { return o.open(o.lower(o.e.sub(o.a, o.b))); },
       [](O o) { return o.open(o.automatic.sub(o.lower(o.a), o.b)); }},
      {"lower product and product with a lower factor",
       [](O o) { return o.open(o.lower(o.e.multiply(o.a, o.b))); },
       [](O o) { return o.open(o.automatic.multiply(o.lower(o.a), o.b)); }},
      {"lower sum of products and sum with a lower product",
       [](O o) { return o.open(o.lower(o.e.add(o.e.multiply(o.a, o.b), o.e.multiply(o.c, o.c)))); },
       [](O o) {
         return o.open(o.automatic.add(o.e.multiply(o.a, o.b), o.lower(o.e.multiply(o.c, o.c))));
       }},
      {"<(a, b), (b, c)> with a lower factor",
       [](O o) {
         const std::vector<Ciphertext> x{o.a, o.b}, y{o.b, o.c};
         return o.open(o.lower(o.e.dot_product(x, y)));
       },
       [](O o) {
         const std::vector<Ciphertext> x{o.a, o.lower(o.b)}, y{o.lower(o.b), o.lower(o.c)};
         return o.open(o.automatic.dot_product(x, y));
       }},
      {"<(a, b), (p, q)> with a lower plaintext and a lower ciphertext",
       [](O o) {
         const std::vector<Ciphertext> terms{o.a, o.b};
         const std::vector<PlainFactor> factors{{o.p, o.level}, {o.q, o.level}};
         return o.open(o.lower(o.e.dot_plain(terms, factors)));
       },
       [](O o) {
         const std::vector<Ciphertext> terms{o.a, o.lower(o.b)};
         const std::vector<PlainFactor> factors{{o.p, o.level - 1}, {o.q, o.level}};
         return o.open(o.automatic.dot_plain(terms, factors));
       }},
  };
}

template <class Scheme>
class Relations : public ::testing::Test {
 protected:
  static void expect(const std::vector<Relation<Scheme>>& relations,
                     const std::vector<he::Literal>& literals = literals_of_all_rings()) {
    for (const he::Literal& literal : literals) {
      SchemeKeys<Scheme> keys(literal);
      for (std::uint64_t seed = 0; seed < seeds(2); ++seed) {
        SeededValues values(seed);
        // At the highest level, and where there is room for one product after a switch.
        const std::size_t top = literal.prime_bits.size();
        ASSERT_TRUE(keys.has_room(top - 1, 2, 55)) << label(literal, top);
        for (std::size_t level = top; keys.has_room(level - 1, 2, 55); --level) {
          const Operands<Scheme> operands{keys, values, level};
          for (const auto& [name, left, right] : relations) {
            EXPECT_EQ(left(operands), right(operands))
                << name << ", " << label(literal, level) << ", " << values.label();
          }
        }
      }
    }
  }
};
TYPED_TEST_SUITE(Relations, BothSchemes);

TYPED_TEST(Relations, OfArithmetic) { this->expect(relations_of_arithmetic<TypeParam>()); }
TYPED_TEST(Relations, OfRows) { this->expect(relations_of_rows<TypeParam>(), literals_of_both()); }
TYPED_TEST(Relations, OfPlaces) { this->expect(relations_of_places<TypeParam>()); }
TYPED_TEST(Relations, OfLevels) { this->expect(relations_of_levels<TypeParam>()); }

}  // namespace
}  // namespace lath::testing
