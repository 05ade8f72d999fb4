# SPDX-License-Identifier: MIT
# The images for QEMU's machine `virt`, RV32 or RV64. Included by the configuration with the toolchain of either.
enable_language(ASM)
set(folder "${CMAKE_CURRENT_LIST_DIR}")
set(common "${folder}/../common")
set(linker_script "${folder}/virt.ld")

# rtm_add_virt_image(<name> <file>...): <name>.elf.
function(rtm_add_virt_image name)
  add_executable(${name} "${folder}/start.S" ${ARGN} "${common}/memory.cpp" "${PROJECT_SOURCE_DIR}/ports/cpu/riscv/entry.S")
  set_target_properties(${name} PROPERTIES OUTPUT_NAME ${name}.elf CXX_EXTENSIONS OFF
                                           LINK_DEPENDS "${linker_script}")
  target_link_libraries(${name} PRIVATE rtm_ports)
  target_include_directories(${name} PRIVATE "${folder}" "${common}")
  # RV32 would reach its memory without medany; the same flags make the same image.
  target_compile_options(${name} PRIVATE -O2 -g -mcmodel=medany
                         $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow;-Werror>
                         $<$<COMPILE_LANGUAGE:CXX>:-fno-tree-loop-distribute-patterns>)
  target_link_options(${name} PRIVATE -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--no-warn-rwx-segments
                                      "-T${linker_script}")
  target_link_libraries(${name} PRIVATE -lgcc)
  add_dependencies(rtm_images ${name})
endfunction()

add_custom_target(rtm_images)
rtm_add_virt_image(ports_riscv "${folder}/main.cpp")
# Four harts at once.
rtm_add_virt_image(cores_riscv "${folder}/../riscv_cores/main.cpp")
# What a fact costs with its port: bench/ports.
set(hooks "${folder}/../hooks")
rtm_add_virt_image(hooks_riscv "${hooks}/hooks.cpp" "${hooks}/riscv.cpp")
target_include_directories(hooks_riscv PRIVATE "${hooks}" "${hooks}/variants/riscv")
