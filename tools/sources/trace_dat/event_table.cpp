// SPDX-License-Identifier: MIT
#include "sources/trace_dat/event_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <optional>
#include <set>

#include "sources/trace_dat/bytes.hpp"
#include "sources/trace_dat/format.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {
namespace {

using kernel::meaning;

constexpr std::uint32_t task_name_bytes = 16;  // TASK_COMM_LEN
constexpr source_id first_ipi = 2000;
constexpr std::uint64_t most_refusals = 20;

std::optional<common_layout> common_of(const event_format& format) {
  const auto type = format.find("common_type");
  const auto flags = format.find("common_flags");
  const auto pid = format.find("common_pid");
  if (!type || !flags || !pid || type->size != 2 || flags->size != 1 || pid->size != 4) return std::nullopt;
  const std::uint32_t end = std::max({type->offset + 2, flags->offset + 1, pid->offset + 4});
  if (end > 64) return std::nullopt;
  return common_layout{static_cast<std::uint16_t>(type->offset), static_cast<std::uint16_t>(flags->offset),
                       static_cast<std::uint16_t>(pid->offset), static_cast<std::uint16_t>(end)};
}

/// Takes fields of one format into a layout; says which one is missing or has another size.
class field_taker {
 public:
  field_taker(const event_format& format, event_layout& to) : format_(&format), to_(&to) {}

  void take(const char* name, std::uint32_t bytes, std::uint16_t& offset) {
    const auto found = format_->find(name);
    if (!found || found->size != bytes || found->offset + bytes > most_offset) {
      if (complaint_.empty())
        complaint_ = found ? fmt::format("field {} of {} bytes", name, found->size) : fmt::format("no field {}", name);
      if (expected_.empty()) expected_ = fmt::format("one of {} bytes", bytes);
      return;
    }
    offset = static_cast<std::uint16_t>(found->offset);
    to_->least_bytes = std::max(to_->least_bytes, static_cast<std::uint16_t>(found->offset + bytes));
  }
  /// Names of tasks: of another size, they are done without.
  void take_task_name(const char* name, std::uint16_t& offset) {
    if (const auto found = format_->find(name); found && found->size == task_name_bytes)
      take(name, task_name_bytes, offset);
  }
  /// Empty: all is well.
  [[nodiscard]] const std::string& complaint() const { return complaint_; }
  [[nodiscard]] const std::string& expected() const { return expected_; }

 private:
  static constexpr std::uint32_t most_offset = 4096;

  const event_format* format_;
  event_layout* to_;
  std::string complaint_, expected_;
};

void take_fields(const event_format& format, event_layout& to, field_taker& taker) {
  switch (to.means) {
    case meaning::switched:
      taker.take("prev_pid", 4, to.number);
      taker.take("next_pid", 4, to.other);
      taker.take_task_name("prev_comm", to.text);
      taker.take_task_name("next_comm", to.other_text);
      if (const auto state = format.find("prev_state"); state && (state->size == 4 || state->size == 8)) {
        to.text_bytes = state->size;
        taker.take("prev_state", state->size, to.wide);
      }
      break;
    case meaning::irq_entered:
      taker.take("irq", 4, to.number);
      if (format.find("name")) taker.take("name", 4, to.text);
      break;
    case meaning::irq_exited: taker.take("irq", 4, to.number); break;
    case meaning::softirq_entered:
    case meaning::softirq_exited: taker.take("vec", 4, to.number); break;
    case meaning::nmi_passed: taker.take("delta_ns", 8, to.wide); break;
    case meaning::ipi_entered:
    case meaning::ipi_exited: {
      const auto reason = format.find("reason");
      to.text_bytes = reason && reason->size == 4 ? 4 : 8;
      taker.take("reason", to.text_bytes, to.wide);
      break;
    }
    case meaning::forked: taker.take("child_pid", 4, to.number); break;
    case meaning::exited: taker.take("pid", 4, to.number); break;
    case meaning::renamed:
      taker.take("pid", 4, to.number);
      taker.take_task_name("newcomm", to.text);
      break;
    case meaning::vector_entered:
    case meaning::vector_exited:
    case meaning::nothing: break;
  }
}

std::string_view without_ending(std::string_view name) { return name.substr(0, name.rfind('_')); }

}  // namespace

event_table::event_table(const container& all, std::vector<source_problem>& problems) {
  for (const declared_event& declared : all.events) add(declared, problems);
  if (refused_ > most_refusals)
    problems.push_back({0, fmt::format("{} more such formats", refused_ - most_refusals), "none"});
  if (common_text_.empty())
    throw damage(0, fmt::format("no usable event format among {}", all.events.size()), "formats of events");
  if (has(meaning::ipi_entered)) read_ipi_names(all.printk);
}

void event_table::add(const declared_event& declared, std::vector<source_problem>& problems) {
  const event_format format(declared.format);
  const std::string_view name = format.name();
  const auto refuse = [&](std::string found, std::string expected) {
    if (++refused_ > most_refusals) return;
    problems.push_back({0, fmt::format("{} in the format of event {}", found, quoted(name)), std::move(expected)});
  };
  const auto id = format.id();
  if (!id) return refuse("no ID", "one from 0 to 65535");
  if (*id < layouts_.size() && layouts_[*id].is_declared)
    return refuse(fmt::format("ID {}, which another event has,", *id), "one of its own; the other's format is used");
  if (const std::string_view text = format.common_part(); common_text_.empty() || text != common_text_) {
    const auto common = common_of(format);
    if (!common) return refuse("no common_type, common_flags or common_pid", "2, 1 and 4 bytes");
    if (common_text_.empty()) {
      common_text_ = text;
      common_ = *common;
    } else if (common->type != common_.type || common->flags != common_.flags || common->pid != common_.pid) {
      return refuse("other offsets of the common fields", "those of the other events");
    }
  }
  event_layout layout;
  layout.is_declared = true;
  layout.least_bytes = common_.bytes;
  layout.means = kernel::meaning_of(declared.system, name);
  field_taker taker(format, layout);
  take_fields(format, layout, taker);
  if (!taker.complaint().empty()) {
    refuse(taker.complaint(), taker.expected());
    layout = {.is_declared = true, .least_bytes = common_.bytes};
  }
  const bool is_vector = layout.means == meaning::vector_entered || layout.means == meaning::vector_exited;
  if (is_vector || layout.means == meaning::nmi_passed) {
    const std::string_view vector = is_vector ? without_ending(name) : "nmi";
    layout.id = vectors_.id_of_vector(vector);
    vector_names_.emplace(layout.id, printable(vector));
  }
  if (layouts_.size() <= *id) layouts_.resize(std::size_t{*id} + 1);
  layouts_[*id] = layout;
}

std::vector<std::uint16_t> event_table::all_of(meaning means) const {
  std::vector<std::uint16_t> all;
  for (std::size_t id = 0; id < layouts_.size(); ++id)
    if (layouts_[id].is_declared && layouts_[id].means == means) all.push_back(static_cast<std::uint16_t>(id));
  return all;
}

bool event_table::has(meaning means) const { return !all_of(means).empty(); }

/// Lines `0xffffffc008a2b1c0 : "Rescheduling interrupts"`. Which of the texts are names of IPIs is not said, so each
/// text has an id; equal texts have the same.
void event_table::read_ipi_names(std::string_view printk) {
  std::map<std::string_view, std::vector<std::uint64_t>> addresses;
  for (std::size_t at = 0; at < printk.size();) {
    const std::string_view line = printk.substr(at, printk.find('\n', at) - at);
    at += line.size() + 1;
    const std::size_t open = line.find('"'), close = line.rfind('"');
    if (!line.starts_with("0x") || open == line.npos || close <= open) continue;
    std::uint64_t address = 0;
    std::from_chars(line.data() + 2, line.data() + line.size(), address, 16);
    addresses[line.substr(open + 1, close - open - 1)].push_back(address);
  }
  source_id next = first_ipi;
  for (const auto& [text, all] : addresses) {
    ipi_names_.emplace(next, printable(text));
    for (const std::uint64_t address : all) ipis_.emplace(address, next);
    ++next;
  }
}

source_id event_table::ipi_at(std::uint64_t address) const {
  const auto found = ipis_.find(address);
  return found != ipis_.end() ? found->second : address;
}

std::string event_table::ipi_name(source_id id) const {
  const auto found = ipi_names_.find(id);
  return found != ipi_names_.end() ? found->second : fmt::format("ipi {:#x}", id);
}

}  // namespace rtm::host::trace_dat
