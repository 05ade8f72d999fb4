# SPDX-License-Identifier: MIT
# Builds and runs one of the projects in this folder. -D PROJECT, PREFIX, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
file(REMOVE_RECURSE "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
rtm_gate_run("configuring ${PROJECT}" ${CMAKE_COMMAND} -G Ninja -S "${CMAKE_CURRENT_LIST_DIR}/${PROJECT}" -B "${WORK}"
             "-DCMAKE_PREFIX_PATH=${PREFIX}" "-DRTM_ROOT=${RTM_GATE_ROOT}")
rtm_gate_run("building ${PROJECT}" ${CMAKE_COMMAND} --build "${WORK}")
rtm_gate_run("running ${PROJECT}" "${WORK}/consumer")
if(NOT gate_output STREQUAL "idle 70\n")
  message(FATAL_ERROR "${PROJECT}: found '${gate_output}', expected 'idle 70'")
endif()
# Neither tests nor tools of ours belong into somebody else's build.
file(GLOB_RECURSE programs "${WORK}/rtm" "${WORK}/*_test*" "${WORK}/CTestTestfile.cmake")
if(programs)
  message(FATAL_ERROR "${PROJECT}: found ${programs}, expected the library only")
endif()
