// SPDX-License-Identifier: MIT
// A trace is a folder: which folders are, and what is said of those that are not.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <string>

#include "files.hpp"
#include "sources/registry.hpp"
#include "trace.hpp"

namespace rtm::test {
namespace {

namespace fs = std::filesystem;
using testing::HasSubstr;

void write(const fs::path& path, const std::string& bytes) {
  fs::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << bytes;
}

void write_trace(const fs::path& folder) {
  write(folder / "metadata", std::string(integers) +
                                 "trace { major = 1; minor = 8; byte_order = le; };\n"
                                 "stream { event.header := struct { uint8_t id; uint64_t timestamp; }; };\n" +
                                 std::string(kernel_events));
  bit_writer s;
  s.u8(0).u64(10).chars("a", 16).u32(1).chars("b", 16).u32(2);
  s.u8(0).u64(30).chars("b", 16).u32(2).chars("a", 16).u32(1);
  write(folder / "channel0_0", s.bytes());
  write(folder / ".hidden", "no stream");
  write(folder / "index" / "channel0_0.idx", "no stream");
}

std::string refusal_of_path(const fs::path& path) {
  try {
    (void)host::open_source(path.string());
  } catch (const host::source_error& error) {
    return error.what();
  }
  return {};
}

TEST(ctf_folder, is_opened_by_its_path_or_that_of_its_metadata) {
  const scratch_folder scratch;
  write_trace(scratch / "trace");
  for (const fs::path& path : {scratch / "trace", scratch / "trace" / "metadata"}) {
    const reading got = reading_of(*host::open_source(path.string()));
    EXPECT_EQ(named(got.core(0).tasks, "b").exclusive, 20U);
    EXPECT_FALSE(got.report.is_incomplete());
  }
}

TEST(ctf_folder, may_lie_below_the_one_of_a_session) {
  const scratch_folder scratch;
  write_trace(scratch / "session" / "ust" / "uid" / "1000" / "64-bit");
  EXPECT_EQ(reading_of(*host::open_source((scratch / "session").string())).core(0).total, 20U);
  write_trace(scratch / "session" / "kernel");
  EXPECT_THAT(refusal_of_path(scratch / "session"), HasSubstr("found 2 CTF traces, "));
  EXPECT_THAT(refusal_of_path(scratch / "session"), HasSubstr("/session/kernel, "));
}

TEST(ctf_folder, without_metadata_is_a_folder_as_any) {
  const scratch_folder scratch;
  write(scratch / "other" / "file", "x");
  EXPECT_EQ(refusal_of_path(scratch / "other"),
            (scratch / "other").string() + ": found a directory; expected a readable file");
  write(scratch / "other" / "metadata", "of something else");
  EXPECT_THAT(refusal_of_path(scratch / "other"), HasSubstr("found a directory"));
}

TEST(ctf_folder, without_streams_is_refused) {
  const scratch_folder scratch;
  write_trace(scratch / "trace");
  fs::remove(scratch / "trace" / "channel0_0");
  EXPECT_THAT(refusal_of_path(scratch / "trace"), HasSubstr("found no file beside metadata; expected streams"));
}

}  // namespace
}  // namespace rtm::test
