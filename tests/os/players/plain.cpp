// SPDX-License-Identifier: MIT
// No OS at all: the members of the normaliser by their names, with any profile. For what has to hold whatever a port
// makes of its hooks.
#include "players.hpp"

namespace rtm::test {
namespace {

struct plain_tag {};
using base = player_over<test_config<plain_tag, 1>>;

task_id owner_of(const std::string& word) {
  if (word == "idle") return idle;
  if (word == "kernel") return kernel;
  if (word == "unknown") return unknown;
  return task_id{static_cast<uint32_t>(std::stoul(word))};
}

class plain_player : public base {
 public:
  explicit plain_player(const os::profile& how) : base(how) {
    hooks_["task_in"] = [](const arguments& words) { (void)object->task_in(owner_of(words.at(0))); };
    hooks_["switch_request"] = [](const arguments& words) { (void)object->switch_request(owner_of(words.at(0))); };
    hooks_["task_out"] = [](const arguments&) { (void)object->task_out(); };
    hooks_["idle_in"] = [](const arguments&) { (void)object->idle_in(); };
    hooks_["isr_enter"] = [](const arguments& words) { (void)object->isr_enter(isr_id{number_in(words, 0)}); };
    hooks_["isr_exit"] = [](const arguments& words) { (void)object->isr_exit(isr_in(words)); };
    hooks_["isr_exit_to_scheduler"] = [](const arguments& words) {
      (void)object->isr_exit_to_scheduler(isr_in(words));
    };
    hooks_["isr_dispatch"] = [](const arguments& words) { (void)object->isr_dispatch(isr_id{number_in(words, 0)}); };
    hooks_["swi_enter"] = [](const arguments& words) { (void)object->swi_enter(swi_id{number_in(words, 0)}); };
    hooks_["swi_exit"] = [](const arguments& words) { (void)object->swi_exit(swi_id{number_in(words, 0)}); };
    hooks_["task_level"] = [](const arguments&) { (void)object->task_level(); };
    hooks_["abort_frame"] = [](const arguments&) { (void)object->abort_frame(); };
    hooks_["task_activate"] = [](const arguments& words) { (void)object->task_activate(owner_of(words.at(0))); };
    hooks_["task_terminate"] = [](const arguments& words) { (void)object->task_terminate(owner_of(words.at(0))); };
    hooks_["reset"] = [](const arguments&) { (void)object->reset(); };
  }

 protected:
  void create(const std::string& name) override { (void)object->task_created(0, name.c_str()); }

 private:
  static isr_id isr_in(const arguments& words) {
    return words.empty() ? accounting::normaliser_type::no_isr : isr_id{number_in(words, 0)};
  }
};

}  // namespace

std::unique_ptr<player> make_plain(const os::profile& how) { return std::make_unique<plain_player>(how); }

}  // namespace rtm::test
