# SPDX-License-Identifier: MIT
# What all bare-metal toolchain files share. Included by them after they set `rtm_prefix` (as in arm-none-eabi-) and
# `rtm_cpu_flags`; the gates in tests/ include the same files, so that a flag is written down once.
set(CMAKE_SYSTEM_NAME Generic)
set(CMAKE_C_COMPILER ${rtm_prefix}gcc)
set(CMAKE_CXX_COMPILER ${rtm_prefix}g++)
# There is no libc and no start-up code to link a test program with.
set(CMAKE_TRY_COMPILE_TARGET_TYPE STATIC_LIBRARY)
set(rtm_common_flags "${rtm_cpu_flags} -ffreestanding -ffunction-sections -fdata-sections")
set(CMAKE_C_FLAGS_INIT "${rtm_common_flags}")
set(CMAKE_ASM_FLAGS_INIT "${rtm_cpu_flags}")
set(CMAKE_CXX_FLAGS_INIT
    "${rtm_common_flags} -fno-exceptions -fno-rtti -fno-threadsafe-statics -fno-use-cxa-atexit")
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
