// SPDX-License-Identifier: MIT
#include "vectors_run.hpp"

#include <sstream>
#include <stdexcept>

#include "runs.hpp"

namespace truth {
namespace {

/// "isr 15 ran 20 calls 20 exclusive 36247 inclusive 64799", behind its first word.
bool parse_isr(std::istream& in, vectors_told& told) {
  std::uint32_t exception = 0;
  vectors_isr isr;
  std::string ran, calls, exclusive, inclusive;
  if (!(in >> exception >> ran >> isr.ran >> calls >> isr.calls >> exclusive >> isr.exclusive >> inclusive >>
        isr.inclusive)) {
    return false;
  }
  told.isrs[exception] = isr;
  return ran == "ran" && calls == "calls" && exclusive == "exclusive" && inclusive == "inclusive";
}

bool parse_line(std::istream& in, vectors_told& told) {
  std::string word, total, idle, uncovered;
  std::uint32_t number = 0;
  in >> word;
  if (word == "isr") return parse_isr(in, told);
  if (word == "valid") return static_cast<bool>(in >> told.valid >> total >> told.total >> idle >> told.idle);
  if (word == "enabled") return static_cast<bool>(in >> told.enabled >> uncovered >> number);
  if (word == "uncovered" && in >> number) return told.uncovered.insert(number).second;
  return word == "end";
}

std::string permille_of(std::uint64_t part, std::uint64_t whole) {
  const std::uint64_t permille = (part * 1000 + whole / 2) / whole;
  return std::to_string(permille / 10) + "." + std::to_string(permille % 10) + " %";
}

std::string counts_of(const std::map<std::uint64_t, int>& calls_by_instructions) {
  std::string text;
  for (const auto& [instructions, calls] : calls_by_instructions) {
    text += " " + std::to_string(instructions) + "x" + std::to_string(calls);
  }
  return text;
}

void describe(std::ostream& out, const std::string& name, const std::string& run) {
  const vectors_told told = read_vectors(run);
  const attribution seen = attribution_of(run);
  out << name << ": load " << permille_of(told.total - told.idle, told.total) << ", " << told.total - told.idle
      << " of " << told.total << " ticks; " << told.uncovered.size() << " of " << told.enabled << " uncovered\n";
  for (const auto& [exception, isr] : told.isrs) {
    std::map<std::uint64_t, int> before, after;
    for (const call& each : seen.calls) {
      if (each.exception != exception || each.facts.empty()) continue;
      ++before[each.before_first_fact];
      ++after[each.from_last_fact];
    }
    out << "  exception " << exception << " ran " << isr.ran << " times, told " << isr.calls << " times, "
        << seen.column(exception).ticks << " ticks really, " << isr.exclusive << " in the ledger\n";
    if (!before.empty()) out << "    before its first reading" << counts_of(before) << "\n";
    if (!after.empty()) out << "    from its last one on" << counts_of(after) << "\n";
  }
}

}  // namespace

vectors_told read_vectors(const std::string& run) {
  std::istringstream text(file_of(run, "uart.txt"));
  vectors_told told;
  for (std::string line; std::getline(text, line);) {
    std::istringstream in(line);
    if (!parse_line(in, told)) throw std::runtime_error(run + ": found '" + line + "', expected a line of the image");
  }
  return told;
}

std::map<std::string, vectors_told> read_sections(const std::string& run) {
  std::istringstream text(file_of(run, "uart.txt"));
  std::map<std::string, vectors_told> sections;
  std::string section;
  for (std::string line; std::getline(text, line);) {
    std::istringstream in(line);
    if (line.find(' ') == std::string::npos) {
      section = line;
    } else if (!section.empty() && !line.starts_with("active ") && !line.starts_with("windows ") &&
               !parse_line(in, sections[section])) {
      throw std::runtime_error(run + ": found '" + line + "', expected a line of the image");
    }
  }
  return sections;
}

std::map<std::uint32_t, std::uint64_t> taken_in(const std::string& run) {
  std::istringstream log(file_of(run, "truth.log"));
  std::map<std::uint32_t, std::uint64_t> taken;
  for (std::string line; std::getline(log, line);) {
    const std::size_t at = line.find("acknowledge IRQ: ");
    if (at != std::string::npos) ++taken[static_cast<std::uint32_t>(std::stoul(line.substr(at + 17)))];
  }
  return taken;
}

attribution attribution_of(const std::string& run) {
  const std::string folder = std::string(RTM_FIRMWARE_RUNS_DIR) + "/" + run;
  return compare(read_script(folder + "/facts.timeline"), read_qemu_log(folder + "/truth.log"));
}

std::string story_of_vectors() {
  std::ostringstream out;
  describe(out, "without the table", "vectors_plain");
  describe(out, "with the table", "vectors_table");
  return out.str();
}

}  // namespace truth
