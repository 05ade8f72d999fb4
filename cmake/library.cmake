# SPDX-License-Identifier: MIT
# The two libraries that users link. No compiler flags here: they belong to who builds (CMakePresets.json).

# Whatever lies in include/ is public, so a list here could only be wrong. tests/headers compiles each one alone.
file(GLOB_RECURSE rtm_headers CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/include/rtm/*.h"
     "${PROJECT_SOURCE_DIR}/include/rtm/*.hpp")

add_library(rtm_core INTERFACE)
add_library(rtm::core ALIAS rtm_core)
target_compile_features(rtm_core INTERFACE cxx_std_17)
target_sources(rtm_core INTERFACE FILE_SET HEADERS BASE_DIRS include FILES ${rtm_headers})
set_target_properties(rtm_core PROPERTIES EXPORT_NAME core)

# The ports, which are headers and, for some, a source file to compile: not installed, see ports/README.md.
add_library(rtm_ports INTERFACE)
add_library(rtm::ports ALIAS rtm_ports)
target_include_directories(rtm_ports INTERFACE "${PROJECT_SOURCE_DIR}")
target_link_libraries(rtm_ports INTERFACE rtm_core)

# The port of an OS with the kernel that the user has, by the target that its own CMake files define; none is part of this
# project. The kernel has to see the hooks too: see the README of the port.
foreach(port IN ITEMS freertos/freertos_kernel threadx/azrtos::threadx)
  string(REGEX REPLACE "/.*" "" os "${port}")
  string(REGEX REPLACE "^[^/]*/" "" kernel "${port}")
  add_library(rtm_${os} INTERFACE)
  add_library(rtm::${os} ALIAS rtm_${os})
  target_link_libraries(rtm_${os} INTERFACE rtm_ports $<TARGET_NAME_IF_EXISTS:${kernel}>)
endforeach()

if(EXISTS "${PROJECT_SOURCE_DIR}/src/rtm.cpp")
  add_library(rtm_c STATIC
      src/rtm.cpp src/rtm_functions.cpp src/rtm_load.cpp src/rtm_load_text.cpp src/rtm_probe.cpp src/rtm_trace.cpp)
  add_library(rtm::c ALIAS rtm_c)
  # Headers of its own, and rtm_core private: the C++17 that rtm_core asks of its users is not for a project in C alone.
  set(rtm_c_headers ${rtm_headers})
  list(FILTER rtm_c_headers INCLUDE REGEX "\\.h$")
  target_sources(rtm_c PUBLIC FILE_SET HEADERS BASE_DIRS include FILES ${rtm_c_headers})
  target_link_libraries(rtm_c PRIVATE rtm_core)
  set_target_properties(rtm_c PROPERTIES EXPORT_NAME c)
endif()
