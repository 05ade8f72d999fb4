# SPDX-License-Identifier: MIT
# Compiles the C library at -O2 and reads the disassembly of its hooks. -D TOOLCHAIN (an Arm one), WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})
rtm_gate_compile_library(-O2)
rtm_gate_run("disassembling" ${gate_objdump} -dr --no-show-raw-insn ${gate_objects})
file(WRITE "${WORK}/library.s" "${gate_output}")
rtm_gate_run("reading the hooks" awk -v
             "hooks=task_switch isr_enter isr_exit swi_enter swi_exit point_begin point_end poll" -f
             "${CMAKE_CURRENT_LIST_DIR}/hooks.awk" "${WORK}/library.s")
message("${gate_output}")
