// SPDX-License-Identifier: MIT
#include "sources/ctf/interpreter.hpp"

#include <memory>

#include "sources/ctf/kernel_events.hpp"

namespace rtm::host::ctf {

bool has_field(const event_class& event, const stream_class& of, std::string_view name) {
  return find_field(event.fields, name) != nullptr || find_field(event.context, name) != nullptr ||
         find_field(of.event_context, name) != nullptr;
}

std::unique_ptr<interpreter> make_interpreter(const metadata& /*of*/, told_to to) {
  return std::make_unique<kernel_events>(std::move(to));
}

}  // namespace rtm::host::ctf
