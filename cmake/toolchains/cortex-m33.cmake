# SPDX-License-Identifier: MIT
# Arm Cortex-M33 (ARMv8-M mainline).
set(CMAKE_SYSTEM_PROCESSOR cortex-m33)
set(rtm_prefix arm-none-eabi-)
set(rtm_cpu_flags "-mcpu=cortex-m33 -mthumb -mfloat-abi=soft")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
