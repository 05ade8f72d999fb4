# SPDX-License-Identifier: MIT
# Compiles SOURCE for a CPU that has these registers, with COMPILER and FLAGS (a colon between them), and lists what it
# needs of a library. The assembler is the judge of register names. -D SOURCE, COMPILER, FLAGS, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
find_program(compiler ${COMPILER})
if(NOT compiler)
  rtm_gate_unavailable(${COMPILER})
endif()
string(REPLACE ":" ";" flags "${FLAGS}")
file(MAKE_DIRECTORY "${WORK}")
set(object "${WORK}/${SOURCE}.o")
rtm_gate_run("compiling ${SOURCE} by ${COMPILER}" ${compiler} ${flags} -std=c++17 -ffreestanding -fno-exceptions -fno-rtti
             -fno-threadsafe-statics ${RTM_GATE_WARNINGS} -Os -I "${RTM_GATE_ROOT}/include" -c
             "${CMAKE_CURRENT_LIST_DIR}/assemble/${SOURCE}.cpp" -o "${object}")
string(REGEX REPLACE "g\\+\\+$" "nm" nm "${compiler}")
rtm_gate_run("listing symbols" ${nm} -u "${object}")
string(REGEX MATCHALL "U [^\n]+" wanted "${gate_output}")
list(FILTER wanted EXCLUDE REGEX "^U (memcpy|memset|__aeabi_mem(cpy|set|clr)[48]?)$")
if(wanted)
  message(FATAL_ERROR "${SOURCE} needs ${wanted}, expected memcpy and memset only")
endif()
