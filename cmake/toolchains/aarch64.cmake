# SPDX-License-Identifier: MIT
# Armv8-A, bare metal, with Debian's Linux cross compiler: no SIMD registers, nothing from its libgcc.
set(CMAKE_SYSTEM_PROCESSOR aarch64)
set(rtm_prefix aarch64-linux-gnu-)
set(rtm_cpu_flags "-mgeneral-regs-only -mstrict-align -mno-outline-atomics -fno-pic -fno-pie -fno-stack-protector")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
