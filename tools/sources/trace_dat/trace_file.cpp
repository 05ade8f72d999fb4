// SPDX-License-Identifier: MIT
#include "sources/trace_dat/trace_file.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <thread>
#include <utility>

#include "sources/trace_dat/bytes.hpp"
#include "text/text.hpp"

namespace rtm::host::trace_dat {
namespace {

using kernel::meaning;

/// That are remembered of a CPU while the CPUs are read in threads: 16 MiB.
constexpr std::size_t most_lives = 1U << 20;

/// Clocks of tracefs that count nanoseconds.
constexpr std::array<std::string_view, 7> clocks_in_ns = {"local", "global", "perf", "mono", "mono_raw", "boot", "tai"};

/// Lines "PID NAME".
std::map<std::uint32_t, std::string> read_cmdlines(std::string_view text) {
  std::map<std::uint32_t, std::string> names;
  for (std::size_t at = 0; at < text.size();) {
    const std::string_view line = text.substr(at, text.find('\n', at) - at);
    at += line.size() + 1;
    std::uint32_t pid = 0;
    const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), pid);
    const auto digits = static_cast<std::size_t>(end - line.data());
    if (error == std::errc() && digits + 1 < line.size()) names[pid] = printable(line.substr(digits + 1));
  }
  return names;
}

/// EXIT_DEAD or EXIT_ZOMBIE of linux/sched.h, in the field prev_state.
template <bool Big>
bool is_last_switch(const event_layout& is, const char* data) {
  constexpr std::uint64_t ended = 0x30;
  if (is.wide == 0) return false;
  const std::uint64_t state = is.text_bytes == 8 ? load<std::uint64_t, Big>(data + is.wide)
                                                 : std::uint64_t{load<std::uint32_t, Big>(data + is.wide)};
  return state != 0 && (state & ~ended) == 0;
}

std::string shown_name(const buffer& of) { return of.name.empty() ? "the top buffer" : "buffer " + quoted(of.name); }

}  // namespace

trace_file::trace_file(mapped_bytes bytes) : bytes_(std::move(bytes)), all_(read_container(this->bytes())) {
  problems_ = std::move(all_.problems);
  if (all_.has_text_only && all_.buffers.empty())
    throw damage(0, "a latency trace, which is text", "a trace.dat with the data of CPUs");
  choose_buffer();
  for (const std::string& lost : all_.lost) problems_.push_back({0, lost, "none; where they are missing is not told"});
  pages_ = read_page_layout(all_.header_page, magic.size());
  if (pages_.data_offset >= chosen_->page_bytes) throw damage(0, "pages that are all header", "larger ones");
  events_.emplace(all_, problems_);
  all_.events = {};
  all_.formats = {};
  all_.ftrace_formats = {};
  info_.lists_named_ids = false;
  cmdlines_ = read_cmdlines(all_.cmdlines);
  results_.resize(cpus().size());
  const auto forks = events_->all_of(meaning::forked), exits = events_->all_of(meaning::exited);
  const auto switches = events_->all_of(meaning::switched);
  if (!switches.empty()) switch_ = switches.front();
  if (!forks.empty()) fork_ = forks.front();
  if (!exits.empty()) exit_ = exits.front();
  if (fork_) lives_.expect_forks();
  find_range();
  find_switch();
  if (!has_switch_)
    problems_.push_back({0,
                         switch_ ? "no sched_switch in all of it, so nobody knows who ran"
                                 : "no format of sched_switch, so nobody knows who ran",
                         "events that tell who runs"});
}

std::shared_ptr<unpacker> trace_file::new_unpacker() const {
  return chosen_->is_packed ? make_unpacker(all_.packing) : nullptr;
}

/// The top buffer, or the first instance that has data.
void trace_file::choose_buffer() {
  for (const buffer& each : all_.buffers)
    if (each.size() != 0 && (chosen_ == nullptr || (each.name.empty() && !chosen_->name.empty()))) chosen_ = &each;
  if (chosen_ == nullptr) throw damage(0, "no data of any CPU", "data of at least one");
  for (const buffer& each : all_.buffers)
    if (each.size() != 0 && &each != chosen_)
      problems_.push_back({each.cpus.front().offset, "data in " + shown_name(each) + " too, which is not read",
                           "it in " + shown_name(*chosen_) + " only"});
  const std::string& clock = chosen_->clock;
  if (!clock.empty() && std::find(clocks_in_ns.begin(), clocks_in_ns.end(), clock) == clocks_in_ns.end())
    throw damage(0, "the trace clock " + quoted(clock), fmt::format("one in ns: {}", fmt::join(clocks_in_ns, ", ")));
}

template <bool Big>
std::optional<std::uint64_t> trace_file::time_of_first(std::size_t index) const {
  cpu_pages all = pages_of(index, new_unpacker(), nullptr);
  for (cpu_pages::page each; all.next(each);) {
    page_header head;
    if (!read_page_header<Big>(each.bytes, pages_, head)) continue;
    std::optional<std::uint64_t> found;
    (void)walk_events<Big>(head.events, head.time, [&](std::uint64_t time, const char*, std::uint32_t) {
      if (!found) found = time;
    });
    if (found) return found;
  }
  return std::nullopt;
}

/// Its last pages; `first`: its first event. What lies far ahead of the event before it is a piece of its own.
template <bool Big>
std::vector<stamped_piece> trace_file::last_pieces(std::size_t index, std::uint64_t first) const {
  for (const bool is_whole : {false, true}) {
    cpu_pages all = pages_of(index, new_unpacker(), nullptr);
    if (!is_whole) all.go_to_end();
    std::vector<stamped_piece> found;
    for (cpu_pages::page each; all.next(each);) {
      page_header head;
      if (!read_page_header<Big>(each.bytes, pages_, head)) continue;
      (void)walk_events<Big>(head.events, head.time, [&](std::uint64_t time, const char*, std::uint32_t) {
        while (!found.empty() && found.back().first > time + kernel::cpu_state::longest_step_ns) found.pop_back();
        if (found.empty() || time > found.back().last + kernel::cpu_state::longest_pause_ns)
          found.push_back({found.empty() ? std::min(first, time) : time, time});
        else
          found.back().last = std::max(found.back().last, time);
      });
    }
    if (!found.empty()) return found;
  }
  return {{first, first}};
}

/// From the first to the last event of all CPUs.
void trace_file::find_range() {
  first_ns_ = std::numeric_limits<std::uint64_t>::max();
  std::vector<stamped_piece> pieces;
  for (std::size_t i = 0; i < cpus().size(); ++i) {
    const auto first = is_big() ? time_of_first<true>(i) : time_of_first<false>(i);
    if (!first) continue;
    first_ns_ = std::min(first_ns_, *first);
    const auto last = is_big() ? last_pieces<true>(i, *first) : last_pieces<false>(i, *first);
    pieces.insert(pieces.end(), last.begin(), last.end());
  }
  if (pieces.empty()) throw damage(cpus().front().offset, "no event in the data of any CPU", "events");
  last_ns_ = end_of_range(first_ns_, kernel::cpu_state::longest_pause_ns, std::move(pieces));
}

/// Is there one at all? It is nearly always among the first events.
void trace_file::find_switch() {
  if (!switch_) return;
  for (std::size_t i = 0; i < cpus().size() && !has_switch_; ++i) {
    cpu_pages all = pages_of(i, new_unpacker(), nullptr);
    for (cpu_pages::page each; !has_switch_ && all.next(each);)
      is_big() ? look_for_switch<true>(each) : look_for_switch<false>(each);
  }
}

template <bool Big>
void trace_file::look_for_switch(const cpu_pages::page& page) {
  page_header head;
  if (!read_page_header<Big>(page.bytes, pages_, head)) return;
  const common_layout& common = events_->common();
  (void)walk_events<Big>(head.events, head.time, [&](std::uint64_t, const char* data, std::uint32_t bytes) {
    has_switch_ = has_switch_ || (bytes >= common.bytes && load<std::uint16_t, Big>(data + common.type) == *switch_);
  });
}

/// Every event is looked at, so this is three compares for nearly all of them.
template <bool Big>
std::uint64_t trace_file::scan_page(const cpu_pages::page& page, std::vector<life>& found) const {
  constexpr std::uint32_t nothing = 0x10000;
  page_header head;
  if (!read_page_header<Big>(page.bytes, pages_, head)) return 0;
  const std::uint16_t type = events_->common().type, least = events_->common().bytes;
  const std::uint32_t change = switch_.value_or(nothing);
  const std::uint32_t fork = fork_ ? *fork_ : nothing, exit = exit_ ? *exit_ : nothing;
  const auto take = [&](std::uint64_t time, const char* data, std::uint16_t id, std::uint32_t bytes, life::kind kind) {
    const event_layout& is = events_->of(id);
    if (bytes >= is.least_bytes && (kind != life::kind::last_switch || is_last_switch<Big>(is, data)))
      found.push_back({time, load<std::uint32_t, Big>(data + is.number), kind});
  };
  (void)walk_events<Big>(head.events, head.time, [&](std::uint64_t time, const char* data, std::uint32_t bytes) {
    if (bytes < least) return;
    const auto id = load<std::uint16_t, Big>(data + type);
    if (id == change)
      take(time, data, id, bytes, life::kind::last_switch);
    else if (id == fork || id == exit) [[unlikely]]
      take(time, data, id, bytes, id == fork ? life::kind::fork : life::kind::exit);
  });
  return head.time;
}

std::uint64_t trace_file::scan(const cpu_pages::page& page, std::vector<life>& found) const {
  if (!tells_lives()) return 0;
  return is_big() ? scan_page<true>(page, found) : scan_page<false>(page, found);
}

std::vector<life> trace_file::lives_of(std::size_t index) const {
  std::vector<life> found;
  cpu_pages all = pages_of(index, new_unpacker(), nullptr);
  for (cpu_pages::page each; found.size() < most_lives && all.next(each);) (void)scan(each, found);
  return found;
}

void trace_file::find_all_lives() {
  if (!tells_lives()) return;
  std::vector<std::vector<life>> found(cpus().size());
  std::atomic<std::size_t> next = 0;
  const auto work = [&] {
    for (std::size_t i = next++; i < found.size(); i = next++) found[i] = lives_of(i);
  };
  {
    std::vector<std::jthread> others;
    const std::size_t processors = std::max(1U, std::thread::hardware_concurrency());
    for (std::size_t i = 1; i < std::min(processors, found.size()); ++i) others.emplace_back(work);
    work();
  }
  for (const auto& of_cpu : found) {
    for (const life& each : of_cpu) lives_.add(each);
    if (of_cpu.size() >= most_lives)
      problems_.push_back({0, fmt::format("more than {} forks and exits on a CPU", most_lives),
                           "fewer; a pid that is used again later is not told apart"});
  }
  lives_.settle(std::numeric_limits<std::uint64_t>::max());
}

void trace_file::finish(std::size_t index, cpu_result&& result) {
  const std::lock_guard guard(results_mutex_);
  results_[index] = std::move(result);
  if (++finished_ != results_.size()) return;
  add_all_names();
  is_finished_ = true;
}

std::vector<source_completeness> trace_file::completeness() const {
  kernel::seen_classes seen;
  seen.switches = has_switch_;
  for (const auto& each : results_)
    if (each) seen |= each->seen;
  const auto has = [this](auto... means) { return (events_->has(means) || ...); };
  const kernel::undeclared_classes undeclared{!has(meaning::irq_entered, meaning::vector_entered, meaning::ipi_entered),
                                              !has(meaning::softirq_entered)};
  std::vector<source_completeness> all;
  for (const auto& each : results_) {
    if (!each) continue;
    all.push_back(each->counts);
    all.back().missing = kernel::missing_classes(each->counts, seen, undeclared);
  }
  return all;
}

void trace_file::add_names(const cpu_result& of, source_info& to) const {
  add_interrupt_names(of.names, *events_, to);
  for (const auto& [id, told] : of.names.tasks()) to.tasks[id] = told.name;
  for (const source_id id : of.names.unnamed())
    if (const auto name = cmdlines_.find(static_cast<std::uint32_t>(id % kernel::tasks::reuse_step));
        name != cmdlines_.end())
      to.tasks.try_emplace(id, name->second);
}

/// Of a task that is named on several CPUs, the name that was told last.
void trace_file::add_all_names() {
  std::map<source_id, const cpu_names::told_name*> newest;
  for (const auto& each : results_) {
    add_names(*each, info_);
    for (const auto& [id, told] : each->names.tasks())
      if (const cpu_names::told_name*& of = newest[id]; of == nullptr || of->time_ns < told.time_ns) of = &told;
  }
  for (const auto& [id, told] : newest) info_.tasks[id] = told->name;
}

}  // namespace rtm::host::trace_dat
