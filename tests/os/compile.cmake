# SPDX-License-Identifier: MIT
# Compiles for one OS, as its kernel and its application would: once for each line of compile/<os>.options, <os>.c as C99
# and as C++17, and <os>_bind.cpp. And application.c. -D TOOLCHAIN, OS, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})

set(here "${CMAKE_CURRENT_LIST_DIR}")
set(includes -I "${RTM_GATE_ROOT}/include" -I "${RTM_GATE_ROOT}" -I "${here}/stand_in/${OS}" -I "${here}/compile")
set(c99 ${gate_cc} ${gate_c_flags} -std=c99 -pedantic-errors ${RTM_GATE_WARNINGS} ${includes})
set(cxx17 ${gate_cxx} ${gate_cxx_flags} -std=c++17 -O2 ${RTM_GATE_WARNINGS} ${includes})

set(options "-DNO_OPTION")
if(EXISTS "${here}/compile/${OS}.options")
  file(STRINGS "${here}/compile/${OS}.options" options REGEX "^-")
endif()
foreach(line IN LISTS options)
  separate_arguments(words UNIX_COMMAND "${line}")
  rtm_gate_run("${OS}.c ${line} as C99" ${c99} ${words} -fsyntax-only "${here}/compile/${OS}.c")
  rtm_gate_run("${OS}.c ${line} as C++17" ${cxx17} ${words} -fsyntax-only -x c++ "${here}/compile/${OS}.c")
  # What only the kernel sees is nothing to the application.
  if(NOT line MATCHES "-DRTM_|-DTEST_")
    rtm_gate_run("${OS}_bind.cpp ${line}" ${cxx17} ${words} -fsyntax-only "${here}/compile/${OS}_bind.cpp")
  endif()
endforeach()
rtm_gate_run("application.c as C99" ${c99} -fsyntax-only "${here}/compile/application.c")
rtm_gate_run("application.c as C++17" ${cxx17} -fsyntax-only -x c++ "${here}/compile/application.c")
list(LENGTH options count)
message("${OS} compiles with ${gate_cxx}, in ${count} variants")
