// SPDX-License-Identifier: MIT
#include "sources/ctf/interpreter.hpp"

#include <algorithm>
#include <memory>
#include <utility>

#include "sources/ctf/export_events.hpp"
#include "sources/ctf/function_events.hpp"
#include "sources/ctf/kernel_events.hpp"
#include "sources/ctf/zephyr_events.hpp"

namespace rtm::host::ctf {
namespace {

bool has_any(const metadata& of, bool (*is_known)(const event_class&)) {
  return std::any_of(of.streams.begin(), of.streams.end(), [&](const auto& stream) {
    const auto& events = stream.second.events;
    return std::any_of(events.begin(), events.end(), [&](const auto& event) { return is_known(event.second); });
  });
}

}  // namespace

bool has_field(const event_class& event, const stream_class& of, std::string_view name) {
  return find_field(event.fields, name) != nullptr || find_field(event.context, name) != nullptr ||
         find_field(of.event_context, name) != nullptr;
}

std::unique_ptr<interpreter> make_interpreter(const metadata& of, told_to to) {
  if (has_any(of, export_events::knows)) return std::make_unique<export_events>(std::move(to));
  if (has_any(of, kernel_events::knows)) return std::make_unique<kernel_events>(std::move(to));
  if (has_any(of, zephyr_events::knows)) return std::make_unique<zephyr_events>(std::move(to));
  if (has_any(of, function_events::knows)) return std::make_unique<function_events>(std::move(to));
  return std::make_unique<kernel_events>(std::move(to));
}

}  // namespace rtm::host::ctf
