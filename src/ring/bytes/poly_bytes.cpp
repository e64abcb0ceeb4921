// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/bytes.hpp"

#include <algorithm>
#include <array>
#include <string>

#include "coding/packing.hpp"
#include "hash/sponge.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "ring/bytes/byte_headers.hpp"
#include "wire/object_start.hpp"

namespace lath {
namespace detail {
namespace {

std::array<std::byte, kFingerprintBytes> fingerprint(Isa isa, const RingView& ring) {
  fips202::Sponge sponge(isa, fips202::kSha3_256);
  std::array<std::byte, kRingHeaderBytes> start;
  write_start_of_ring(start.data(), ring);
  sponge.absorb(start);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    std::array<std::byte, 8> modulus;
    store_little_endian(modulus.data(), ring.modulus(i));
    sponge.absorb(modulus);
  }
  std::array<std::byte, kFingerprintBytes> digest;
  sponge.squeeze(digest);
  return digest;
}

// A limb whose words are no multiple of eight may end within a byte, and the next limb begins
// there. The next limb is moved eight words at a time, which take whole bytes: this many at most,
// with one more for the bits in front.
constexpr std::size_t kShortWords = 8;
using ShortLimb = std::array<std::byte, kMaxModulusBits * kShortWords / 8 + 1>;

// Calls action(first, count) for the parts of a limb that begins at this bit.
template <class Action>
void for_each_part(std::size_t bit, std::size_t words, const Action& action) noexcept {
  const std::size_t step = bit % 8 == 0 ? words : kShortWords;
  for (std::size_t i = 0; i < words; i += step) action(i, std::min(step, words - i));
}

std::size_t bytes_of_bits(std::size_t bits) { return bits / 8 + (bits % 8 != 0 ? 1 : 0); }

// Writes bytes behind the first `shift` bits of `out`, 1 to 7, which stay.
void add_shifted(std::span<std::byte> out, Bytes bytes, std::size_t shift) noexcept {
  std::byte carry = out[0] & ~(std::byte{0xff} << shift);
  for (std::size_t i = 0; i < out.size(); ++i) {
    const std::byte own = i < bytes.size() ? bytes[i] : std::byte{0};
    out[i] = carry | own << shift;
    carry = own >> (8 - shift);
  }
}

}  // namespace

std::size_t RingView::packed_bits() const {
  std::size_t of_a_coefficient = 0;
  for (std::size_t i = 0; i < limbs_; ++i) of_a_coefficient += static_cast<std::size_t>(bits(i));
  return degree_ * of_a_coefficient;
}
std::size_t RingView::poly_bytes() const { return kPolyHeaderBytes + bytes_of_bits(packed_bits()); }
std::size_t RingView::ring_bytes() const { return kRingHeaderBytes + 8 * limbs_; }

void require_room(std::size_t found, std::size_t needed) {
  if (found == needed) return;
  refuse_mismatch("memory of " + text(found) + " bytes for a polynomial", "exactly " + text(needed),
                  "ask byte_size(ring)");
}
void require_room_at(std::size_t found, std::size_t at, std::size_t needed) {
  if (at <= found && needed <= found - at) return;
  refuse_mismatch("memory of " + text(found) + " bytes for a polynomial at byte " + text(at),
                  text(needed) + " from there on", "ask byte_size(ring)");
}

namespace {

// Writes limbs of packed words one behind the other.
class LimbPacker {
 public:
  explicit LimbPacker(std::span<std::byte> out) : out_(out) {}

  template <ResidueWord Word>
  void put(Isa isa, std::span<const Word> limb, std::uint64_t p) noexcept {
    for_each_part(at_, limb.size(), [&](std::size_t first, std::size_t count) {
      put_part(isa, limb.subspan(first, count), bit_length(p - 1));
    });
  }

 private:
  template <ResidueWord Word>
  void put_part(Isa isa, std::span<const Word> limb, int bits) noexcept {
    const std::size_t begin = at_ / 8, shift = at_ % 8;
    at_ += limb.size() * static_cast<std::size_t>(bits);
    const std::span<std::byte> out = out_.subspan(begin, bytes_of_bits(at_) - begin);
    if (shift == 0) {
      pack(isa, out, limb, bits);
      return;
    }
    ShortLimb bytes;
    const std::size_t size = packed_bytes(limb.size(), bits);
    pack(isa, std::span(bytes).first(size), limb, bits);
    add_shifted(out, std::span(bytes).first(size), shift);
    wipe(bytes.data(), bytes.size());
  }

  std::span<std::byte> out_;
  std::size_t at_ = 0;  // the first bit of the next limb
};

// Reads them, and looks whether they are below their moduli.
class LimbUnpacker {
 public:
  explicit LimbUnpacker(Bytes in) : in_(in) {}

  template <ResidueWord Word>
  void take(Isa isa, std::span<Word> limb, std::uint64_t p) noexcept {
    for_each_part(at_, limb.size(), [&](std::size_t first, std::size_t count) {
      const Word largest = take_part(isa, limb.subspan(first, count), bit_length(p - 1));
      refused_ |= ~ct::mask_less(std::uint64_t{largest}, p);
    });
  }

  // Whether all words are below their moduli and the bits behind them zero; all that is revealed.
  [[nodiscard]] bool accepts() const noexcept {
    std::uint64_t refused = refused_;
    if (at_ % 8 != 0) refused |= std::to_integer<std::uint64_t>(in_.back()) >> (at_ % 8);
    // Public: bytes from to_bytes() are accepted always, so the result says nothing of a
    // polynomial.
    refused = ct::mask_equal(refused, std::uint64_t{0});
    ct::declassify(&refused, sizeof refused);
    return refused != 0;
  }

 private:
  // The largest of the words.
  template <ResidueWord Word>
  Word take_part(Isa isa, std::span<Word> limb, int bits) noexcept {
    const std::size_t begin = at_ / 8, shift = at_ % 8;
    at_ += limb.size() * static_cast<std::size_t>(bits);
    const Bytes in = in_.subspan(begin, bytes_of_bits(at_) - begin);
    if (shift == 0) return unpack(isa, limb, in, bits);
    ShortLimb bytes;
    for (std::size_t i = 0; i < in.size(); ++i) {
      const std::byte next = i + 1 < in.size() ? in[i + 1] : std::byte{0};
      bytes[i] = in[i] >> shift | next << (8 - shift);
    }
    const Word largest = unpack(isa, limb, Bytes(bytes), bits);
    wipe(bytes.data(), bytes.size());
    return largest;
  }

  Bytes in_;
  std::size_t at_ = 0;
  std::uint64_t refused_ = 0;  // ones where a word is not below its modulus
};

// Throws the error for words that were refused, which are public from here on.
template <ResidueWord Word>
[[noreturn]] void refuse_words(const Limbs<Word>& words) {
  for (std::size_t limb = 0; limb < words.size(); ++limb) {
    const std::span<const Word> row(words.row(limb), words.degree());
    const std::uint64_t p = words.plans[limb].modulus();
    const auto found = std::ranges::find_if(row, [p](Word word) { return word >= p; });
    if (found == row.end()) continue;
    refuse_malformed("word " + text(static_cast<std::uint64_t>(found - row.begin())) + " of limb " +
                         text(limb) + " = " + text(*found),
                     "a word below the modulus " + text(p));
  }
  refuse_malformed("a polynomial with bits behind the last word",
                   "zeros up to the end of its byte");
}

}  // namespace

template <class Word>
void write_poly(std::span<std::byte> out, const RingView& ring, FormByte form,
                const Limbs<const Word>& a) {
  const Isa isa = active_isa();
  write_start(out.data(), ObjectKind::polynomial, static_cast<std::uint8_t>(form), ring.degree(),
              ring.limbs());
  std::ranges::copy(fingerprint(isa, ring), &out[kFingerprintAt]);
  LimbPacker packer(out.subspan(kPolyHeaderBytes));
  for (std::size_t i = 0; i < a.size(); ++i) {
    packer.put(isa, std::span(a.row(i), a.degree()), a.plans[i].modulus());
  }
}

void check_poly(Bytes bytes, const RingView& ring, FormByte form) {
  const std::size_t size = ring.poly_bytes();
  const auto require_size = [&](bool is_right) {
    if (is_right) return;
    wrong_size("a polynomial", bytes.size(), "exactly " + text(size) + " for this ring",
               bytes.size() < size);
  };
  require_size(bytes.size() >= kPolyHeaderBytes);
  std::array<std::byte, kPolyHeaderBytes> header;
  std::copy_n(bytes.begin(), header.size(), header.begin());
  // Public: it says which ring and form the polynomial has, and nothing of its words.
  ct::declassify(header.data(), header.size());
  const KindBytes own = read_object_start(header, ObjectKind::polynomial);
  const unsigned found = own.first, needed = static_cast<unsigned>(form);
  if (found < 1 || found > 2 || own.second != 0) {
    refuse_malformed("a polynomial of the unknown form " + text(found + 256U * own.second),
                     "form 1 or 2", "use the version of lath that wrote it, or a newer one");
  }
  if (found != needed) {
    refuse_mismatch(
        found == 1 ? "a polynomial in coefficient form" : "a polynomial in evaluation form",
        needed == 1 ? "coefficient form" : "evaluation form",
        found == 1 ? "read it as Coeff and apply ntt()" : "read it as Eval and apply intt()");
  }
  const std::uint64_t degree = number_at(header, 8), limbs = number_at(header, 12);
  if (degree != ring.degree() || limbs != ring.limbs()) {
    refuse_mismatch("a polynomial of degree " + text(degree) + " with " + text(limbs) + " limbs",
                    "degree " + text(ring.degree()) + " with " + text(ring.limbs()) + " limbs",
                    "read it with its own ring, see ring_from_bytes()");
  }
  if (!std::ranges::equal(fingerprint(active_isa(), ring), Bytes(header).subspan(kFingerprintAt))) {
    refuse_mismatch("a polynomial of a ring with other moduli or of another index",
                    "the index and the moduli of this ring, in the same order",
                    "read it with its own ring, see ring_from_bytes()");
  }
  require_size(bytes.size() == size);
}

template <class Word, class Storage>
void read_words(const Limbs<Word>& out, Bytes bytes, Storage /*secrecy*/) {
  const Isa isa = active_isa();
  LimbUnpacker unpacker(bytes.subspan(kPolyHeaderBytes));
  for (std::size_t i = 0; i < out.size(); ++i) {
    unpacker.take(isa, std::span(out.row(i), out.degree()), out.plans[i].modulus());
  }
  if (unpacker.accepts()) return;
  if constexpr (!Storage::kWipes) refuse_words(out);
  refuse_malformed("a polynomial with a word that is too large, or with bits behind the last word",
                   "words below their moduli, and zeros behind them");
}

// NOLINTBEGIN(bugprone-macro-parentheses): the argument is a type
#define LATH_INSTANTIATE(Word)                                              \
  template void write_poly(std::span<std::byte>, const RingView&, FormByte, \
                           const Limbs<const Word>&);                       \
  template void read_words(const Limbs<Word>&, Bytes, Public);              \
  template void read_words(const Limbs<Word>&, Bytes, Secret);
LATH_INSTANTIATE(std::uint16_t)
LATH_INSTANTIATE(std::uint32_t)
LATH_INSTANTIATE(std::uint64_t)
#undef LATH_INSTANTIATE
// NOLINTEND(bugprone-macro-parentheses)

}  // namespace detail

}  // namespace lath
