// SPDX-License-Identifier: MIT
#include "record/dat_writer.hpp"

#include <fmt/format.h>
#include <sys/sendfile.h>
#include <sys/utsname.h>
#include <unistd.h>

#include <bit>
#include <cerrno>
#include <string_view>

#include "record/file.hpp"

namespace rtm::host {
namespace {

/// Numbers are in the byte order of this machine, which the file says.
class dat_text {
 public:
  void bytes(std::string_view text) { text_ += text; }
  /// With the zero at its end.
  void word(std::string_view text) {
    bytes(text);
    text_ += '\0';
  }
  template <class Number>
  void number(Number value) {
    text_.append(reinterpret_cast<const char*>(&value), sizeof value);
  }
  template <class Size>
  void sized(std::string_view text) {
    number(static_cast<Size>(text.size()));
    bytes(text);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
};

// Of trace-cmd.h: enum of options.
constexpr std::uint16_t option_cpu_stats = 2;
constexpr std::uint16_t option_clock = 4;
constexpr std::uint16_t option_system = 5;

void add_option(dat_text& to, std::uint16_t option, std::string_view text) {
  to.number(option);
  to.number(static_cast<std::uint32_t>(text.size() + 1));
  to.word(text);
}

void add_formats(dat_text& to, const dat_header& header) {
  to.number(static_cast<std::uint32_t>(header.ftrace_formats.size()));
  for (const std::string& format : header.ftrace_formats) to.sized<std::uint64_t>(format);
  to.number(static_cast<std::uint32_t>(header.formats.size()));
  for (const auto& [system, formats] : header.formats) {
    to.word(system);
    to.number(static_cast<std::uint32_t>(formats.size()));
    for (const std::string& format : formats) to.sized<std::uint64_t>(format);
  }
}

/// All up to the table of the CPUs' pages.
dat_text beginning_of(const dat_header& header, std::span<const ring_stats> stats, std::uint32_t cpus) {
  dat_text to;
  to.bytes("\x17\x08\x44tracing");
  to.word("6");
  to.number(static_cast<std::uint8_t>(std::endian::native == std::endian::big ? 1 : 0));
  to.number(static_cast<std::uint8_t>(sizeof(long)));
  to.number(header.page_bytes);
  to.word("header_page");
  to.sized<std::uint64_t>(header.header_page);
  to.word("header_event");
  to.sized<std::uint64_t>(header.header_event);
  add_formats(to, header);
  to.sized<std::uint32_t>("");  // No addresses of functions: no event here needs them.
  to.sized<std::uint32_t>(header.printk_formats);
  to.sized<std::uint64_t>(header.saved_cmdlines);
  to.number(cpus);
  to.word("options  ");
  add_option(to, option_clock, fmt::format("[{}]", trace_session::clock));
  add_option(to, option_system, header.system);
  for (const ring_stats& of : stats) add_option(to, option_cpu_stats, fmt::format("CPU: {}\n{}", of.cpu, of.text));
  to.number(std::uint16_t{0});
  to.word("flyrecord");
  return to;
}

void write_all(int fd, const std::string& name, std::string_view text) {
  while (!text.empty()) {
    const ssize_t n = ::write(fd, text.data(), text.size());
    if (n < 0 && errno == EINTR) continue;
    if (n < 0) refuse_file(name, errno, "room for the recording");
    text.remove_prefix(static_cast<std::size_t>(n));
  }
}

/// From `at` on; by reading and writing, for what sendfile does not write to, as a file to which is appended.
void copy_by_hand(int fd, const std::string& name, const dat_pages& from, off_t at) {
  std::string block(std::size_t{256} * 1024, '\0');
  while (static_cast<std::uint64_t>(at) < from.bytes) {
    const ssize_t n = ::pread(from.fd, block.data(), block.size(), at);
    if (n < 0 && errno == EINTR) continue;
    if (n <= 0) refuse_file(name, n < 0 ? errno : EIO, "all pages that were recorded");
    write_all(fd, name, std::string_view(block).substr(0, static_cast<std::size_t>(n)));
    at += n;
  }
}

void copy_pages(int fd, const std::string& name, const dat_pages& from) {
  off_t at = 0;
  while (static_cast<std::uint64_t>(at) < from.bytes) {
    const ssize_t n = ::sendfile(fd, from.fd, &at, from.bytes - static_cast<std::uint64_t>(at));
    if (n < 0 && errno == EINTR) continue;
    if (n < 0 && errno == EINVAL) return copy_by_hand(fd, name, from, at);
    if (n < 0) refuse_file(name, errno, "room for the recording");
    if (n == 0) refuse_file(name, EIO, "all pages that were recorded");
  }
}

}  // namespace

dat_header read_dat_header(const std::string& tracefs, const std::vector<event_name>& events) {
  dat_header header;
  const std::string root = tracefs + "/events/";
  header.header_page = read_text(root + "header_page");
  header.header_event = read_text(root + "header_event");
  header.page_bytes = page_bytes_of(header.header_page);
  for (const std::string& name : names_in(root + "ftrace"))
    if (std::string format = read_text_if_there(root + "ftrace/" + name + "/format"); !format.empty())
      header.ftrace_formats.push_back(std::move(format));
  for (const event_name& event : events)
    header.formats[event.system].push_back(read_text(root + event.system + '/' + event.name + "/format"));
  header.printk_formats = read_text_if_there(tracefs + "/printk_formats");
  utsname about{};
  if (::uname(&about) == 0)
    header.system = fmt::format("{} {} {} {}", about.sysname, about.nodename, about.release, about.machine);
  return header;
}

void write_trace_dat(int fd, const std::string& name, const dat_header& header, std::span<const ring_stats> stats,
                     std::span<const dat_pages> pages) {
  const std::uint32_t cpus = stats.empty() ? 0 : stats.back().cpu + 1;
  dat_text to = beginning_of(header, stats, cpus);
  dat_text clock;
  clock.sized<std::uint64_t>(fmt::format("[{}]", trace_session::clock));
  const std::uint64_t page = header.page_bytes;
  const std::uint64_t table_bytes = std::uint64_t{16} * cpus + clock.text().size();
  std::uint64_t at = (to.text().size() + table_bytes + page - 1) / page * page;
  std::size_t next = 0;
  for (std::uint32_t cpu = 0; cpu < cpus; ++cpu) {
    const std::uint64_t bytes = stats[next].cpu == cpu ? pages[next++].bytes : 0;
    to.number(at);
    to.number(bytes);
    at += bytes;
  }
  to.bytes(clock.text());
  to.bytes(std::string(static_cast<std::size_t>(page - to.text().size() % page) % page, '\0'));
  write_all(fd, name, to.text());
  for (const dat_pages& of : pages) copy_pages(fd, name, of);
}

}  // namespace rtm::host
