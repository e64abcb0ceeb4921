// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>
#include <span>

#include "lath/he/core/key_space.hpp"
#include "lath/he/evaluation_keys.hpp"

/// @file
/// Images of evaluation keys: their words as this machine computes with them. Processes of one
/// machine share the keys in a segment of memory, and a program that maps a file has its keys at
/// once: it reads from the file what it uses. Keys that travel are sent as bytes, see
/// lath/he/bytes.hpp, which take half the memory and which every machine reads.
namespace lath::he {

/// The number of bytes of the image of keys: 4 KiB or a little more, and for each key
/// 16 n digits (primes + special primes), in whole pages of 4 KiB. Throws invalid_argument if there
/// are no keys, and unsupported if a key of another library has larger errors than Lath's, or if
/// the keys are in the memory of a device.
[[nodiscard]] std::size_t key_image_bytes(const EvaluationKeys& keys);

/// Writes the image of keys. Whoever shares the memory or maps the file that it becomes must not
/// let others write into it. Throws mismatch unless there are key_image_bytes(keys) bytes, and as
/// that function does. Costs a copy of the words.
void write_key_image(const EvaluationKeys& keys, std::span<std::byte> image);

/// The keys of an image of `size` bytes, in its memory: nothing is copied. The keys, and all
/// sessions with them, keep a copy of `image`, whose deleter may unmap a file. A key is checked
/// when it is first used, which costs a pass over its words: they are canonical and in the layout
/// of this machine, or the call that needs the key throws malformed. The memory must not change
/// meanwhile: a session that computes with words that somebody else writes gives wrong results, and
/// reads and writes no memory that is not its own.
///
/// Keys of an image have no seeds: as bytes they take twice as much as before.
///
/// Throws mismatch if the keys are of another key space, or if another version of Lath or a machine
/// with other instructions wrote the image: such keys are made again from their bytes. Throws
/// malformed if the bytes are no image, invalid_argument unless they begin on a cache line, and
/// unsupported if the keys of this key space are in the memory of a device.
[[nodiscard]] EvaluationKeys keys_in_image(const KeySpace& key_space,
                                           std::shared_ptr<const std::byte> image,
                                           std::size_t size);

}  // namespace lath::he
