// SPDX-License-Identifier: MIT
// The board that an image is for, as common/ sees it: whichever of these files is on the path of includes.
#pragma once

#include "board_microbit.hpp"
