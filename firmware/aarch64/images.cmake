# SPDX-License-Identifier: MIT
# The images for QEMU's machine `virt`, one for each GIC. Included by the configuration with the AArch64 toolchain.
enable_language(ASM)
set(folder "${CMAKE_CURRENT_LIST_DIR}")
set(common "${folder}/../common")
set(linker_script "${folder}/virt.ld")

# rtm_add_virt_image(<name> <gic> SOURCES <file>... INCLUDES <folder>...): <name>.elf for the machine with that GIC.
function(rtm_add_virt_image name gic)
  cmake_parse_arguments(PARSE_ARGV 2 arg "" "" "SOURCES;INCLUDES")
  add_executable(${name} "${folder}/start.S" ${arg_SOURCES} "${common}/memory.cpp"
                         "${PROJECT_SOURCE_DIR}/ports/cpu/aarch64/vectors.S")
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${name}.elf CXX_EXTENSIONS OFF
                                           LINK_DEPENDS "${linker_script}")
  target_link_libraries(${name} PRIVATE rtm_ports)
  target_include_directories(${name} PRIVATE "${folder}" "${folder}/variants/${gic}" "${common}" ${arg_INCLUDES})
  target_compile_options(${name} PRIVATE -O2 -g
                         $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow;-Werror>
                         $<$<COMPILE_LANGUAGE:CXX>:-fno-tree-loop-distribute-patterns>)
  target_link_options(${name} PRIVATE -nostdlib -nostartfiles -static -no-pie -Wl,--build-id=none -Wl,--gc-sections
                                      -Wl,--no-warn-rwx-segments "-T${linker_script}")
  add_dependencies(rtm_images ${name})
endfunction()

add_custom_target(rtm_images)
set(pmu "${folder}/../pmu")
foreach(gic IN ITEMS gic2 gic3)
  rtm_add_virt_image(ports_aarch64_${gic} ${gic} SOURCES "${folder}/main.cpp" "${folder}/cores.cpp")
  # The PMU module on a PMUv3.
  rtm_add_virt_image(pmu_aarch64_${gic} ${gic} SOURCES "${pmu}/main.cpp" "${pmu}/counting.cpp" "${pmu}/line.cpp"
                     "${pmu}/sweep.cpp" INCLUDES "${pmu}")
endforeach()
# What a fact costs with its port: bench/ports.
set(hooks "${folder}/../hooks")
rtm_add_virt_image(hooks_aarch64 gic2 SOURCES "${hooks}/hooks.cpp" "${hooks}/aarch64.cpp"
                   INCLUDES "${hooks}" "${hooks}/variants/aarch64")
# Counters as columns, and a trace beside them.
rtm_add_virt_image(pmu_trace gic2 SOURCES "${folder}/../pmu_trace/main.cpp" INCLUDES)
# Windows of four cores at once, and clocks that nobody has set.
set(sync "${folder}/../sync")
rtm_add_virt_image(sync_aarch64 gic3 SOURCES "${sync}/main.cpp" "${sync}/strategies.cpp" "${sync}/clocks.cpp"
                   INCLUDES "${sync}")
