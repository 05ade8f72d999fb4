// SPDX-License-Identifier: MIT
// How is a hardware register read and written? As the ports do it.
#pragma once

#include "ports/cpu/mmio.hpp"

using mmio = rtm::mmio;
