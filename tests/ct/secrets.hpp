// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <span>
#include <string_view>
#include <vector>

#include "lath/base/constant_time.hpp"
#include "lath/random/samplers.hpp"
#include "results.hpp"

/// What the parts of constant_time_check share.
namespace lath::testing {

/// The number of results that were not what they should be.
inline int failures = 0;

inline void expect(bool condition, const char* what) {
  if (condition) return;
  std::printf("FAILED: %s\n", what);
  ++failures;
}

/// Everything drawn from it is secret, since its seed is.
inline Generator secret_generator(std::string_view name, Cipher cipher = Cipher::aes_256_ctr) {
  std::array<std::byte, 32> bytes;
  bytes.fill(std::byte{0x5a});
  const Seed seed(bytes);
  ct::poison(seed.data(), seed.size());
  return Generator::from_seed(seed, name, cipher);
}

/// Secret residues modulo p, zeros at first: the sign of a zero in double precision is where an
/// emulator may differ from a CPU.
template <ResidueWord Word>
std::vector<Word> secret_residues(std::size_t size, std::uint64_t p, Generator& generator) {
  std::vector<Word> words(size);
  sample_uniform(std::span(words).subspan(size / 8), p, generator);
  ct::poison(words.data(), words.size() * sizeof(Word));
  return words;
}

/// Secret polynomials, their bytes and integers, rows of one modulus, row maps, and engines.
void check_rings();

/// Keys, encryption and decryption of homomorphic schemes, plaintexts of many words, and the
/// clients of protocols, with their queries and results.
void check_he();
void check_wide_he();
void check_apps();

/// Private keys of ML-KEM, which are written and read as DER, as PEM, and encrypted.
void check_key_files();
/// X-Wing and age files.
void check_age();
/// Secret keys and plaintexts of homomorphic encryption under a passphrase.
void check_locked();

/// Secret keys and plaintexts in files of SEAL, and keys for SEAL.
void check_seal();

}  // namespace lath::testing
