# SPDX-License-Identifier: MIT
# This machine, with Clang.
set(CMAKE_C_COMPILER clang)
set(CMAKE_CXX_COMPILER clang++)
