// SPDX-License-Identifier: MIT
// Which function runs on which exception? Every image writes its table down once, in full view:
//
//   constexpr vector list[] = {{exception::sys_tick, sys_tick_handler}, {external(8), timer0_handler}};
//   [[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(list);
//
// What is not listed ends the run with `exit_unexpected_exception`: an interrupt never vanishes silently.
#pragma once

#include <stddef.h>
#include <stdint.h>

#include "board.hpp"
#include "cortex_m3.hpp"

using exception_handler = void (*)();

extern "C" {
extern uint32_t link_stack_top;       // from the linker script
void reset_handler();                 // startup.cpp: memory, then main(), then exit with what it returns
void unexpected_exception_handler();  // startup.cpp
}

/// Exit code of QEMU after an exception that has no handler, faults included.
inline constexpr uint32_t exit_unexpected_exception = 99;

struct vector_table {
  uint32_t* initial_stack;
  exception_handler handlers[15 + board::external_interrupts];  // [0] is exception 1
};

struct vector {
  cortex_m3::exception number;
  exception_handler handler;
};

template <size_t Count>
constexpr vector_table make_vectors(const vector (&list)[Count]) {
  vector_table table{&link_stack_top, {}};
  for (exception_handler& handler : table.handlers) handler = unexpected_exception_handler;
  table.handlers[0] = reset_handler;
  for (const vector& entry : list) table.handlers[static_cast<uint32_t>(entry.number) - 1] = entry.handler;
  return table;
}
