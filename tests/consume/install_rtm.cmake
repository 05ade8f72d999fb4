# SPDX-License-Identifier: MIT
# Installs the program rtm alone, and runs it where it has been put. -D BUILD, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
rtm_gate_run("cmake --install" ${CMAKE_COMMAND} --install "${BUILD}" --component rtm --prefix "${WORK}/there")

file(GLOB_RECURSE installed LIST_DIRECTORIES false RELATIVE "${WORK}/there" "${WORK}/there/*")
if(NOT installed STREQUAL "bin/rtm")
  message(FATAL_ERROR "found ${installed} in the installation, expected bin/rtm")
endif()
rtm_gate_run("rtm report" "${WORK}/there/bin/rtm" report "${RTM_GATE_ROOT}/docs/example.timeline" --windows none)
if(NOT gate_output MATCHES "core 0, epoch 0: load 30.0 %")
  message(FATAL_ERROR "found '${gate_output}', expected a load of 30.0 %")
endif()
