# SPDX-License-Identifier: MIT
# Without the cross compiler or the emulator there is nothing to test here: say so.
include("${CMAKE_CURRENT_LIST_DIR}/../../cmake/gate.cmake")
if(MISSING)
  list(JOIN MISSING " and no " text)
  rtm_gate_unavailable("${text}")
endif()
