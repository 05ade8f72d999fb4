// SPDX-License-Identifier: MIT
// Lays what was measured beside the budget.
//   rtm_budget show   <budget> <figures>    prints all tables
//   rtm_budget check  <budget> <figures>    prints the targets and what is over its limit; exit code 1 if anything is
//   rtm_budget update <budget> <figures>    writes what was measured into the budget; limits stay as they are
// Option --same-compiler: `check` only if the budget was measured with the same compiler; otherwise it says so.
#include <exception>
#include <iostream>
#include <string>
#include <vector>

#include "budget.hpp"
#include "figures.hpp"
#include "tables.hpp"

namespace {

using namespace rtm::bench;

void print_head(const figures& found) { std::cout << found.compiler << "\n\n"; }

int show(const budget& limits, const figures& found) {
  print_targets(std::cout, limits, found);
  print_matrix(std::cout, limits, found);
  std::cout << '\n';
  if (!found.at("code.O2", "full")) return 0;
  std::cout << "Code of full at -O2 by function, bytes (several instances of one name added up):\n";
  print_functions(std::cout, found, "full");
  return 0;
}

int check(const budget& limits, const figures& found, bool same_compiler_only) {
  print_targets(std::cout, limits, found);
  if (found.compiler != limits.compiler) {
    std::cout << "The budget was measured with another compiler: " << limits.compiler << '\n';
    if (same_compiler_only) {
      std::cout << "So the figures are shown and not gated.\n";
      return 0;
    }
  }
  const std::vector<std::string> broken = broken_limits(limits, found);
  for (const std::string& line : broken) std::cout << line << '\n';
  std::cout << limits.rows.size() - broken.size() << " of " << limits.rows.size() << " limits kept\n";
  return broken.empty() ? 0 : 1;
}

int run(std::vector<std::string> arguments) {
  const bool same_compiler_only = !arguments.empty() && arguments.back() == "--same-compiler";
  if (same_compiler_only) arguments.pop_back();
  if (arguments.size() != 3) {
    std::cerr << "rtm_budget: found " << arguments.size()
              << " arguments, expected show|check|update <budget> <figures>\n";
    return 2;
  }
  const budget limits = read_budget(arguments[1]);
  const figures found = read_figures(arguments[2]);
  if (arguments[0] == "update") {
    write_budget(arguments[1], updated(limits, found));
    return 0;
  }
  print_head(found);
  if (arguments[0] == "show") return show(limits, found);
  if (arguments[0] == "check") return check(limits, found, same_compiler_only);
  std::cerr << "rtm_budget: found '" << arguments[0] << "', expected show, check or update\n";
  return 2;
}

}  // namespace

int main(int argc, char** argv) {
  try {
    return run({argv + 1, argv + argc});
  } catch (const std::exception& error) {
    std::cerr << "rtm_budget: " << error.what() << '\n';
    return 2;
  }
}
