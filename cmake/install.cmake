# SPDX-License-Identifier: Apache-2.0
#
# What `cmake --install` puts where: the headers, and for each component a library, an export set and
# a pkg-config file, so that find_package(lath COMPONENTS ...) gives what was asked for and no more; and
# the pages and the examples. The target uninstall removes it all.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/lath)
set(pkgconfig_dir ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
file(RELATIVE_PATH pkgconfig_to_prefix
  ${CMAKE_INSTALL_PREFIX}/${pkgconfig_dir} ${CMAKE_INSTALL_PREFIX})

# The lines that src/CMakeLists.txt has in release builds are for the checks of this project. They are most
# of an archive, and are not installed. Who asks for lines by the flags of the build keeps them.
function(lath_strip target)
  if(NOT CMAKE_STRIP OR "${CMAKE_CXX_FLAGS} ${CMAKE_CXX_FLAGS_RELEASE}" MATCHES "(^| )-g")
    return()
  endif()
  if(target STREQUAL "lath")
    set(folder ${CMAKE_INSTALL_BINDIR})
  else()
    set(folder ${CMAKE_INSTALL_LIBDIR})
  endif()
  cmake_path(ABSOLUTE_PATH folder BASE_DIRECTORY "\${CMAKE_INSTALL_PREFIX}" OUTPUT_VARIABLE path)
  install(CODE "
    if(CMAKE_INSTALL_CONFIG_NAME STREQUAL Release)
      execute_process(COMMAND \"${CMAKE_STRIP}\" --strip-debug --preserve-dates
        \"\$ENV{DESTDIR}${path}/$<TARGET_FILE_NAME:${target}>\" COMMAND_ERROR_IS_FATAL ANY)
    endif()")
endfunction()

# lath_install(<component> DESCRIPTION <text> [LATH <components>...] [FOREIGN <packages>...]), the
# lists naming what it links; a component that this build leaves out is skipped.
function(lath_install component)
  cmake_parse_arguments(arg "" "DESCRIPTION" "LATH;FOREIGN" ${ARGN})
  if(NOT TARGET lath_${component})
    return()
  endif()
  # Shared libraries lie beside one another, and one that a program does not name must be found, too.
  set_target_properties(lath_${component} PROPERTIES VERSION ${PROJECT_VERSION}
    SOVERSION ${PROJECT_VERSION_MAJOR}.${PROJECT_VERSION_MINOR} INSTALL_RPATH "$ORIGIN")
  install(TARGETS lath_${component} EXPORT lath_${component})
  lath_strip(lath_${component})
  install(EXPORT lath_${component} NAMESPACE lath:: DESTINATION ${package_dir}
    FILE lath-${component}-targets.cmake)

  # Whoever links a static library links what it is made from as well.
  set(public_packages ${arg_LATH})
  set(private_packages ${arg_FOREIGN})
  if(NOT BUILD_SHARED_LIBS)
    list(APPEND public_packages ${private_packages})
    set(private_packages)
  endif()
  set(public_flags)
  if(component STREQUAL "ring")
    list(JOIN LATH_PUBLIC_FLAGS " " public_flags)
  endif()
  list(JOIN public_packages ", " requires)
  list(JOIN private_packages ", " requires_private)
  configure_file(${PROJECT_SOURCE_DIR}/cmake/lath.pc.in
    ${PROJECT_BINARY_DIR}/cmake/lath-${component}.pc @ONLY)
  install(FILES ${PROJECT_BINARY_DIR}/cmake/lath-${component}.pc DESTINATION ${pkgconfig_dir})
endfunction()

lath_install(ring DESCRIPTION "Polynomial rings, transforms and samplers" FOREIGN libcrypto)
lath_install(ring_gmp DESCRIPTION "Bridge from polynomial rings to GMP integers"
  LATH lath-ring gmpxx)
lath_install(pke DESCRIPTION "Lattice public-key encryption" LATH lath-ring)
lath_install(he DESCRIPTION "Homomorphic encryption" LATH lath-pke)
lath_install(he_gmp DESCRIPTION "Bridge from homomorphic encryption to GMP integers"
  LATH lath-he lath-ring_gmp)
lath_install(io DESCRIPTION "Byte formats of keys, ciphertexts and files"
  LATH lath-he FOREIGN libcrypto libcbor libzstd)

install(DIRECTORY ${PROJECT_SOURCE_DIR}/include/lath DESTINATION ${CMAKE_INSTALL_INCLUDEDIR})
# As in this tree, so that the links between pages lead somewhere.
install(FILES ${PROJECT_SOURCE_DIR}/LICENSE ${PROJECT_SOURCE_DIR}/README.md ${PROJECT_SOURCE_DIR}/SECURITY.md
              ${PROJECT_SOURCE_DIR}/CHANGELOG.md ${PROJECT_SOURCE_DIR}/CONTRIBUTING.md
              ${PROJECT_SOURCE_DIR}/CITATION.cff
  DESTINATION ${CMAKE_INSTALL_DOCDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/docs DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN Doxyfile EXCLUDE)
install(DIRECTORY ${PROJECT_SOURCE_DIR}/examples DESTINATION ${CMAKE_INSTALL_DOCDIR}
  PATTERN ".*" EXCLUDE)
if(TARGET lath)
  install(TARGETS lath)
  if(NOT CMAKE_CROSSCOMPILING)
    set(lath_manual ${PROJECT_BINARY_DIR}/tools/manual)
    install(FILES ${lath_manual}/lath.1 DESTINATION ${CMAKE_INSTALL_MANDIR}/man1)
    install(FILES ${lath_manual}/lath DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
    install(FILES ${lath_manual}/_lath DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/site-functions)
    install(FILES ${lath_manual}/lath.fish DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  endif()
  lath_strip(lath)
endif()

if(NOT BUILD_SHARED_LIBS)
  set(LATH_EXPORTS_OPENSSL ON)
endif()
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/lathConfig.cmake.in
  ${PROJECT_BINARY_DIR}/cmake/lathConfig.cmake INSTALL_DESTINATION ${package_dir})
# Versions 0.y change the interface with y.
write_basic_package_version_file(${PROJECT_BINARY_DIR}/cmake/lathConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/cmake/lathConfig.cmake
              ${PROJECT_BINARY_DIR}/cmake/lathConfigVersion.cmake
  DESTINATION ${package_dir})

# The target is that of the project at the top.
if(PROJECT_IS_TOP_LEVEL)
  add_custom_target(uninstall COMMAND ${CMAKE_COMMAND} -P ${PROJECT_SOURCE_DIR}/cmake/uninstall.cmake
    WORKING_DIRECTORY ${PROJECT_BINARY_DIR} VERBATIM)
endif()
