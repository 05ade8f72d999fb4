// SPDX-License-Identifier: MIT
// What the metadata of a CTF 1.8 trace says: how its packets and events lie in the bytes, which clocks their times
// are of, and what recorded them. A subset of TSDL: what tracers write, not all that the language could say.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace rtm::host::ctf {

enum class byte_order : std::uint8_t { of_trace, little, big };
enum class type_kind : std::uint8_t { integer, floating, string, structure, variant, array, sequence };

struct type;
using type_ref = std::shared_ptr<const type>;

/// Of an enumeration: the values `low` to `high`, as they stand in the bits with their sign extended to 64.
struct labelled_range {
  std::string label;
  std::uint64_t low = 0;
  std::uint64_t high = 0;
};

struct field {
  std::string name;  ///< Without the first underscore, which is no part of it.
  type_ref of;
};

/// One node of a type; which members mean something depends on the kind.
struct type {
  type_kind kind = type_kind::integer;
  std::uint32_t align_bits = 1;  ///< A power of two.
  std::uint32_t size_bits = 0;   ///< Of integers (1 to 64) and floating point numbers.
  byte_order order = byte_order::of_trace;
  bool is_signed = false;
  bool is_text = false;                ///< Of an integer: it is a character.
  std::string clock;                   ///< Of an integer: the clock of which it is a time.
  std::vector<labelled_range> labels;  ///< Of an integer that is an enumeration.
  std::vector<field> fields;           ///< Of a structure; of a variant: its options.
  std::string selector;                ///< Of a variant: the field that selects the option. Of a sequence: its length.
  std::uint64_t length = 0;            ///< Of an array.
  type_ref element;                    ///< Of an array or a sequence.
  std::uint32_t fields_in_all = 1;     ///< With those of the types in it.
  std::uint32_t depth = 1;             ///< Of the types in it.
  std::uint64_t line = 0;              ///< Of the metadata.
};

struct clock_class {
  std::uint64_t hz = 1'000'000'000;
  std::int64_t offset_s = 0;
  std::int64_t offset_ticks = 0;
  std::uint64_t line = 0;
};

struct event_class {
  std::string name;
  std::uint64_t id = 0;
  std::uint64_t stream = 0;
  type_ref context;  ///< Null: none. So are the other types below.
  type_ref fields;
  std::uint64_t line = 0;
};

struct stream_class {
  type_ref packet_context;
  type_ref event_header;
  type_ref event_context;
  std::map<std::uint64_t, event_class> events;  ///< By id.
  std::uint64_t line = 0;
};

struct metadata {
  byte_order order = byte_order::little;
  std::string uuid;  ///< 16 bytes; empty: not told.
  type_ref packet_header;
  std::map<std::string, clock_class> clocks;
  std::map<std::uint64_t, stream_class> streams;
  std::map<std::string, std::string> environment;  ///< Numbers as text.
};

/// Does a file begin as the metadata of a CTF 1.8 trace does: as text or in packets?
[[nodiscard]] bool begins_metadata(std::string_view bytes);

/// Of the bytes of a metadata file, as text or in packets. `name`: for messages. Throws source_error:
/// "<name>:<line>: found <found>; expected <expected>", or "<name>: byte <n>: ..." if packets are damaged. Lines are
/// those of the text, however it is packed.
[[nodiscard]] metadata parse_metadata(std::string_view bytes, const std::string& name);

}  // namespace rtm::host::ctf
