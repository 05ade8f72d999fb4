# SPDX-License-Identifier: MIT
# Counts a fact with the port of each CPU and holds the figures against the budget. -D FIRMWARE, PLUGIN, BUDGET_PROGRAM,
# WORK. Another compiler than the budget's is named and gated all the same, as on Cortex-M3.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
foreach(tool IN ITEMS arm-none-eabi-g++ aarch64-linux-gnu-g++ riscv64-unknown-elf-g++ qemu-system-arm
                      qemu-system-aarch64 qemu-system-riscv32 qemu-system-riscv64 readelf)
  find_program(found_tool ${tool} NO_CACHE)
  if(NOT found_tool)
    rtm_gate_unavailable(${tool})
  endif()
  unset(found_tool)
endforeach()
file(MAKE_DIRECTORY "${WORK}")
set(bench "${RTM_GATE_ROOT}/bench/ports")
rtm_gate_run("counting" bash "${bench}/count" "${FIRMWARE}" "${PLUGIN}" "${WORK}/figures")
rtm_gate_run("the budget" "${BUDGET_PROGRAM}" check "${bench}/budget.csv" "${WORK}/figures")
message("${gate_output}")
