# SPDX-License-Identifier: MIT
# For the gates: tests that run a compiler, or look at what one made. Used twice: by CMakeLists.txt files, which call
# rtm_add_gate(), and by the scripts that such a test runs with `cmake -P`, which call the rest.

cmake_path(GET CMAKE_CURRENT_LIST_DIR PARENT_PATH RTM_GATE_ROOT)
set(RTM_HOST_TOOLCHAINS host-gcc host-clang)
set(RTM_TARGET_TOOLCHAINS cortex-m0 cortex-m3 cortex-m33 aarch64 rv32)
set(RTM_GATE_WARNINGS -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Werror)

# rtm_add_gate(<test name> <script> [<VARIABLE>=<value>]...)
function(rtm_add_gate name script)
  string(REPLACE "-" "_" name "${name}")
  list(TRANSFORM ARGN PREPEND "-D")
  add_test(NAME ${name} COMMAND ${CMAKE_COMMAND} ${ARGN} "-DWORK=${CMAKE_CURRENT_BINARY_DIR}/${name}" -P
                                "${CMAKE_CURRENT_SOURCE_DIR}/${script}")
  set_tests_properties(${name} PROPERTIES SKIP_REGULAR_EXPRESSION "SKIPPED:" LABELS gate TIMEOUT 300)
endfunction()

# Ends the script: the tool is missing. `make test` sets RTM_REQUIRE_TOOLS, having installed what it needs.
macro(rtm_gate_unavailable tool)
  if(DEFINED ENV{RTM_REQUIRE_TOOLS})
    message(FATAL_ERROR "found no ${tool}, expected it: `scripts/setup test` installs it")
  endif()
  message("SKIPPED: no ${tool}; `scripts/setup test` installs it")
  return()
endmacro()

# Sets gate_cc, gate_cxx, gate_nm, gate_objdump, gate_ar and the flag lists gate_c_flags, gate_cxx_flags from a
# toolchain file, so that a gate compiles as the preset of that name does.
macro(rtm_gate_use_toolchain name)
  include("${RTM_GATE_ROOT}/cmake/toolchains/${name}.cmake")
  foreach(tool IN ITEMS "${CMAKE_C_COMPILER}" "${CMAKE_CXX_COMPILER}" "${rtm_prefix}nm" "${rtm_prefix}objdump")
    find_program(gate_found "${tool}" NO_CACHE)
    if(NOT gate_found)
      rtm_gate_unavailable("${tool}")
    endif()
    unset(gate_found)
  endforeach()
  set(gate_cc "${CMAKE_C_COMPILER}")
  set(gate_cxx "${CMAKE_CXX_COMPILER}")
  set(gate_nm "${rtm_prefix}nm")
  set(gate_ar "${rtm_prefix}ar")
  set(gate_objdump "${rtm_prefix}objdump")
  separate_arguments(gate_c_flags UNIX_COMMAND "${CMAKE_C_FLAGS_INIT}")
  separate_arguments(gate_cxx_flags UNIX_COMMAND "${CMAKE_CXX_FLAGS_INIT}")
  file(MAKE_DIRECTORY "${WORK}")
endmacro()

# Runs a command; stops with its output if it fails. Sets gate_output to what it printed. (The output apart from the
# error: CMake would break its lines.)
macro(rtm_gate_run what)
  execute_process(COMMAND ${ARGN} OUTPUT_VARIABLE gate_output ERROR_VARIABLE gate_errors RESULT_VARIABLE gate_result
                  WORKING_DIRECTORY "${WORK}")
  if(NOT gate_result EQUAL 0)
    message("${gate_output}${gate_errors}")
    message(FATAL_ERROR "${what}: exit code ${gate_result}, see above")
  endif()
endmacro()

# Compiles src/*.cpp as the C library for the toolchain in use, at `optimisation`. Sets gate_objects.
macro(rtm_gate_compile_library optimisation)
  file(GLOB gate_sources "${RTM_GATE_ROOT}/src/*.cpp")
  if(NOT gate_sources)
    message(FATAL_ERROR "found no source in src/, expected the C library")
  endif()
  set(gate_objects "")
  foreach(source IN LISTS gate_sources)
    cmake_path(GET source STEM stem)
    rtm_gate_run("compiling ${source}" ${gate_cxx} ${gate_cxx_flags} -std=c++17 -ffreestanding -fno-exceptions
                 -fno-rtti -fno-threadsafe-statics ${RTM_GATE_WARNINGS} ${optimisation} -I "${RTM_GATE_ROOT}/include" -c
                 "${source}" -o "${WORK}/${stem}.o")
    list(APPEND gate_objects "${WORK}/${stem}.o")
  endforeach()
endmacro()
