// SPDX-License-Identifier: MIT
// The pages of one CPU, one after another: as they lie in the file, or unpacked chunk by chunk, so that never more than
// one chunk is in memory.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string_view>
#include <vector>

#include "sources/input.hpp"
#include "sources/trace_dat/container.hpp"
#include "sources/trace_dat/unpacker.hpp"

namespace rtm::host::trace_dat {

class cpu_pages {
 public:
  /// What cannot be read is told to `tell`; the pages behind it come all the same, as far as they can be found.
  using teller = std::function<void(source_problem)>;
  /// `by` may be shared with others of the same thread. Null: the pages lie in the file as they are.
  cpu_pages(const mapped_bytes& file, bool is_big, const buffer& of, const cpu_data& where,
            std::shared_ptr<unpacker> by, teller tell);

  struct page {
    std::string_view bytes;   ///< At most the page size; fewer if it is cut.
    std::uint64_t place = 0;  ///< Of the page, or of the chunk that it is in.
    std::string_view next;    ///< What comes behind it, if that is in memory already.
    bool is_unpacked = false;
    bool is_after_gap = false;  ///< Pages between the one before and this one could not be read.
  };
  /// False: there are no more. What a page points to stays until the next call.
  bool next(page& to);
  /// Goes to the last pages: at least one whole page, if there is one, is still to come. Of the last chunk all.
  void go_to_end();
  /// Pages behind the last one could not be read.
  [[nodiscard]] bool is_cut() const { return is_after_gap_ || is_short_; }

 private:
  struct chunk {
    std::uint64_t at = 0;  ///< Of its packed bytes.
    std::uint32_t packed = 0;
    std::uint32_t size = 0;
  };
  bool next_of_block(page& to);
  bool next_chunk(chunk& to);
  bool unpack_next();
  void tell(std::uint64_t offset, std::string found, std::string expected);

  const mapped_bytes* mapped_;
  std::string_view file_;
  bool is_big_;
  std::uint32_t page_bytes_;
  std::uint32_t cpu_;
  std::uint64_t at_;   ///< Of the file: where the next page or chunk begins.
  std::uint64_t end_;  ///< Of the file.
  teller tell_;
  std::shared_ptr<unpacker> unpacker_;
  std::uint32_t chunks_left_ = 0;
  std::vector<char> unpacked_;  ///< A chunk, or a block of pages. Grows only, so that it is not cleared for each.
  std::size_t unpacked_size_ = 0;
  std::size_t unpacked_at_ = 0;
  std::uint64_t chunk_place_ = 0;
  bool is_after_gap_ = false;
  bool is_short_ = false;  ///< The file ends before the data do.
};

}  // namespace rtm::host::trace_dat
