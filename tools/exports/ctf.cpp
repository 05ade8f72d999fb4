// SPDX-License-Identifier: MIT
#include "exports/ctf.hpp"

#include <fmt/format.h>

#include <map>
#include <set>
#include <string>
#include <system_error>
#include <utility>

#include "exports/byte_sink.hpp"
#include "exports/ctf_stream.hpp"
#include "exports/time_scale.hpp"

namespace rtm::host {
namespace {

constexpr actor nobody{actor_kind::unknown, 0};

/// Values of Linux' task states, as in sched_switch. `stopped` is what Trace Compass shows as waiting for an unknown
/// reason: without life-cycle marks nobody knows whether a task that leaves the core is ready.
enum class linux_state : std::uint8_t { ready = 0, sleeping = 1, stopped = 4, dead = 64 };

/// Thread ids: a task's own number where possible. 0 is idle, as in Linux; tasks that cannot have their number, and
/// kernel and unknown, are numbered from 2^30 on.
class tid_table {
 public:
  std::int32_t operator[](actor who) {
    if (who.kind == actor_kind::idle) return 0;
    if (who.kind == actor_kind::task && who.id != 0 && who.id < others) return static_cast<std::int32_t>(who.id);
    const auto next = static_cast<std::int32_t>(others + others_.size());
    return others_.try_emplace(who, next).first->second;
  }

 private:
  static constexpr source_id others = source_id{1} << 30;
  std::map<actor, std::int32_t> others_;
};

class ctf final : public activity {
 public:
  ctf(const source_info& info, labels& names, std::filesystem::path folder)
      : names_(names), folder_(std::move(folder)), scale_(info.clock_hz) {
    std::error_code error;
    std::filesystem::create_directory(folder_, error);
    if (error)
      throw source_error(
          fmt::format("{}: found \"{}\"; expected a place for a new folder", folder_.string(), error.message()));
    file_sink metadata(folder_ / "metadata");
    metadata.write(ctf_metadata(info.clock_hz));
    metadata.close();
  }

  [[nodiscard]] std::uint64_t latest_start_ticks() const override { return scale_.usual_ticks(); }

  void epoch_begins(moment at, std::uint64_t ledger_ticks, std::uint64_t epoch, actor base) override {
    ctf_stream& out = on(at.core).stream;
    out.begin(ctf_event::rtm_epoch_begin, at.ticks);
    out.u64(epoch);
    out.u64(ledger_ticks);
    sched_switch(at, nobody, base);
  }

  void owner_changes(moment at, actor from, actor to) override { sched_switch(at, from, to); }

  void frame_begins(moment at, actor frame) override {
    ctf_stream& out = on(at.core).stream;
    out.begin(frame.kind == actor_kind::isr ? ctf_event::irq_handler_entry : ctf_event::irq_softirq_entry, at.ticks);
    out.u64(frame.id);
    out.text(names_.of(frame));
  }

  void frame_ends(moment at, actor frame, ending why) override {
    ctf_stream& out = on(at.core).stream;
    note_cut(out, at, why);
    out.begin(frame.kind == actor_kind::isr ? ctf_event::irq_handler_exit : ctf_event::irq_softirq_exit, at.ticks);
    out.u64(frame.id);
    if (frame.kind == actor_kind::isr) out.u32(1);  // ret: handled
  }

  void point_begins(moment at, actor context, source_id point) override {
    ctf_stream& out = on(at.core).stream;
    out.begin(ctf_event::rtm_point_begin, at.ticks);
    out.u32(static_cast<std::uint32_t>(tid_of_context(context)));
    out.u64(point);
    out.text(names_.of_point(point));
  }

  void point_ends(moment at, actor context, source_id point, ending why) override {
    ctf_stream& out = on(at.core).stream;
    note_cut(out, at, why);
    out.begin(ctf_event::rtm_point_end, at.ticks);
    out.u32(static_cast<std::uint32_t>(tid_of_context(context)));
    out.u64(point);
  }

  void task_marked(moment at, fact_kind mark, source_id task) override {
    const actor who{actor_kind::task, task};
    core_state& mine = on(at.core);
    introduce(mine, at, who);
    mine.when_off[who] = mark == fact_kind::task_wait        ? linux_state::sleeping
                         : mark == fact_kind::task_terminate ? linux_state::dead
                                                             : linux_state::ready;
    mine.stream.begin(ctf_event::rtm_task_mark, at.ticks);
    mine.stream.u32(static_cast<std::uint32_t>(tids_[who]));
    mine.stream.u8(static_cast<std::uint8_t>(mark) - static_cast<std::uint8_t>(fact_kind::task_activate));
  }

  void window_ends(std::uint32_t core, const window_row& window) override {
    ctf_stream& out = on(core).stream;
    out.begin(ctf_event::rtm_window, window.start + window.length);
    for (const std::uint64_t value :
         {window.index, window.start, window.length, window.base.idle, window.base.kernel, window.base.unknown})
      out.u64(value);
    out.u8(window.complete ? 0 : window.cut_by_fault ? 2 : 1);
  }

  void loss_begins(moment at) override { on(at.core).stream.begin_doubt(at.ticks); }
  void facts_lost(moment at, std::uint64_t count) override { on(at.core).stream.discard(count, at.ticks); }

  void epoch_ends(moment at, actor base, ending why, const std::string& fault) override {
    if (base != nobody) sched_switch(at, base, nobody);
    ctf_stream& out = on(at.core).stream;
    if (why == ending::fault) {
      out.begin(ctf_event::rtm_fault, at.ticks);
      out.text(fault);
    }
    out.begin(ctf_event::rtm_epoch_end, at.ticks);
    out.u8(static_cast<std::uint8_t>(why));
  }

  void finish() override {
    for (auto& [number, core] : cores_) core.stream.close();
  }

 private:
  struct core_state {
    ctf_stream stream;
    std::set<actor> introduced;
    std::map<actor, linux_state> when_off;  ///< What marks said since the task last ran.
  };

  std::int32_t tid_of_context(actor context) {
    return context.kind == actor_kind::isr || context.kind == actor_kind::swi ? -1 : tids_[context];
  }

  core_state& on(std::uint32_t core) {
    const auto known = cores_.find(core);
    if (known != cores_.end()) return known->second;
    ctf_stream stream(folder_ / fmt::format("core_{}", core), core);
    return cores_.emplace(core, core_state{std::move(stream), {}, {}}).first->second;
  }

  void introduce(core_state& mine, moment at, actor who) {
    if (!mine.introduced.insert(who).second) return;
    mine.stream.begin(ctf_event::rtm_thread, at.ticks);
    mine.stream.u32(static_cast<std::uint32_t>(tids_[who]));
    mine.stream.u8(static_cast<std::uint8_t>(who.kind));
    mine.stream.u64(who.id);
    mine.stream.text(names_.of(who));
  }

  void sched_switch(moment at, actor from, actor to) {
    core_state& mine = on(at.core);
    introduce(mine, at, from);
    introduce(mine, at, to);
    const auto mark = mine.when_off.find(from);
    const linux_state left = mark == mine.when_off.end() ? linux_state::stopped : mark->second;
    if (mark != mine.when_off.end()) mine.when_off.erase(mark);
    mine.when_off.erase(to);
    mine.stream.begin(ctf_event::sched_switch, at.ticks);
    mine.stream.text(names_.of(from));
    mine.stream.u32(static_cast<std::uint32_t>(tids_[from]));
    mine.stream.u32(0);
    mine.stream.u64(static_cast<std::uint64_t>(left));
    mine.stream.text(names_.of(to));
    mine.stream.u32(static_cast<std::uint32_t>(tids_[to]));
    mine.stream.u32(0);
  }

  static void note_cut(ctf_stream& out, moment at, ending why) {
    if (why == ending::returned) return;
    out.begin(ctf_event::rtm_cut, at.ticks);
    out.u8(static_cast<std::uint8_t>(why));
  }

  labels& names_;
  std::filesystem::path folder_;
  time_scale scale_;
  tid_table tids_;
  std::map<std::uint32_t, core_state> cores_;
};

}  // namespace

std::unique_ptr<activity> open_ctf(const source_info& info, labels& names, const std::filesystem::path& out) {
  return std::make_unique<ctf>(info, names, out);
}

}  // namespace rtm::host
