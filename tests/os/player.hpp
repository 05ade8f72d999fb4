// SPDX-License-Identifier: MIT
// Plays a transcript: calls the hooks of an OS's port as the OS would, and reads what was made of it.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "machine.hpp"
#include "rtm/os/accounting.hpp"
#include "transcript.hpp"

namespace rtm::test {

using arguments = std::vector<std::string>;
/// Hooks by the name that they have in transcripts.
using hook_table = std::map<std::string, std::function<void(const arguments&)>>;

class player {
 public:
  player() = default;
  player(const player&) = delete;
  player& operator=(const player&) = delete;
  virtual ~player() = default;

  /// Before all hooks: a new system with these tasks, told by the OS's own hook where there is one.
  virtual void begin(const transcript& of) = 0;
  /// Throws std::runtime_error: "found hook '...', expected one of ...".
  void play(const hook_line& line);
  /// Settles the time of each core that was started, and what is left of it.
  virtual void end(std::uint32_t time) = 0;

  [[nodiscard]] const std::vector<host::source_fact>& facts() const { return facts_; }
  [[nodiscard]] virtual std::string repairs(std::uint32_t core) const = 0;
  [[nodiscard]] virtual std::string rows() const = 0;
  /// Of the target: is the sum of all that is owned the total, on each core?
  [[nodiscard]] virtual bool adds_up() = 0;
  [[nodiscard]] virtual host::source_capacity capacity() const = 0;
  /// Own ticks of every owner, dispatches and calls, by name. After `end`.
  [[nodiscard]] virtual std::map<std::string, std::uint64_t> sums() const = 0;
  [[nodiscard]] virtual bool is_valid() const = 0;
  [[nodiscard]] virtual bool has_repairs() const = 0;
  /// The hooks with which this OS tells an interrupt, apart from a wrapper's; none by default.
  struct isr_hook_names {
    std::string enter, exit;
  };
  [[nodiscard]] virtual std::optional<isr_hook_names> isr_hooks() const { return std::nullopt; }
  [[nodiscard]] std::string returns() const;

 protected:
  hook_table hooks_;
  std::vector<host::source_fact> facts_;
  std::vector<std::uint64_t> returned_;
  transcript settings_;
};

/// "none", or "deferred_switch 1, redundant_in 2" in the order of the enumeration.
[[nodiscard]] std::string text_of(const os::repair_counts& counts);

struct small_capacity : default_capacity {
  static constexpr uint32_t tasks = 6;
  static constexpr uint32_t isrs = 64;
  static constexpr uint32_t swis = 4;
  static constexpr uint32_t points = 4;
  static constexpr uint32_t depth = 4;
};

/// The configuration that players use. `Tag` makes it one of its own, with its own profile and mode.
template <class Tag, std::uint32_t Cores>
struct test_config {
  using port = machine_port<Cores>;
  using capacity = small_capacity;
  using sink = told_sink;
  static constexpr std::uint32_t unnumbered_isr = no_id;
  static inline os::profile how;
  static inline os::strictness mode = os::strictness::lenient;
  static inline std::uint64_t silence_ticks = 0;
};

/// All that does not depend on the OS: start and end, wrappers, points.
template <class Config>
class player_over : public player {
 public:
  using accounting = os::accounting<Config>;

  /// The object that the hooks of this OS are bound to; made anew for each transcript.
  static inline std::optional<accounting> object;

  explicit player_over(const os::profile& how) : how_(how) { add_common_hooks(); }

  void begin(const transcript& of) override {
    machine::begin();
    facts_.clear();
    returned_.clear();
    settings_ = of;
    Config::how = how_;
    Config::mode = of.mode;
    Config::silence_ticks = of.silence;
    object.emplace();
    for (std::uint32_t i = 0; i < accounting::cores; ++i) object->at(i).ledger.sink() = {&facts_, i};
    forget_tasks();
    for (const std::string& name : of.tasks) create(name);
  }

  void end(std::uint32_t time) override {
    machine::time = time;
    for (machine::core = 0; machine::core < accounting::cores; ++machine::core)
      (void)object->on_this_core([](auto& c, auto now) { return c.ledger.snapshot(now); });
    machine::core = 0;
  }

  [[nodiscard]] std::string repairs(std::uint32_t core) const override {
    return text_of(object->at(core).hooks.repairs());
  }

  [[nodiscard]] std::string rows() const override {
    std::string out;
    const auto add = [&](task_id id) {
      const task_sums sums = object->epoch_sums(0, id);
      if (object->tasks().life_of(id) == accounting::table_type::life::free && id != accounting::departed) return;
      if (uint32_t(id) >= uint32_t(accounting::others) && sums.dispatches == 0) return;
      out += (out.empty() ? "" : ", ") + std::string(object->tasks().name_of(id)) + ' ' +
             std::to_string(sums.exclusive) + ' ' + std::to_string(sums.dispatches);
    };
    for (std::uint32_t i = 0; i <= uint32_t(accounting::departed); ++i) add(task_id{i});
    return out;
  }

  [[nodiscard]] std::map<std::string, std::uint64_t> sums() const override {
    std::map<std::string, std::uint64_t> out;
    for (std::uint32_t i = 0; i < accounting::cores; ++i) add_sums(i, '@' + std::to_string(i) + ' ', out);
    return out;
  }
  [[nodiscard]] bool is_valid() const override { return object->at(0).ledger.epoch().valid; }
  [[nodiscard]] bool has_repairs() const override { return object->at(0).hooks.repairs().any(); }

  [[nodiscard]] bool adds_up() override {
    for (std::uint32_t i = 0; i < accounting::cores; ++i)
      if (owned_on(i) != object->at(i).ledger.epoch().total_ticks) return false;
    return !machine::was_read_unmasked && machine::masked == 0;
  }

  [[nodiscard]] host::source_capacity capacity() const override {
    using c = small_capacity;
    return {c::tasks, c::isrs, c::swis, c::points, c::depth, c::point_depth, c::point_frames};
  }

 protected:
  /// A task begins to exist: by the hook of the OS, if it has one.
  virtual void create(const std::string& name) = 0;
  /// The kernel is as after a reset.
  virtual void forget_tasks() {}

  static uint32_t number_in(const arguments& words, std::size_t at) {
    if (words.size() <= at)
      throw std::runtime_error("found no argument " + std::to_string(at + 1) + ", expected a number");
    return static_cast<uint32_t>(std::stoul(words[at]));
  }

 private:
  static void add_sums(std::uint32_t core, const std::string& place, std::map<std::string, std::uint64_t>& out) {
    const auto& ledger = object->at(core).ledger;
    out[place + "idle"] = ledger.epoch_sums(idle).exclusive;
    out[place + "kernel"] = ledger.epoch_sums(kernel).exclusive;
    out[place + "unknown"] = ledger.epoch_sums(unknown).exclusive;
    for (std::uint32_t i = 0; i <= uint32_t(accounting::departed); ++i) {
      const task_sums task = object->epoch_sums(core, task_id{i});
      out[place + "task " + std::to_string(i)] = task.exclusive;
      out[place + "dispatches " + std::to_string(i)] = task.dispatches;
    }
    for (std::uint32_t i = 0; i < small_capacity::isrs; ++i) {
      const call_sums isr = ledger.epoch_sums(isr_id{i});
      out[place + "isr " + std::to_string(i)] = isr.exclusive;
      out[place + "isr calls " + std::to_string(i)] = isr.calls;
    }
    for (std::uint32_t i = 0; i < small_capacity::swis; ++i)
      out[place + "swi " + std::to_string(i)] = ledger.epoch_sums(swi_id{i}).exclusive;
  }
  /// Not of the ledger's rows but of the table's: what has departed is one of them.
  [[nodiscard]] static std::uint64_t owned_on(std::uint32_t core) {
    std::map<std::string, std::uint64_t> all;
    add_sums(core, "", all);
    std::uint64_t sum = 0;
    for (const auto& [name, value] : all)
      if (name.find("calls") == std::string::npos && name.find("dispatches") == std::string::npos) sum += value;
    return sum;
  }

  void add_common_hooks() {
    hooks_["start"] = [this](const arguments& words) {
      const bool in_idle = !words.empty() && words[0] == "idle";
      const status begun = object->start({settings_.window, settings_.max_gap, 0}, in_idle ? idle : kernel);
      if (begun != status::ok) throw std::runtime_error("found a refused start, expected ok");
    };
    hooks_["poll"] = [](const arguments&) { (void)object->poll(); };
    hooks_["rtm_os_isr_enter"] = [](const arguments& words) {
      (void)object->wrapper_enter(isr_id{number_in(words, 0)});
    };
    hooks_["rtm_os_isr_exit"] = [](const arguments& words) { (void)object->wrapper_exit(isr_id{number_in(words, 0)}); };
    hooks_["rtm_os_idle"] = [](const arguments&) { (void)object->idle_in(); };
    hooks_["rtm_os_isr_aborted"] = [](const arguments&) { (void)object->abort_frame(); };
    hooks_["rtm_os_all_isrs_aborted"] = [](const arguments&) { (void)object->abort_frames(); };
    hooks_["rtm_os_shutdown"] = [](const arguments&) { (void)object->shutdown(); };
    hooks_["rtm_os_point_begin"] = [this](const arguments& words) {
      returned_.push_back(std::uint64_t(object->point_begin(point_id{number_in(words, 0)})));
    };
    hooks_["rtm_os_point_end"] = [this](const arguments& words) {
      returned_.push_back(std::uint64_t(object->point_end(point_id{number_in(words, 0)})));
    };
    hooks_["pin"] = [](const arguments& words) { object->tasks().set_pinned(task_id{number_in(words, 0)}, true); };
  }

  os::profile how_;
};

}  // namespace rtm::test
