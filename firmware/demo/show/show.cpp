// SPDX-License-Identifier: MIT
// Shows what the demo image sends while it runs: `rtm_demo_show [FILE]`, standard input if there is no FILE.
// Exit code 0: the run ended well and all sums add up. 1: it did not. 2: the text could not be read.
#include <fstream>
#include <iostream>
#include <optional>
#include <string_view>

#include "results.hpp"
#include "view.hpp"

namespace {

constexpr int exit_good = 0;
constexpr int exit_findings = 1;
constexpr int exit_unreadable = 2;

/// Sums of a ledger must add up, window for window and in all.
bool is_conserved(const demo::block& b) { return b.valid && b.owned() == b.length; }

int show(std::istream& in, const std::string& name) {
  demo::result_reader reader(in, name);
  const demo::header names = reader.read_header();
  demo::show_heading(std::cout, names);
  bool good = true;
  std::optional<demo::block> first;
  while (auto block = reader.next()) {
    good = good && is_conserved(*block);
    if (block->from == demo::ledger::all_hooks) {
      first = std::move(block);
      continue;
    }
    // The other ledger's view of the same time follows.
    if (!first || first->is_epoch != block->is_epoch || first->index != block->index) continue;
    const demo::pair_of_blocks both{*first, *block};
    if (block->is_epoch) {
      demo::show_summary(std::cout, names, both);
    } else {
      demo::show_window(std::cout, names, both);
    }
    std::cout << std::flush;
    first.reset();
  }
  const demo::trailer& end = reader.end();
  if (end.missed_windows != 0) std::cout << "Windows missed by the reader: " << end.missed_windows << '\n';
  if (end.exit_code != 0) std::cout << "The image ended with exit code " << end.exit_code << '\n';
  return good && end.exit_code == 0 ? exit_good : exit_findings;
}

}  // namespace

int main(int argc, char** argv) {
  if (argc > 2 || (argc == 2 && std::string_view(argv[1]).starts_with("-"))) {
    std::cerr << "usage: rtm_demo_show [FILE]    FILE: what the demo image sent over its first UART\n";
    return exit_unreadable;
  }
  try {
    if (argc < 2) return show(std::cin, "stdin");
    std::ifstream file(argv[1]);
    if (!file) {
      std::cerr << argv[1] << ": found no readable file, expected the output of the demo image\n";
      return exit_unreadable;
    }
    return show(file, argv[1]);
  } catch (const demo::bad_output& error) {
    std::cout << std::flush;
    std::cerr << error.what() << '\n';
    return exit_unreadable;
  }
}
