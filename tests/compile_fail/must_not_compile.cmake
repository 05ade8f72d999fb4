# SPDX-License-Identifier: MIT
# Compiles SOURCE right and wrong, and reads the message of the wrong one. -D TOOLCHAIN, SOURCE, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})

set(source "${CMAKE_CURRENT_LIST_DIR}/${SOURCE}")
file(STRINGS "${source}" expect REGEX "^// expect: " LIMIT_COUNT 1)
if(NOT expect)
  message(FATAL_ERROR "${source}: found no line '// expect: <regular expression>'")
endif()
string(REPLACE "// expect: " "" expect "${expect}")

set(compile ${gate_cxx} ${gate_cxx_flags} -std=c++17 ${RTM_GATE_WARNINGS} -fsyntax-only -I "${RTM_GATE_ROOT}/include")
rtm_gate_run("the right variant of ${SOURCE} does not compile" ${compile} -DRTM_WRONG=0 "${source}")
execute_process(COMMAND ${CMAKE_COMMAND} -E env LC_ALL=C ${compile} -DRTM_WRONG=1 "${source}" RESULT_VARIABLE result
                ERROR_VARIABLE errors)
if(result EQUAL 0)
  message(FATAL_ERROR "the wrong variant of ${SOURCE} compiles")
endif()
if(NOT errors MATCHES "error: [^\n]*(${expect})")
  message("${errors}")
  message(FATAL_ERROR "${SOURCE} is refused as it should, but not with '${expect}', see above")
endif()
