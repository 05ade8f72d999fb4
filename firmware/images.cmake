# SPDX-License-Identifier: MIT
# The images, and how one is built. Included by the configuration with the Cortex-M3 toolchain.

# Boards: where memory lies, what core it is. The board's header is the one in common/<board>.
set(an385_linking "")
set(an385_cpu "")
# All in the secure world, whose aliases these are: no security set-up is needed.
set(an505_linking -Wl,--defsym,code_origin=0x10000000 -Wl,--defsym,data_origin=0x38000000)
set(an505_cpu -mcpu=cortex-m33)
set(an547_linking -Wl,--defsym,data_origin=0x30000000 -Wl,--defsym,data_length=0x40000)
set(an547_cpu -mcpu=cortex-m55)
set(microbit_linking -Wl,--defsym,data_length=0x4000)
set(microbit_cpu -mcpu=cortex-m0)

# rtm_add_image(<name> SOURCES <file>... INCLUDES <folder>... [BOARD <board>]): <name>.elf, and <name>.vectors, its
# vector table. The board is an385 unless named.
function(rtm_add_image name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "BOARD" "SOURCES;INCLUDES")
  if(NOT arg_BOARD)
    set(arg_BOARD an385)
  endif()
  set(common "${CMAKE_CURRENT_SOURCE_DIR}/common")
  add_executable(${name} ${arg_SOURCES} "${common}/startup.cpp" "${common}/memory.cpp" "${common}/uart.cpp")
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${name}.elf CXX_EXTENSIONS OFF
                                           LINK_DEPENDS "${common}/mps2.ld")
  target_link_libraries(${name} PRIVATE rtm_ports)
  target_include_directories(${name} PRIVATE "${common}" "${common}/${arg_BOARD}" ${arg_INCLUDES})
  # -fno-tree-loop-distribute-patterns: memcpy must not be compiled into a call of memcpy.
  target_compile_options(${name} PRIVATE ${${arg_BOARD}_cpu} -O2 -g -Wall -Wextra -Wconversion -Wshadow -Werror
                                         -fno-tree-loop-distribute-patterns)
  target_link_options(${name} PRIVATE ${${arg_BOARD}_cpu} -nostdlib -nostartfiles -Wl,--gc-sections
                                      ${${arg_BOARD}_linking} "-T${common}/mps2.ld")
  target_link_libraries(${name} PRIVATE -lgcc)
  add_custom_command(TARGET ${name} POST_BUILD VERBATIM
                     COMMAND ${CMAKE_OBJCOPY} -O binary --only-section=.vectors ${name}.elf ${name}.vectors)
endfunction()

set(demo_sources
    demo/context_bench.cpp
    demo/main.cpp
    demo/observer.cpp
    demo/output.cpp
    demo/reader.cpp
    demo/scenario.cpp)
rtm_add_image(demo SOURCES ${demo_sources} INCLUDES demo demo/variants/hooked)
# With an interrupt whose hooks somebody forgot: the ground-truth test must find it.
rtm_add_image(demo_blind SOURCES ${demo_sources} INCLUDES demo demo/variants/blind)

# The same scenario with a trace: one that loses nothing, one that is too small, and a flight recorder.
set(trace_sources demo/context_bench.cpp demo/main.cpp demo/observer.cpp demo/output.cpp demo/scenario.cpp
                  trace/recorder.cpp)
rtm_add_image(trace SOURCES ${trace_sources} trace/sender.cpp INCLUDES demo trace trace/variants/ample)
rtm_add_image(trace_small SOURCES ${trace_sources} trace/sender.cpp INCLUDES demo trace trace/variants/small)
rtm_add_image(trace_flight SOURCES ${trace_sources} trace/flight.cpp INCLUDES demo trace trace/variants/flight)

# For the test of the plugin insn_count.
rtm_add_image(count_check SOURCES count_check/main.cpp INCLUDES)

# An interrupt on every instruction of a hook.
rtm_add_image(order_check SOURCES order_check/main.cpp INCLUDES)

# The three methods of Load beside the ledger. Keeps facts as the demo does.
rtm_add_image(load SOURCES load/main.cpp load/output.cpp load/scenario.cpp "${PROJECT_SOURCE_DIR}/src/rtm_load_text.cpp"
              INCLUDES load demo)
# An interrupt on every instruction of an update.
rtm_add_image(load_race SOURCES load/race.cpp INCLUDES load)
# Functions as points: the application has the compiler's hooks, and they have none themselves.
rtm_add_image(functions SOURCES functions/main.cpp functions/application.cpp INCLUDES functions)
set_source_files_properties(functions/application.cpp PROPERTIES COMPILE_OPTIONS -finstrument-functions)

# Interrupts that nobody hooked, found by coverage(), and the same under a table of trampolines.
set(vectors_sources vectors/main.cpp vectors/scenario.cpp "${PROJECT_SOURCE_DIR}/ports/cpu/cortex_m/trampoline.cpp")
set(plain vectors demo vectors/variants/plain)
set(table vectors demo vectors/variants/table)
rtm_add_image(vectors_plain_an385 SOURCES ${vectors_sources} INCLUDES ${plain})
rtm_add_image(vectors_table_an385 SOURCES ${vectors_sources} INCLUDES ${table})
rtm_add_image(vectors_plain_an505 SOURCES ${vectors_sources} INCLUDES ${plain} BOARD an505)
rtm_add_image(vectors_table_an505 SOURCES ${vectors_sources} INCLUDES ${table} BOARD an505)

# The start-up test of clocks, good and bad.
rtm_add_image(clock_check SOURCES clock_check/main.cpp INCLUDES)

# Two cores of AN521, a ledger and a table of trampolines each.
rtm_add_image(dual_an505 SOURCES dual/main.cpp "${PROJECT_SOURCE_DIR}/ports/cpu/cortex_m/trampoline.cpp" INCLUDES
              BOARD an505)

# The port at its edges: Armv6-M, Armv8.1-M, and BASEPRI.
set(profiles profiles/main.cpp "${PROJECT_SOURCE_DIR}/ports/cpu/cortex_m/trampoline.cpp")
rtm_add_image(profile_m0 SOURCES ${profiles} INCLUDES profiles/variants/m0 BOARD microbit)
rtm_add_image(profile_m55 SOURCES ${profiles} INCLUDES profiles/variants/m55 BOARD an547)
rtm_add_image(profile_m55_basepri SOURCES ${profiles} INCLUDES profiles/variants/m55_basepri BOARD an547)
rtm_add_image(profile_basepri SOURCES ${profiles} INCLUDES profiles/variants/basepri)

# What a fact costs with its port, on each CPU: bench/ports.
set(hooks hooks/hooks.cpp hooks/cortex_m.cpp)
rtm_add_image(hooks_m0 SOURCES ${hooks} INCLUDES hooks hooks/variants/m0 BOARD microbit)
rtm_add_image(hooks_m3 SOURCES ${hooks} INCLUDES hooks hooks/variants/mps2)
rtm_add_image(hooks_m33 SOURCES ${hooks} INCLUDES hooks hooks/variants/mps2 BOARD an505)
