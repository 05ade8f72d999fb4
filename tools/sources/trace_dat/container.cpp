// SPDX-License-Identifier: MIT
#include "sources/trace_dat/container.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sources/trace_dat/container_parts.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {
namespace {

constexpr std::uint32_t most_page_bytes = 1U << 20;

/// Of two CPUs that are said to have the same bytes, nobody knows whose they are: what one has before them is kept.
void keep_apart(buffer& of, std::vector<source_problem>& problems) {
  std::vector<cpu_data*> all;
  for (cpu_data& each : of.cpus)
    if (each.size != 0) all.push_back(&each);
  std::stable_sort(all.begin(), all.end(), [](const auto* a, const auto* b) { return a->offset < b->offset; });
  std::uint64_t end = 0;
  std::uint32_t whose = 0;
  for (std::size_t i = 0; i < all.size(); ++i) {
    cpu_data& each = *all[i];
    const std::uint64_t its_end = each.offset + each.size;
    const bool is_inside = each.offset < end;
    if (is_inside)
      problems.push_back({each.offset, fmt::format("data of CPU {} that are data of CPU {} too", each.cpu, whose),
                          "its own; those of both are left out from there on"});
    const bool is_met = i + 1 < all.size() && all[i + 1]->offset < its_end;
    if (is_met) each.size = all[i + 1]->offset - each.offset;
    if (is_inside) each.size = 0;
    each.is_cut = each.is_cut || is_met || is_inside;
    if (its_end >= end) whose = each.cpu;
    end = std::max(end, its_end);
  }
}

}  // namespace

container read_container(std::string_view file) {
  container all;
  byte_reader head(file, 0, false);
  if (!head.take(magic)) throw damage(0, quoted(file.substr(0, magic.size())), quoted(magic));
  const std::uint64_t version_at = head.place();
  const std::string version(head.text("the version"));
  if (version != "6" && version != "7") throw damage(version_at, "version " + quoted(version), "version 6 or 7");
  const std::uint64_t order_at = head.place();
  const std::uint8_t order = head.u8("the byte order");
  if (order > 1) throw damage(order_at, fmt::format("byte order {}", order), "0 (little-endian) or 1 (big-endian)");
  all.is_big = order == 1;
  const std::uint64_t long_at = head.place();
  const std::uint8_t long_bytes = head.u8("the size of long");
  if (long_bytes != 4 && long_bytes != 8)
    throw damage(long_at, fmt::format("a long of {} bytes", long_bytes), "4 or 8");
  byte_reader from(file.substr(static_cast<std::size_t>(head.place())), head.place(), all.is_big);
  const std::uint64_t page_at = from.place();
  const std::uint32_t page_bytes = from.u32("the page size");
  if (page_bytes < 64 || page_bytes > most_page_bytes)
    throw damage(page_at, fmt::format("pages of {} bytes", page_bytes), fmt::format("64 to {}", most_page_bytes));
  if (version == "6")
    read_version_6(from, file, page_bytes, all);
  else
    read_version_7(from, file, page_bytes, all);
  for (buffer& each : all.buffers) keep_apart(each, all.problems);
  return all;
}

void read_header_info(byte_reader& from, container& to) {
  using namespace std::string_view_literals;
  for (const std::string_view name : {"header_page\0"sv, "header_event\0"sv}) {
    const std::uint64_t at = from.place();
    if (!from.take(name))
      throw damage(at, quoted(from.bytes(std::min(from.left(), name.size()), "header info")), quoted(name));
    const std::string_view text = read_sized<std::uint64_t>(from, "the header of a page");
    if (name.starts_with("header_page")) to.header_page = text;
  }
}

void read_ftrace_formats(byte_reader& from, container& to) {
  const std::uint32_t count = from.u32("the number of formats of ftrace");
  for (std::uint32_t i = 0; i < count; ++i)
    to.events.push_back({"ftrace", read_sized<std::uint64_t>(from, "a format of ftrace")});
}

void read_event_formats(byte_reader& from, container& to) {
  const std::uint32_t systems = from.u32("the number of event systems");
  for (std::uint32_t i = 0; i < systems; ++i) {
    const std::string_view system = from.text("the name of an event system");
    const std::uint32_t count = from.u32("the number of events of a system");
    for (std::uint32_t j = 0; j < count; ++j)
      to.events.push_back({system, read_sized<std::uint64_t>(from, "the format of an event")});
  }
}

std::string chosen_clock(std::string_view text) {
  while (!text.empty() && (text.back() == '\0' || text.back() == '\n' || text.back() == ' ')) text.remove_suffix(1);
  if (const std::size_t open = text.find('['); open != text.npos) {
    text = text.substr(open + 1);
    return std::string(text.substr(0, text.find(']')));
  }
  return text.find(' ') == text.npos ? std::string(text) : std::string();
}

void read_cpu_stats(std::string_view text, container& to) {
  constexpr std::string_view label = "dropped events: ";
  const std::size_t at = text.find(label);
  if (!text.starts_with("CPU: ") || at == text.npos) return;
  const std::string_view digits = text.substr(at + label.size());
  std::uint64_t count = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), count);
  const std::string_view cpu = text.substr(5, text.find('\n') - 5);
  if (count != 0) to.lost.push_back(fmt::format("{} events that CPU {} dropped", count, printable(cpu.substr(0, 8))));
}

void add_cpu(std::uint64_t file_size, cpu_data of, buffer& to, container& all) {
  if (of.offset > file_size || of.size > file_size - of.offset) {
    const std::uint64_t there = of.offset > file_size ? 0 : file_size - of.offset;
    all.problems.push_back({std::min(of.offset, file_size),
                            fmt::format("{} bytes of the data of CPU {}", there, of.cpu), fmt::format("{}", of.size)});
    of.size = there;
    of.is_cut = true;
  }
  to.cpus.push_back(of);
}

}  // namespace rtm::host::trace_dat
