# SPDX-License-Identifier: MIT
# RISC-V RV64IMAC, by the compiler of rv32.cmake. medany: code and data above the first 2 GiB.
set(CMAKE_SYSTEM_PROCESSOR riscv64)
set(rtm_prefix riscv64-unknown-elf-)
set(rtm_cpu_flags "-march=rv64imac_zicsr -mabi=lp64 -mcmodel=medany")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
