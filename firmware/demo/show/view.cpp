// SPDX-License-Identifier: MIT
#include "view.hpp"

#include <cinttypes>
#include <cstdio>
#include <string>

namespace demo {
namespace {

std::string left(const std::string& text, int width) {
  std::string padded = text.substr(0, static_cast<std::size_t>(width));
  padded.resize(static_cast<std::size_t>(width), ' ');
  return padded;
}

std::string right(const std::string& text, int width) {
  const auto wanted = static_cast<std::size_t>(width);
  return text.size() >= wanted ? text : std::string(wanted - text.size(), ' ') + text;
}

std::string number(std::uint64_t value, int width) { return right(std::to_string(value), width); }

std::string one_decimal(double value) {
  char text[32];
  std::snprintf(text, sizeof text, "%.1f", value);
  return text;
}

/// In percent; a load that is no number is said to be none.
std::string percent(std::optional<double> share, int width) {
  return right(share ? one_decimal(*share * 100) : "n/a", width);
}

std::string share(std::uint64_t part, std::uint64_t whole, int width) {
  if (whole == 0) return percent(std::nullopt, width);
  return percent(static_cast<double>(part) / static_cast<double>(whole), width);
}

std::string signed_number(std::uint64_t value, std::uint64_t less, int width) {
  const auto difference = static_cast<std::int64_t>(value - less);
  char text[32];
  std::snprintf(text, sizeof text, "%+" PRId64, difference);
  return right(text, width);
}

owner_sums task_of(const block& b, std::uint32_t id) {
  const auto found = b.tasks.find(id);
  return found == b.tasks.end() ? owner_sums{} : found->second;
}

call_sums call_of(const std::map<std::uint32_t, call_sums>& calls, std::uint32_t id) {
  const auto found = calls.find(id);
  return found == calls.end() ? call_sums{} : found->second;
}

double milliseconds(std::uint64_t ticks, const header& names) {
  return static_cast<double>(ticks) * 1000 / static_cast<double>(names.clock_hz);
}

/// One owner in both ledgers, and the ticks that the poorer one charges to it in error.
void show_owner(std::ostream& out, const std::string& name, std::uint64_t all, std::uint64_t tasks_only,
                const pair_of_blocks& epoch) {
  out << "  " << left(name, 14) << number(all, 12) << share(all, epoch.all_hooks.length, 9) << number(tasks_only, 16)
      << share(tasks_only, epoch.task_hooks.length, 9) << signed_number(tasks_only, all, 15) << '\n';
}

void show_owners(std::ostream& out, const header& names, const pair_of_blocks& epoch) {
  const block& all = epoch.all_hooks;
  const block& tasks_only = epoch.task_hooks;
  out << "\nWho owned every tick:\n"
         "                        all hooks             task hooks only          charged\n"
         "  owner             ticks        %           ticks        %        in error\n";
  show_owner(out, "idle", all.idle, tasks_only.idle, epoch);
  show_owner(out, "kernel", all.kernel, tasks_only.kernel, epoch);
  for (const auto& [id, name] : names.tasks) {
    show_owner(out, name, task_of(all, id).exclusive, task_of(tasks_only, id).exclusive, epoch);
  }
  for (const auto& [id, isr] : names.isrs) {
    show_owner(out, isr.name, call_of(all.isrs, id).exclusive, call_of(tasks_only.isrs, id).exclusive, epoch);
  }
  show_owner(out, "sum", all.owned(), tasks_only.owned(), epoch);
  out << "  " << left("load", 14) << right("", 12) << percent(all.load(), 9) << right("", 16)
      << percent(tasks_only.load(), 9) << '\n';
}

void show_call(std::ostream& out, const std::string& name, const call_sums& c) {
  out << "  " << left(name, 16) << number(c.calls, 6) << number(c.exclusive, 12) << number(c.inclusive, 12)
      << number(c.inclusive_min, 12) << number(c.inclusive_max, 12) << '\n';
}

void show_calls(std::ostream& out, const header& names, const block& all) {
  out << "\nInterrupts and points, in ticks. Inclusive: with what is nested in them.\n"
         "                                                 one call, inclusive\n"
         "                   calls   exclusive   inclusive         min         max\n";
  for (const auto& [id, isr] : names.isrs) show_call(out, isr.name, call_of(all.isrs, id));
  for (const auto& [id, name] : names.points) show_call(out, name, call_of(all.points, id));
}

std::string conservation(const block& b) {
  const std::uint64_t owned = b.owned();
  std::string line = "idle + kernel + unknown + tasks + interrupts = " + std::to_string(owned);
  line += owned == b.length ? " = total" : ", but total = " + std::to_string(b.length);
  return line;
}

std::string wraps(const header& names, const block& b) {
  const std::uint64_t count = (b.start + b.length) >> names.clock_bits;
  return count == 0 ? "did not wrap" : count == 1 ? "wrapped once" : "wrapped " + std::to_string(count) + " times";
}

}  // namespace

void show_heading(std::ostream& out, const header& names) {
  out << "A Cortex-M3 (mps2-an385) in QEMU reports, from its own ledger, who owned every\n"
         "tick. Percent of windows of "
      << one_decimal(milliseconds(names.window_ticks, names)) << " ms:\n\n"
      << "                                                            load with hooks of\n"
      << "window   idle kernel";
  for (const auto& [id, name] : names.tasks) out << right(name.substr(0, 7), 8);
  out << "   ISRs |   all | tasks only\n";
}

void show_window(std::ostream& out, const header& names, const pair_of_blocks& window) {
  const block& all = window.all_hooks;
  out << number(all.index, 6) << share(all.idle, all.length, 7) << share(all.kernel, all.length, 7);
  for (const auto& [id, name] : names.tasks) out << share(task_of(all, id).exclusive, all.length, 8);
  out << share(all.isr_ticks(), all.length, 7) << " |" << percent(all.load(), 6) << " |"
      << percent(window.task_hooks.load(), 6) << '\n';
}

void show_summary(std::ostream& out, const header& names, const pair_of_blocks& epoch) {
  const block& all = epoch.all_hooks;
  out << "\nThe whole run: " << all.length << " ticks of a " << names.clock_hz << " Hz clock, "
      << one_decimal(milliseconds(all.length, names)) << " ms.\nThe " << names.clock_bits << "-bit clock "
      << wraps(names, all) << ". The epoch is " << (all.valid ? "valid" : "INVALID: a fact contradicted another")
      << ".\n";
  show_owners(out, names, epoch);
  show_calls(out, names, all);
  out << "\nEvery tick has one owner:\n  " << conservation(all) << '\n';
  out << "Load with interrupt hooks " << percent(all.load(), 0) << " %, of the same run without them "
      << percent(epoch.task_hooks.load(), 0) << " %: then\nwhoever an interrupt stopped is charged with its time.\n";
}

}  // namespace demo
