# SPDX-License-Identifier: MIT
# RISC-V RV32IMAC. Debian's compiler for it ships no C++ headers at all: what builds here builds everywhere.
set(CMAKE_SYSTEM_PROCESSOR riscv32)
set(rtm_prefix riscv64-unknown-elf-)
set(rtm_cpu_flags "-march=rv32imac_zicsr -mabi=ilp32")
include(${CMAKE_CURRENT_LIST_DIR}/freestanding.cmake)
