# SPDX-License-Identifier: MIT
# Counts under callgrind and holds the figures against the budget, if the compiler is the one that the budget was
# measured with: there are too many of them on hosts. -D COMPILER, FULL, WIDE, BUDGET_PROGRAM, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
find_program(found_valgrind valgrind NO_CACHE)
if(NOT found_valgrind)
  rtm_gate_unavailable(valgrind)
endif()
file(MAKE_DIRECTORY "${WORK}")
set(bench "${RTM_GATE_ROOT}/bench/host")
rtm_gate_run("counting" bash "${bench}/count" "${WORK}/figures" "${COMPILER}" "${FULL}" "${WIDE}")
rtm_gate_run("the budget" "${BUDGET_PROGRAM}" check "${bench}/budget.csv" "${WORK}/figures" --same-compiler)
message("${gate_output}")
