// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <type_traits>
#include <vector>

#include "lath/base/buffer.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/ring/poly.hpp"

namespace lath::detail {

/// Keys and ciphertexts of all schemes as bytes: their parts one behind the other. A part is a seed
/// of 32 bytes, a string of residues modulo q, a polynomial, or polynomials, each of which is a
/// string. A string of residues stands in words of ceil(log2 q) bits, packed as coding/packing.hpp
/// says, from a new byte on; bits behind its last word are zero.
class ByteCodec {
 public:
  using Bytes = std::span<const std::byte>;

  /// Packs by the vectors of an instruction set.
  ByteCodec(Isa isa, std::uint64_t q) noexcept;

  /// The bytes of a string of `count` residues.
  [[nodiscard]] std::size_t string_bytes(std::size_t count) const noexcept;

  /// Writes parts, which take no more than all of `out`. Constant time.
  template <class... Parts>
  void write(std::span<std::byte> out, const Parts&... parts) const noexcept {
    (put(out, parts), ...);
  }
  template <class Storage, class... Parts>
  [[nodiscard]] Buffer<std::byte, Storage> to_bytes(std::size_t size, const Parts&... parts) const {
    Buffer<std::byte, Storage> bytes(size);
    write(bytes.span(), parts...);
    return bytes;
  }

  /// Reads parts, which have their sizes already and take no more than all bytes. Whether every
  /// word is below q and no bit behind the last word of a string is set, which is all that is
  /// revealed.
  template <class... Parts>
  [[nodiscard]] bool read(Bytes bytes, Parts&&... parts) const {
    std::uint64_t largest = 0, behind = 0;
    (take(bytes, parts, largest, behind), ...);
    auto in_range = ct::mask_less(largest, q_) & ct::mask_equal(behind, std::uint64_t{0});
    // Public: words of an honest sender always are in range, so the result says nothing about a
    // key.
    ct::declassify(&in_range, sizeof in_range);
    return in_range != 0;
  }
  /// Reads parts from `size` bytes. Throws malformed if the number of bytes differs or if read() is
  /// false; `what` names the object in the error.
  template <class... Parts>
  void from_bytes(Bytes bytes, std::size_t size, const char* what, Parts&&... parts) const {
    require_bytes(bytes, size, what);
    if (!read(bytes, parts...)) refuse(what);
  }

  /// Throws malformed unless there are `needed` bytes; `what` names the object in the error.
  static void require_bytes(Bytes bytes, std::size_t needed, const char* what);

 private:
  using Seed32 = std::array<std::byte, 32>;

  [[noreturn]] void refuse(const char* what) const;

  // Each function moves the beginning of the span behind the bytes that it wrote or read. take()
  // raises `largest` to the largest word and adds bits that stand behind a last word to `behind`.
  template <ResidueWord Word>
  void put_string(std::span<std::byte>& out, std::span<const Word> words) const noexcept;
  template <ResidueWord Word>
  void take_string(Bytes& bytes, std::span<Word> words, std::uint64_t& largest,
                   std::uint64_t& behind) const noexcept;

  static void put(std::span<std::byte>& out, const Seed32& seed) noexcept {
    std::ranges::copy(seed, out.begin());
    out = out.subspan(seed.size());
  }
  template <class Word>
  void put(std::span<std::byte>& out, std::span<Word> words) const noexcept {
    put_string(out, std::span<const std::remove_const_t<Word>>(words));
  }
  template <Ring R, class Form, class Storage>
  void put(std::span<std::byte>& out, const Poly<R, Form, Storage>& poly) const noexcept {
    put_string(out, poly.limb(0));
  }
  template <class Part>
  void put(std::span<std::byte>& out, const std::vector<Part>& parts) const noexcept {
    for (const Part& part : parts) put(out, part);
  }

  static void take(Bytes& bytes, Seed32& seed, std::uint64_t&, std::uint64_t&) noexcept {
    std::copy_n(bytes.begin(), seed.size(), seed.begin());
    bytes = bytes.subspan(seed.size());
  }
  template <class Word>
  void take(Bytes& bytes, std::span<Word> words, std::uint64_t& largest,
            std::uint64_t& behind) const noexcept {
    take_string(bytes, words, largest, behind);
  }
  template <Ring R, class Form, class Storage>
  void take(Bytes& bytes, Poly<R, Form, Storage>& poly, std::uint64_t& largest,
            std::uint64_t& behind) const noexcept {
    take_string(bytes, poly.limb(0), largest, behind);
  }
  template <class Part>
  void take(Bytes& bytes, std::vector<Part>& parts, std::uint64_t& largest,
            std::uint64_t& behind) const noexcept {
    for (Part& part : parts) take(bytes, part, largest, behind);
  }

  Isa isa_;
  std::uint64_t q_;
  int bits_;
};

}  // namespace lath::detail
