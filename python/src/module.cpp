// SPDX-License-Identifier: Apache-2.0
#include "bindings.hpp"
#include "plaintexts/integer_parts.hpp"

NB_MODULE(_lath, m) {
  lath::python::bind_errors(m);
  lath::python::bind_spaces(m);
  lath::python::bind_parameters(m);
  lath::python::bind_summaries(m);
  lath::python::bind_encoders(m);
  lath::python::bind_ciphertexts(m);
  lath::python::bind_products(m);
  lath::python::bind_public_keys(m);
  lath::python::bind_server(m);
  lath::python::bind_client(m);
  lath::python::bind_encodings(m);
  lath::python::bind_pickles(m);
  lath::python::bind_client_files(m);
  lath::python::bind_proof_keys(m);
  lath::python::bind_files(m);
  lath::python::bind_inspect(m);
  lath::python::bind_random(m);
  lath::python::bind_ml_kem(m);
  lath::python::bind_security(m);
  lath::python::bind_integer_parts(m);
  lath::python::bind_apps(m);
  lath::python::bind_ring(m);
  lath::python::bind_pke(m);
  lath::python::bind_versions(m);
}
