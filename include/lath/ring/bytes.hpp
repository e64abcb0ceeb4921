// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>

#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/poly.hpp"

/// @file
/// Rings and polynomials as bytes, the same on every machine and for words of every size.
/// docs/wire-format.md specifies them: a header, then the moduli of a ring, or a fingerprint of the
/// ring and the words of a polynomial, of which a limb with modulus p has ceil(log2 p) bits each.
/// So a ring or a polynomial has one encoding, and a reader accepts no other bytes.
///
/// Bytes are not authenticated: anybody who changes them can change a polynomial into another one.
/// Files that are, and keys, are in lath::io.
namespace lath {

/// The size of the header of a polynomial in bytes.
inline constexpr std::size_t kPolyHeaderBytes = 48;
/// The size of the header of a ring in bytes.
inline constexpr std::size_t kRingHeaderBytes = 16;

namespace detail {

enum class FormByte : std::uint8_t { coefficients = 1, evaluations = 2 };
template <class Form>
inline constexpr FormByte kFormByte =
    std::is_same_v<Form, Coeff> ? FormByte::coefficients : FormByte::evaluations;

/// A view of the data of a ring of any type on which bytes depend. The ring outlives the view.
/// Throws invalid_argument if the ring was moved from.
class RingView {
 public:
  template <Ring R>
  explicit RingView(const R& ring) : ring_(&ring), degree_(ring.degree()), limbs_(ring.limbs()) {
    if constexpr (requires { ring.index(); }) {
      if (limbs_ != 0 && ring.index() && !ring.index()->is_power_of_two()) {
        index_ = ring.index()->value();
      }
    }
    modulus_ = [](const void* r, std::size_t i) -> std::uint64_t {
      return static_cast<const R*>(r)->modulus(i).value();
    };
    if (limbs_ == 0) throw_moved_from("ring");
  }

  [[nodiscard]] std::size_t degree() const noexcept { return degree_; }
  /// m, or 0 for rings modulo x^n + 1 and for transforms of the program's own.
  [[nodiscard]] std::uint64_t index() const noexcept { return index_; }
  [[nodiscard]] std::size_t limbs() const noexcept { return limbs_; }
  [[nodiscard]] std::uint64_t modulus(std::size_t limb) const { return modulus_(ring_, limb); }
  /// The bits of a word of a limb, and of all words.
  [[nodiscard]] int bits(std::size_t limb) const { return bit_length(modulus(limb) - 1); }
  [[nodiscard]] std::size_t packed_bits() const;
  /// The bytes of a polynomial, and of the ring.
  [[nodiscard]] std::size_t poly_bytes() const;
  [[nodiscard]] std::size_t ring_bytes() const;

 private:
  const void* ring_;
  std::size_t degree_, limbs_;
  std::uint64_t index_ = 0;
  std::uint64_t (*modulus_)(const void*, std::size_t);
};

void write_ring(std::span<std::byte> out, const RingView& ring);

/// Throws mismatch unless `size` bytes from `at` on are all of these or, where there may be more of
/// them, among these.
void require_room(std::size_t found, std::size_t needed);
void require_room_at(std::size_t found, std::size_t at, std::size_t needed);

/// Writes a polynomial: the header, then limb after limb. `out` has as many bytes as it takes.
template <class Word>
void write_poly(std::span<std::byte> out, const RingView& ring, FormByte form,
                const Limbs<const Word>& a);
/// Checks everything but the words of a polynomial, without allocating anything. Throws malformed
/// or mismatch.
void check_poly(std::span<const std::byte> bytes, const RingView& ring, FormByte form);
/// Reads the words of a polynomial that was checked. Throws malformed, naming the error only if the
/// words are public.
template <class Word, class Storage>
void read_words(const Limbs<Word>& out, std::span<const std::byte> bytes, Storage secrecy);

template <Ring R, class Form, class Storage>
void write_poly(std::span<std::byte> out, const Poly<R, Form, Storage>& a) {
  write_poly(out, RingView(a.ring()), kFormByte<Form>, limbs_of(a));
}
}  // namespace detail

/// The bytes that a polynomial of the ring takes: kPolyHeaderBytes + ceil(n B / 8), where B is the
/// sum of ceil(log2 p) over the moduli p. Throws invalid_argument if the ring was moved from.
template <Ring R>
[[nodiscard]] std::size_t byte_size(const R& ring) {
  return detail::RingView(ring).poly_bytes();
}

/// The degree, or the index, and the moduli of a ring: kRingHeaderBytes + 8 limbs bytes. Equal
/// rings have equal bytes, whatever their types. Throws invalid_argument if the ring was moved
/// from.
template <Ring R>
[[nodiscard]] Buffer<std::byte> to_bytes(const R& ring) {
  const detail::RingView view(ring);
  Buffer<std::byte> bytes(view.ring_bytes());
  detail::write_ring(bytes.span(), view);
  return bytes;
}

///@{
/// The ring with these bytes, which may come from anywhere. Throws malformed, naming the error,
/// unless to_bytes() of a ring of this type gives them: their number, degree or index and moduli
/// are checked, and that the moduli are distinct primes, before anything is made of them. Throws
/// unsupported if the ring is larger than `limits`. (For a ring of PrimeRing whose prime has too
/// few roots of unity for DynamicRing, make that ring by PrimeRing::create() and compare bytes.)
/// Costs a primality test of each modulus, then as much as DynamicRing::create().
[[nodiscard]] DynamicRing ring_from_bytes(std::span<const std::byte> bytes,
                                          const RingLimits& limits = {});
[[nodiscard]] inline DynamicRing ring_from_bytes(const Buffer<std::byte>& bytes,
                                                 const RingLimits& limits = {}) {
  return ring_from_bytes(bytes.span(), limits);
}
///@}

/// The polynomial as byte_size(a.ring()) bytes, which are secret if it is. Constant time in its
/// words. Throws invalid_argument if it was moved from. Costs one pass over the words, and the hash
/// of the ring.
template <Ring R, class Form, class Storage>
[[nodiscard]] Buffer<std::byte, Storage> to_bytes(const Poly<R, Form, Storage>& a) {
  a.require_words();
  Buffer<std::byte, Storage> bytes(byte_size(a.ring()));
  detail::write_poly(bytes.span(), a);
  return bytes;
}

/// Writes the bytes of a public polynomial into `out`, otherwise as above, without allocating
/// anything. Throws mismatch unless `out` has byte_size(a.ring()) bytes.
template <Ring R, class Form>
void to_bytes(const Poly<R, Form, Public>& a, std::span<std::byte> out) {
  a.require_words();
  detail::require_room(out.size(), byte_size(a.ring()));
  detail::write_poly(out, a);
}
/// Secrets are not written to memory that is not wiped.
template <Ring R, class Form>
void to_bytes(const Poly<R, Form, Secret>& a,
              std::span<std::byte> out) = delete;  // it is secret: give a Buffer<std::byte, Secret>
/// Writes the bytes of a secret polynomial into `out` from byte `at` on, otherwise as above. Throws
/// mismatch unless the bytes end within `out`. Bytes before and behind them stay.
template <Ring R, class Form>
void to_bytes(const Poly<R, Form, Secret>& a, Buffer<std::byte, Secret>& out, std::size_t at = 0) {
  a.require_words();
  const std::size_t size = byte_size(a.ring());
  detail::require_room_at(out.size(), at, size);
  detail::write_poly(out.span().subspan(at, size), a);
}

///@{
/// The polynomial of this ring and form with these bytes, as to_bytes() gives them, which may come
/// from anywhere. Their header and their number are checked before anything is allocated. Throws
/// mismatch if the bytes belong to another ring or form, malformed if they are no polynomial, or if
/// a word is not below its modulus or a bit behind the last word is set. A buffer of secret bytes
/// gives a secret polynomial; so does `Storage = Secret`: then it takes constant time and reveals
/// nothing but whether the bytes are accepted. Throws invalid_argument if the ring was moved from.
/// For characters, give std::as_bytes(std::span(characters)). Costs one pass over the words, and
/// the hash of the ring.
template <class Form, class Storage = Public, Ring R>
[[nodiscard]] Poly<R, Form, Storage> from_bytes(const R& ring, std::span<const std::byte> bytes) {
  const detail::RingView view(ring);
  detail::check_poly(bytes, view, detail::kFormByte<Form>);
  auto result = detail::Forms::for_overwrite<Form, Storage>(ring);
  detail::read_words(detail::limbs_of(result), bytes, Storage());
  return result;
}
template <class Form, Ring R, class Storage>
[[nodiscard]] Poly<R, Form, Storage> from_bytes(const R& ring,
                                                const Buffer<std::byte, Storage>& bytes) {
  return from_bytes<Form, Storage>(ring, bytes.span());
}
///@}

}  // namespace lath
