# SPDX-License-Identifier: Apache-2.0
#
# Sources that call kernels, and compute little between: -O3 would make them larger, not faster.
if(lath_build_type STREQUAL "RELEASE")
  target_compile_options(lath_io PRIVATE -O2)
  function(lath_callers component)
    get_target_property(callers lath_${component} SOURCES)
    list(FILTER callers ${ARGN})
    list(FILTER callers EXCLUDE REGEX "_simd.cpp")
    set_property(SOURCE ${callers} APPEND PROPERTY COMPILE_OPTIONS -O2)
  endfunction()
  lath_callers(ring INCLUDE REGEX
    "ring/(text|engine/|bytes/|limb|poly|dynamic)|ntt/(ntt_plan|cyclotomic_index|cyclotomic/(stage|f64_tr))|primes/|wire/")
  lath_callers(pke INCLUDE REGEX "security/|bytes|parameter|private_key|messages|xwing|x25519")
  lath_callers(he EXCLUDE REGEX "he/(plaintexts/|literal_json)")
endif()
