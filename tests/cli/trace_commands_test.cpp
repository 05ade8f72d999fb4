// SPDX-License-Identifier: MIT
// The commands that read traces: report, verify, dump, replay, and report -f; and the streams of every version.
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <signal.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>

#include "files.hpp"
#include "program.hpp"

namespace rtm::test {
namespace {

using nlohmann::json;

const std::filesystem::path all_versions = std::filesystem::path(RTM_TESTS_DIR) / "trace" / "streams";
std::string stream(const char* name) { return (all_versions / "v1" / name).string(); }

void write(const std::string& path, const std::string& bytes) { std::ofstream(path, std::ios::binary) << bytes; }

/// Without what a script cannot say.
json without_lacks(json report) {
  report.erase("losses");
  for (auto& core : report["cores"])
    for (auto& epoch : core["epochs"]) {
      epoch.erase("covered");
      for (auto& window : epoch["windows"]) window.erase("covered");
    }
  return report;
}

json report_of(const std::string& file) { return json::parse(run_rtm({"report", "--json", file}).output); }

// ---- Every version ----

std::vector<std::filesystem::path> scripts_of_every_version() {
  std::vector<std::filesystem::path> all;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(all_versions))
    if (entry.path().extension() == ".timeline") all.push_back(entry.path());
  std::sort(all.begin(), all.end());
  return all;
}

class released_stream : public testing::TestWithParam<std::filesystem::path> {};

TEST_P(released_stream, is_still_read_as_its_script_says) {
  std::filesystem::path sent = GetParam();
  if (!exists(sent.replace_extension(".rtmt"))) sent.replace_extension(".bin");
  EXPECT_EQ(without_lacks(report_of(sent.string())), report_of(GetParam().string()));
}

INSTANTIATE_TEST_SUITE_P(trace, released_stream, testing::ValuesIn(scripts_of_every_version()), [](const auto& of) {
  return of.param.parent_path().filename().string() + "_" + of.param.stem().string();
});

// ---- report ----

TEST(trace_report, losses_are_told_after_the_tables_and_exit_with_1) {
  const run_result ran = run_rtm({"report", stream("lossy.rtmt"), "--width", "200", "--windows", "all"});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_EQ(ran.error, "");
  EXPECT_NE(ran.output.find("\nnot all that happened is here:\n- byte "), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find(": found 67 facts of core 0 lost on the target from tick 340 to 1010 (windows 3 to 10 of "
                            "epoch 0); expected none\n"),
            std::string::npos)
      << ran.output;
  EXPECT_NE(ran.output.find("\n 2 "), std::string::npos);
  EXPECT_NE(ran.output.find("\n 3! "), std::string::npos);
  EXPECT_NE(ran.output.find("\n10! "), std::string::npos);
  EXPECT_NE(ran.output.find("\n11  "), std::string::npos);
}

TEST(trace_report, json_has_losses_where_there_are_some) {
  const json lossy = report_of(stream("lossy.rtmt"));
  ASSERT_EQ(lossy["losses"].size(), 1U);
  const json& loss = lossy["losses"][0];
  EXPECT_EQ(loss["lost"], 67);
  EXPECT_EQ(loss["missing"], 0);
  EXPECT_EQ(loss["from"], 340);
  EXPECT_EQ(loss["to"], 1010);
  EXPECT_EQ(loss["first_window"], 3);
  EXPECT_EQ(loss["last_window"], 10);
  EXPECT_FALSE(lossy.contains("problems"));
  const json& epoch = lossy["cores"][0]["epochs"][0];
  EXPECT_EQ(epoch["covered"], false);
  for (const json& window : epoch["windows"]) {
    const bool is_touched = window["index"] >= 3 && window["index"] <= 10;
    EXPECT_EQ(window.contains("covered"), is_touched) << window;
  }
  const json whole = report_of(stream("sample.rtmt"));
  EXPECT_FALSE(whole.contains("losses"));
  EXPECT_FALSE(whole["cores"][0]["epochs"][0].contains("covered"));
}

TEST(trace_report, damage_is_told_and_the_rest_shown) {
  std::string bytes = read_file(stream("sample.rtmt"));
  bytes[bytes.size() - 3] ^= 2;  // in the checksum of the last packet
  const run_result ran = run_rtm({"report", "-", "--width", "200"}, {bytes, {}});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("found a packet with the checksum 0x"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("250 ticks"), std::string::npos) << ran.output;
}

TEST(trace_report, recorder_of_the_newest_is_good_without_its_beginning) {
  const run_result ran = run_rtm({"report", stream("flight.bin")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_NE(ran.output.find("\nnot from the beginning:\n"), std::string::npos) << ran.output;
}

// ---- verify ----

TEST(verify_command, agreement_exits_with_0) {
  const run_result ran = run_rtm({"verify", stream("two_cores.rtmt")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_EQ(ran.output,
            "core 0: compared 3 windows, 1 epoch sum and 0 faults\n"
            "core 1: compared 3 windows, 1 epoch sum and 0 faults\n"
            "agrees\n");
}

TEST(verify_command, what_losses_touch_is_listed_and_not_compared) {
  const run_result ran = run_rtm({"verify", stream("lossy.rtmt")});
  EXPECT_EQ(ran.exit_code, 1);
  EXPECT_NE(ran.output.find("  not covered: 1 epoch sum\n"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("67 facts of core 0 lost"), std::string::npos) << ran.output;
  EXPECT_TRUE(ran.output.ends_with("agrees where it could be compared\n")) << ran.output;
}

TEST(verify_command, nothing_to_compare_exits_with_2) {
  const run_result ran = run_rtm({"verify", "-"});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.output, "");
  EXPECT_EQ(ran.error, "rtm: <stdin>: byte 0: found nothing to compare; expected windows or sums of the target\n");
}

TEST(verify_command, what_is_no_trace_is_called_by_its_name) {
  for (const char* command : {"verify", "dump"}) {
    const run_result script = run_rtm({command, stream("sample.timeline")});
    EXPECT_EQ(script.exit_code, 2);
    EXPECT_EQ(script.output, "");
    EXPECT_EQ(script.error,
              "rtm: " + stream("sample.timeline") + ": byte 0: found a timeline script; expected a trace\n");
    const run_result dump = run_rtm({command, stream("flight.bin")});
    EXPECT_EQ(dump.exit_code, 2);
    EXPECT_EQ(dump.error, "rtm: " + stream("flight.bin") + ": byte 0: found a memory dump; expected a trace\n");
  }
}

// Any packet but a header, of any core, may be lost: what the target says is still right, and never called wrong.
TEST(verify_command, damage_is_no_difference) {
  for (const char* name : {"two_cores.rtmt", "faulty.rtmt", "lossy.rtmt"}) {
    const std::string bytes = read_file(stream(name));
    std::size_t begin = 0;
    for (std::size_t end = bytes.find('\0'); end != bytes.npos; begin = end + 1, end = bytes.find('\0', begin)) {
      std::string damaged = bytes, without = bytes;
      damaged[begin + 7] ^= 1;
      without.erase(begin, end + 1 - begin);
      for (const std::string& each : {damaged, without}) {
        const run_result ran = run_rtm({"verify", "-"}, {each, {}});
        EXPECT_EQ(ran.output.find("differs"), std::string::npos) << name << ", packet at " << begin << '\n'
                                                                 << ran.output;
      }
    }
  }
}

// ---- dump ----

TEST(dump_command, lines_say_offset_bytes_and_meaning) {
  const run_result ran = run_rtm({"dump", stream("sample.rtmt")});
  EXPECT_EQ(ran.exit_code, 0);
  EXPECT_TRUE(ran.output.starts_with(
      "         0  header packet, core 0, sequence 0, length 27\n"
      "         5    72 74 6d 01 00 20 e8 07 ..   header version 1, mode 0, clock_bits 32, clock_hz 1000, window 100"))
      << ran.output;
  EXPECT_NE(ran.output.find("isr_enter time 130, ticks 30, id 3  \"CAN_RX\"\n"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("isr_exit time 150, ticks 5, id 3  \"CAN_RX\"\n"), std::string::npos) << ran.output;
}

TEST(dump_command, json_is_one_object_a_line_and_offsets_grow) {
  const run_result ran = run_rtm({"dump", "--json", stream("two_cores.rtmt")});
  EXPECT_EQ(ran.exit_code, 0);
  std::istringstream lines(ran.output);
  std::string line;
  std::int64_t last = -1;
  std::size_t packets = 0;
  while (std::getline(lines, line)) {
    const json parsed = json::parse(line);
    EXPECT_GE(parsed["offset"].get<std::int64_t>(), last) << line;
    last = parsed["offset"];
    packets += parsed.contains("packet") ? 1 : 0;
  }
  const std::string bytes = read_file(stream("two_cores.rtmt"));
  EXPECT_EQ(packets, static_cast<std::size_t>(std::count(bytes.begin(), bytes.end(), '\0')));
}

TEST(dump_command, damage_is_a_finding_and_nothing_else_is_unusable) {
  std::string bytes = read_file(stream("sample.rtmt"));
  bytes[40] ^= 1;
  EXPECT_EQ(run_rtm({"dump", "-"}, {bytes, {}}).exit_code, 1);
  EXPECT_EQ(run_rtm({"dump", "-"}, {"not a trace", {}}).exit_code, 2);
  EXPECT_EQ(run_rtm({"dump", "-"}).error, "rtm: <stdin>: byte 0: found an empty stream; expected packets\n");
  const run_result zeros = run_rtm({"dump", "-"}, {std::string(3, '\0'), {}});
  EXPECT_EQ(zeros.exit_code, 2);
  EXPECT_EQ(zeros.error, "rtm: <stdin>: byte 0: found 3 bytes of 00; expected packets\n");
}

// ---- replay ----

TEST(replay_command, script_gives_the_same_report) {
  for (const char* name : {"sample.rtmt", "two_cores.rtmt", "faulty.rtmt", "wide.rtmt"}) {
    const run_result script = run_rtm({"replay", stream(name)});
    EXPECT_EQ(script.exit_code, 0) << name;
    const run_result again = run_rtm({"report", "--json", "-"}, {script.output, {}});
    EXPECT_EQ(again.output, run_rtm({"report", "--json", stream(name)}).output) << name;
  }
}

TEST(replay_command, losses_are_comments_and_lines_on_standard_error) {
  const run_result script = run_rtm({"replay", stream("lossy.rtmt")});
  EXPECT_EQ(script.exit_code, 1);
  EXPECT_NE(script.output.find("\n# facts are missing here: core 0, byte "), std::string::npos) << script.output;
  EXPECT_NE(script.error.find(": found 67 facts of core 0 lost on the target"), std::string::npos) << script.error;
  const json again = json::parse(run_rtm({"report", "--json", "-"}, {script.output, {}}).output);
  EXPECT_EQ(again, without_lacks(report_of(stream("lossy.rtmt"))));
}

TEST(replay_command, break_before_an_epoch_stays_one) {
  // The target began again: nothing is known between 250 and 1000.
  const std::string first = read_file(stream("sample.rtmt"));
  const run_result script = run_rtm({"replay", "-"}, {first + first, {}});
  EXPECT_NE(script.output.find("\n0 reset idle break\n"), std::string::npos) << script.output;
  const json again = json::parse(run_rtm({"report", "--json", "-"}, {script.output, {}}).output);
  const json direct = json::parse(run_rtm({"report", "--json", "-"}, {first + first, {}}).output);
  EXPECT_EQ(again, without_lacks(direct));
  EXPECT_EQ(direct["cores"][0]["epochs"].size(), 2U);
}

// ---- report -f ----

TEST(follow, file_that_grows_is_shown_window_by_window_until_the_target_ends) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  const std::string bytes = read_file(stream("sample.rtmt"));
  // All but the packet `end`, of 12 bytes.
  write(file, bytes.substr(0, bytes.size() - 12));
  running_rtm run({"report", "-f", file});
  EXPECT_TRUE(run.wait_for("core 0 #1 from 100: load 100 %"));
  std::ofstream(file, std::ios::binary | std::ios::app) << bytes.substr(bytes.size() - 12);
  const run_result ran = run.finish();
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("core 0 #0 from 0: load 80.0 %"), std::string::npos) << ran.output;
  EXPECT_NE(ran.output.find("total             250"), std::string::npos) << ran.output;
}

TEST(follow, each_line_of_a_text_is_shown_before_the_next_one_comes) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  // A window of 100 ticks closes at its end, and what is behind that line has not been written.
  write(file, "rtm-timeline 1\nclock hz=1000\nwindow 100\nstart 0 task 1\n20 idle\n100 poll\n");
  running_rtm run({"report", "-f", file});
  EXPECT_TRUE(run.wait_for("core 0 #0 from 0: load 20.0 %"));
  std::ofstream(file, std::ios::app) << "150 task 1\n200 poll\n";
  EXPECT_TRUE(run.wait_for("core 0 #1 from 100: load 50.0 %"));
  run.send(SIGINT);
  EXPECT_EQ(run.finish().exit_code, 0);
}

TEST(follow, rows_of_btf_are_shown_as_they_come) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  write(file, "#version 2\n0,Core_0,0,T,A,0,start\n20,Core_0,0,T,A,0,terminate\n100,Core_0,0,T,A,0,start\n");
  running_rtm run({"report", "-f", file, "--window", "100"});
  EXPECT_TRUE(run.wait_for("core 0 #0 from 0: load 20.0 %"));
  run.send(SIGINT);
  (void)run.finish();
}

TEST(follow, says_what_it_waits_for) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  const std::string waits =
      "rtm: " + file + ": waits for an input that rtm knows (rtm report --help lists them); found ";
  write(file, "");
  running_rtm nothing({"report", "-f", file});
  EXPECT_TRUE(nothing.wait_for(waits + "nothing so far\n"));
  nothing.send(SIGINT);
  EXPECT_EQ(nothing.finish().exit_code, 2);

  write(file, "hello\nworld\n");
  running_rtm strange({"report", "-f", file});
  EXPECT_TRUE(strange.wait_for(waits + "\"hello\" so far\n"));
  strange.send(SIGINT);
  EXPECT_EQ(strange.finish().exit_code, 2);
}

TEST(follow, text_that_no_line_makes_known_is_refused_while_it_grows) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  std::string text;
  for (int i = 0; i < 100; ++i) text += "hello\n";
  write(file, text);
  const run_result ran = run_rtm({"report", "-f", file});
  EXPECT_EQ(ran.exit_code, 2);
  EXPECT_EQ(ran.error,
            "rtm: " + file + ":1: found \"hello\"; expected an input that rtm knows (rtm report --help lists them)\n");
}

TEST(follow, interrupt_ends_it_with_what_there_is) {
  const scratch_folder folder;
  const std::string file = (folder / "growing").string();
  const std::string bytes = read_file(stream("sample.rtmt"));
  write(file, bytes.substr(0, bytes.size() - 12));
  running_rtm run({"report", "-f", file});
  ASSERT_TRUE(run.wait_for("core 0 #1 from 100"));
  run.send(SIGINT);
  const run_result ran = run.finish();
  EXPECT_EQ(ran.exit_code, 0) << ran.output;
  EXPECT_NE(ran.output.find("total             250"), std::string::npos) << ran.output;
}

TEST(follow, named_pipe_ends_with_its_writer) {
  const scratch_folder folder;
  const std::string pipe = (folder / "pipe").string();
  ASSERT_EQ(mkfifo(pipe.c_str(), 0600), 0);
  running_rtm run({"report", "-f", pipe, "--json"});
  {
    std::ofstream out(pipe, std::ios::binary);
    out << read_file(stream("lossy.rtmt"));
  }
  const run_result ran = run.finish();
  EXPECT_EQ(ran.exit_code, 1) << ran.output;
  EXPECT_TRUE(ran.output.starts_with("{\"core\":0,\"window\":{\"index\":0,")) << ran.output;
}

/// A server on this machine that sends `bytes` to the first that connects.
class server {
 public:
  server() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in at{};
    at.sin_family = AF_INET;
    at.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t length = sizeof at;
    is_listening_ = ::bind(socket_, reinterpret_cast<sockaddr*>(&at), length) == 0 && ::listen(socket_, 1) == 0 &&
                    ::getsockname(socket_, reinterpret_cast<sockaddr*>(&at), &length) == 0;
    port_ = ntohs(at.sin_port);
  }
  ~server() { ::close(socket_); }
  [[nodiscard]] bool is_listening() const { return is_listening_; }
  [[nodiscard]] std::string address() const { return "127.0.0.1:" + std::to_string(port_); }
  void serve(const std::string& bytes) const {
    const int peer = ::accept(socket_, nullptr, nullptr);
    EXPECT_EQ(::write(peer, bytes.data(), bytes.size()), static_cast<ssize_t>(bytes.size()));
    ::close(peer);
  }

 private:
  int socket_;
  int port_ = 0;
  bool is_listening_ = false;
};

TEST(follow, tcp_connection_is_an_input_like_any_other) {
  for (const std::string scheme : {"tcp:", "tcp://"}) {
    const server from;
    if (!from.is_listening()) GTEST_SKIP() << "no network here";
    running_rtm run({"report", "-f", scheme + from.address()});
    from.serve(read_file(stream("sample.rtmt")));
    const run_result ran = run.finish();
    EXPECT_EQ(ran.exit_code, 0) << ran.output;
    EXPECT_NE(ran.output.find("core 0 #1 from 100: load 100 %"), std::string::npos) << ran.output;
  }
}

TEST(follow, nobody_listens) {
  EXPECT_EQ(run_rtm({"report", "tcp:127.0.0.1"}).error,
            "rtm: tcp:127.0.0.1: found no host or no port; expected tcp:HOST:PORT\n");
  EXPECT_EQ(run_rtm({"report", "tcp:127.0.0.1:1"}).error,
            "rtm: tcp:127.0.0.1:1: found \"Connection refused\"; expected a server that sends a trace\n");
}

}  // namespace
}  // namespace rtm::test
