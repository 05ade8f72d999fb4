# SPDX-License-Identifier: MIT
# Reads the version from include/rtm/version.h, the one place that says it.
# Sets `out` to MAJOR.MINOR.PATCH; stops the configure step if the numbers and the string disagree.
function(rtm_read_version header out)
  file(STRINGS "${header}" lines REGEX "^#define RTM_VERSION")
  set_property(DIRECTORY APPEND PROPERTY CMAKE_CONFIGURE_DEPENDS "${header}")
  set(numbers "")
  foreach(part IN ITEMS MAJOR MINOR PATCH)
    if(NOT lines MATCHES "#define RTM_VERSION_${part} ([0-9]+)")
      message(FATAL_ERROR "${header}: found no RTM_VERSION_${part}, expected a line '#define RTM_VERSION_${part} <number>'")
    endif()
    list(APPEND numbers "${CMAKE_MATCH_1}")
  endforeach()
  list(JOIN numbers "." version)
  if(NOT lines MATCHES "#define RTM_VERSION \"([^\"]*)\"" OR NOT CMAKE_MATCH_1 STREQUAL version)
    message(FATAL_ERROR "${header}: found RTM_VERSION \"${CMAKE_MATCH_1}\", expected \"${version}\" as its numbers say")
  endif()
  set(${out} "${version}" PARENT_SCOPE)
endfunction()
