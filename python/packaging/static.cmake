# SPDX-License-Identifier: Apache-2.0
#
# The module of a wheel contains the libraries that other systems lack. The C++ library is one: that of GCC 12 has
# versions of symbols that manylinux_2_34 does not know. No exception leaves the module, so that two C++ libraries in
# one process do not meet; the unwinder, libgcc_s, stays the one of the process.
target_link_options(_lath PRIVATE -static-libstdc++)
find_library(LATH_ZSTD_ARCHIVE libzstd.a)
if(NOT LATH_ZSTD_ARCHIVE)
  message(FATAL_ERROR "lath: libzstd.a was not found; the wheel contains it. Install it with: "
                      "scripts/install-deps python")
endif()
# The linker takes the first folder that has libzstd in any form.
set(archives ${CMAKE_CURRENT_BINARY_DIR}/archives)
file(MAKE_DIRECTORY ${archives})
file(CREATE_LINK ${LATH_ZSTD_ARCHIVE} ${archives}/libzstd.a SYMBOLIC)
target_link_options(_lath PRIVATE -L${archives})
