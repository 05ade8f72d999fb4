// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <string>

#include "top/top_view.hpp"
#include "views/json.hpp"

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;

template <class Row>
json names_of(const board_frame& frame, std::vector<Row> window_row::*kind) {
  json names = json::object();
  for (const board_core& of : frame.cores)
    for (const Row& row : of.window.*kind)
      if (row.name) names[std::to_string(row.id)] = *row.name;
  return names;
}

std::string text_of(const json& value) { return value.dump(-1, ' ', false, json::error_handler_t::replace); }

}  // namespace

std::string json_of(const board_frame& frame) {
  const json names = {{"tasks", names_of(frame, &window_row::tasks)},
                      {"isrs", names_of(frame, &window_row::isrs)},
                      {"swis", names_of(frame, &window_row::swis)}};
  std::string text = text_of(json{{"schema", "rtm.top/1"},
                                  {"clock_hz", frame.clock_hz},
                                  {"number", frame.number},
                                  {"facts", frame.facts},
                                  {"lost", frame.lost}});
  text.pop_back();
  text += ",\"cores\":[";
  const char* separator = "";
  for (const board_core& of : frame.cores) {
    text += separator + text_of(json{{"core", of.core}, {"valid", !of.is_faulty}});
    text.pop_back();
    text += ",\"window\":" + json_of(of.window);
    if (of.counts) text += ",\"counters\":" + json_of(of.columns, *of.counts);
    text += '}';
    separator = ",";
  }
  return text + "],\"names\":" + text_of(names) + '}';
}

}  // namespace rtm::host
