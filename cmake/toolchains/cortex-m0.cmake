# SPDX-License-Identifier: MIT
# Arm Cortex-M0 (ARMv6-M: no divide instruction, no 32-bit Thumb-2).
# Without -fno-jump-tables GCC calls its own libgcc for a switch at -Os (__gnu_thumb1_case_uqi).
set(CMAKE_SYSTEM_PROCESSOR cortex-m0)
set(rtm_prefix arm-none-eabi-)
set(rtm_cpu_flags "-mcpu=cortex-m0 -mthumb -mfloat-abi=soft -fno-jump-tables")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
