# SPDX-License-Identifier: MIT
# Builds kernel_target/ as a project of its own. -D WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
file(MAKE_DIRECTORY "${WORK}")
rtm_gate_run("configuring" ${CMAKE_COMMAND} -S "${CMAKE_CURRENT_LIST_DIR}/kernel_target" -B "${WORK}/build"
             "-DRTM_ROOT=${RTM_GATE_ROOT}")
rtm_gate_run("building" ${CMAKE_COMMAND} --build "${WORK}/build" --target freertos_application threadx_application)
