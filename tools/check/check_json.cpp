// SPDX-License-Identifier: MIT
#include <nlohmann/json.hpp>
#include <ostream>

#include "check/check_views.hpp"

namespace rtm::host {
namespace {

using json = nlohmann::ordered_json;

template <class T>
json or_null(const std::optional<T>& value) {
  return value ? json(*value) : json(nullptr);
}

json breach_json(const breach_row& row) {
  return {{"certain", row.is_certain},
          {"epoch", row.found ? json(row.epoch) : json(nullptr)},
          {"window", or_null(row.window)},
          {"time", row.found ? json(row.time) : json(nullptr)},
          {"found", or_null(row.found)},
          {"at_most", row.found ? json(row.at_most) : json(nullptr)},
          {"allowed", or_null(row.allowed)},
          {"in_a_row", row.found ? json(row.in_a_row) : json(nullptr)},
          {"whole", row.found ? json(row.is_whole) : json(nullptr)}};
}

json verdict_json(const verdict& of) {
  json breaches = json::array();
  for (const breach_row& row : of.breaches) breaches.push_back(breach_json(row));
  return {{"line", of.line},          {"core", of.core},           {"kind", word_of(of.kind)}, {"id", of.id},
          {"name", or_null(of.name)}, {"limit", word_of(of.rule)}, {"judged", of.judged},      {"breaches", breaches}};
}

}  // namespace

void render_check_json(const check_result& of, const check_view_options& how, std::ostream& out) {
  json limits = json::array();
  for (const verdict& v : of.verdicts) limits.push_back(verdict_json(v));
  const json whole = {{"schema", "rtm.check/1"},
                      {"budget", how.budget},
                      {"input", how.input},
                      {"clock_hz", how.clock_hz},
                      {"breaches", of.certain()},
                      {"possible", of.possible()},
                      {"invalid_epochs", of.invalid_epochs},
                      {"incomplete", of.is_incomplete},
                      {"limits", limits}};
  out << whole.dump(1, ' ', false, json::error_handler_t::replace) << '\n';
}

}  // namespace rtm::host
