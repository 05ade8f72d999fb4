// SPDX-License-Identifier: MIT
// The same for scripts that nobody thought of: deep nesting, many facts at one time, narrow clocks that wrap, points of
// tasks that are switched away, resets and faults at any moment.
#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <random>
#include <string>
#include <vector>

#include "exported.hpp"
#include "tool.hpp"

namespace rtm::test {
namespace {

/// Only what std::mt19937_64 promises, so that a seed gives the same script everywhere.
class script_writer {
 public:
  explicit script_writer(std::uint64_t seed) : random_(seed) {}

  std::string write(int facts) {
    bits_ = std::vector<unsigned>{16, 24, 32, 64}[below(4)];
    mask_ = bits_ == 64 ? ~std::uint64_t{0} : (std::uint64_t{1} << bits_) - 1;
    const std::vector<std::uint64_t> rates{1000, 32768, 16'500'000, 168'000'000, 1'000'000'000, 3'000'000'000};
    text_ = "rtm-timeline 1\nclock bits=" + std::to_string(bits_) + " hz=" + std::to_string(rates[below(6)]) +
            "\nwindow 1000\nmax_gap 1000\ntask 2 \"quoted\" \\ \xC3\xA4\n";
    cores_.resize(1 + below(2));
    for (std::size_t i = 0; i < cores_.size(); ++i) {
      cores_[i].now = bits_ == 64 ? 1'000'000 + below(1000) : mask_ - below(3000);
      line(i, "start " + std::to_string(cores_[i].now) + " " + owner(cores_[i]));
    }
    for (int n = 0; n < facts; ++n) fact(below(cores_.size()));
    return text_;
  }

 private:
  struct frame {
    std::string exit;
    std::vector<std::uint64_t> points;
    bool is_isr = false;
  };
  struct core {
    std::uint64_t now = 0;
    std::string base;
    std::vector<frame> frames;
    std::map<std::string, std::vector<std::uint64_t>> points;
  };

  std::uint64_t below(std::uint64_t n) { return random_() % n; }

  void line(std::size_t on, const std::string& what) { text_ += "@" + std::to_string(on) + " " + what + "\n"; }

  std::string owner(core& on) {
    const std::uint64_t draw = below(8);
    return on.base = draw == 0   ? "idle"
                     : draw == 1 ? "kernel"
                     : draw == 2 ? "unknown"
                                 : "task " + std::to_string(draw % 4);
  }

  void fact(std::size_t number) {
    core& on = cores_[number];
    on.now = (on.now + (below(3) == 0 ? 0 : below(below(10) == 0 ? 900 : 30))) & mask_;
    line(number, std::to_string(on.now) + " " + draw(on));
  }

  std::string draw(core& on) {
    auto& points = on.frames.empty() ? on.points[on.base] : on.frames.back().points;
    switch (below(12)) {
      case 0:
      case 1: return enter(on, "isr", true);
      case 2:
        if (on.frames.empty() || !on.frames.back().is_isr) return enter(on, "swi", false);
        return "poll";
      case 3:
      case 4:
      case 5: return leave(on);
      case 6:
        if (on.frames.empty()) return owner(on);
        return leave(on);
      case 7: points.push_back(below(3)); return "point_begin " + std::to_string(points.back());
      case 8:
        if (points.empty()) return "poll";
        return "point_end " + take(points);
      case 9:
        if (below(10) == 0) return terminate(on);
        return std::vector<std::string>{"activate 1", "wait 2", "release 1"}[below(3)];
      case 10:
        if (below(30) == 0) return reset(on);
        if (below(60) == 0) return "isr_exit 99";
        return "poll";
      default: return on.frames.size() < 6 ? enter(on, "isr", true) : leave(on);
    }
  }

  std::string enter(core& on, const std::string& kind, bool is_isr) {
    const std::string id = std::to_string(below(4));
    on.frames.push_back({kind + "_exit " + id, {}, is_isr});
    return kind + "_enter " + id;
  }

  std::string leave(core& on) {
    if (on.frames.empty()) return "poll";
    if (!on.frames.back().points.empty()) return "point_end " + take(on.frames.back().points);
    const std::string exit = on.frames.back().exit;
    on.frames.pop_back();
    return exit;
  }

  std::string terminate(core& on) {
    const std::string task = std::to_string(below(4));
    on.points.erase("task " + task);
    return "terminate " + task;
  }

  std::string reset(core& on) {
    on.frames.clear();
    on.points.clear();
    return "reset " + owner(on);
  }

  static std::string take(std::vector<std::uint64_t>& points) {
    const std::uint64_t id = points.back();
    points.pop_back();
    return std::to_string(id);
  }

  std::mt19937_64 random_;
  unsigned bits_ = 64;
  std::uint64_t mask_ = 0;
  std::vector<core> cores_;
  std::string text_;
};

TEST(random_script, gives_every_format_what_the_ledger_gave) {
  if (!has_tool("protoc") || !has_tool("babeltrace2")) GTEST_SKIP() << "no protoc or babeltrace2 here";
  for (std::uint64_t seed = 1; seed <= 25; ++seed) {
    const std::string script = script_writer(seed).write(400);
    SCOPED_TRACE("seed " + std::to_string(seed) + ":\n" + script);
    ASSERT_EQ(check(through_perfetto, script), "");
    ASSERT_EQ(check(through_chrome, script), "");
    ASSERT_EQ(check(through_ctf, script), "");
  }
}

}  // namespace
}  // namespace rtm::test
