// SPDX-License-Identifier: Apache-2.0
#include "lath/ring/bytes.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <string>
#include <utility>
#include <vector>

#include "base/little_endian.hpp"
#include "coding/packing.hpp"
#include "hash/sponge.hpp"
#include "lath/arith/primes.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"

namespace lath {
namespace detail {
namespace {

using Bytes = std::span<const std::byte>;

constexpr std::array<std::byte, 4> kMagic{std::byte{'l'}, std::byte{'a'}, std::byte{'t'},
                                          std::byte{'h'}};
// The objects of lath::io, which begin with the same magic, have the kinds 1, 2 and 4, those of
// lath::he kinds from 7 on.
enum class Kind : std::uint8_t { ring = 5, polynomial = 6 };
constexpr unsigned kVersion = 1;
constexpr std::size_t kFingerprintAt = 16, kFingerprintBytes = 32;
static_assert(kFingerprintAt + kFingerprintBytes == kPolyHeaderBytes);

constexpr const char* kDamaged = "the bytes were damaged: get them again";

std::string text(std::uint64_t x) { return std::to_string(x); }
unsigned byte_at(Bytes bytes, std::size_t i) { return std::to_integer<unsigned>(bytes[i]); }
std::uint64_t number_at(Bytes bytes, std::size_t i) {
  return load_little_endian<4>(bytes.data() + i);
}

[[noreturn]] void refuse_malformed(const std::string& found, const std::string& needed,
                                   const std::string& remedy = kDamaged) {
  throw Error(ErrorCode::malformed, found, "need " + needed, remedy);
}
[[noreturn]] void refuse_mismatch(const std::string& found, const std::string& needed,
                                  const std::string& remedy) {
  throw Error(ErrorCode::mismatch, found, "need " + needed, remedy);
}

const char* name(Kind kind) { return kind == Kind::ring ? "a lath ring" : "a lath polynomial"; }
std::string name(unsigned kind) {
  if (kind == 5 || kind == 6) return name(static_cast<Kind>(kind));
  return "a lath object of kind " + text(kind);
}

// What both headers begin with: magic, kind, version, two bytes of its own, degree, limbs.
void write_start(std::byte* out, Kind kind, std::byte form, const RingView& ring) noexcept {
  std::copy(kMagic.begin(), kMagic.end(), out);
  const std::uint64_t kind_and_form =
      static_cast<std::uint64_t>(kind) | kVersion << 8 | std::to_integer<std::uint64_t>(form) << 16;
  const std::uint64_t sizes = std::uint64_t{ring.degree()} | std::uint64_t{ring.limbs()} << 32;
  for (std::size_t i = 0; i < 4; ++i) out[4 + i] = static_cast<std::byte>(kind_and_form >> (8 * i));
  store_little_endian(out + 8, sizes);
}

void check_start(Bytes header, Kind kind) {
  const char* const wanted = name(kind);
  if (!std::equal(kMagic.begin(), kMagic.end(), header.begin())) {
    refuse_malformed("bytes that lath did not write", wanted,
                     "check that these are the right bytes and that they were copied in binary");
  }
  if (byte_at(header, 4) != static_cast<unsigned>(kind)) {
    refuse_malformed(name(byte_at(header, 4)), wanted, "check that the right bytes were given");
  }
  if (byte_at(header, 5) != kVersion) {
    refuse_malformed(std::string(wanted) + " in format version " + text(byte_at(header, 5)),
                     "format version " + text(kVersion),
                     "use the version of lath that wrote it, or a newer one");
  }
}

[[noreturn]] void wrong_size(const char* what, std::size_t found, const std::string& needed,
                             bool too_few) {
  refuse_malformed(std::string(what) + " of " + text(found) + " bytes", needed,
                   too_few ? "bytes are missing at the end: get all of them"
                           : "give the bytes of one object only");
}

std::array<std::byte, kFingerprintBytes> fingerprint(Isa isa, const RingView& ring) {
  fips202::Sponge sponge(isa, fips202::kSha3_256);
  std::array<std::byte, kRingHeaderBytes> start;
  write_start(start.data(), Kind::ring, std::byte{0}, ring);
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

// A limb whose words are no multiple of eight may end within a byte, and the next one begins there.
// Of that one eight words at a time are moved, which take whole bytes: this many at most, with one
// more for the bits in front.
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

void write_ring(std::span<std::byte> out, const RingView& ring) {
  write_start(out.data(), Kind::ring, std::byte{0}, ring);
  for (std::size_t i = 0; i < ring.limbs(); ++i) {
    store_little_endian(&out[kRingHeaderBytes + 8 * i], ring.modulus(i));
  }
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
    // Public: what to_bytes() wrote is accepted always, so this says nothing of a polynomial.
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

// Says what is wrong with public words.
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

template <ResidueWord Word>
void write_poly(std::span<std::byte> out, const RingView& ring, FormByte form,
                const Limbs<const Word>& a) {
  const Isa isa = active_isa();
  write_start(out.data(), Kind::polynomial, static_cast<std::byte>(form), ring);
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
  check_start(header, Kind::polynomial);
  const unsigned found = byte_at(header, 6), needed = static_cast<unsigned>(form);
  if (found < 1 || found > 2 || byte_at(header, 7) != 0) {
    refuse_malformed("a polynomial of the unknown form " + text(found + 256 * byte_at(header, 7)),
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
    refuse_mismatch("a polynomial of a ring with other moduli",
                    "the moduli of this ring, in the same order",
                    "read it with its own ring, see ring_from_bytes()");
  }
  require_size(bytes.size() == size);
}

template <ResidueWord Word, class Storage>
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

namespace {

// The degree and the number of limbs, once they and the number of bytes are in order.
std::pair<std::size_t, std::size_t> read_ring_sizes(Bytes bytes, const RingLimits& limits) {
  const auto needs = [](std::uint64_t limbs) {
    return text(kRingHeaderBytes) + " + 8 bytes for each modulus, which are " +
           text(kRingHeaderBytes + 8 * limbs);
  };
  if (bytes.size() < kRingHeaderBytes) wrong_size("a ring", bytes.size(), needs(1), true);
  check_start(bytes, Kind::ring);
  const unsigned extension = byte_at(bytes, 6) + 256 * byte_at(bytes, 7);
  if (extension != 0) {
    refuse_malformed("a ring with the unknown extension " + text(extension), "0",
                     "use the version of lath that wrote it, or a newer one");
  }
  const std::uint64_t degree = number_at(bytes, 8), limbs = number_at(bytes, 12);
  if (!std::has_single_bit(degree) || degree < 2 || degree > kMaxDegree) {
    refuse_malformed("a ring of degree " + text(degree),
                     "a power of two from 2 to " + text(kMaxDegree));
  }
  if (limbs == 0) refuse_malformed("a ring with no modulus", "one or more");
  const auto require_limit = [](const std::string& found, std::uint64_t size, std::size_t limit,
                                const char* member) {
    if (size <= limit) return;
    throw Error(ErrorCode::unsupported, "a ring " + found + text(size),
                "need at most " + text(limit) + ", the limit given",
                std::string("raise RingLimits::") + member + " if its plans fit in memory");
  };
  require_limit("of degree ", degree, limits.degree, "degree");
  require_limit("whose number of limbs is ", limbs, limits.limbs, "limbs");
  const std::uint64_t size = kRingHeaderBytes + 8 * limbs;
  if (bytes.size() != size) wrong_size("a ring", bytes.size(), needs(limbs), bytes.size() < size);
  return {degree, limbs};
}

void require_ring_prime(std::uint64_t p, std::size_t degree) {
  const std::uint64_t order = 2 * std::uint64_t{degree};
  const std::string found = "modulus " + text(p) + " of a ring of degree " + text(degree);
  if (p < 2 || bit_length(p) > kMaxModulusBits) refuse_malformed(found, "a prime below 2^62");
  if (!is_prime(p)) refuse_malformed(found, "a prime");
  if (p % order == 1) return;
  refuse_malformed(found, "a prime that is 1 mod " + text(order),
                   "if PrimeRing wrote it, create that ring and compare its bytes");
}

}  // namespace
}  // namespace detail

DynamicRing ring_from_bytes(std::span<const std::byte> bytes, const RingLimits& limits) {
  const auto [degree, limbs] = detail::read_ring_sizes(bytes, limits);
  std::vector<std::uint64_t> moduli(limbs);
  for (std::size_t i = 0; i < limbs; ++i) {
    moduli[i] = load_little_endian(&bytes[kRingHeaderBytes + 8 * i]);
  }
  std::vector<std::uint64_t> sorted = moduli;
  std::ranges::sort(sorted);
  const auto twice = std::ranges::adjacent_find(sorted);
  if (twice != sorted.end()) {
    detail::refuse_malformed("modulus " + std::to_string(*twice) + " twice in one ring",
                             "distinct primes");
  }
  for (const std::uint64_t p : moduli) detail::require_ring_prime(p, degree);
  return DynamicRing::create(degree, moduli);
}

}  // namespace lath
