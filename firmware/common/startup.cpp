// SPDX-License-Identifier: MIT
// What happens between reset and main? Initialised data is copied from code memory, the rest is zeroed. There are no
// constructors to run: the linker script refuses an image that has any.
#include <stdint.h>

#include "semihosting.hpp"
#include "vectors.hpp"

int main();

extern "C" {
extern uint32_t link_data_start;
extern uint32_t link_data_end;
extern const uint32_t link_data_load;
extern uint32_t link_bss_start;
extern uint32_t link_bss_end;

void reset_handler() {
  const uint32_t* from = &link_data_load;
  for (uint32_t* to = &link_data_start; to < &link_data_end;) *to++ = *from++;
  for (uint32_t* to = &link_bss_start; to < &link_bss_end;) *to++ = 0;
  semihosting::exit(static_cast<uint32_t>(main()));
}

void unexpected_exception_handler() { semihosting::exit(exit_unexpected_exception); }
}
