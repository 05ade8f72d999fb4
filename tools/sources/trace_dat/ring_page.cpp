// SPDX-License-Identifier: MIT
#include "sources/trace_dat/ring_page.hpp"

#include <optional>

#include "sources/trace_dat/format.hpp"

namespace rtm::host::trace_dat {

page_layout read_page_layout(std::string_view format, std::uint64_t place) {
  const event_format text(format);
  const auto time = text.find("timestamp");
  const auto commit = text.find("commit");
  const auto data = text.find("data");
  if (!time || !commit || !data)
    throw damage(place, "the header of a page without timestamp, commit or data", "a field of each");
  const bool is_sane = time->size == 8 && (commit->size == 4 || commit->size == 8) && data->offset <= 64 &&
                       time->offset + time->size <= data->offset && commit->offset + commit->size <= data->offset;
  if (!is_sane) throw damage(place, "a header of a page of another layout", "8 bytes of time, 4 or 8 of commit");
  return {time->offset, commit->offset, commit->size, data->offset};
}

}  // namespace rtm::host::trace_dat
