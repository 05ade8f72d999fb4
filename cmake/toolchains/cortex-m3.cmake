# SPDX-License-Identifier: MIT
# Arm Cortex-M3 (ARMv7-M): the CPU whose instruction counts are budgeted.
set(CMAKE_SYSTEM_PROCESSOR cortex-m3)
set(rtm_prefix arm-none-eabi-)
set(rtm_cpu_flags "-mcpu=cortex-m3 -mthumb -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
