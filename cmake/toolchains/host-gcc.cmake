# SPDX-License-Identifier: MIT
# This machine, with GCC.
set(CMAKE_C_COMPILER gcc)
set(CMAKE_CXX_COMPILER g++)
