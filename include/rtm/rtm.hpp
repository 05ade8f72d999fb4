// SPDX-License-Identifier: MIT
// The target library in one include.
#pragma once

#include "rtm/capacity.hpp"
#include "rtm/ledger.hpp"
#include "rtm/types.hpp"
#include "rtm/window.hpp"
