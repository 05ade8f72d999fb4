// SPDX-License-Identifier: MIT
// What the events of one CPU say of names, gathered while they are read: nothing is allocated for a name that has been
// seen just now.
#pragma once

#include <cstdint>
#include <cstring>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "sources/linux/interrupts.hpp"
#include "sources/source.hpp"

namespace rtm::host::trace_dat {

class cpu_names {
 public:
  struct told_name {
    std::uint64_t time_ns = 0;
    std::string name;
  };

  /// `name`: 16 bytes, ended by zeros. What is told later counts.
  void task(source_id id, const char* name, std::uint64_t time_ns) {
    recent& known = recent_[id % recent_names];
    if (known.id == id && std::memcmp(known.name, name, sizeof known.name) == 0) [[likely]]
      return;
    known.id = id;
    std::memcpy(known.name, name, sizeof known.name);
    remember(id, std::string_view(name, ::strnlen(name, sizeof known.name)), time_ns);
  }
  /// It ran, and no event may have named it.
  void task_ran(source_id id) { unnamed_.insert(id); }

  void softirq(source_id vector) {
    if (vector < 64)
      softirqs_ |= std::uint64_t{1} << vector;
    else
      interrupts_.softirq_seen(vector);
  }
  /// `name` may be empty.
  void irq(source_id id, std::string_view name) {
    if (id == last_irq_ && name == last_irq_name_) [[likely]]
      return;
    last_irq_ = id;
    last_irq_name_ = name;
    if (!name.empty()) interrupts_.named(id, name);
  }
  void vector(source_id id) {
    if (id == last_vector_) return;
    last_vector_ = id;
    vectors_.insert(id);
  }

  /// No more is told.
  void finish() { recent_ = {}; }
  [[nodiscard]] const std::map<source_id, told_name>& tasks() const { return tasks_; }
  [[nodiscard]] const std::set<source_id>& unnamed() const { return unnamed_; }
  [[nodiscard]] const std::set<source_id>& vectors() const { return vectors_; }
  /// Into `info.isrs` and `info.swis`, but vectors.
  void add_interrupts(source_info& info) const;

 private:
  static constexpr std::size_t recent_names = 256;
  struct recent {
    source_id id = unknown_owner;
    char name[16] = {};
  };
  void remember(source_id id, std::string_view name, std::uint64_t time_ns);

  std::vector<recent> recent_ = std::vector<recent>(recent_names);
  std::map<source_id, told_name> tasks_;
  std::set<source_id> unnamed_;
  std::set<source_id> vectors_;
  source_id last_vector_ = unknown_owner;
  source_id last_irq_ = unknown_owner;
  std::string last_irq_name_;
  std::uint64_t softirqs_ = 0;
  kernel::interrupts interrupts_;
};

}  // namespace rtm::host::trace_dat
