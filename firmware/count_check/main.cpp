// SPDX-License-Identifier: MIT
// Does the plugin insn_count count right? Known numbers of instructions between calls of the mark; the test that runs
// this image knows them too. Also the shortest example of how to use the plugin.
#include "board_mps2_an385.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

constexpr vector handlers[] = {{cortex_m3::exception::reset, reset_handler}};
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors = make_vectors(handlers);

}  // namespace

/// The address that the plugin is given. One instruction, and the call of it is another.
extern "C" [[gnu::naked, gnu::noinline]] void mark() { asm volatile("bx lr"); }

int main() {
  constexpr uart results{board::uart0_base};
  results.enable_transmitter();
  board::free_running_clock::start(0);
  mark();
  mark();  // an empty pair: 2
  asm volatile(".rept 10\n\tnop\n\t.endr");
  mark();  // 10 more
  // Every access to a device makes QEMU leave the block of code that it is in and translate the rest again.
  asm volatile(".rept 10\n\tldr r3, [%0]\n\t.endr" ::"r"(board::free_running_clock::value) : "r3");
  mark();  // 10 more, and the loading of the address
  results.text("end 0\n");
  return 0;
}
