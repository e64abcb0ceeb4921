# SPDX-License-Identifier: Apache-2.0
string(TOUPPER "FORBIDDEN_${CASE}" forbidden)
set(ENV{LC_ALL} C)
execute_process(
  COMMAND ${COMPILER} -std=c++20 -fsyntax-only -Werror=unused-result ${FLAGS} -I${INCLUDE} -D${forbidden}
          ${SOURCE}
  RESULT_VARIABLE result ERROR_VARIABLE messages OUTPUT_VARIABLE messages)
if(CASE STREQUAL "control")
  if(NOT result EQUAL 0)
    message(FATAL_ERROR "the control does not compile:\n${messages}")
  endif()
elseif(result EQUAL 0)
  message(FATAL_ERROR "${CASE} compiles")
elseif(NOT messages MATCHES "error:[^\n]*(${REASON})")
  message(FATAL_ERROR "${CASE} fails for another reason than ${REASON}:\n${messages}")
endif()
# A case that the source does not know would be the control under another name.
file(READ ${SOURCE} text)
if(NOT CASE STREQUAL "control" AND NOT text MATCHES "if(def| defined) ${forbidden}\n")
  message(FATAL_ERROR "${SOURCE} has no case ${forbidden}")
endif()
