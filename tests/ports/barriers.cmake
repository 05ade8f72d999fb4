# SPDX-License-Identifier: MIT
# Every read of CNTVCT stands right behind a barrier, in what the compiler made of all functions of the port: without one
# the counter may be read before what precedes it in the program. QEMU executes in order and would never show it.
# -D TOOLCHAIN, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
rtm_gate_use_toolchain(${TOOLCHAIN})
rtm_gate_run("the port does not compile" ${gate_cxx} ${gate_cxx_flags} -std=c++17 -O2 -I "${RTM_GATE_ROOT}/include"
             -I "${RTM_GATE_ROOT}" -I "${CMAKE_CURRENT_LIST_DIR}" -c "${CMAKE_CURRENT_LIST_DIR}/instantiate_aarch64.cpp"
             -o "${WORK}/port.o")
rtm_gate_run("disassembling" ${gate_objdump} -d --no-show-raw-insn "${WORK}/port.o")
file(WRITE "${WORK}/port.s" "${gate_output}")
rtm_gate_run("reading the disassembly" awk -f "${CMAKE_CURRENT_LIST_DIR}/barriers.awk" "${WORK}/port.s")
