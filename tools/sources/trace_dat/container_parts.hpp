// SPDX-License-Identifier: MIT
// Parts that both versions of the container have.
#pragma once

#include "sources/trace_dat/bytes.hpp"
#include "sources/trace_dat/container.hpp"

namespace rtm::host::trace_dat {

/// The kernel can be built for no more; a header that says so is damaged.
inline constexpr std::uint32_t most_cpus = 8192;

void read_header_info(byte_reader& from, container& to);
/// The events of the tracer itself: a marker that a program writes, a stack, ...
void read_ftrace_formats(byte_reader& from, container& to);
void read_event_formats(byte_reader& from, container& to);
/// Text behind its length.
template <class Size>
std::string_view read_sized(byte_reader& from, const char* what) {
  if constexpr (sizeof(Size) == 4)
    return from.bytes(from.u32(what), what);
  else
    return from.bytes(from.u64(what), what);
}
/// Of "local [mono] boot": "mono". Otherwise all of it, if it is a single word, or nothing.
[[nodiscard]] std::string chosen_clock(std::string_view text);
/// Of the text of a file per_cpu/cpuN/stats.
void read_cpu_stats(std::string_view text, container& to);
/// Cuts what lies beyond the end of the file, and tells it.
void add_cpu(std::uint64_t file_size, cpu_data of, buffer& to, container& all);

void read_version_6(byte_reader& from, std::string_view file, std::uint32_t page_bytes, container& to);
void read_version_7(byte_reader& from, std::string_view file, std::uint32_t page_bytes, container& to);

}  // namespace rtm::host::trace_dat
