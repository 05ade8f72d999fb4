# SPDX-License-Identifier: MIT
# Nothing of the C library divides, neither by an instruction nor by a call, so nothing does so with interrupts masked.
# -D TOOLCHAIN (an Arm one with a division), WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})
foreach(optimisation IN ITEMS O2 Os)
  rtm_gate_compile_library(-${optimisation})
  rtm_gate_run("disassembling" ${gate_objdump} -dr --no-show-raw-insn ${gate_objects})
  if(NOT gate_output MATCHES "rtm_load_update")
    message(FATAL_ERROR "found no rtm_load_update in the library, so nothing has been looked at")
  endif()
  if(gate_output MATCHES "[^\n]*[^a-z](udiv|sdiv|__aeabi_[a-z]*div[a-z]*|__[a-z]*div[sd]i[0-9])[^\n]*")
    message(FATAL_ERROR "-${optimisation}: found '${CMAKE_MATCH_0}', expected no division")
  endif()
endforeach()
