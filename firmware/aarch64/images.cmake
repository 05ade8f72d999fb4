# SPDX-License-Identifier: MIT
# The images for QEMU's machine `virt`, one for each GIC. Included by the configuration with the AArch64 toolchain.
enable_language(ASM)
set(folder "${CMAKE_CURRENT_LIST_DIR}")
set(common "${folder}/../common")
set(linker_script "${folder}/virt.ld")

add_custom_target(rtm_images)
foreach(gic IN ITEMS gic2 gic3)
  set(image ports_aarch64_${gic})
  add_executable(${image} "${folder}/start.S" "${folder}/main.cpp" "${folder}/cores.cpp" "${common}/memory.cpp"
                          "${PROJECT_SOURCE_DIR}/ports/cpu/aarch64/vectors.S")
  set_target_properties(${image} PROPERTIES OUTPUT_NAME ${image}.elf CXX_EXTENSIONS OFF
                                            LINK_DEPENDS "${linker_script}")
  target_link_libraries(${image} PRIVATE rtm_ports)
  target_include_directories(${image} PRIVATE "${folder}" "${folder}/variants/${gic}" "${common}")
  target_compile_options(${image} PRIVATE -O2 -g
                         $<$<COMPILE_LANGUAGE:CXX>:-Wall;-Wextra;-Wconversion;-Wshadow;-Werror>
                         $<$<COMPILE_LANGUAGE:CXX>:-fno-tree-loop-distribute-patterns>)
  target_link_options(${image} PRIVATE -nostdlib -nostartfiles -static -no-pie -Wl,--build-id=none -Wl,--gc-sections
                                       -Wl,--no-warn-rwx-segments "-T${linker_script}")
  add_dependencies(rtm_images ${image})
endforeach()
