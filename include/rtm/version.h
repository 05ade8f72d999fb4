// SPDX-License-Identifier: MIT
// Which release is this? The one place that says it, for C, C++, the build (CMake reads this file) and `rtm --version`.
#pragma once

#define RTM_VERSION_MAJOR 0
#define RTM_VERSION_MINOR 1
#define RTM_VERSION_PATCH 0
#define RTM_VERSION "0.1.0"
