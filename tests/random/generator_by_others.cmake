# SPDX-License-Identifier: Apache-2.0
execute_process(COMMAND ${PYTHON} -B ${FOLDER}/derive.py generator
  RESULT_VARIABLE result OUTPUT_VARIABLE derived ERROR_VARIABLE errors)
if(NOT result EQUAL 0)
  message(FATAL_ERROR "derive.py failed:\n${errors}")
endif()
file(READ ${FOLDER}/generator.txt known)
if(NOT derived STREQUAL known)
  message(FATAL_ERROR "generator.txt has other known answers than derive.py:\n${derived}")
endif()
