// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>
#include <stdexcept>

#include "readers.hpp"

namespace rtm::test {
namespace {

/// A reader that keeps the 64 bits of a long double.
using precise_json =
    nlohmann::basic_json<std::map, std::vector, std::string, bool, std::int64_t, std::uint64_t, long double>;

/// Json: what numbers are kept in. Double: as most readers do.
template <class Json>
class chrome_reader {
  using json = Json;
  using real = typename json::number_float_t;

 public:
  explicit chrome_reader(std::uint64_t hz) : hz_(hz) {}

  told read(const json& trace) {
    std::vector<const json*> events;
    for (const json& event : trace.at("traceEvents")) {
      if (event.at("ph") == "M")
        learn(event);
      else
        events.push_back(&event);
    }
    std::stable_sort(events.begin(), events.end(), [](const json* a, const json* b) {
      return a->at("ts").template get<real>() < b->at("ts").template get<real>();
    });
    for (const json* event : events) take(*event);
    return std::move(told_);
  }

 private:
  void learn(const json& event) {
    const auto pid = event.at("pid").template get<std::uint64_t>();
    if (event.at("name") == "process_name")
      cores_[pid] = std::stoull(event.at("args").at("name").template get<std::string>().substr(5));
    if (event.at("name") == "thread_name")
      lanes_[{pid, event.at("tid").template get<std::uint64_t>()}] =
          event.at("args").at("name").template get<std::string>();
  }

  [[nodiscard]] std::uint64_t ticks(const json& us) const {
    const bool in_picoseconds = hz_ > 1'000'000'000;
    const real scaled = us.template get<real>() * (in_picoseconds ? real{1e6} : real{1e3});
    return ticks_of(static_cast<std::uint64_t>(std::llround(scaled)), hz_,
                    in_picoseconds ? 1'000'000'000'000 : 1'000'000'000);
  }

  void take(const json& event) {
    const auto pid = event.at("pid").template get<std::uint64_t>();
    told_core& core = told_[cores_.at(pid)];
    const std::string phase = event.at("ph");
    step s;
    s.ticks = ticks(event.at("ts"));
    if (phase == "C") {
      if (event.at("name") == "load") core.load[s.ticks] = event.at("args").at("%");
      if (event.at("name") == "trace loss") core.count_lost(s.ticks, event.at("args").at("facts"));
      return;
    }
    const std::string lane = lanes_.at({pid, event.at("tid").template get<std::uint64_t>()});
    if (phase == "X") return take_slice(core, event, s.ticks);
    if (phase == "i") {
      if (event.at("cat") == "epoch") core.steps.push_back({step::kind::epoch, s.ticks, {}, {}, {}, {}});
      return;
    }
    const bool is_point = lane.rfind("points ", 0) == 0;
    const json args = event.value("args", json::object());
    s.track = is_point ? lane + std::to_string(event.at("tid").template get<std::uint64_t>()) : "";
    if (phase == "B") {
      s.what = is_point ? step::kind::point_begin : step::kind::begin;
      s.who = {event.at("cat"), args.value("id", std::uint64_t{0})};
      s.name = event.at("name");
    } else if (phase == "E") {
      s.what = is_point ? step::kind::point_end : step::kind::end;
      s.cut_by = args.value("cut by", "");
    } else {
      throw std::runtime_error("found phase " + phase);
    }
    core.steps.push_back(s);
  }

  static void take_slice(told_core& core, const json& event, std::uint64_t begin) {
    if (event.at("cat") != "window") return;
    const json& args = event.at("args");
    core.windows.push_back({args.at("index"), begin, args.at("ticks"), args.at("idle ticks"), args.at("kernel ticks"),
                            args.at("unknown ticks")});
  }

  std::uint64_t hz_;
  told told_;
  std::map<std::uint64_t, std::uint64_t> cores_;  ///< By pid.
  std::map<std::pair<std::uint64_t, std::uint64_t>, std::string> lanes_;
};

}  // namespace

told read_chrome(const std::string& text, std::uint64_t hz) {
  return chrome_reader<precise_json>(hz).read(precise_json::parse(text));
}

told read_chrome_as_doubles(const std::string& text, std::uint64_t hz) {
  return chrome_reader<nlohmann::json>(hz).read(nlohmann::json::parse(text));
}

}  // namespace rtm::test
