// SPDX-License-Identifier: MIT
// Runs all rows on the target and says by UART which were measured, one line each in the order of their marks. How many
// instructions lay between the marks, the QEMU plugin insn_count writes down; ./count puts the two together.
#include "board_mps2_an385.hpp"
#include "hooks.hpp"
#include "load_rows.hpp"
#include "locked_rows.hpp"
#include "rows.hpp"
#include "uart.hpp"
#include "vectors.hpp"

namespace {

constexpr uint32_t max_rows = 100;
constexpr uint32_t exit_too_many_rows = 2;

const char* names[max_rows];
uint32_t rows = 0;

// No interrupt is enabled.
[[gnu::section(".vectors"), gnu::used]] constexpr vector_table vectors =
    make_vectors({{cortex_m3::exception::svc, unexpected_exception_handler}});

}  // namespace

// In another translation unit than the rows, so that no row knows that it does nothing.
void mark() {}

void bench::tell(const char* name) {
  if (rows < max_rows) names[rows] = name;
  ++rows;
}

int main() {
  bench::run_rows();
  bench::run_locked_rows();
  bench::run_load_rows();
  if (rows > max_rows) return exit_too_many_rows;
  const uart out(board::uart0_base);
  out.enable_transmitter();
  for (uint32_t i = 0; i < rows; ++i) out.text("row ").text(names[i]).text("\n");
  out.text("ram ").decimal(sizeof bench::core0.ledger).text("\nend\n");
  return 0;
}
