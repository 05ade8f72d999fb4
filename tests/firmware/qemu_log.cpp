// SPDX-License-Identifier: MIT
#include "qemu_log.hpp"

#include <charconv>
#include <fstream>
#include <optional>
#include <stdexcept>
#include <string_view>

namespace truth {
namespace {

/// The number that follows `key` in the line.
std::optional<std::uint64_t> number_after(std::string_view line, std::string_view key, int base = 10) {
  const std::size_t at = line.find(key);
  if (at == std::string_view::npos) return std::nullopt;
  const char* first = line.data() + at + key.size();
  std::uint64_t value = 0;
  const auto [end, error] = std::from_chars(first, line.data() + line.size(), value, base);
  if (error != std::errc() || end == first) return std::nullopt;
  return value;
}

/// Joins lines that belong together: QEMU says that an exception was taken, the plugin says where the count stood.
class log_parser {
 public:
  explicit log_parser(std::string path) : path_(std::move(path)) {}

  void take(std::string_view line) {
    ++line_number_;
    if (line.starts_with("nvic_acknowledge_irq ")) {
      exception_changes(event_kind::enter, line, "IRQ: ");
    } else if (line.starts_with("nvic_complete_irq ")) {
      exception_changes(event_kind::leave, line, "IRQ ");
    } else if (line.starts_with("cmsdk_apb_dualtimer_read ")) {
      timer_read(line);
    } else if (line.starts_with("isr_truth ")) {
      place(line);
    }
  }

  std::vector<event> finish() {
    if (!ended_) refuse("the end of the log", "a line 'isr_truth end'");
    return std::move(events_);
  }

 private:
  void exception_changes(event_kind kind, std::string_view line, std::string_view key) {
    const auto exception = number_after(line, key);
    if (!exception) refuse(line, "an exception number");
    waiting_.push_back({kind, 0, static_cast<std::uint32_t>(*exception), 0});
  }

  void timer_read(std::string_view line) {
    const auto data = number_after(line, "data 0x", 16);
    if (!data || reading_) refuse(line, "one reading, then its place");
    if (line.find("offset 0x4 ") == std::string_view::npos) return;  // not the value of the clock's block
    reading_ = ~static_cast<std::uint32_t>(*data);
  }

  void place(std::string_view line) {
    const auto count = number_after(line, "n=");
    if (!count) refuse(line, "n=COUNT");
    ended_ = line.starts_with("isr_truth end ");
    if (line.starts_with("isr_truth clock ")) {
      if (!reading_) refuse(line, "the reading itself before its place");
      events_.push_back({event_kind::clock, *count, 0, *reading_});
      reading_.reset();
      return;
    }
    const bool is_entry = line.starts_with("isr_truth entry ");
    for (event& each : waiting_) {
      // Returning to a handler's very first instruction also looks like an entry, but nothing was acknowledged then.
      if (each.kind == event_kind::enter && !is_entry) refuse(line, "the entry of an acknowledged exception");
      each.instructions = *count;
      events_.push_back(each);
    }
    waiting_.clear();
  }

  [[noreturn]] void refuse(std::string_view found, std::string_view expected) const {
    throw std::runtime_error(path_ + ":" + std::to_string(line_number_) + ": found '" + std::string(found) +
                             "', expected " + std::string(expected));
  }

  std::string path_;
  std::size_t line_number_ = 0;
  std::vector<event> events_;
  std::vector<event> waiting_;
  std::optional<std::uint32_t> reading_;
  bool ended_ = false;
};

}  // namespace

std::vector<event> read_qemu_log(const std::string& path) {
  std::ifstream file(path);
  if (!file) throw std::runtime_error(path + ": found no such file, expected a log of QEMU");
  log_parser parser(path);
  for (std::string line; std::getline(file, line);) parser.take(line);
  return parser.finish();
}

}  // namespace truth
