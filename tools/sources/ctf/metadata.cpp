// SPDX-License-Identifier: MIT
#include "sources/ctf/metadata.hpp"

#include <fmt/format.h>

#include <optional>
#include <utility>

#include "sources/ctf/metadata_text.hpp"
#include "sources/ctf/parser.hpp"
#include "text/text.hpp"

namespace rtm::host::ctf {
namespace {

constexpr std::uint64_t largest = ~std::uint64_t{0};

int hex_digit(char c) {
  return c >= '0' && c <= '9'   ? c - '0'
         : c >= 'a' && c <= 'f' ? c - 'a' + 10
         : c >= 'A' && c <= 'F' ? c - 'A' + 10
                                : -1;
}

/// Empty if it is none.
std::string uuid_of(std::string_view text) {
  std::string digits, bytes;
  for (const char c : text)
    if (c != '-') digits += c;
  if (digits.size() != 32) return {};
  for (std::size_t i = 0; i < digits.size(); i += 2) {
    const int high = hex_digit(digits[i]), low = hex_digit(digits[i + 1]);
    if (high < 0 || low < 0) return {};
    bytes += static_cast<char>(high * 16 + low);
  }
  return bytes;
}

class metadata_parser : parser {
 public:
  using parser::parser;

  metadata parse() {
    while (now().kind != token_kind::end) parse_item();
    if (!has_trace_) refuse("a trace block");
    for (event_class& event : events_) add_event(std::move(event));
    return std::move(out_);
  }

 private:
  void parse_item() {
    if (skip("trace")) return parse_trace();
    if (skip("clock")) return parse_clock();
    if (skip("stream")) return parse_stream();
    if (skip("event")) return parse_event();
    if (skip("env"))
      return parse_block([&](const std::string& key, const setting& value) { out_.environment[key] = value.text; });
    if (skip("callsite")) return parse_block([](const std::string&, const setting&) {});
    if (!parse_declaration()) refuse("trace, clock, stream, event, env, typealias, typedef, struct, variant or enum");
  }

  /// "{ key = value; key := type; ... };"
  template <class Set, class Define>
  void parse_block(Set&& set, Define&& define) {
    need("{");
    enter_scope();
    while (!skip("}")) {
      if (parse_declaration()) continue;
      const std::uint64_t line = now().line;
      const std::string key = parse_path("a setting or }");
      if (skip(":=")) {
        type_ref* const place = define(key);
        type_ref of = parse_type();
        if (place != nullptr) {
          if (of->kind != type_kind::structure) refuse(line, fmt::format("{} that is no struct", key), "a struct");
          *place = std::move(of);
        }
      } else {
        need("=");
        set(key, parse_setting());
      }
      need(";");
    }
    leave_scope();
    (void)skip(";");
  }
  template <class Set>
  void parse_block(Set&& set) {
    parse_block(std::forward<Set>(set), [](const std::string&) -> type_ref* { return nullptr; });
  }

  void parse_trace() {
    has_trace_ = true;
    parse_block(
        [&](const std::string& key, const setting& value) {
          if (key == "byte_order") {
            out_.order = order_of(value);
            if (out_.order == byte_order::of_trace)
              refuse(value.line, "byte_order = native of the trace itself", "le or be");
          } else if (key == "uuid") {
            out_.uuid = uuid_of(value.text);
          } else if ((key == "major" && value.text != "1") || (key == "minor" && value.text != "8")) {
            refuse(value.line, fmt::format("{} = {}", key, printable(value.text)), "CTF 1.8");
          }
        },
        [&](const std::string& key) { return key == "packet.header" ? &out_.packet_header : nullptr; });
  }

  void parse_clock() {
    clock_class one;
    one.line = now().line;
    std::string name;
    parse_block([&](const std::string& key, const setting& value) {
      if (key == "name") name = value.text;
      if (key == "freq") one.hz = number_of(value, key, largest);
      if (key == "offset_s") one.offset_s = signed_of(value, key);
      if (key == "offset") one.offset_ticks = signed_of(value, key);
    });
    if (one.hz == 0) refuse(one.line, "a clock with freq = 0", "at least 1");
    out_.clocks[name] = one;
  }

  [[nodiscard]] std::int64_t signed_of(const setting& value, const std::string& key) const {
    setting magnitude = value;
    magnitude.is_negative = false;
    const auto number = static_cast<std::int64_t>(number_of(magnitude, key, largest / 2));
    return value.is_negative ? -number : number;
  }

  void parse_stream() {
    stream_class one;
    one.line = now().line;
    std::uint64_t id = 0;
    parse_block(
        [&](const std::string& key, const setting& value) {
          if (key == "id") id = number_of(value, key, largest);
        },
        [&](const std::string& key) {
          return key == "packet.context"  ? &one.packet_context
                 : key == "event.header"  ? &one.event_header
                 : key == "event.context" ? &one.event_context
                                          : nullptr;
        });
    const std::uint64_t line = one.line;
    if (!out_.streams.emplace(id, std::move(one)).second)
      refuse(line, fmt::format("a second stream with id {}", id), "one");
  }

  void parse_event() {
    event_class one;
    one.line = now().line;
    parse_block(
        [&](const std::string& key, const setting& value) {
          if (key == "name") one.name = value.text;
          if (key == "id") one.id = number_of(value, key, largest);
          if (key == "stream_id") one.stream = number_of(value, key, largest);
        },
        [&](const std::string& key) {
          return key == "context" ? &one.context : key == "fields" ? &one.fields : nullptr;
        });
    events_.push_back(std::move(one));
  }

  void add_event(event_class event) {
    const std::uint64_t line = event.line, id = event.id, stream = event.stream;
    if (!out_.streams.contains(stream))
      refuse(line, fmt::format("an event of stream {}", stream), "a stream that is declared");
    if (!out_.streams[stream].events.emplace(id, std::move(event)).second)
      refuse(line, fmt::format("a second event with id {} of stream {}", id, stream), "one");
  }

  metadata out_;
  std::vector<event_class> events_;
  bool has_trace_ = false;
};

}  // namespace

bool begins_metadata(std::string_view bytes) {
  constexpr std::size_t most_before = 4096;  // A notice of the licence may come first.
  return begins_metadata_packets(bytes) || bytes.substr(0, most_before).find("/* CTF 1.8") != bytes.npos;
}

metadata parse_metadata(std::string_view bytes, const std::string& name) {
  const std::string text = text_of_metadata(bytes, name);
  return metadata_parser(text, name).parse();
}

}  // namespace rtm::host::ctf
