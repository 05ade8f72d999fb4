// SPDX-License-Identifier: MIT
#include "dissector.hpp"

#include <fmt/format.h>

#include <array>
#include <cstdint>
#include <stdexcept>

namespace rtm::test {
namespace {

constexpr std::array packet_names = {"?", "header", "names", "page", "more", "window", "snapshot", "end"};
constexpr std::array kind_names = {"task_switch",  "isr_enter",      "isr_exit", "swi_enter",     "swi_exit",
                                   "point_begin",  "point_end",      "poll",     "task_activate", "task_wait",
                                   "task_release", "task_terminate", "reset"};

unsigned bits_for(std::uint64_t count) {
  unsigned bits = 0;
  while ((std::uint64_t{1} << bits) < count) ++bits;
  return bits;
}

std::uint32_t crc32(std::string_view bytes) {
  std::uint32_t crc = ~0U;
  for (const char c : bytes) {
    crc ^= static_cast<std::uint8_t>(c);
    for (int i = 0; i < 8; ++i) crc = crc >> 1 ^ ((crc & 1) != 0 ? 0xEDB8'8320U : 0U);
  }
  return ~crc;
}

/// Takes fields off the front and writes a line about each.
class dissection {
 public:
  explicit dissection(std::string_view bytes) : bytes_(bytes) {}
  fact_widths widths;
  std::string out;

  [[nodiscard]] std::size_t left() const { return bytes_.size() - at_; }

  std::uint64_t bytes(std::size_t count, const std::string& meaning) {
    std::uint64_t value = 0;
    const std::size_t from = at_;
    for (std::size_t i = 0; i < count; ++i) value |= std::uint64_t{next()} << (8 * i);
    line(from, meaning.find("{}") == std::string::npos ? meaning : fmt::format(fmt::runtime(meaning), value));
    return value;
  }

  std::uint64_t number(const std::string& meaning) {
    const std::size_t from = at_;
    const std::uint64_t value = leb128();
    line(from, fmt::format(fmt::runtime(meaning), value));
    return value;
  }

  /// A number whose meaning depends on its value.
  template <class Describe>
  std::uint64_t described_number(Describe describe) {
    const std::size_t from = at_;
    const std::uint64_t value = leb128();
    line(from, describe(value));
    return value;
  }

  std::uint64_t leb128() {
    std::uint64_t value = 0;
    for (unsigned shift = 0;; shift += 7) {
      const std::uint8_t byte = next();
      value |= std::uint64_t{byte & 0x7FU} << shift;
      if (byte < 0x80) return value;
    }
  }

  void text(std::uint64_t count) {
    const std::size_t from = at_;
    std::string name;
    while (name.size() < count) name += static_cast<char>(next());
    line(from, fmt::format("\"{}\"", name));
  }

  void fact(const std::string& prefix) {
    const std::size_t from = at_;
    const std::string what = read_fact();
    line(from, prefix + what);
  }

  std::string read_fact() {
    std::uint64_t value = next();
    unsigned count = 2;
    while ((value >> (count - 2) & 1) != 0) ++count;
    for (unsigned i = 1; i < count; ++i) value |= std::uint64_t{next()} << (8 * i);
    value >>= count - 1;
    const auto take = [&](unsigned bits) {
      const std::uint64_t low = value & ((std::uint64_t{1} << bits) - 1);
      value >>= bits;
      return low;
    };
    const auto after = [&](const std::string& what) { return fmt::format("+{} {}", value, what); };
    switch (take(2)) {
      case 0: return after("exit");
      case 1: {
        const std::uint64_t id = take(widths.frame);
        return after(id < widths.isrs ? fmt::format("enter isr {}", id)
                                      : fmt::format("enter swi {}", id - widths.isrs));
      }
      case 2: return after("switch to " + owner(take(widths.owner)));
      default: break;
    }
    if (take(1) == 0) return after("point_end");
    if (take(1) == 0) return after("poll");
    if (take(1) == 0) {
      const std::uint64_t id = take(widths.point);
      return after(fmt::format("point_begin {}", id));
    }
    const std::uint64_t code = take(3);
    return rare(code, value);
  }

 private:
  std::uint8_t next() {
    if (at_ == bytes_.size()) throw std::runtime_error("dissector: the packet ends inside a field");
    return static_cast<std::uint8_t>(bytes_[at_++]);
  }

  void line(std::size_t from, const std::string& meaning) {
    constexpr std::size_t a_line = 8;
    for (std::size_t at = from; at == from || at < at_; at += a_line) {
      const std::string shown = hex(bytes_.substr(at, std::min(a_line, at_ - at)));
      out += at == from ? fmt::format("  {:<24}  {}\n", shown, meaning) : fmt::format("  {}\n", shown);
    }
  }

  static std::string owner(std::uint64_t id) {
    constexpr std::array base = {"idle", "kernel", "unknown"};
    return id < 3 ? base[id] : fmt::format("task {}", id - 3);
  }

  std::string rare(std::uint64_t code, std::uint64_t ticks) {
    switch (code) {
      case 0: return "no fact: a refused one follows";
      case 1: return fmt::format("+{} activate task {}", ticks, leb128());
      case 2: return fmt::format("+{} wait task {}", ticks, leb128());
      case 3: return fmt::format("+{} release task {}", ticks, leb128());
      case 4: return fmt::format("+{} terminate task {}", ticks, leb128());
      case 5: return fmt::format("+{} reset, {} owns the core", ticks, owner(leb128()));
      case 7: {
        const std::uint64_t more = leb128();
        return fmt::format("later by {}, then {}", more, read_fact());
      }
      default: break;
    }
    const std::uint64_t kind = leb128(), id = leb128(), status = leb128(), expected = leb128(), depth = leb128();
    const std::string wanted = expected == 0 ? "none" : std::to_string(expected - 1);
    return fmt::format("+{} refused: {} {}, status {}, expected {}, depth {}", ticks, kind_names.at(kind), id, status,
                       wanted, depth);
  }

  std::string_view bytes_;
  std::size_t at_ = 0;
};

fact_widths dissect_header(dissection& d) {
  d.bytes(3, "\"rtm\"");
  d.bytes(1, "version {}");
  d.number("mode {} (0: new facts are dropped when it is full, 1: the newest are kept)");
  d.number("clock: {} bits");
  d.number("clock: {} Hz");
  d.number("window: {} ticks");
  d.number("max_gap: {} ticks");
  const std::uint64_t tasks = d.number("tasks {}"), isrs = d.number("isrs {}"), swis = d.number("swis {}"),
                      points = d.number("points {}");
  for (const char* each : {"depth {}", "point_depth {}", "point_frames {}"}) d.number(each);
  return {bits_for(isrs + swis), bits_for(tasks + 3), bits_for(points), static_cast<unsigned>(isrs)};
}

void dissect_names(dissection& d) {
  constexpr std::array classes = {"task", "isr", "swi", "point"};
  while (d.left() > 4) {
    d.described_number([&](std::uint64_t tag) { return fmt::format("{} {} is called", classes[tag & 3], tag >> 2); });
    d.text(d.number("{} bytes"));
  }
}

void dissect_facts(dissection& d) {
  while (d.left() > 5) d.fact("");
  d.bytes(1, "check of the ids that are not on the wire");
}

void dissect_page(dissection& d) {
  d.number("ordinal {}: so many facts came before the one that opens this page");
  if (d.number("{} facts were lost just before it") != 0) d.number("the first of them {} ticks before `time`");
  d.number("epoch {}");
  d.number("time {}");
  d.number("{} ticks since the epoch began");
  const std::uint64_t states = d.number("{} words of state:");
  for (std::uint64_t i = 0; i < states; ++i) d.fact("  state: ");
  d.fact("opened by: ");
  dissect_facts(d);
}

void dissect_rows(dissection& d, bool with_extremes) {
  constexpr std::array classes = {"base", "task", "isr", "swi", "point"};
  constexpr std::array base = {"idle", "kernel", "unknown"};
  while (d.left() > 4) {
    const std::uint64_t of = 7 & d.described_number([&](std::uint64_t tag) {
      if ((tag & 7) == 7) return std::string("no more rows");
      if ((tag & 7) == 0) return fmt::format("{}:", base.at(tag >> 3));
      return fmt::format("{} {}:", classes.at(tag & 7), tag >> 3);
    });
    if (of == 7) continue;
    d.number("  exclusive {}");
    if (of == 1) d.number("  dispatches {}");
    if (of < 2) continue;
    d.number("  inclusive - exclusive {}");
    d.number("  calls {}");
    if (of == 4) d.number("  abandoned {}");
    if (!with_extremes) continue;
    d.number("  shortest exclusive {}");
    d.number("  longest is longer by {}");
    d.number("  shortest inclusive {}");
    d.number("  longest is longer by {}");
  }
}

void dissect_window(dissection& d) {
  const std::uint64_t flags = d.number("flags {} (1: first part, 2: the window is complete)");
  d.number("epoch {}");
  d.number("window {}");
  if ((flags & 1) != 0) {
    d.number("start {}");
    d.number("length {}");
  }
  dissect_rows(d, false);
}

void dissect_snapshot(dissection& d) {
  const std::uint64_t flags = d.number("flags {} (1: first part, 2: the epoch is valid)");
  d.number("epoch {}");
  if ((flags & 1) != 0) {
    d.number("start {}");
    d.number("total {}");
    d.number("ignored facts {}");
  }
  dissect_rows(d, true);
}

void dissect_end(dissection& d) {
  d.number("ordinal {} of the fact that would come next");
  if (d.number("{} facts lost since the last page") != 0) d.number("the first of them at {}");
}

}  // namespace

std::string hex(std::string_view bytes) {
  std::string text;
  for (const char c : bytes) text += fmt::format("{}{:02x}", text.empty() ? "" : " ", static_cast<std::uint8_t>(c));
  return text;
}

std::string unstuff(std::string_view stuffed) {
  std::string bytes;
  for (std::size_t at = 0; at < stuffed.size();) {
    const auto code = static_cast<std::uint8_t>(stuffed[at]);
    if (code == 0 || at + code > stuffed.size()) throw std::runtime_error("dissector: found a packet that is not COBS");
    bytes += stuffed.substr(at + 1, code - 1U);
    at += code;
    if (code != 0xFF && at < stuffed.size()) bytes += '\0';
  }
  return bytes;
}

std::string fact_text(std::string_view bytes, const fact_widths& widths) {
  dissection d(bytes);
  d.widths = widths;
  return d.read_fact();
}

std::string dissect(std::string_view stream) {
  std::string out;
  fact_widths widths;
  while (!stream.empty()) {
    const std::size_t end = stream.find('\0');
    const std::string packet = unstuff(stream.substr(0, end));
    if (packet.size() < 8 || static_cast<std::uint8_t>(packet[0]) >= packet_names.size())
      throw std::runtime_error("dissector: found no known packet");
    const auto type = static_cast<std::uint8_t>(packet[0]);
    dissection d(packet);
    d.widths = widths;
    d.bytes(1, fmt::format("packet {}: {}", type, packet_names[type]));
    d.bytes(1, "core {}");
    d.bytes(2, "sequence {}");
    switch (type) {
      case 1: widths = dissect_header(d); break;
      case 2: dissect_names(d); break;
      case 3: dissect_page(d); break;
      case 4: dissect_facts(d); break;
      case 5: dissect_window(d); break;
      case 6: dissect_snapshot(d); break;
      default: dissect_end(d); break;
    }
    if (d.bytes(4, "CRC-32") != crc32(std::string_view(packet).substr(0, packet.size() - 4)))
      throw std::runtime_error("dissector: found another CRC-32");
    out += (out.empty() ? "" : "\n") + d.out;
    stream.remove_prefix(end + 1);
  }
  return out;
}

}  // namespace rtm::test
