# SPDX-License-Identifier: MIT
# The image for QEMU's machine `virt`, RV32 or RV64. Included by the configuration with the toolchain of either.
enable_language(ASM)
set(folder "${CMAKE_CURRENT_LIST_DIR}")
set(common "${folder}/../common")
set(linker_script "${folder}/virt.ld")

add_executable(ports_riscv "${folder}/start.S" "${folder}/main.cpp" "${common}/memory.cpp"
                           "${PROJECT_SOURCE_DIR}/ports/cpu/riscv/entry.S")
set_target_properties(ports_riscv PROPERTIES OUTPUT_NAME ports_riscv.elf CXX_EXTENSIONS OFF
                                             LINK_DEPENDS "${linker_script}")
target_link_libraries(ports_riscv PRIVATE rtm_ports)
target_include_directories(ports_riscv PRIVATE "${folder}" "${common}")
# RV32 would reach its memory without medany; the same flags make the same image.
target_compile_options(ports_riscv PRIVATE -O2 -g -mcmodel=medany
                       $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow;-Werror>
                       $<$<COMPILE_LANGUAGE:CXX>:-fno-tree-loop-distribute-patterns>)
target_link_options(ports_riscv PRIVATE -nostdlib -nostartfiles -Wl,--gc-sections -Wl,--no-warn-rwx-segments
                                        "-T${linker_script}")
target_link_libraries(ports_riscv PRIVATE -lgcc)
add_custom_target(rtm_images DEPENDS ports_riscv)
