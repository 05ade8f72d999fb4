// SPDX-License-Identifier: MIT
// A trace.dat made by hand: pages of a ring buffer, event by event, in a container of version 6 or 7 (not compressed),
// of either byte order and of a kernel with either long.
#pragma once

#include <cstdint>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace rtm::test {

struct byte_order {
  bool is_big = false;
  unsigned long_bytes = 8;
};

class bytes {
 public:
  explicit bytes(byte_order order = {}) : order_(order) {}

  template <class Int>
  bytes& put(Int value) {
    for (unsigned i = 0; i < sizeof(Int); ++i) {
      const unsigned byte = order_.is_big ? sizeof(Int) - 1 - i : i;
      text_ += static_cast<char>(static_cast<std::uint64_t>(value) >> (8 * byte));
    }
    return *this;
  }
  bytes& put_long(std::uint64_t value) {
    return order_.long_bytes == 8 ? put(value) : put(static_cast<std::uint32_t>(value));
  }
  /// With zeros behind it, up to `size`.
  bytes& put_text(std::string_view text, std::size_t size) {
    text_ += text.substr(0, size);
    text_.append(size - std::min(size, text.size()), '\0');
    return *this;
  }
  bytes& put_all(std::string_view text) { return put_text(text, text.size()); }
  bytes& pad_to(std::size_t size) {
    text_.resize(std::max(size, text_.size()), '\0');
    return *this;
  }
  [[nodiscard]] byte_order order() const { return order_; }
  [[nodiscard]] const std::string& text() const { return text_; }
  [[nodiscard]] std::size_t size() const { return text_.size(); }

 private:
  byte_order order_;
  std::string text_;
};

// Numbers of events, as the formats below declare them.
inline constexpr std::uint16_t sched_switch = 1, irq_entry = 2, irq_exit = 3, softirq_entry = 4, softirq_exit = 5,
                               sched_waking = 6, nmi_handler = 7, timer_entry = 8, timer_exit = 9, process_fork = 10,
                               process_exit = 11, undeclared = 99;
inline constexpr std::uint8_t in_hard_irq = 0x08, in_soft_irq = 0x10;

/// Events of one CPU in pages of 4096 bytes.
class cpu_pages_writer {
 public:
  static constexpr std::size_t page_bytes = 4096;

  explicit cpu_pages_writer(byte_order order = {}) : order_(order), events_(order) {}

  /// Ends the page in hand. `flags` go into its commit; `lost` behind its events if bit 30 is set.
  cpu_pages_writer& page(std::uint64_t time_ns, std::uint64_t flags = 0, std::uint64_t lost = 0) {
    flush();
    page_time_ = time_ns;
    flags_ = flags;
    lost_ = lost;
    is_open_ = true;
    return *this;
  }
  cpu_pages_writer& raw(std::uint32_t type, std::uint32_t delta) {
    events_.put<std::uint32_t>(order_.is_big ? type << 27 | delta : delta << 5 | type);
    return *this;
  }
  cpu_pages_writer& extend(std::uint64_t delta) {
    raw(30, static_cast<std::uint32_t>(delta & 0x7FFFFFF));
    events_.put(static_cast<std::uint32_t>(delta >> 27));
    return *this;
  }
  cpu_pages_writer& stamp(std::uint64_t time_ns) {
    raw(31, static_cast<std::uint32_t>(time_ns & 0x7FFFFFF));
    events_.put(static_cast<std::uint32_t>(time_ns >> 27));
    return *this;
  }
  /// An event that was taken back; `delta` 1 stands for none.
  cpu_pages_writer& discarded(std::uint32_t delta, std::uint32_t words) {
    raw(29, delta);
    events_.put(words * 4).put_text("", (words - 1) * 4);
    return *this;
  }
  cpu_pages_writer& event(std::uint32_t delta, const bytes& data) {
    if (data.size() % 4 == 0 && data.size() <= 28 * 4) {
      raw(static_cast<std::uint32_t>(data.size() / 4), delta);
    } else {
      raw(0, delta);
      events_.put(static_cast<std::uint32_t>(data.size() + 4));
    }
    events_.put_all(data.text()).pad_to((events_.size() + 3) / 4 * 4);
    return *this;
  }

  cpu_pages_writer& switched(std::uint32_t delta, std::uint32_t from, std::uint32_t to, std::uint32_t state = 0) {
    bytes data = begin(sched_switch, from);
    data.put_text(name_of(from), 16).put(from).put(120U).put_long(state);
    data.pad_to(40).put_text(name_of(to), 16).put(to).put(120U);
    return event(delta, data);
  }
  /// An event whose only field, at 8, is a number.
  cpu_pages_writer& numbered(std::uint32_t delta, std::uint16_t id, std::uint32_t pid, std::uint32_t number,
                             std::uint8_t flags = 0) {
    return event(delta, begin(id, pid, flags).put(number).put(0U));
  }
  cpu_pages_writer& irq_entered(std::uint32_t delta, std::uint32_t pid, std::uint32_t irq, std::string_view name) {
    bytes data = begin(irq_entry, pid, in_hard_irq);
    data.put(irq).put(static_cast<std::uint32_t>((name.size() + 1) << 16 | 16)).put_text(name, name.size() + 1);
    return event(delta, data);
  }
  cpu_pages_writer& nmi(std::uint32_t delta, std::uint32_t pid, std::uint64_t length_ns) {
    return event(delta, begin(nmi_handler, pid, 0x40).put(std::uint64_t{0}).put(length_ns).put(1U));
  }

  [[nodiscard]] std::string finish() {
    flush();
    is_open_ = false;
    return pages_;
  }

 private:
  [[nodiscard]] bytes begin(std::uint16_t id, std::uint32_t pid, std::uint8_t flags = 0) const {
    return bytes(order_).put(id).put(flags).put(std::uint8_t{0}).put(pid);
  }
  static std::string name_of(std::uint32_t pid) {
    return pid == 0 ? std::string("swapper/0") : "task" + std::to_string(pid);
  }
  void flush() {
    if (!is_open_) return;
    bytes page(order_);
    page.put(page_time_).put_long(events_.size() | flags_);
    page.put_all(events_.text());
    if ((flags_ >> 30 & 1U) != 0) page.put_long(lost_);
    pages_ += page.pad_to(page_bytes).text();
    events_ = bytes(order_);
  }

  byte_order order_;
  bytes events_;
  std::uint64_t page_time_ = 0, flags_ = 0, lost_ = 0;
  bool is_open_ = false;
  std::string pages_;
};

struct dat_file {
  byte_order order;
  std::string clock = "mono";
  std::string cmdlines = "7 named beside\n";
  std::vector<std::string> cpus;      ///< Of the top buffer.
  std::vector<std::string> instance;  ///< Of one more, named "other".
  bool has_formats = true;
  std::set<std::uint16_t> without = {};  ///< Events that have no format.
  std::uint32_t said_cpus = 0;           ///< If not 0, what the header says.
};

std::string version_6(const dat_file& of);
std::string version_7(const dat_file& of);

}  // namespace rtm::test
