// SPDX-License-Identifier: MIT
#include "trace_dat_file.hpp"

#include <algorithm>
#include <iterator>

namespace rtm::test {
namespace {

using namespace std::string_view_literals;

struct format {
  std::string_view system, name;
  std::uint16_t id;
  std::string_view fields;
};

constexpr std::string_view common_fields =
    "\tfield:unsigned short common_type;\toffset:0;\tsize:2;\tsigned:0;\n"
    "\tfield:unsigned char common_flags;\toffset:2;\tsize:1;\tsigned:0;\n"
    "\tfield:unsigned char common_preempt_count;\toffset:3;\tsize:1;\tsigned:0;\n"
    "\tfield:int common_pid;\toffset:4;\tsize:4;\tsigned:1;\n\n";

constexpr format formats[] = {
    {"sched", "sched_switch", sched_switch,
     "\tfield:char prev_comm[16];\toffset:8;\tsize:16;\tsigned:0;\n"
     "\tfield:pid_t prev_pid;\toffset:24;\tsize:4;\tsigned:1;\n"
     "\tfield:int prev_prio;\toffset:28;\tsize:4;\tsigned:1;\n"
     "\tfield:long prev_state;\toffset:32;\tsize:8;\tsigned:1;\n"
     "\tfield:char next_comm[16];\toffset:40;\tsize:16;\tsigned:0;\n"
     "\tfield:pid_t next_pid;\toffset:56;\tsize:4;\tsigned:1;\n"
     "\tfield:int next_prio;\toffset:60;\tsize:4;\tsigned:1;\n"},
    {"sched", "sched_waking", sched_waking, "\tfield:int target;\toffset:8;\tsize:4;\tsigned:1;\n"},
    {"sched", "sched_process_fork", process_fork, "\tfield:pid_t child_pid;\toffset:8;\tsize:4;\tsigned:1;\n"},
    {"sched", "sched_process_exit", process_exit, "\tfield:pid_t pid;\toffset:8;\tsize:4;\tsigned:1;\n"},
    {"irq", "irq_handler_entry", irq_entry,
     "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"
     "\tfield:__data_loc char[] name;\toffset:12;\tsize:4;\tsigned:0;\n"},
    {"irq", "irq_handler_exit", irq_exit, "\tfield:int irq;\toffset:8;\tsize:4;\tsigned:1;\n"},
    {"irq", "softirq_entry", softirq_entry, "\tfield:unsigned int vec;\toffset:8;\tsize:4;\tsigned:0;\n"},
    {"irq", "softirq_exit", softirq_exit, "\tfield:unsigned int vec;\toffset:8;\tsize:4;\tsigned:0;\n"},
    {"nmi", "nmi_handler", nmi_handler,
     "\tfield:void * handler;\toffset:8;\tsize:8;\tsigned:0;\n"
     "\tfield:s64 delta_ns;\toffset:16;\tsize:8;\tsigned:1;\n"},
    {"irq_vectors", "local_timer_entry", timer_entry, "\tfield:int vector;\toffset:8;\tsize:4;\tsigned:1;\n"},
    {"irq_vectors", "local_timer_exit", timer_exit, "\tfield:int vector;\toffset:8;\tsize:4;\tsigned:1;\n"},
};

std::string text_of(const format& of) {
  return "name: " + std::string(of.name) + "\nID: " + std::to_string(of.id) + "\nformat:\n" +
         std::string(common_fields) + std::string(of.fields) + "\nprint fmt: \"\"\n";
}

std::string header_page(byte_order order) {
  const std::string size = std::to_string(order.long_bytes);
  return "\tfield: u64 timestamp;\toffset:0;\tsize:8;\tsigned:0;\n\tfield: local_t commit;\toffset:8;\tsize:" + size +
         ";\tsigned:1;\n\tfield: char data;\toffset:" + std::to_string(8 + order.long_bytes) +
         ";\tsize:4000;\tsigned:0;\n";
}

bytes& put_sized(bytes& to, std::string_view text) { return to.put(std::uint64_t{text.size()}).put_all(text); }

bytes header_info(const dat_file& of) {
  bytes all(of.order);
  put_sized(all.put_all("header_page\0"sv), header_page(of.order));
  put_sized(all.put_all("header_event\0"sv), "");
  return all;
}

bytes event_formats(const dat_file& of) {
  bytes all(of.order);
  if (!of.has_formats) return all.put(0U);
  const auto is_in = [&](const format& each) { return !of.without.contains(each.id); };
  all.put(static_cast<std::uint32_t>(std::count_if(std::begin(formats), std::end(formats), is_in)));
  for (const format& each : formats)
    if (is_in(each)) put_sized(all.put_all(each.system).put_all("\0"sv).put(1U), text_of(each));
  return all;
}

bytes beginning(const dat_file& of, char version) {
  bytes all(of.order);
  all.put_all("\x17\x08\x44tracing"sv).put(version).put('\0');
  return all.put(std::uint8_t{of.order.is_big}).put(static_cast<std::uint8_t>(of.order.long_bytes)).put(4096U);
}

constexpr std::size_t round_up(std::size_t size) { return (size + 4095) / 4096 * 4096; }

/// A table of where the data is, which begins at `at`, and the data.
std::string table_and_data(const dat_file& of, const std::vector<std::string>& cpus, std::size_t at) {
  bytes all(of.order);
  all.put_all("flyrecord\0"sv);
  const std::string clock = "[" + of.clock + "]";
  const std::size_t first = round_up(at + all.size() + cpus.size() * 16 + 8 + clock.size() + 1);
  std::size_t data = first;
  for (const std::string& cpu : cpus) {
    all.put(std::uint64_t{data}).put(std::uint64_t{cpu.size()});
    data += cpu.size();
  }
  put_sized(all, clock + std::string(1, '\0')).pad_to(first - at);
  for (const std::string& cpu : cpus) all.put_all(cpu);
  return all.text();
}

bytes section(const dat_file& of, std::uint16_t id, std::string_view contents) {
  bytes all(of.order);
  return all.put(id).put(std::uint16_t{0}).put(0U).put(std::uint64_t{contents.size()}).put_all(contents);
}

bytes& put_option(bytes& to, std::uint16_t id, std::string_view data) {
  return to.put(id).put(static_cast<std::uint32_t>(data.size())).put_all(data);
}

}  // namespace

std::string version_6(const dat_file& of) {
  bytes all = beginning(of, '6');
  all.put_all(header_info(of).text()).put(0U).put_all(event_formats(of).text());
  all.put(0U).put(0U);
  put_sized(all, of.cmdlines);
  all.put(of.said_cpus != 0 ? of.said_cpus : static_cast<std::uint32_t>(of.cpus.size()));
  all.put_all("options  \0"sv);
  put_option(all, 4, "local [" + of.clock + "] boot");
  if (of.instance.empty()) {
    all.put(std::uint16_t{0});
    return all.text() + table_and_data(of, of.cpus, all.size());
  }
  // The table of the instance lies behind the data of the top buffer.
  const std::size_t top_at = all.size() + 6 + 8 + 6 + 2;
  const std::string top = table_and_data(of, of.cpus, top_at);
  bytes where(of.order);
  put_option(all, 3, where.put(std::uint64_t{top_at + top.size()}).put_all("other\0"sv).text()).put(std::uint16_t{0});
  return all.text() + top + table_and_data(of, of.instance, top_at + top.size());
}

std::string version_7(const dat_file& of) {
  bytes all = beginning(of, '7');
  all.put_all("none\0\0"sv);
  const std::size_t sections = all.size() + 8;
  const bytes info = section(of, 16, header_info(of).text());
  const bytes events = section(of, 18, event_formats(of).text());
  bytes cmdlines(of.order);
  put_sized(cmdlines, of.cmdlines);
  const bytes names = section(of, 21, cmdlines.text());
  const std::size_t data_at = sections + info.size() + events.size() + names.size();
  const std::size_t first = round_up(data_at + 16);
  std::string data(first - data_at - 16, '\0');
  bytes buffer(of.order);
  buffer.put(std::uint64_t{data_at}).put_all("\0"sv).put_all(of.clock).put('\0').put(4096U);
  buffer.put(static_cast<std::uint32_t>(of.cpus.size()));
  for (std::uint32_t cpu = 0; cpu < of.cpus.size(); ++cpu) {
    buffer.put(cpu).put(std::uint64_t{data_at + 16 + data.size()}).put(std::uint64_t{of.cpus[cpu].size()});
    data += of.cpus[cpu];
  }
  const auto option_of = [&](std::uint64_t at) { return bytes(of.order).put(at).text(); };
  bytes options(of.order);
  put_option(options, 8, bytes(of.order).put(of.said_cpus != 0 ? of.said_cpus : std::uint32_t(of.cpus.size())).text());
  put_option(options, 16, option_of(sections));
  put_option(options, 18, option_of(sections + info.size()));
  put_option(options, 21, option_of(sections + info.size() + events.size()));
  put_option(options, 3, buffer.text());
  put_option(options, 0, option_of(0));
  all.put(std::uint64_t{data_at + 16 + data.size()});
  all.put_all(info.text()).put_all(events.text()).put_all(names.text()).put_all(section(of, 3, data).text());
  return all.put_all(section(of, 0, options.text()).text()).text();
}

}  // namespace rtm::test
