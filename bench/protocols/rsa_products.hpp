// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace lath::bench {

/// Prints the rows of RSA-2048 with windows of 16 bits as the slides of 2016 have them, products
/// only: the client encrypts c^(d_j 2^(16 j)) mod N of 128 windows, the server multiplies 2^depth
/// of them over Z, for depth 1 to 3, and the client multiplies the products modulo N. c^d mod N of
/// 64 bases is compared with OpenSSL.
void print_rsa_products();

}  // namespace lath::bench
