// SPDX-License-Identifier: Apache-2.0
#include <cstdio>

#include "multiprecision/rows.hpp"
#include "multiprecision/tables.hpp"

namespace lath::bench {
namespace {

template <class Scheme>
void print(const char* name, const he::Literal& literal, const he::PlaintextSpace& space,
           unsigned depth, const Wanted& wanted) {
  in_process(name, wanted.bytes, [&] {
    const auto parameters = Scheme::Parameters::create(literal).with_plaintexts(space);
    print_row<Scheme>({.name = name, .depth = depth}, parameters);
  });
}

}  // namespace

void print_head(const char* title) {
  std::printf(
      "\n%s\n\n| plaintexts | n | log2 QP | numbers x bits | depth | product, relinearisation, ms "
      "| "
      "us a number | bound, noise of a product | ciphertext, seeded, MB | peak, MB | |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|\n",
      title);
}

void print_by_kind(const Wanted& wanted) {
  using he::PlaintextSpace;
  const auto bls = [](std::size_t n) {
    return PlaintextSpace::field(he::PrimeField::bls12_381_r, 2 * n);
  };
  const PlaintextSpace field = bls(8192), word = PlaintextSpace::integer(65537);
  const auto integer = PlaintextSpace::integer(field.modulus());
  print_head("By kind");
  const auto three = literal_of(8192, 3, 50, {50}, 1);
  print<he::Bfv>("65537, BFV", three, word, 3, wanted);
  print<he::Bfv>("field, BFV", three, field, 2, wanted);
  print<he::Bgv>("field, BGV", literal_of(8192, 3, 50, {30}, 1), field, 2, wanted);
  const auto seven = literal_of(16384, 7, 49, {40, 40}, 2);
  print<he::Bfv>("65537, BFV", seven, word, 8, wanted);
  print<he::Bfv>("field, BFV", seven, bls(16384), 8, wanted);
  const auto large = literal_of(32768, 13, 50, {50}, 7);
  print<he::Bfv>("65537, BFV", large, word, 1, wanted);
  print<he::Bfv>("integer, BFV", large, integer, 1, wanted);
  print<he::Bgv>("x^64 - (2^32 + 670), BGV", literal_of(8192, 4, 46, {30}, 1),
                 PlaintextSpace::root(8192, 64, 4294967966), 1, wanted);
}

}  // namespace lath::bench
