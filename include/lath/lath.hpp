// SPDX-License-Identifier: Apache-2.0
#pragma once

/// @file
/// All public headers but lath/ring/gmp.hpp, which needs GMP: convenient to try things out. It
/// takes about two seconds to compile (g++ 12, nothing used), where the header of a ring takes one;
/// most of either is the standard library. Programs link the components that they use.

/// @namespace lath
/// Polynomial rings, randomness, and what is built from them.

/// @namespace lath::io
/// Files: keys and envelopes.

#include "lath/arith/barrett.hpp"
#include "lath/arith/margin_reduction.hpp"
#include "lath/arith/modulus.hpp"
#include "lath/arith/montgomery.hpp"
#include "lath/arith/prime_tables.hpp"
#include "lath/arith/primes.hpp"
#include "lath/arith/roots.hpp"
#include "lath/arith/shoup.hpp"
#include "lath/arith/wide_integer.hpp"
#include "lath/arith/word.hpp"
#include "lath/base/buffer.hpp"
#include "lath/base/checked_size.hpp"
#include "lath/base/constant_time.hpp"
#include "lath/base/cpu.hpp"
#include "lath/base/error.hpp"
#include "lath/base/language.hpp"
#include "lath/base/parallel.hpp"
#include "lath/base/quote.hpp"
#include "lath/base/secret.hpp"
#include "lath/base/version.hpp"
#include "lath/io/envelope.hpp"
#include "lath/io/file_scheme.hpp"
#include "lath/io/fingerprint.hpp"
#include "lath/io/keys.hpp"
#include "lath/io/stream.hpp"
#include "lath/ml_kem/ml_kem.hpp"
#include "lath/ntt/ntt_plan.hpp"
#include "lath/pke/fujisaki_okamoto.hpp"
#include "lath/pke/key_encapsulation.hpp"
#include "lath/pke/lwe.hpp"
#include "lath/pke/mlwe.hpp"
#include "lath/pke/parameter_sets.hpp"
#include "lath/pke/public_key_scheme.hpp"
#include "lath/pke/rlwe.hpp"
#include "lath/random/discrete_gaussian.hpp"
#include "lath/random/generator.hpp"
#include "lath/random/samplers.hpp"
#include "lath/ring/automorphism.hpp"
#include "lath/ring/batch.hpp"
#include "lath/ring/bytes.hpp"
#include "lath/ring/coefficients.hpp"
#include "lath/ring/convert_base.hpp"
#include "lath/ring/crt.hpp"
#include "lath/ring/dynamic_ring.hpp"
#include "lath/ring/expression.hpp"
#include "lath/ring/integers.hpp"
#include "lath/ring/limbs.hpp"
#include "lath/ring/operators.hpp"
#include "lath/ring/poly.hpp"
#include "lath/ring/prepared.hpp"
#include "lath/ring/prime_ring.hpp"
#include "lath/ring/ring.hpp"
#include "lath/ring/static_ring.hpp"
#include "lath/ring/text.hpp"
#include "lath/rns/base_conversion.hpp"
#include "lath/rns/rns_basis.hpp"
#include "lath/security/decryption_failure.hpp"
#include "lath/security/lwe_instance.hpp"
#include "lath/security/security_estimate.hpp"
#include "lath/security/security_level.hpp"
