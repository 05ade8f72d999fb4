// SPDX-License-Identifier: MIT
// Recordings of SEGGER SystemView as a source: a .SVDat file, or the bytes as they come from a target over RTT. One
// core. Interrupts are frames, software timers are points of whoever runs them; between two tasks the kernel owns.
#pragma once

#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sources/fact_queue.hpp"
#include "sources/input.hpp"
#include "sources/rtos/core_state.hpp"
#include "sources/source.hpp"
#include "sources/systemview/packet.hpp"

namespace rtm::host {

class systemview_source final : public source {
 public:
  /// Reads on to what the target says of its clock. Throws source_error if it says nothing in the first 4 MiB.
  explicit systemview_source(input in);

  /// A synchronisation, behind lines that begin with a semicolon, and packets up to the one that tells the clock.
  static bool recognises(std::string_view prefix);

  std::size_t read(std::span<source_fact> out) override;
  [[nodiscard]] std::vector<source_loss> take_losses() override { return ready_.take_losses(); }
  [[nodiscard]] std::vector<source_problem> take_problems() override { return std::exchange(problems_, {}); }
  [[nodiscard]] std::vector<source_completeness> completeness() const override { return {core_.counts()}; }
  void count_part(std::uint64_t from_ticks, std::uint64_t to_ticks) override { core_.count_part(from_ticks, to_ticks); }
  [[nodiscard]] const source_info& info() const override { return info_; }

 private:
  /// Ids that are addresses on the target, in the order of their first use; more than that are damage.
  class numbers {
   public:
    static constexpr std::size_t most = 65'536;
    std::optional<source_id> of(std::uint32_t id) {
      const auto found = all_.find(id);
      if (found != all_.end()) return found->second;
      if (all_.size() == most) return std::nullopt;
      return all_.emplace(id, all_.size()).first->second;
    }
    [[nodiscard]] const auto& all() const { return all_; }

   private:
    std::unordered_map<std::uint32_t, source_id> all_;
  };
  /// Packets of one kind that could not be used.
  struct tally {
    std::uint64_t count = 0, offset = 0;
  };

  bool read_packet();
  bool refill();
  void use(const systemview::packet& p);
  void use_task(const systemview::packet& p);
  void leave_isr(bool to_scheduler);
  void use_timer(const systemview::packet& p);
  void use_init(const systemview::packet& p);
  void refuse_init(const std::string& found);
  void use_description(std::string_view text);
  void note(tally& of);
  void finish();
  void tell(const tally& of, std::string_view what, std::string_view expected);

  input in_;
  std::vector<std::uint8_t> buffer_;
  std::size_t begin_ = 0, end_ = 0;  ///< Unread bytes of the buffer.
  std::uint64_t passed_ = 0;         ///< Bytes of the input before begin_.
  source_info info_;
  fact_queue ready_;
  rtos::core_state core_;
  numbers tasks_, timers_;
  std::map<std::uint32_t, std::string> resources_;
  std::uint64_t now_ = 0;
  std::uint32_t ram_base_ = 0, id_shift_ = 0;
  bool has_begun_ = false, has_clock_ = false, has_started_ = false, is_over_ = false;
  bool has_other_clock_ = false;  ///< Nothing behind that can be told.
  tally idle_in_isr_, stray_timers_, too_many_;
  std::vector<source_problem> problems_;
};

}  // namespace rtm::host
