// SPDX-License-Identifier: MIT
#include "profile.hpp"

#include <algorithm>
#include <map>
#include <string>

#include "oracle.hpp"

namespace rtm::property {
namespace {

std::uint64_t draw_window(prng& random, std::uint32_t bits, const generator_settings& settings) {
  const std::uint64_t few_wraps = std::min(clock_mask(bits), longest_epoch / 32) * 8;
  const std::uint64_t widest = std::min({settings.traits.max_window_ticks, few_wraps, longest_epoch / 4});
  std::uint64_t window = 0;
  switch (random.below(6)) {
    case 0: return 0;
    case 1: window = random.between(1, 4); break;
    case 2: window = random.between(5, 60); break;
    case 3: window = random.between(61, 5000); break;
    case 4: window = std::uint64_t{1} << random.between(1, 40); break;
    default: window = random.between(1, widest); break;
  }
  window = std::min(window, widest);
  return settings.longest_step != 0 ? std::min(window, settings.longest_step * 4) : window;
}

std::uint64_t draw_max_gap(prng& random, const source_info& info, const generator_settings& settings) {
  const std::uint64_t widest = std::min(default_max_gap(info), settings.traits.max_window_ticks);
  if (settings.longest_step != 0) return std::min(widest, random.between(1, settings.longest_step));
  switch (random.below(5)) {
    case 0: return widest;
    case 1: return random.between(1, widest);
    case 2: return random.between(1, std::min<std::uint64_t>(widest, 30));
    default: return widest == default_max_gap(info) ? 0 : widest;
  }
}

std::optional<std::uint64_t> draw_limit(prng& random, std::uint64_t low, std::uint64_t high) {
  return random.chance(500) ? std::optional(random.between(low, high)) : std::nullopt;
}

host::source_capacity draw_capacity(prng& random) {
  host::source_capacity capacity;
  capacity.tasks = draw_limit(random, 1, 6);
  capacity.isrs = draw_limit(random, 0, 4);
  capacity.swis = draw_limit(random, 0, 3);
  capacity.points = draw_limit(random, 0, 4);
  capacity.depth = draw_limit(random, 1, 5);
  capacity.point_depth = draw_limit(random, 1, 4);
  return capacity;
}

id_pool draw_pool(prng& random, std::uint64_t most, const std::optional<std::uint64_t>& limit) {
  id_pool pool;
  pool.limit = limit;
  pool.count = random.between(1, most);
  if (limit) {
    pool.count = std::min(pool.count, *limit);
    // Reach the last id of the capacity, and the places in between.
    if (pool.count > 1) pool.spread = random.chance(500) ? (*limit - 1) / (pool.count - 1) : 1;
  } else if (random.chance(300)) {
    pool.spread = random.between(2, 100'000'000);
  }
  return pool;
}

}  // namespace

source_info draw_info(prng& random, const generator_settings& settings) {
  static constexpr std::uint32_t widths[] = {16, 16, 24, 32, 32, 64, 64};
  source_info info;
  info.clock_hz = random.between(1, 3'000'000'000);
  info.clock_bits = random.chance(850) ? random.pick(widths) : static_cast<std::uint32_t>(random.between(16, 64));
  if (settings.traits.clock_bits) info.clock_bits = *settings.traits.clock_bits;
  info.window_ticks = draw_window(random, info.clock_bits, settings);
  info.max_gap_ticks = draw_max_gap(random, info, settings);
  info.capacity = draw_capacity(random);
  if (settings.traits.capacity) info.capacity = *settings.traits.capacity;
  return info;
}

profile draw_profile(prng& random, const source_info& info, const generator_settings& settings) {
  static constexpr std::uint64_t illegal[] = {0, 4, 30, 250};
  static constexpr std::uint64_t often[] = {1, 2, 6, 12};
  profile drawn;
  drawn.tasks = draw_pool(random, 6, info.capacity.tasks);
  drawn.isrs = draw_pool(random, 4, info.capacity.isrs);
  drawn.swis = draw_pool(random, 3, info.capacity.swis);
  drawn.points = draw_pool(random, 4, info.capacity.points);
  drawn.soft_depth = random.between(1, 10);
  drawn.illegal_permille = random.pick(illegal);
  if (settings.illegal_permille) drawn.illegal_permille = *settings.illegal_permille;
  if (!settings.plain && random.chance(120)) drawn.cores = random.between(2, 3);
  for (std::uint64_t& weight : drawn.weight) weight = random.chance(100) ? 0 : random.pick(often);
  for (const fact_kind rare : {fact_kind::task_activate, fact_kind::task_wait, fact_kind::task_release}) {
    drawn.weight[static_cast<int>(rare)] = random.below(2);
  }
  drawn.weight[static_cast<int>(fact_kind::reset)] = random.chance(300) ? 1 : 0;
  drawn.weight[static_cast<int>(fact_kind::poll)] += 1;
  for (const std::uint64_t weight : drawn.weight) drawn.weight_sum += weight;
  return drawn;
}

void draw_names(prng& random, source_info& info, const profile& drawn) {
  const auto give = [&](std::map<source_id, std::string>& names, const id_pool& pool, const char* prefix) {
    for (std::uint64_t index = 0; index < pool.count + 2; ++index) {  // two that no fact will name
      const source_id id = pool.id(index);
      if (random.chance(400) && (!pool.limit || id < *pool.limit)) names[id] = prefix + std::to_string(id);
    }
  };
  give(info.tasks, drawn.tasks, "Task");
  give(info.isrs, drawn.isrs, "IRQ");
  give(info.swis, drawn.swis, "Swi");
  give(info.points, drawn.points, "point");
}

}  // namespace rtm::property
