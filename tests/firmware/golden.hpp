// SPDX-License-Identifier: MIT
// What an image has printed, against a file that is kept, byte for byte. It depends on every instruction of the image,
// so on its compiler, whose version is the file's first line: with another one the test is skipped.
#pragma once

#include <string>

namespace truth {

inline constexpr const char* arm_compiler = "arm-none-eabi-g++ " RTM_ARM_COMPILER_VERSION;
inline constexpr const char* aarch64_compiler = "aarch64-linux-gnu-g++ " RTM_AARCH64_COMPILER_VERSION;
inline constexpr const char* riscv_compiler = "riscv64-unknown-elf-g++ " RTM_RISCV_COMPILER_VERSION;

/// `file` in golden/. RTM_UPDATE_GOLDEN=1 writes it anew, and fails, so that the change is looked at.
void compare_with_golden(const std::string& file, const std::string& text, const std::string& compiler = arm_compiler);

}  // namespace truth
