# SPDX-License-Identifier: MIT
# Counts on the target and holds the figures against the budget. -D IMAGES, PLUGIN, BUDGET_PROGRAM, WORK.
# Another compiler than the budget's is named and gated all the same: instructions on target are what is promised.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
foreach(tool IN ITEMS arm-none-eabi-g++ qemu-system-arm)
  find_program(found_tool ${tool} NO_CACHE)
  if(NOT found_tool)
    rtm_gate_unavailable(${tool})
  endif()
  unset(found_tool)
endforeach()
file(MAKE_DIRECTORY "${WORK}")
set(bench "${RTM_GATE_ROOT}/bench/cortex_m3")
rtm_gate_run("counting" bash "${bench}/count" "${IMAGES}" "${PLUGIN}" "${WORK}/figures")
rtm_gate_run("the budget" "${BUDGET_PROGRAM}" check "${bench}/budget.csv" "${WORK}/figures")
message("${gate_output}")
