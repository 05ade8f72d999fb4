// SPDX-License-Identifier: MIT
#include "sources/linux/event_names.hpp"

#include <cstring>

namespace rtm::host::kernel {

/// Of the length, the first and the last bytes: names of one system begin alike, entries and exits end alike.
std::size_t event_names::slot_of(std::string_view name) {
  std::uint64_t first = 0;
  std::uint64_t last = 0;
  if (name.size() >= sizeof first) {
    std::memcpy(&first, name.data(), sizeof first);
    std::memcpy(&last, name.data() + name.size() - sizeof last, sizeof last);
  } else {
    for (const char c : name) first = first << 8 | static_cast<unsigned char>(c);
  }
  constexpr std::uint64_t golden = 0x9E37'79B9'7F4A'7C15;
  return static_cast<std::size_t>(((first * golden ^ last) + name.size()) * golden >> 56);
}

void event_names::learn(slot& in, std::string_view name, interrupts& ids) {
  in.name = name;
  const std::size_t colon = name.find(':');
  const std::string_view system = name.substr(0, colon == name.npos ? 0 : colon);
  const std::string_view own = colon == name.npos ? name : name.substr(colon + 1);
  in.is = {meaning_of(system, own), 0};
  if (in.is.means == meaning::vector_entered || in.is.means == meaning::vector_exited)
    in.is.vector = ids.id_of_vector(own.substr(0, own.rfind('_')));
}

}  // namespace rtm::host::kernel
