// SPDX-License-Identifier: Apache-2.0
//
// Polynomials as bytes, for files and other machines. A client sends a ring and a polynomial; a
// server, which trusts neither, squares the polynomial and sends it back.

#include <cstddef>
#include <iostream>
#include <span>
#include <vector>

#include "lath/arith/primes.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/error.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/integers.hpp"

using namespace lath;

namespace {

Buffer<std::byte> square(std::span<const std::byte> ring_bytes,
                         std::span<const std::byte> poly_bytes) {
  // A ring costs memory and time: the server says how large a one it is ready to make. Degree and
  // moduli are checked before anything is made of them.
  const auto ring = ring_from_bytes(ring_bytes, {.degree = 4096, .limbs = 8});
  // The form is asked for by type. Bytes of another form or ring, cut off or with words that are
  // not reduced are refused before they do any harm.
  const auto a = from_bytes<Coeff>(ring, poly_bytes);
  return to_bytes(convolve(a, a));
}

}  // namespace

int main() {
  // 4096 coefficients modulo three primes of 50 bits take 3 * 50 bits each, behind a header of 48
  // bytes. The bytes are the same on every machine, and for words of every size.
  const auto ring = DynamicRing::create(4096, ntt_primes(50, 4096, 3));
  const std::vector<int> integers{3, -1, 0, 2};  // 3 - x + 2x^3
  const auto a = from_integers(ring, integers);
  const auto ring_bytes = to_bytes(ring);
  const auto poly_bytes = to_bytes(a);
  std::cout << "the ring takes " << ring_bytes.size() << " bytes, a polynomial "
            << poly_bytes.size() << '\n';

  const auto answer = square(ring_bytes.span(), poly_bytes.span());
  const auto b = to_wide_integers<4>(from_bytes<Coeff>(ring, answer), Representative::centered);
  std::cout << "the square begins with";
  for (std::size_t i = 0; i < 7; ++i) std::cout << ' ' << signed_decimal_vartime(b[i]);
  std::cout << '\n';
  const bool right = from_bytes<Coeff>(ring, answer) == convolve(a, a);

  // An error says what was found, what was needed and what to do.
  bool refused = false;
  try {
    (void)square(ring_bytes.span(), poly_bytes.span().first(1000));
  } catch (const Error& error) {
    refused = true;
    std::cout << "refused: " << error.what() << '\n';
  }

  // A secret polynomial has secret bytes: their memory is wiped, and what is read from them is
  // secret again. Writing several into memory of one's own allocates nothing.
  Generator generator = Generator::from_system();
  const auto s = ternary(ring, generator), t = ternary(ring, generator);
  Buffer<std::byte, Secret> key(2 * byte_size(ring));
  to_bytes(s, key);
  to_bytes(t, key, byte_size(ring));
  const auto halves = key.span();
  const Poly<DynamicRing, Coeff, Secret> again =
      from_bytes<Coeff, Secret>(ring, halves.first(byte_size(ring)));
  const bool same = declassify(again - s) == Poly<DynamicRing, Coeff>(ring);  // zero tells nothing
  std::cout << (same ? "the secret came back\n" : "another secret came back\n");
  return right && refused && same ? 0 : 1;
}
