// SPDX-License-Identifier: MIT
// Which registers does the TC3xx port use, and what is in them? Sources: AURIX TC3xx user's manual (STM, interrupt
// router), TriCore TC1.6.2 architecture manual, volume 1 (ICR, CORE_ID).
#pragma once

#include <stdint.h>

namespace rtm::tricore_tc3xx::registers {

/// System timer `n`, 0 .. 5: 64 bits, free-running, read-only.
constexpr uintptr_t stm(uint32_t n) { return 0xF000'1000U + 0x100U * n; }
inline constexpr uintptr_t stm_tim0 = 0x10;  // bits 31:0; reading it latches bits 63:32 into CAP
inline constexpr uintptr_t stm_cap = 0x2C;

/// Core special function registers, for MFCR and MTCR.
inline constexpr uint32_t icr = 0xFE2C;
inline constexpr uint32_t icr_ie = 1U << 15;     // TC1.6; TC1.3 had it in bit 8
inline constexpr uint32_t icr_priority = 0xFFU;  // CCPN: the priority, and so the SRPN, of what runs; 0: a task
inline constexpr uint32_t core_id = 0xFE1C;      // bits 2:0; the sixth core of TC39x reads 6
inline constexpr uint32_t core_id_bits = 7;

/// Service request nodes of the interrupt router, one word each.
inline constexpr uintptr_t service_requests = 0xF003'8000U;
inline constexpr uint32_t src_priority = 0xFFU;    // SRPN: also the entry in the vector table; 0 is never served
inline constexpr uint32_t src_enabled = 1U << 10;  // SRE
inline constexpr uint32_t src_service = 7U << 11;  // TOS: who serves it; 0 is CPU0, 1 the DMA, 2 .. 6 CPU1 .. CPU5

}  // namespace rtm::tricore_tc3xx::registers
