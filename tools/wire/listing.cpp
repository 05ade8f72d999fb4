// SPDX-License-Identifier: MIT
#include "wire/listing.hpp"

#include <fmt/format.h>

#include <array>

#include "report/words.hpp"
#include "text/text.hpp"

namespace rtm::host::wire {
namespace {

constexpr std::size_t most_listed_names = std::size_t{1} << 16;
constexpr const char* base_owners[] = {"idle", "kernel", "unknown"};

/// How many stuffing bytes stand before each byte of a packet.
std::vector<std::uint32_t> stuffing_before(const packet_view& packet) {
  std::vector<std::uint32_t> before;
  before.reserve(packet.fields.size() + format::head_bytes + 1);
  std::uint32_t stuffing = 1;
  std::uint32_t run = 0;
  const auto add = [&](std::uint8_t byte) {
    before.push_back(stuffing);
    run = byte == 0 ? 0 : run + 1;
    if (run != 0xFE) return;
    run = 0;
    ++stuffing;
  };
  add(packet.type);
  add(static_cast<std::uint8_t>(packet.core));
  add(static_cast<std::uint8_t>(packet.sequence));
  add(static_cast<std::uint8_t>(packet.sequence >> 8));
  for (const std::uint8_t byte : packet.fields) add(byte);
  before.push_back(stuffing);
  return before;
}

const char* name_of_class(std::uint64_t name_class) {
  constexpr const char* names[] = {"task", "isr", "swi", "point"};
  return names[name_class & 3];
}

unsigned class_of(fact_kind kind) {
  switch (kind) {
    case fact_kind::isr_enter:
    case fact_kind::isr_exit: return 1;
    case fact_kind::swi_enter:
    case fact_kind::swi_exit: return 2;
    case fact_kind::point_begin:
    case fact_kind::point_end: return 3;
    default: return 0;
  }
}

}  // namespace

/// Takes the fields of a packet one by one, and makes lines of them.
class listing::cursor {
 public:
  cursor(const packet_view& packet, listing& to)
      : in(packet.fields), packet_(packet), before_(stuffing_before(packet)), to_(to) {}

  void begin() { first_ = in.position(); }
  [[nodiscard]] std::uint64_t offset() const { return offset_of(first_); }
  [[nodiscard]] std::uint32_t core() const { return packet_.core; }
  /// Tells what was read since `begin`.
  void tell(std::string record, std::vector<std::pair<std::string_view, std::uint64_t>> numbers, std::string text) {
    listed line;
    line.offset = offset();
    line.core = packet_.core;
    line.record = std::move(record);
    line.bytes = packet_.fields.subspan(first_, in.position() - first_);
    line.numbers = std::move(numbers);
    line.text = std::move(text);
    to_.to_(line);
    begin();
  }
  /// True, and told, if what was read is not there.
  bool failed(const char* what) {
    if (!in.failed()) return false;
    to_.tell_wrong(offset(), packet_.core, fmt::format("found a packet that ends inside {}; expected all of it", what));
    return true;
  }

  fields in;

 private:
  [[nodiscard]] std::uint64_t offset_of(std::size_t field) const {
    const std::size_t index = format::head_bytes + field;
    return packet_.offset + before_[index] + index;
  }

  const packet_view& packet_;
  std::vector<std::uint32_t> before_;
  listing& to_;
  std::size_t first_ = 0;
};

void listing::tell_wrong(std::uint64_t offset, std::optional<std::uint32_t> of, std::string what) {
  ++wrong_;
  listed line;
  line.offset = offset;
  line.core = of;
  line.record = "damage";
  line.text = std::move(what);
  to_(line);
}

void listing::feed(std::span<const std::uint8_t> bytes) {
  splitter_.feed(bytes);
  packet_view packet;
  damage bad;
  for (auto found = splitter_.next(packet, bad); found != packet_splitter::result::nothing;
       found = splitter_.next(packet, bad)) {
    if (found == packet_splitter::result::packet)
      take(packet);
    else
      tell_wrong(bad.offset, std::nullopt, fmt::format("found {}; expected {}", bad.found, bad.expected));
  }
}

void listing::finish() {
  damage bad;
  if (splitter_.finish(bad) == packet_splitter::result::damaged)
    tell_wrong(bad.offset, std::nullopt, fmt::format("found {}; expected {}", bad.found, bad.expected));
}

void listing::take(const packet_view& packet) {
  ++packets_;
  std::string name = fmt::format("type {}", packet.type);
  for (const auto& row : format::packets)
    if (static_cast<std::uint8_t>(row.type) == packet.type) name = row.name;
  const std::array<std::uint8_t, format::head_bytes> head = {packet.type, static_cast<std::uint8_t>(packet.core),
                                                             static_cast<std::uint8_t>(packet.sequence),
                                                             static_cast<std::uint8_t>(packet.sequence >> 8)};
  listed line;
  line.offset = packet.offset;
  line.core = packet.core;
  line.is_packet = true;
  line.record = std::move(name);
  line.bytes = head;
  line.numbers = {{"sequence", packet.sequence}, {"length", packet.end - packet.offset}};
  to_(line);

  cursor at(packet, *this);
  const auto type = static_cast<format::packet>(packet.type);
  if (type == format::packet::header) return list_header(at, packet);
  if (type == format::packet::names) return list_names(at);
  if (type == format::packet::window || type == format::packet::snapshot)
    return list_rows(at, type == format::packet::snapshot);
  if (type == format::packet::end) {
    const std::uint64_t ordinal = at.in.number(), lost = at.in.number();
    const std::uint64_t first = lost == 0 ? 0 : at.in.number();
    if (!at.failed("an end")) at.tell("end", {{"ordinal", ordinal}, {"lost", lost}, {"first_lost", first}}, {});
    return;
  }
  if (type == format::packet::columns) return list_columns(at);
  if (type == format::packet::counts) return list_counts(at);
  if (type == format::packet::finding) return list_numbers(at, "finding", {"of", "status", "subject", "detail"});
  if (type == format::packet::clock) {
    const std::uint64_t clock = at.in.number();
    if (!at.failed("a clock")) at.tell("clock", {{"clock", clock}}, {});
    return list_numbers(at, "exchange", {"other", "sent", "received", "replied", "returned"});
  }
  if (type == format::packet::repairs) return list_repairs(at);
  if (type != format::packet::page && type != format::packet::more)
    return tell_wrong(
        packet.offset, packet.core,
        fmt::format("found a packet of type {}; expected 1 to {}", packet.type, format::last_packet_type));
  const auto found = cores_.find(packet.core);
  if (found == cores_.end())
    return tell_wrong(packet.offset, packet.core, "found facts before a header of their core; expected a header");
  if (type == format::packet::page) list_page(at, found->second);
  list_facts(at, found->second);
}

void listing::list_header(cursor& at, const packet_view& packet) {
  problem why;
  const auto header = read_header(packet, why);
  if (!header)
    return tell_wrong(why.offset, packet.core, fmt::format("found {}; expected {}", why.found, why.expected));
  while (!at.in.at_end()) (void)at.in.byte();
  const trace::limits& l = header->capacity;
  at.tell("header",
          {{"version", format::version},
           {"mode", static_cast<std::uint64_t>(header->how)},
           {"clock_bits", l.clock_bits},
           {"clock_hz", header->clock_hz},
           {"window", header->window_ticks},
           {"max_gap", header->max_gap_ticks},
           {"tasks", l.tasks},
           {"isrs", l.isrs},
           {"swis", l.swis},
           {"points", l.points},
           {"depth", l.depth},
           {"point_depth", l.point_depth},
           {"point_frames", l.point_frames}},
          {});
  core& of = cores_[packet.core];
  of.header = *header;
  of.widths = format::widths_of(l);
  of.state.limit(l);
}

void listing::list_names(cursor& at) {
  while (!at.in.at_end()) {
    const std::uint64_t id_and_class = at.in.number();
    const std::string text(at.in.text(at.in.number()));
    if (at.failed("a name")) return;
    const auto name_class = static_cast<unsigned>(id_and_class & 3);
    if (names_.size() < most_listed_names) names_[{name_class, id_and_class >> 2}] = text;
    at.tell(std::string("name of ") + name_of_class(name_class), {{"id", id_and_class >> 2}}, text);
  }
}

void listing::list_repairs(cursor& at) {
  const std::uint64_t epoch = at.in.number();
  if (at.failed("repairs")) return;
  at.tell("repairs", {{"epoch", epoch}}, {});
  while (!at.in.at_end()) {
    const std::uint64_t kind = at.in.number(), count = at.in.number();
    if (at.failed("a repair")) return;
    at.tell("repair", {{"kind", kind}, {"count", count}}, repair_word(kind));
  }
}

void listing::list_page(cursor& at, core& of) {
  const std::uint64_t ordinal = at.in.number(), lost = at.in.number();
  const std::uint64_t since_first_lost = lost == 0 ? 0 : at.in.number();
  const std::uint64_t epoch = at.in.number(), time = at.in.number(), since_start = at.in.number();
  const std::uint64_t states = at.in.number();
  if (at.failed("the head of a page")) return;
  at.tell("page head",
          {{"ordinal", ordinal},
           {"lost", lost},
           {"since_first_lost", since_first_lost},
           {"epoch", epoch},
           {"time", time},
           {"since_start", since_start},
           {"states", states}},
          {});
  of.time = time;
  of.state.reset(core_state::no_one);
  of.knows_state = true;
  for (std::uint64_t i = 0; i < states && !at.in.failed(); ++i) list_fact(at, of, true);
  if (!at.in.failed()) list_fact(at, of, true);
}

void listing::list_facts(cursor& at, core& of) {
  while (!at.in.failed() && at.in.left() > 1) list_fact(at, of, false);
  if (at.in.failed()) return;
  const std::uint64_t check = at.in.byte();
  if (!at.failed("a check")) at.tell("check", {{"check", check}}, {});
}

/// `is_state`: it is part of a page's state, or opened it, and takes no time.
void listing::list_fact(cursor& at, core& of, bool is_state) {
  const std::uint64_t number = at.in.fact();
  if (at.failed("a fact")) return;
  for (const auto& row : format::facts) {
    if ((number & ((std::uint64_t{1} << row.bits) - 1)) != row.code) continue;
    const std::uint32_t width = of.widths.of(row.id);
    const std::uint64_t id = number >> row.bits & ((std::uint64_t{1} << width) - 1);
    const std::uint64_t ticks = number >> row.bits >> width;
    of.time += ticks;
    target_fact fact{row.kind, static_cast<std::uint32_t>(id)};
    if (row.id == format::id_field::owner) fact.id = static_cast<std::uint32_t>(id - 3);
    if (row.id == format::id_field::frame && id >= of.header.capacity.isrs)
      fact = {fact_kind::swi_enter, static_cast<std::uint32_t>(id - of.header.capacity.isrs)};
    apply(of, fact, is_state);
    std::vector<std::pair<std::string_view, std::uint64_t>> numbers = {{"time", of.time}, {"ticks", ticks}};
    const bool has_id = fact.kind != fact_kind::poll && fact.id < first_base_owner;
    if (has_id) numbers.emplace_back("id", fact.id);
    return at.tell(std::string(is_state ? "state " : "") + std::string(word_of(fact.kind)), std::move(numbers),
                   name_of(fact));
  }
  list_other(at, of, number);
}

void listing::list_other(cursor& at, core& of, std::uint64_t number) {
  const std::uint64_t ticks = number >> 8;
  for (const auto& row : format::others) {
    if ((number & 0xFF) != format::escaped(row.code)) continue;
    std::vector<std::pair<std::string_view, std::uint64_t>> numbers = {{"time", of.time + ticks}, {"ticks", ticks}};
    if (row.code == format::other::refused) {
      constexpr std::string_view names[] = {"kind", "id", "status", "expected_plus_1", "depth"};
      for (const std::string_view name : names) numbers.emplace_back(name, at.in.number());
    } else if (row.code == format::other::later) {
      const std::uint64_t more = at.in.number();
      numbers.emplace_back("more_ticks", more);
      of.time += ticks + more;
    } else if (row.code != format::other::none) {
      const std::uint64_t id = at.in.number();
      numbers.emplace_back(row.code == format::other::reset ? "owner_plus_3" : "id", id);
      target_fact fact{row.kind, static_cast<std::uint32_t>(id)};
      of.time += ticks;
      if (row.kind == fact_kind::task_terminate && of.knows_state) of.state.terminate(fact.id);
    }
    if (at.failed("a rare fact")) return;
    return at.tell(row.name, std::move(numbers), {});
  }
  tell_wrong(at.offset(), at.core(), "found a fact of no known kind; expected one of docs/trace-format.md");
  at.begin();
}

/// So that exits can be named.
void listing::apply(core& of, target_fact& fact, bool is_state) {
  bool known = of.knows_state;
  switch (fact.kind) {
    case fact_kind::isr_exit:
      fact.id = core_state::no_one;
      if (!is_state) known = known && of.state.exit_top(fact);
      break;
    case fact_kind::point_end:
      fact.id = core_state::no_one;
      if (!is_state) known = known && of.state.end_innermost(fact);
      break;
    case fact_kind::isr_enter: known = known && of.state.enter(false, fact.id); break;
    case fact_kind::swi_enter: known = known && of.state.enter(true, fact.id); break;
    case fact_kind::point_begin: known = known && of.state.begin_point(fact.id); break;
    case fact_kind::task_switch: known = known && of.state.switch_to(fact.id); break;
    default: break;
  }
  // The opening fact of a page is in its state already.
  of.knows_state = of.knows_state && (known || is_state);
}

std::string listing::name_of(const target_fact& fact) const {
  if (fact.kind == fact_kind::task_switch && fact.id >= first_base_owner)
    return base_owners[fact.id - first_base_owner];
  const auto found = names_.find({class_of(fact.kind), fact.id});
  return found == names_.end() ? std::string() : found->second;
}

void listing::list_rows(cursor& at, bool has_extremes) {
  const std::uint64_t flags = at.in.number(), epoch = at.in.number();
  std::vector<std::pair<std::string_view, std::uint64_t>> numbers = {{"flags", flags}, {"epoch", epoch}};
  if (!has_extremes) numbers.emplace_back("index", at.in.number());
  if ((flags & format::first_part) != 0) {
    numbers.emplace_back("start", at.in.number());
    numbers.emplace_back(has_extremes ? "total" : "length", at.in.number());
    if (has_extremes) numbers.emplace_back("ignored", at.in.number());
  }
  if (at.failed("the head of a window or snapshot")) return;
  at.tell(has_extremes ? "snapshot head" : "window head", std::move(numbers), {});
  while (!at.in.at_end()) {
    const std::uint64_t tag = at.in.number();
    const auto of = static_cast<format::row_class>(tag & 7);
    numbers = {{"id", tag >> 3}};
    std::string record = "row of ";
    switch (of) {
      case format::row_class::base:
        record += tag >> 3 < 3 ? base_owners[tag >> 3] : "nobody known";
        numbers.emplace_back("exclusive", at.in.number());
        break;
      case format::row_class::task:
        record += "task";
        numbers.emplace_back("exclusive", at.in.number());
        numbers.emplace_back("dispatches", at.in.number());
        break;
      case format::row_class::isr:
      case format::row_class::swi:
      case format::row_class::point:
        record += of == format::row_class::isr ? "isr" : of == format::row_class::swi ? "swi" : "point";
        numbers.emplace_back("exclusive", at.in.number());
        numbers.emplace_back("inclusive_more", at.in.number());
        numbers.emplace_back("calls", at.in.number());
        if (of == format::row_class::point) numbers.emplace_back("abandoned", at.in.number());
        if (has_extremes)
          for (const auto* name : {"exclusive_min", "exclusive_max_more", "inclusive_min", "inclusive_max_more"})
            numbers.emplace_back(name, at.in.number());
        break;
      case format::row_class::no_more: record = "no more rows"; break;
      default:
        return tell_wrong(at.offset(), at.core(),
                          fmt::format("found a row of class {}; expected 0 to 4, or 7", tag & 7));
    }
    if (at.failed("a row")) return;
    at.tell(std::move(record), std::move(numbers), {});
  }
}

/// The same numbers again and again, up to the end of the packet.
void listing::list_numbers(cursor& at, const char* record, std::initializer_list<std::string_view> names) {
  while (!at.in.at_end()) {
    std::vector<std::pair<std::string_view, std::uint64_t>> numbers;
    for (const std::string_view name : names) numbers.emplace_back(name, at.in.number());
    if (at.failed(record)) return;
    at.tell(record, std::move(numbers), {});
  }
}

void listing::list_columns(cursor& at) {
  const std::uint64_t group = at.in.number();
  if (at.failed("columns")) return;
  at.tell("columns head", {{"group", group}}, {});
  while (!at.in.at_end()) {
    const std::uint64_t bits = at.in.number();
    const std::string text(at.in.text(at.in.number()));
    if (at.failed("the name of a column")) return;
    at.tell("column", {{"bits", bits}}, text);
  }
}

void listing::list_counts(cursor& at) {
  const std::uint64_t flags = at.in.number(), columns = at.in.number(), epoch = at.in.number();
  const bool is_window = (flags & format::of_window) != 0;
  std::vector<std::pair<std::string_view, std::uint64_t>> numbers = {
      {"flags", flags}, {"columns", columns}, {"epoch", epoch}};
  if (is_window) numbers.emplace_back("index", at.in.number());
  if ((flags & format::first_part) != 0) {
    numbers.emplace_back("status", at.in.number());
    for (std::uint64_t i = 0; i < columns && !at.in.failed(); ++i) numbers.emplace_back("total", at.in.number());
  }
  if (at.failed("the head of counts")) return;
  at.tell("counts head", std::move(numbers), {});
  while (!at.in.at_end()) {
    const std::uint64_t tag = at.in.number();
    const auto of = static_cast<format::row_class>(tag & 7);
    if (of == format::row_class::no_more) return at.tell("no more rows", {{"id", tag >> 3}}, {});
    numbers = {{"class", tag & 7}, {"id", tag >> 3}};
    for (std::uint64_t i = 0; i < columns && !at.in.failed(); ++i) numbers.emplace_back("exclusive", at.in.number());
    const bool is_call = of != format::row_class::base && of != format::row_class::task;
    for (std::uint64_t i = 0; i < columns && is_call && !is_window && !at.in.failed(); ++i)
      numbers.emplace_back("inclusive_more", at.in.number());
    if (at.failed("a row of counts")) return;
    at.tell("row of counts", std::move(numbers), {});
  }
}

}  // namespace rtm::host::wire
