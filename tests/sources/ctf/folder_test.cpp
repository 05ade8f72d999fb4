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
            (scratch / "other").string() +
                ": found a directory without the metadata of a CTF trace; expected a file, or such a trace");
  write(scratch / "other" / "metadata", "of something else");
  EXPECT_THAT(refusal_of_path(scratch / "other"), HasSubstr("found a directory"));
}

TEST(ctf_folder, of_ctf_2_is_refused_with_what_makes_ctf_1_8_of_it) {
  const scratch_folder scratch;
  const fs::path folder = scratch / "a trace";
  write(folder / "metadata", "\x1e{\"type\":\"preamble\",\"version\":2}\n\x1e{}\n");
  const std::string makes = "expected CTF 1.8, as babeltrace2 2.1 makes of it: babeltrace2 '" + folder.string() +
                            "' -c sink.ctf.fs -p 'path=\"OUT\",ctf-version=\"1\"'";
  for (const fs::path& path : {folder, folder / "metadata"})
    EXPECT_EQ(refusal_of_path(path),
              (folder / "metadata").string() + ": byte 0: found the metadata of a CTF 2 trace; " + makes);
  // In packets: the last two bytes of each header are the version.
  bit_writer packet;
  packet.u32(0x75D11D57).u64(0).u64(0).u32(0).u32(38 * 8).u32(38 * 8).u8(0).u8(0).u8(0).u8(2).u8(0).u8(' ');
  write(folder / "metadata", packet.bytes());
  write(folder / "channel0_0", "events");
  EXPECT_EQ(refusal_of_path(folder), (folder / "metadata").string() + ": byte 35: found version 2.0; " + makes);
}

TEST(ctf_folder, without_streams_is_refused) {
  const scratch_folder scratch;
  write_trace(scratch / "trace");
  fs::remove(scratch / "trace" / "channel0_0");
  EXPECT_THAT(refusal_of_path(scratch / "trace"), HasSubstr("found no file beside metadata; expected streams"));
}

}  // namespace
}  // namespace rtm::test
