// SPDX-License-Identifier: MIT
// One file of packets: its events in the order in which they were written, and what is missing among them.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sources/ctf/decoding.hpp"
#include "sources/ctf/walker.hpp"

namespace rtm::host::ctf {

/// An event; or a loss, of events between this one and the one before it.
struct record {
  bool is_loss = false;
  bool in_doubt = false;  ///< Of an event: others are missing somewhere in its packet.
  std::uint16_t action = 0;
  std::uint32_t cpu = 0;     ///< As the packet says; 0 if it does not.
  std::uint64_t ticks = 0;   ///< With the clock's offset.
  std::uint64_t offset = 0;  ///< Byte of the file.
  std::uint64_t detail = 0;
  std::uint64_t lost = 0;         ///< Of a loss; 0: nobody knows how many.
  std::uint64_t until_ticks = 0;  ///< Of a loss: nothing is missing after this.
  const std::uint64_t* numbers = nullptr;
  const std::string_view* texts = nullptr;
};

/// For messages: "1.234567890" in seconds if the clock counts ns, else "N ticks".
[[nodiscard]] std::string stamp_of(std::uint64_t ticks, std::uint64_t hz);

class stream {
 public:
  using tell_problem = std::function<void(std::uint64_t offset, std::string found, std::string expected)>;

  /// `bytes` and `how` must outlive it. `name`: of the file, for messages.
  stream(std::string name, std::string_view bytes, const decoding& how, tell_problem tell);

  /// On to the next record. False: there are no more.
  bool next();
  [[nodiscard]] const record& now() const { return now_; }
  [[nodiscard]] const std::string& name() const { return name_; }
  /// Of a loss: it is followed by an event of its packet.
  [[nodiscard]] bool has_event_next() const { return holds_event_; }
  [[nodiscard]] bool has_packet() const { return packets_ != 0; }
  [[nodiscard]] std::uint32_t cpu() const { return now_.cpu; }

 private:
  bool open_packet();
  bool open_head();
  bool open_context(std::uint64_t available);
  void note_times();
  void note_overlap(std::uint64_t begin_ticks);
  void note_losses();
  bool end();
  bool read_event();
  bool abandon(std::uint64_t at_bit, const std::string& found, const std::string& expected);
  bool end_file(const std::string& found, const std::string& expected);
  void set_loss(std::uint64_t count, std::uint64_t until);
  [[nodiscard]] std::uint64_t number(packet_number which) const { return walker_.numbers()[which]; }
  [[nodiscard]] bool has(packet_number which) const { return of_->bits[which].has_value(); }

  std::string name_;
  std::string_view bytes_;
  const decoding& how_;
  tell_problem tell_;
  walker walker_;
  const stream_plan* of_ = nullptr;  ///< Of the packet.
  record now_;
  std::uint64_t packet_at_ = 0;                  ///< Byte of the file.
  std::uint64_t packet_end_ = 0;                 ///< Byte of the file, or beyond it.
  std::uint64_t packets_ = 0;                    ///< Opened by now.
  std::uint64_t discarded_ = 0;                  ///< As the latest packet says.
  std::uint64_t sequence_ = 0;                   ///< Of the latest packet.
  std::uint64_t end_ticks_ = 0;                  ///< Of the packet, if it says; else of its latest event.
  std::optional<std::uint64_t> told_end_ticks_;  ///< As the latest packet says.
  std::uint32_t told_end_cpu_ = 0;
  std::uint64_t overlaps_ = 0;    ///< Packets that begin before that.
  std::uint64_t last_ticks_ = 0;  ///< Of the latest event.
  std::uint64_t most_clock_ = 0;  ///< More would not be a sound time.
  bool is_in_packet_ = false;
  bool is_cut_ = false;  ///< The file ends within the packet.
  bool in_doubt_ = false;
  bool has_loss_ = false;     ///< To be told before what comes next.
  bool holds_event_ = false;  ///< It comes after a loss.
  record loss_;
};

}  // namespace rtm::host::ctf
