// SPDX-License-Identifier: MIT
// An opened trace.dat: what is known of it before its events are read, and what the CPUs' readers have found out when
// they are done. Parts of a divided source share it.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <vector>

#include "sources/input.hpp"
#include "sources/linux/interrupts.hpp"
#include "sources/source.hpp"
#include "sources/stamp_doubts.hpp"
#include "sources/trace_dat/container.hpp"
#include "sources/trace_dat/cpu_pages.hpp"
#include "sources/trace_dat/event_reader.hpp"
#include "sources/trace_dat/event_table.hpp"
#include "sources/trace_dat/lives.hpp"
#include "sources/trace_dat/ring_page.hpp"

namespace rtm::host::trace_dat {

class trace_file {
 public:
  /// Throws damage if nothing can be read of it.
  explicit trace_file(mapped_bytes bytes);

  [[nodiscard]] std::string_view bytes() const { return bytes_.bytes(); }
  [[nodiscard]] bool is_big() const { return all_.is_big; }
  [[nodiscard]] const page_layout& pages() const { return pages_; }
  [[nodiscard]] const event_table& events() const { return *events_; }
  [[nodiscard]] lives& tasks() { return lives_; }
  [[nodiscard]] const std::vector<cpu_data>& cpus() const { return chosen_->cpus; }
  [[nodiscard]] std::uint64_t first_ns() const { return first_ns_; }
  [[nodiscard]] std::uint64_t last_ns() const { return last_ns_; }
  /// Of the file itself, not of a CPU.
  [[nodiscard]] const std::vector<source_problem>& problems() const { return problems_; }

  [[nodiscard]] cpu_pages pages_of(std::size_t index, std::shared_ptr<unpacker> by, cpu_pages::teller tell) const {
    return {bytes_, all_.is_big, *chosen_, cpus()[index], std::move(by), std::move(tell)};
  }
  /// Without a switch, an event that names a task does not say how long that one runs.
  [[nodiscard]] bool has_switch() const { return has_switch_; }
  /// For the CPUs that one thread reads. Null: nothing is packed.
  [[nodiscard]] std::shared_ptr<unpacker> new_unpacker() const;

  /// The forks and exits in a page, to `found`. Returns the time of its last event.
  std::uint64_t scan(const cpu_pages::page& page, std::vector<life>& found) const;
  /// Learns all forks and exits, in as many threads as there are processors.
  void find_all_lives();

  /// The reader of cpus()[index] has come to the end. From any thread.
  void finish(std::size_t index, cpu_result&& result);
  /// The readers of all CPUs have: only then `completeness` and `info` tell all. From any thread.
  [[nodiscard]] bool is_finished() const { return is_finished_.load(); }
  [[nodiscard]] std::vector<source_completeness> completeness() const;
  [[nodiscard]] const source_info& info() const { return info_; }

 private:
  [[nodiscard]] bool tells_lives() const { return fork_ || exit_; }
  void choose_buffer();
  void find_range();
  void find_switch();
  template <bool Big>
  void look_for_switch(const cpu_pages::page& page);
  template <bool Big>
  std::uint64_t scan_page(const cpu_pages::page& page, std::vector<life>& found) const;
  template <bool Big>
  [[nodiscard]] std::optional<std::uint64_t> time_of_first(std::size_t index) const;
  template <bool Big>
  [[nodiscard]] std::vector<stamped_piece> last_pieces(std::size_t index, std::uint64_t first) const;
  [[nodiscard]] std::vector<life> lives_of(std::size_t index) const;
  void add_names(const cpu_result& of, source_info& to) const;
  void add_all_names();

  mapped_bytes bytes_;
  container all_;
  page_layout pages_;
  std::optional<event_table> events_;
  const buffer* chosen_ = nullptr;
  std::uint64_t first_ns_ = 0, last_ns_ = 0;
  /// Numbers of events. Absent: there is no format of such.
  std::optional<std::uint16_t> switch_, fork_, exit_;
  bool has_switch_ = false;
  lives lives_;
  std::map<std::uint32_t, std::string> cmdlines_;
  std::vector<source_problem> problems_;
  source_info info_;
  std::mutex results_mutex_;
  std::vector<std::optional<cpu_result>> results_;
  std::size_t finished_ = 0;
  std::atomic<bool> is_finished_ = false;
};

}  // namespace rtm::host::trace_dat
