# SPDX-License-Identifier: MIT
# Compiles each header of include/ as the only thing in a C++17 file, each .h also in a C99 file. -D TOOLCHAIN, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})

function(compile header extension)
  string(MAKE_C_IDENTIFIER "${header}" stem)
  set(unit "${WORK}/${stem}.${extension}")
  # Twice: a header without a guard fails too. The typedef: C knows no empty file.
  file(WRITE "${unit}" "#include \"${header}\"\n#include \"${header}\"\ntypedef int not_empty;\n")
  rtm_gate_run("${header} does not compile alone (${ARGN})" ${ARGN} ${RTM_GATE_WARNINGS} -fsyntax-only
               -I "${RTM_GATE_ROOT}/include" "${unit}")
endfunction()

file(GLOB_RECURSE headers RELATIVE "${RTM_GATE_ROOT}/include" "${RTM_GATE_ROOT}/include/*")
list(LENGTH headers count)
if(count EQUAL 0)
  message(FATAL_ERROR "found no header in include/")
endif()
foreach(header IN LISTS headers)
  compile("${header}" cpp ${gate_cxx} ${gate_cxx_flags} -std=c++17)
  if(header MATCHES "\\.h$")
    compile("${header}" c ${gate_cc} ${gate_c_flags} -std=c99 -pedantic-errors)
  endif()
endforeach()
message("${count} headers compile alone with ${gate_cxx}")
