// SPDX-License-Identifier: MIT
// docs/trace-format.md against the code: its tables are those of wire.hpp and memory.hpp, and every byte it shows is
// one that the encoder made. RTM_UPDATE_GOLDEN=1 writes the generated parts anew, and the test that changed still
// fails.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cstddef>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>

#include "dissector.hpp"
#include "example_stream.hpp"

namespace rtm::test {
namespace {

namespace wire = trace::wire;

const std::string document = std::string(RTM_TESTS_DIR) + "/../docs/trace-format.md";

std::string read_document() {
  std::ifstream in(document, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The part of the document that is marked as generated must be `expected`.
void expect_in_document(const std::string& part, const std::string& expected) {
  std::string text = read_document();
  const std::string begin = "<!-- generated: " + part + " -->\n";
  const std::size_t from = text.find(begin);
  ASSERT_NE(from, std::string::npos) << document << ": found no " << begin;
  const std::size_t first = from + begin.size();
  const std::size_t last = text.find("<!-- end of generated -->", first);
  ASSERT_NE(last, std::string::npos) << document << ": found no end of " << part;
  const std::string found = text.substr(first, last - first);
  EXPECT_EQ(found, expected) << document << ": RTM_UPDATE_GOLDEN=1 writes it anew";
  const char* const update = std::getenv("RTM_UPDATE_GOLDEN");
  if (update == nullptr || *update == '\0' || found == expected) return;
  ASSERT_EQ(std::getenv("CI"), nullptr) << "found RTM_UPDATE_GOLDEN with CI set, expected a person who looks";
  text.replace(first, last - first, expected);
  std::ofstream(document, std::ios::binary) << text;
}

std::string in_block(const std::string& text) { return "```\n" + text + "```\n"; }

// ---- Tables ----

TEST(trace_format, table_of_packets_is_that_of_the_code) {
  std::string table = "| type | packet | fields |\n| --- | --- | --- |\n";
  for (const wire::packet_row& row : wire::packets)
    table += fmt::format("| {} | {} | {} |\n", static_cast<int>(row.type), row.name, row.fields);
  expect_in_document("packets", table);
}

TEST(trace_format, table_of_facts_is_that_of_the_code) {
  const auto id_of = [](wire::id_field field) {
    switch (field) {
      case wire::id_field::frame: return "isr, or isrs + a swi";
      case wire::id_field::owner: return "0 idle, 1 kernel, 2 unknown, 3 + a task";
      case wire::id_field::point: return "point";
      default: return "";
    }
  };
  std::string table = "| low bits | fact | id |\n| --- | --- | --- |\n";
  for (const wire::fact_row& row : wire::facts)
    table += fmt::format("| `{:0{}b}` | {} | {} |\n", row.code, row.bits, row.name, id_of(row.id));
  table += fmt::format("| `{:b}` | what is rare: its code in the next 3 bits | |\n", wire::escape);
  expect_in_document("facts", table);
}

TEST(trace_format, table_of_rare_facts_is_that_of_the_code) {
  std::string table = "| code | fact | numbers after it |\n| --- | --- | --- |\n";
  for (const wire::other_row& row : wire::others)
    table += fmt::format("| {} | {} | {} |\n", static_cast<int>(row.code), row.name, row.fields);
  expect_in_document("rare facts", table);
}

TEST(trace_format, table_of_rows_is_that_of_the_code) {
  std::string table = "| class | row | numbers |\n| --- | --- | --- |\n";
  for (const wire::row_row& row : wire::rows)
    table += fmt::format("| {} | {} | {} |\n", static_cast<int>(row.id), row.name, row.fields);
  expect_in_document("rows", table);
}

TEST(trace_format, tables_of_counts_and_findings_are_those_of_the_code) {
  std::string table = "| class | row | numbers, one a column each |\n| --- | --- | --- |\n";
  for (const wire::row_row& row : wire::count_rows)
    table += fmt::format("| {} | {} | {} |\n", static_cast<int>(row.id), row.name, row.fields);
  expect_in_document("rows of counts", table);
  table = "| number | who | status | subject | detail |\n| --- | --- | --- | --- | --- |\n";
  for (const wire::finder_row& row : wire::finders)
    table += fmt::format("| {} | {} | {} | {} | {} |\n", static_cast<int>(row.id), row.name, row.status, row.subject,
                         row.detail);
  expect_in_document("finders", table);
}

TEST(trace_format, table_of_the_memory_is_that_of_the_code) {
  using memory = trace::buffer<std::uint32_t>;
  struct field {
    std::size_t offset;
    const char* meaning;
  };
  const field fields[] = {
      {offsetof(memory, magic), "magic: the 8 bytes `rtm race`"},
      {offsetof(memory, version), "version of this layout: 1"},
      {offsetof(memory, word_bytes), "bytes of a word: 4 or 8; the offsets here are those of 4"},
      {offsetof(memory, head_bytes), "bytes from the magic to the first page"},
      {offsetof(memory, page_bytes), "bytes of a page"},
      {offsetof(memory, pages), "number of pages, a power of 2; page n lies at index n % pages"},
      {offsetof(memory, how), "mode: 0 drop new, 1 keep newest"},
      {offsetof(memory, core), "core"},
      {offsetof(memory, capacity), "clock bits, tasks, isrs, swis, points, depth, point_depth, point_frames: 8 words"},
      {offsetof(memory, clock_hz), "clock, Hz, 2 words, the low one first"},
      {offsetof(memory, window_ticks), "window, ticks, 2 words"},
      {offsetof(memory, max_gap_ticks), "max_gap, ticks, 2 words"},
      {offsetof(memory, checksum), "exclusive-or of all words before"},
      {offsetof(memory, frozen), "1: pages are not written any more"},
      {offsetof(memory, written), "number of the latest page; the first is 1"},
      {offsetof(memory, released), "number of the latest page that the reader has taken"},
      {offsetof(memory, details), "records of the latest page that are details of refused facts"},
      {offsetof(memory, lost), "facts lost since the latest page"},
      {offsetof(memory, lost_in_all), "facts lost since the trace was attached"},
      {offsetof(memory, first_lost), "extended time of the first one lost since the latest page, 2 words"},
      {offsetof(memory, next_ordinal), "facts told before the latest page, and those lost since, 2 words"},
      {sizeof(memory), "the first page"},
  };
  std::string table = "| offset | what |\n| --- | --- |\n";
  for (const field& each : fields) table += fmt::format("| {} | {} |\n", each.offset, each.meaning);
  expect_in_document("memory", table);

  using page = trace::page_head<std::uint32_t>;
  const field of_page[] = {
      {offsetof(page, fill), "bytes of this page in use"},
      {offsetof(page, room), "bytes up to which records may go"},
      {offsetof(page, number), "number of the page; another one than expected: it is being begun, or is not there"},
      {offsetof(page, ordinal), "which of all facts opened it, 2 words"},
      {offsetof(page, lost), "facts lost just before it"},
      {offsetof(page, first_lost), "extended time of the first of them, 2 words"},
      {offsetof(page, time), "extended time of the fact that opened it, 2 words"},
      {offsetof(page, epoch_start), "extended time at which the epoch began, 2 words"},
      {offsetof(page, epoch), "number of the epoch"},
      {offsetof(page, opened_by), "the fact that opened it, packed as in a record"},
      {offsetof(page, states), "number of words of state"},
      {sizeof(page), "the state, then records"},
  };
  table = "| offset | what |\n| --- | --- |\n";
  for (const field& each : of_page) table += fmt::format("| {} | {} |\n", each.offset, each.meaning);
  expect_in_document("page in memory", table);
}

// ---- Bytes ----

/// A fact alone, as bytes and as the dissector reads them.
std::string record_line(std::uint32_t code_and_id, std::uint32_t bits, std::uint64_t ticks,
                        std::initializer_list<std::uint64_t> numbers, const fact_widths& widths) {
  std::uint8_t bytes[256];
  wire::packet_writer to(bytes, sizeof bytes);
  to.begin(wire::packet::more, 0, 0);
  to.fact(code_and_id, bits, ticks);
  for (const std::uint64_t n : numbers) to.number(n);
  const std::uint32_t used = to.end();
  const std::string packet = unstuff({reinterpret_cast<const char*>(bytes), used - 1});
  const std::string fact = packet.substr(4, packet.size() - 8);
  return fmt::format("{:<40}{}\n", hex(fact), fact_text(fact, widths));
}

// 4 isrs and a swi: 3 bits; 2 tasks and 3 base owners: 3 bits; 1 point: no bits.
TEST(trace_format, bytes_of_each_fact_are_as_shown) {
  const fact_widths widths{3, 3, 0, 4};
  const auto code_of = [](fact_kind kind) { return wire::row_of(kind).code; };
  const auto bits_of = [](fact_kind kind) { return wire::row_of(kind).bits; };
  const auto with_id = [&](fact_kind kind, std::uint32_t id, std::uint32_t id_bits, std::uint64_t ticks) {
    return record_line(code_of(kind) | id << bits_of(kind), bits_of(kind) + id_bits, ticks, {}, widths);
  };
  std::string lines;
  for (const std::uint64_t ticks : {0U, 100U, 8191U, 8192U, 1'048'575U, 1'048'576U, 4'000'000'000U})
    lines += with_id(fact_kind::isr_exit, 0, 0, ticks);
  lines += with_id(fact_kind::isr_enter, 3, 3, 20);
  lines += with_id(fact_kind::isr_enter, 4, 3, 10);
  lines += with_id(fact_kind::task_switch, 0, 3, 1000);
  lines += with_id(fact_kind::task_switch, 4, 3, 10);
  lines += with_id(fact_kind::point_end, 0, 0, 20);
  lines += with_id(fact_kind::poll, 0, 0, 5);
  lines += with_id(fact_kind::point_begin, 0, 0, 5);
  lines += record_line(wire::escaped(wire::other::activate), 8, 5, {0}, widths);
  lines += record_line(wire::escaped(wire::other::terminate), 8, 5, {1}, widths);
  lines += record_line(wire::escaped(wire::other::reset), 8, 0, {1}, widths);
  const auto status_number = static_cast<std::uint64_t>(status::isr_mismatch);
  lines += record_line(wire::escaped(wire::other::refused), 8, 10, {2, 2, status_number, 1 + 1, 1}, widths);
  lines += with_id(fact_kind::isr_exit, 0, 0, std::uint64_t{1} << 60);
  expect_in_document("bytes of facts", in_block(lines));
}

TEST(trace_format, example_stream_is_as_shown) { expect_in_document("example", in_block(dissect(example_stream()))); }

// The first packet as it goes over the line: what stuffing does.
TEST(trace_format, stuffed_packet_is_as_shown) {
  const std::string stream = example_stream();
  const std::string stuffed = stream.substr(0, stream.find('\0') + 1);
  const std::string plain = unstuff(std::string_view(stuffed).substr(0, stuffed.size() - 1));
  const auto lines = [](const std::string& bytes) {
    std::string text;
    for (std::size_t at = 0; at < bytes.size(); at += 16)
      text += "  " + hex(std::string_view(bytes).substr(at, 16)) + "\n";
    return text;
  };
  expect_in_document("stuffing", in_block("plain\n" + lines(plain) + "on the wire\n" + lines(stuffed)));
}

}  // namespace
}  // namespace rtm::test
