// SPDX-License-Identifier: MIT
// Version 7: sections anywhere, found by options, which are a chain of sections. The options that say where the data
// is come last in the file; when they are cut off, the sections are found by following their sizes.
#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <optional>
#include <set>

#include "sources/trace_dat/container_parts.hpp"
#include "sources/trace_dat/unpacker.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {
namespace {

enum id : std::uint16_t {  // of sections and of options
  options = 0,
  done = 0,
  cpu_stat = 2,
  data = 3,
  trace_clock = 4,
  cpu_count = 8,
  header_info = 16,
  ftrace_formats = 17,
  event_formats = 18,
  printk = 20,
  cmdlines = 21,
  text_data = 22,
};

constexpr std::uint64_t head_bytes = 16;
constexpr std::uint32_t most_unpacked = 64U << 20;
constexpr std::size_t most_sections = 4096;

class version_7 {
 public:
  version_7(std::string_view file, std::uint32_t page_bytes, container& to)
      : file_(file), page_bytes_(page_bytes), to_(&to) {}

  void read(byte_reader& from) {
    const std::uint64_t packing_at = from.place();
    to_->packing = from.text("the method of compression");
    (void)from.text("the version of the compression");
    unpacker_ = make_unpacker(to_->packing);
    if (unpacker_ == nullptr && to_->packing != "none")
      throw damage(packing_at,
                   "compression " + quoted(to_->packing) +
                       (is_known_method(to_->packing) ? ", which this program was built without" : ""),
                   usable_methods());
    const std::uint64_t first_options = from.u64("where the options are");
    first_section_ = from.place();
    try {
      read_options(first_options);
    } catch (const damage& cut) {
      to_->problems.push_back(cut.problem());
    }
    if (to_->buffers.empty() && !to_->has_text_only) find_sections();
    if (!header_at_) throw damage(first_options, "no section of the header of a page", "one");
    if (!formats_at_) throw damage(first_options, "no section of event formats", "one");
    read_sections();
  }

 private:
  struct section {
    std::uint16_t id = 0;
    bool is_packed = false;
    std::uint64_t at = 0;    ///< Of its contents.
    std::uint64_t size = 0;  ///< As it says.
  };

  [[nodiscard]] byte_reader reader_at(std::uint64_t at, const char* what) const {
    if (at >= file_.size()) throw damage(file_.size(), "the end of the file", fmt::format("{} at byte {}", what, at));
    return {file_.substr(static_cast<std::size_t>(at)), at, to_->is_big};
  }

  [[nodiscard]] section section_at(std::uint64_t at) const {
    byte_reader from = reader_at(at, "a section");
    section found;
    found.id = from.u16("the head of a section");
    found.is_packed = (from.u16("the head of a section") & 1U) != 0;
    (void)from.u32("the head of a section");
    found.size = from.u64("the head of a section");
    found.at = at + head_bytes;
    return found;
  }

  /// The contents, unpacked into `unpacked` if need be.
  [[nodiscard]] byte_reader contents_of(const section& of, std::vector<char>& unpacked) {
    byte_reader from = reader_at(of.at, "a section");
    if (!of.is_packed) return {from.bytes(of.size, "a section"), of.at, to_->is_big};
    const std::uint32_t packed_size = from.u32("the size of a packed section");
    const std::uint32_t size = from.u32("the size of a packed section");
    if (size > most_unpacked)
      throw damage(of.at, fmt::format("a section of {} bytes", size), fmt::format("at most {}", most_unpacked));
    const std::string_view packed = from.bytes(packed_size, "a packed section");
    unpacked.resize(size);
    if (unpacker_ == nullptr || !unpacker_->unpack(packed, unpacked))
      throw damage(of.at, "a packed section that cannot be unpacked",
                   fmt::format("{} bytes of {}", size, to_->packing));
    return {std::string_view(unpacked.data(), unpacked.size()), of.at, to_->is_big, true};
  }

  /// The chain from `at` on, which may lead in a circle.
  void read_options(std::uint64_t at) {
    for (std::size_t count = 0; at != 0; ++count) {
      const section of = section_at(at);
      if (of.id != options) throw damage(at, fmt::format("a section of kind {}", of.id), "options");
      if (count == most_sections) throw damage(at, "a chain of options without end", "an end");
      std::vector<char> unpacked;
      byte_reader from = contents_of(of, unpacked);
      at = read_option_list(from);
    }
  }

  /// Returns where the next list is; 0: nowhere.
  std::uint64_t read_option_list(byte_reader& from) {
    while (from.left() != 0) {
      const std::uint16_t kind = from.u16("an option");
      const std::uint64_t size = from.u32("an option");
      byte_reader option(from.bytes(size, "an option"), from.place(), to_->is_big, true);
      if (kind == done) return option.u64("where more options are");
      take_option(kind, option);
    }
    return 0;
  }

  void take_option(std::uint16_t kind, byte_reader& option) {
    switch (kind) {
      case cpu_stat: read_cpu_stats(option.bytes(option.left(), ""), *to_); break;
      case data: read_buffer(option); break;
      case trace_clock: clock_ = chosen_clock(option.bytes(option.left(), "")); break;
      case cpu_count: cpus_ = option.u32("the number of CPUs"); break;
      case header_info: header_at_ = option.u64("where a section is"); break;
      case ftrace_formats: ftrace_formats_at_ = option.u64("where a section is"); break;
      case event_formats: formats_at_ = option.u64("where a section is"); break;
      case printk: printk_at_ = option.u64("where a section is"); break;
      case cmdlines: cmdlines_at_ = option.u64("where a section is"); break;
      case text_data: to_->has_text_only = true; break;
      default: break;
    }
  }

  void read_buffer(byte_reader& option) {
    const section where = section_at(option.u64("where a buffer is"));
    buffer added;
    added.name = printable(option.text("the name of a buffer"));
    added.clock = option.text("the clock of a buffer");
    added.is_packed = where.is_packed;
    const std::uint64_t page_at = option.place();
    added.page_bytes = option.u32("the page size of a buffer");
    if (added.page_bytes < 64 || added.page_bytes > (1U << 20))
      throw damage(page_at, fmt::format("pages of {} bytes", added.page_bytes), "64 to 1048576");
    const std::uint32_t count = option.u32("the number of CPUs of a buffer");
    std::set<std::uint32_t> listed;
    for (std::uint32_t i = 0; i < count; ++i) {
      const std::uint64_t at = option.place();
      const std::uint32_t cpu = option.u32("the number of a CPU");
      const std::uint64_t offset = option.u64("where the data of a CPU is");
      const std::uint64_t size = option.u64("the size of the data of a CPU");
      if (cpu >= std::min(cpus_, most_cpus))
        to_->problems.push_back({at, fmt::format("data of CPU {}", cpu), fmt::format("one of {} CPUs", cpus_)});
      else if (!listed.insert(cpu).second)
        to_->problems.push_back({at, fmt::format("data of CPU {} a second time", cpu), "each CPU once"});
      else
        add_cpu(file_.size(), {cpu, offset, size}, added, *to_);
    }
    to_->buffers.push_back(std::move(added));
  }

  /// Section by section from the first one on; each says how long it is.
  void find_sections() {
    try {
      std::uint64_t at = first_section_;
      for (std::size_t count = 0; count < most_sections && at < file_.size(); ++count) {
        const section found = section_at(at);
        std::optional<std::uint64_t>* const known = found.id == header_info      ? &header_at_
                                                    : found.id == ftrace_formats ? &ftrace_formats_at_
                                                    : found.id == event_formats  ? &formats_at_
                                                    : found.id == printk         ? &printk_at_
                                                    : found.id == cmdlines       ? &cmdlines_at_
                                                                                 : nullptr;
        if (known != nullptr && !*known) *known = at;
        if (found.id == data && found.size != 0) find_cpus(found);
        if (found.size > file_.size() - found.at) return;
        at = found.at + found.size;
      }
    } catch (const damage&) {
      // The head of a section is cut; that the file is, has been told.
    }
  }

  /// The data of CPUs that no option tells of. Chunks say how long they are, pages do not say whose they are.
  void find_cpus(const section& of) {
    if (!of.is_packed) return;
    buffer found;
    found.name = "?";
    found.clock = clock_;
    found.page_bytes = page_bytes_;
    found.is_packed = true;
    const std::uint64_t end = of.size > file_.size() - of.at ? file_.size() : of.at + of.size;
    const std::uint64_t first_at = of.at;
    for (std::uint64_t at = of.at; found.cpus.size() < most_cpus;) {
      at = (at + page_bytes_ - 1) / page_bytes_ * page_bytes_;  // where trace-cmd puts it
      if (at + 4 > end) break;
      const std::uint64_t size = size_of_chunks(at, end);
      found.cpus.push_back({static_cast<std::uint32_t>(found.cpus.size()), at, size});
      at += size + sizeof(std::uint32_t);
    }
    if (found.cpus.empty()) return;
    to_->problems.push_back({first_at, "data of CPUs that no option tells of",
                             "an option; their numbers are taken from the order in which they come"});
    to_->buffers.push_back(std::move(found));
  }

  /// Without their number, which stands before them.
  [[nodiscard]] std::uint64_t size_of_chunks(std::uint64_t at, std::uint64_t end) const {
    byte_reader from(file_.substr(static_cast<std::size_t>(at), static_cast<std::size_t>(end - at)), at, to_->is_big);
    const std::uint32_t count = from.u32("the number of chunks");
    const std::uint64_t most = from.left();
    for (std::uint32_t i = 0; i < count; ++i) {
      if (from.left() < 8) return most;
      const std::uint32_t size = from.u32("the size of a chunk");
      (void)from.u32("the size of a chunk");
      if (size > from.left()) return most;
      (void)from.bytes(size, "a chunk");
    }
    return most - from.left();
  }

  void read_sections() {
    std::vector<char> unpacked;
    byte_reader header = contents_of(section_at(*header_at_), unpacked);
    read_header_info(header, *to_);
    byte_reader formats = contents_of(section_at(*formats_at_), to_->formats);
    read_event_formats(formats, *to_);
    read_own_formats();
    read_text(printk_at_, to_->printk, read_sized<std::uint32_t>);
    read_text(cmdlines_at_, to_->cmdlines, read_sized<std::uint64_t>);
  }

  /// Of the tracer's own events, which mean nothing here.
  void read_own_formats() {
    if (!ftrace_formats_at_) return;
    try {
      byte_reader formats = contents_of(section_at(*ftrace_formats_at_), to_->ftrace_formats);
      read_ftrace_formats(formats, *to_);
    } catch (const damage& without) {
      to_->problems.push_back(without.problem());
    }
  }

  /// Names only: the rest can do without them.
  void read_text(std::optional<std::uint64_t> at, std::string& to,
                 std::string_view (*read_it)(byte_reader&, const char*)) {
    if (!at) return;
    try {
      std::vector<char> unpacked;
      byte_reader from = contents_of(section_at(*at), unpacked);
      to = read_it(from, "a table of names");
    } catch (const damage& without) {
      to_->problems.push_back(without.problem());
    }
  }

  std::string_view file_;
  std::uint32_t page_bytes_;
  container* to_;
  std::unique_ptr<unpacker> unpacker_;
  std::uint64_t first_section_ = 0;
  std::uint32_t cpus_ = std::numeric_limits<std::uint32_t>::max();
  std::string clock_;
  std::optional<std::uint64_t> header_at_, ftrace_formats_at_, formats_at_, printk_at_, cmdlines_at_;
};

}  // namespace

void read_version_7(byte_reader& from, std::string_view file, std::uint32_t page_bytes, container& to) {
  version_7(file, page_bytes, to).read(from);
}

}  // namespace rtm::host::trace_dat
