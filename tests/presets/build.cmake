# SPDX-License-Identifier: MIT
# Configures and builds the preset named TOOLCHAIN in WORK. -D TOOLCHAIN, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
file(REMOVE_RECURSE "${WORK}")
rtm_gate_use_toolchain(${TOOLCHAIN})
rtm_gate_run("configuring" ${CMAKE_COMMAND} -S "${RTM_GATE_ROOT}" -B "${WORK}" --preset ${TOOLCHAIN})
rtm_gate_run("building" ${CMAKE_COMMAND} --build "${WORK}")
if(NOT EXISTS "${WORK}/librtm_c.a")
  message(FATAL_ERROR "preset ${TOOLCHAIN}: found no librtm_c.a after the build")
endif()
