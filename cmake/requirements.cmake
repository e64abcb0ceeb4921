# SPDX-License-Identifier: Apache-2.0
#
# Finds what this build needs before anything else does, to say in one line what is missing and which
# command installs it.

# lath_require(<what> FOR <part> FROM <install-deps group> [SWITCH <option>] FOUND <true or false>)
function(lath_require what)
  cmake_parse_arguments(arg "" "FOR;FROM;SWITCH;FOUND" "" ${ARGN})
  if(arg_FOUND)
    return()
  endif()
  set(message "lath: ${what} was not found; ${arg_FOR} needs it. "
              "Install it with: scripts/install-deps ${arg_FROM}")
  if(arg_SWITCH)
    list(APPEND message ", or configure with -D${arg_SWITCH}=OFF")
  endif()
  message(FATAL_ERROR ${message})
endfunction()

find_path(LATH_HIGHWAY_HEADERS hwy/highway.h)
mark_as_advanced(LATH_HIGHWAY_HEADERS)
lath_require("Google Highway" FOR "the library" FROM build FOUND "${LATH_HIGHWAY_HEADERS}")
find_path(LATH_JSON_HEADERS nlohmann/json.hpp)
mark_as_advanced(LATH_JSON_HEADERS)
lath_require(nlohmann-json FOR "the library" FROM build FOUND "${LATH_JSON_HEADERS}")
find_path(LATH_CBOR_HEADERS cbor.h)
find_library(LATH_CBOR cbor)
mark_as_advanced(LATH_CBOR_HEADERS LATH_CBOR)
lath_require(libcbor FOR "the component io" FROM build FOUND "${LATH_CBOR_HEADERS}")
find_package(OpenSSL 3.0 QUIET COMPONENTS Crypto)
lath_require("OpenSSL 3" FOR "the library" FROM build FOUND "${OPENSSL_FOUND}")
find_path(LATH_ZSTD_HEADERS zstd.h)
mark_as_advanced(LATH_ZSTD_HEADERS)
lath_require(zstd FOR "the component io" FROM build FOUND "${LATH_ZSTD_HEADERS}")

if(LATH_BUILD_TOOLS)
  find_package(CLI11 QUIET)
  lath_require(CLI11 FOR "the command line" FROM build SWITCH LATH_BUILD_TOOLS
    FOUND "${CLI11_FOUND}")
  find_package(fmt QUIET)
  lath_require(fmt FOR "the command line" FROM build SWITCH LATH_BUILD_TOOLS FOUND "${fmt_FOUND}")
endif()

if(LATH_BUILD_TESTS)
  find_package(GTest QUIET)
  lath_require(GoogleTest FOR "the tests" FROM test SWITCH LATH_BUILD_TESTS
    FOUND "${GTest_FOUND}")
  find_path(LATH_GMP_HEADERS gmp.h)
  find_path(LATH_NTL_HEADERS NTL/ZZ.h)
  mark_as_advanced(LATH_GMP_HEADERS LATH_NTL_HEADERS)
  lath_require(GMP FOR "the tests" FROM build SWITCH LATH_BUILD_TESTS FOUND "${LATH_GMP_HEADERS}")
  lath_require(NTL FOR "the tests" FROM test SWITCH LATH_BUILD_TESTS FOUND "${LATH_NTL_HEADERS}")
endif()

if(LATH_BUILD_BENCH)
  find_package(benchmark QUIET)
  lath_require(google-benchmark FOR "the benchmarks" FROM test SWITCH LATH_BUILD_BENCH
    FOUND "${benchmark_FOUND}")
endif()
