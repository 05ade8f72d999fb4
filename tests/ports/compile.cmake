# SPDX-License-Identifier: MIT
# Compiles each header of a port alone, all its sources, and instantiate_<port>.cpp, which uses every function of it, so
# that the assembler sees each instruction. -D TOOLCHAIN, PORT, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})

set(compile ${gate_cxx} ${gate_cxx_flags} -std=c++17 -O2 ${RTM_GATE_WARNINGS} -I "${RTM_GATE_ROOT}/include"
            -I "${RTM_GATE_ROOT}" -I "${CMAKE_CURRENT_LIST_DIR}")
file(GLOB headers "${RTM_GATE_ROOT}/ports/cpu/*.hpp" "${RTM_GATE_ROOT}/ports/cpu/${PORT}/*.hpp")
foreach(header IN LISTS headers)
  cmake_path(GET header FILENAME name)
  file(WRITE "${WORK}/${name}.cpp" "#include \"${header}\"\n#include \"${header}\"\n")
  rtm_gate_run("${header} does not compile alone" ${compile} -fsyntax-only "${WORK}/${name}.cpp")
endforeach()
file(GLOB sources "${RTM_GATE_ROOT}/ports/cpu/${PORT}/*.cpp" "${RTM_GATE_ROOT}/ports/cpu/${PORT}/*.S")
foreach(source IN LISTS sources ITEMS "${CMAKE_CURRENT_LIST_DIR}/instantiate_${PORT}.cpp")
  cmake_path(GET source FILENAME name)
  rtm_gate_run("${source} does not compile" ${compile} -c "${source}" -o "${WORK}/${name}.o")
endforeach()
