// SPDX-License-Identifier: MIT
// NuttX: a note driver, called through what it registered. The first task of a name that begins with "Idle" has the
// process number 0. With filters, as NuttX asks them: a driver whose filter lets nothing through is told nothing.
#define CONFIG_SCHED_INSTRUMENTATION_FILTER 1
#include <cstring>
#include <deque>

#include "players.hpp"
//
#include "ports/os/nuttx/hooks.hpp"

namespace rtm::test {
namespace {

note_driver_s* nuttx_driver = nullptr;

struct nuttx_tag {};
using nuttx_base = player_over<test_config<nuttx_tag, 1>>;

}  // namespace
}  // namespace rtm::test

extern "C" int note_driver_register(struct note_driver_s* driver) {
  rtm::test::nuttx_driver = driver;
  return 0;
}

RTM_NUTTX_HOOKS((*rtm::test::nuttx_base::object))

namespace rtm::test {
namespace {

class nuttx_player : public nuttx_base {
 public:
  nuttx_player() : nuttx_base(os::nuttx) {
    (void)rtm_nuttx_register();
    const note_driver_ops_s* const ops = nuttx_driver->ops;
    const auto lets = [](unsigned what) {
      const unsigned wanted = what | NOTE_FILTER_MODE_FLAG_ENABLE;
      return (nuttx_driver->filter.mode.flag & wanted) == wanted;
    };
    hooks_["note_start"] = [this](const arguments& words) { create(words.at(0)); };
    hooks_["unannounced"] = [this](const arguments& words) { add(words.at(0)); };
    hooks_["note_stop"] = [this, ops](const arguments& words) { ops->stop(nuttx_driver, task(words.at(0))); };
    hooks_["note_suspend"] = [this, ops, lets](const arguments& words) {
      if (lets(NOTE_FILTER_MODE_FLAG_SWITCH)) ops->suspend(nuttx_driver, task(words.at(0)));
    };
    hooks_["note_resume"] = [this, ops, lets](const arguments& words) {
      if (lets(NOTE_FILTER_MODE_FLAG_SWITCH)) ops->resume(nuttx_driver, task(words.at(0)));
    };
    hooks_["note_irqhandler"] = [ops, lets](const arguments& words) {
      if (!lets(NOTE_FILTER_MODE_FLAG_IRQ)) return;
      ops->irqhandler(nuttx_driver, static_cast<int>(number_in(words, 0)), nullptr, words.at(1) == "enter");
    };
  }

 protected:
  void create(const std::string& name) override { nuttx_driver->ops->start(nuttx_driver, add(name)); }

 private:
  tcb_s* add(const std::string& name) {
    tcb_s& made = tasks_.emplace_back();
    made.pid = name.starts_with("Idle") ? 0 : ++last_pid_;
    std::strncpy(made.name, name.c_str(), sizeof made.name - 1);
    return &made;
  }
  tcb_s* task(const std::string& name) {
    for (auto t = tasks_.rbegin(); t != tasks_.rend(); ++t)
      if (name == t->name) return &*t;
    throw std::runtime_error("found no task '" + name + "', expected one that was started");
  }

  std::deque<tcb_s> tasks_;
  int last_pid_ = 0;
};

}  // namespace

std::unique_ptr<player> make_nuttx() { return std::make_unique<nuttx_player>(); }

}  // namespace rtm::test
