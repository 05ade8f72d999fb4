# SPDX-License-Identifier: MIT
# Installs the build BUILD into PREFIX, and looks whether every public header arrived. -D BUILD, PREFIX, WORK.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
file(REMOVE_RECURSE "${PREFIX}" "${WORK}")
file(MAKE_DIRECTORY "${WORK}")
rtm_gate_run("cmake --install" ${CMAKE_COMMAND} --install "${BUILD}" --prefix "${PREFIX}")

file(GLOB_RECURSE headers RELATIVE "${RTM_GATE_ROOT}" "${RTM_GATE_ROOT}/include/*")
foreach(header IN LISTS headers)
  if(NOT EXISTS "${PREFIX}/${header}")
    message(FATAL_ERROR "found no ${header} in the installation")
  endif()
endforeach()
