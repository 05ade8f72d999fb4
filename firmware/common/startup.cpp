// SPDX-License-Identifier: MIT
// What happens between reset and main? Initialised data is copied from code memory, the rest is zeroed. There are no
// constructors to run: the linker script refuses an image that has any.
#include <stdint.h>

#include "mmio.hpp"
#include "semihosting.hpp"
#include "vectors.hpp"

int main();

extern "C" {
// Places, not objects: only their addresses mean anything.
extern uint32_t link_data_start;
extern uint32_t link_data_end;
extern uint32_t link_data_load;
extern uint32_t link_bss_start;
extern uint32_t link_bss_end;
}

namespace {

uint32_t address_of(const uint32_t& place) { return reinterpret_cast<uint32_t>(&place); }

}  // namespace

extern "C" {

void reset_handler() {
  uint32_t from = address_of(link_data_load);
  for (uint32_t to = address_of(link_data_start); to < address_of(link_data_end); to += 4, from += 4) {
    mmio::write(to, mmio::read(from));
  }
  for (uint32_t to = address_of(link_bss_start); to < address_of(link_bss_end); to += 4) mmio::write(to, 0);
  semihosting::exit(static_cast<uint32_t>(main()));
}

void unexpected_exception_handler() { semihosting::exit(exit_unexpected_exception); }
}
