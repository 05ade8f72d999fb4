// SPDX-License-Identifier: MIT
// Traces that cannot be used, or not all of them: one line each, with byte offset, what was found, what was expected;
// exit code 2 if there is nothing to show, 1 if there is.
#include <gtest/gtest.h>

#include <cstring>
#include <functional>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "replay/replay.hpp"
#include "rtm/trace/wire.hpp"
#include "samples.hpp"
#include "sources/registry.hpp"
#include "views/loss_text.hpp"

namespace rtm::test {
namespace {

namespace wire = trace::wire;

/// Packets written by hand.
class hand {
 public:
  using fill = std::function<void(wire::packet_writer&)>;

  hand& add(wire::packet type, const fill& fields, std::uint32_t core = 0) {
    return add_numbered(type, fields, core, next_[core]);
  }
  hand& add_numbered(wire::packet type, const fill& fields, std::uint32_t core, std::uint32_t sequence) {
    std::uint8_t bytes[600];
    wire::packet_writer to(bytes, sizeof bytes);
    to.begin(type, core, sequence);
    fields(to);
    next_[core] = sequence + 1;
    text_.append(reinterpret_cast<const char*>(bytes), to.end());
    return *this;
  }
  hand& header(std::uint32_t core = 0, const char* magic = "rtm", std::uint8_t version = 1,
               std::uint64_t window = 100) {
    return add(
        wire::packet::header,
        [&](auto& to) {
          for (int i = 0; i < 3; ++i) to.put(static_cast<std::uint8_t>(magic[i]));
          to.put(version);
          for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{32}, std::uint64_t{1000}, window, window})
            to.number(n);
          for (const std::uint64_t n : {5, 4, 3, 4, 4, 3, 7}) to.number(n);
        },
        core);
  }
  hand& add_header_of_a_new_run() {
    next_[0] = 0;
    return header();
  }
  /// Opened by the start at `time`, in idle, with no facts; `ordinal` of that start.
  hand& first_page(std::uint64_t time = 0, std::uint32_t core = 0) {
    return add(
        wire::packet::page, [&](auto& to) { put_head(to, 0, time, 0, wire::other::reset); }, core);
  }
  static void put_head(wire::packet_writer& to, std::uint64_t ordinal, std::uint64_t time, std::uint64_t since_start,
                       wire::other opening) {
    for (const std::uint64_t n : {ordinal, std::uint64_t{0}, std::uint64_t{0}, time, since_start, std::uint64_t{1}})
      to.number(n);
    fact(to, fact_kind::task_switch, 0, 3, 0);
    to.fact(wire::escaped(opening), 8, 0);
    if (opening != wire::other::none) to.number(0);
    if (ordinal == 0) to.put(0);  // the check
  }
  static void fact(wire::packet_writer& to, fact_kind kind, std::uint32_t id, std::uint32_t bits, std::uint64_t ticks) {
    for (const auto& row : wire::facts)
      if (row.kind == kind) return to.fact(row.code | id << row.bits, row.bits + bits, ticks);
  }
  [[nodiscard]] const std::string& text() const { return text_; }

 private:
  std::string text_;
  std::map<std::uint32_t, std::uint32_t> next_;
};

struct outcome {
  int exit_code = 0;
  std::string lines;
};

outcome outcome_of(const std::string& stream) {
  try {
    const auto from = host::open_source(host::input("t", stream));
    const host::report made = host::make_report(*from);
    std::ostringstream lines;
    host::print_lacks(lines, made, "", 20, 0);
    return {made.is_incomplete() ? 1 : 0, lines.str()};
  } catch (const host::source_error& error) {
    return {2, std::string(error.what()) + '\n'};
  }
}

struct bad_trace {
  const char* name;
  std::string stream;
  int exit_code;
  std::string lines;
};

class bad_traces : public testing::TestWithParam<bad_trace> {};

TEST_P(bad_traces, are_told_in_one_line_each) {
  const outcome got = outcome_of(GetParam().stream);
  EXPECT_EQ(got.exit_code, GetParam().exit_code);
  EXPECT_EQ(got.lines, GetParam().lines);
}

void nothing(wire::packet_writer&) {}

/// The header is 27 bytes long, the first page 22.
std::vector<bad_trace> all_bad_traces() {
  std::string checksum = hand().header().text();
  checksum[24] ^= 1;
  const hand good = hand().header().first_page();
  const std::string whole = sample_stream();
  return {
      {"good", good.text(), 0, ""},
      {"empty", "", 2, "t:1: found an empty file; expected an input that rtm knows (rtm report --help lists them)\n"},
      {"header_only", hand().header().text(), 2, "t: byte 0: found a trace without facts; expected a page of facts\n"},
      {"wrong_magic", hand().header(0, "rtx").text(), 2,
       "t: byte 0: found a header that begins with \"rtx\"; expected \"rtm\"\n"},
      {"newer_version", hand().header(0, "rtm", 2).first_page().text(), 2,
       "t: byte 0: found version 2 of the trace format; expected version 1\n"},
      {"no_header", hand().first_page().text(), 2,
       "t: byte 0: found 1 packet before a header of its core; expected a header, which comes again and again\n"},
      {"unknown_packet", hand().header().first_page().add(wire::packet{200}, nothing).text(), 1,
       "byte 49: found a packet of type 200; expected 1 to 12\n"},
      {"repairs_that_end_early",
       hand().header().first_page().add(wire::packet::repairs, [](auto& to) { to.number(0), to.number(3); }).text(), 1,
       "byte 49: found repairs that end early; expected a kind and a count each\n"},
      {"unknown_rare_fact",
       hand()
           .header()
           .first_page()
           .add(wire::packet::more, [](auto& to) { to.fact(wire::escaped(wire::other::none), 8, 0), to.put(0); })
           .text(),
       1,
       "byte 49: found the code 0 of a rare fact of core 0; expected none, or activate to later\n"
       "byte 49: found a break in the facts of core 0 from tick 0 on (from window 0 of epoch 0 on); expected none\n"},
      {"time_going_back",
       hand()
           .header()
           .first_page(50)
           .add(wire::packet::more, [](auto& to) { hand::fact(to, fact_kind::poll, 0, 0, 20), to.put(0); })
           .add(wire::packet::page,
                [](auto& to) {
                  for (const std::uint64_t n : {2, 0, 0, 60, 10, 1}) to.number(n);
                  hand::fact(to, fact_kind::task_switch, 0, 3, 0);
                  hand::fact(to, fact_kind::poll, 0, 0, 0);
                  to.put(0);
                })
           .text(),
       1,
       "byte 62: found time 60 of core 0; expected at least 70\n"
       "byte 62: found a break in the facts of core 0 from tick 70 to 4294967356 (from window 0 of epoch 0 to window 0 "
       "of epoch 1); expected none\n"},
      {"run_that_began_again_without_its_first_page",
       hand()
           .header()
           .first_page()
           .add(wire::packet::more, [](auto& to) { hand::fact(to, fact_kind::poll, 0, 0, 20), to.put(0); })
           .add_header_of_a_new_run()
           .add_numbered(
               wire::packet::page, [](auto& to) { hand::put_head(to, 10, 90, 90, wire::other::none), to.put(0); }, 0, 2)
           .text(),
       1,
       "byte 89: found 10 facts of core 0 missing in the stream from tick 20 to 4294967386 (from window 0 of epoch 0 "
       "to "
       "window 0 of epoch 1); expected none\n"},
      {"id_never_declared",
       hand()
           .header()
           .first_page()
           .add(wire::packet::more, [](auto& to) { hand::fact(to, fact_kind::isr_enter, 7, 3, 0), to.put(0); })
           .text(),
       1,
       "byte 49: found swi_enter of id 3 of core 0; expected an id within the capacity of the header\n"
       "byte 49: found a break in the facts of core 0 from tick 0 on (from window 0 of epoch 0 on); expected none\n"},
      {"facts_after_a_gap_without_a_page",
       hand()
           .header()
           .first_page()
           .add_numbered(
               wire::packet::more, [](auto& to) { hand::fact(to, fact_kind::poll, 0, 0, 20), to.put(0); }, 0, 3)
           .text(),
       1,
       "byte 49: found a break in the facts of core 0 from tick 0 on (from window 0 of epoch 0 on); expected none\n"},
      {"core_whose_page_did_not_come",
       hand()
           .header(0)
           .first_page(0, 0)
           .header(1)
           .add(
               wire::packet::more, [](auto& to) { hand::fact(to, fact_kind::poll, 0, 0, 20), to.put(0); }, 1)
           .text(),
       1, "byte 76: found facts of core 1 without a page; expected one, where a reader can begin\n"},
      {"core_that_has_not_started",
       hand()
           .header(0)
           .header(1)
           .first_page(0, 0)
           .add(
               wire::packet::end, [](auto& to) { to.number(0), to.number(0); }, 1)
           .text(),
       0, ""},
      {"two_cores_are_two", hand().header(0).header(1).first_page(0, 0).first_page(0, 1).text(), 0, ""},
      {"two_clocks", hand().header(0).first_page(0, 0).header(1, "rtm", 1, 50).text(), 1,
       "byte 49: found a header of core 1 with another clock, window or max_gap; expected that of the first header\n"},
      {"two_streams_of_one_core",
       hand()
           .header(0)
           .first_page(0, 0)
           .add(wire::packet::header,
                [](auto& to) {
                  for (const char c : {'r', 't', 'm', '\1'}) to.put(static_cast<std::uint8_t>(c));
                  for (const std::uint64_t n : {0, 32, 1000, 100, 100, 6, 4, 3, 4, 4, 3, 7}) to.number(n);
                })
           .text(),
       1, "byte 49: found a second, different header of core 0; expected one stream a core\n"},
      {"packet_twice",
       hand()
           .header()
           .first_page()
           .add_numbered(
               wire::packet::more, [](auto& to) { to.put(0); }, 0, 1)
           .text(),
       1, "byte 49: found packet 1 of core 0 twice or late; expected packet 2\n"},
      {"cut_in_a_packet", whole.substr(0, whole.size() - 1), 1,
       "byte 253: found the end of the stream inside a packet; expected its 00\n"},
      // zlib's crc32 of the header is 0xc72023a6.
      {"checksum", checksum, 2, "t: byte 0: found a packet with the checksum 0xc72123a6; expected 0xc72023a6\n"},
  };
}

INSTANTIATE_TEST_SUITE_P(trace, bad_traces, testing::ValuesIn(all_bad_traces()),
                         [](const auto& of) { return std::string(of.param.name); });

}  // namespace
}  // namespace rtm::test
