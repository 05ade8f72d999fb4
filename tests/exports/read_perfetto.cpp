// SPDX-License-Identifier: MIT
#include <algorithm>
#include <set>
#include <stdexcept>

#include "readers.hpp"
#include "text_proto.hpp"

namespace rtm::test {
namespace {

struct track {
  std::string name;
  std::uint64_t core = 0;
  std::uint64_t parent = 0;
  bool is_counter = false;
};

class perfetto_reader {
 public:
  explicit perfetto_reader(std::uint64_t hz) : hz_(hz) {}

  told read(const proto_node& trace) {
    std::vector<const proto_node*> packets;
    for (const auto& [name, packet] : trace.fields) {
      learn(packet);
      packets.push_back(&packet);
    }
    std::stable_sort(packets.begin(), packets.end(), [](const proto_node* a, const proto_node* b) {
      return a->number("timestamp") < b->number("timestamp");
    });
    for (const proto_node* packet : packets) {
      now_ns_ = packet->number("timestamp");
      if (const proto_node* event = packet->find("track_event")) take_event(*event);
      if (const proto_node* state = packet->find("generic_kernel_task_state_event")) take_state(*state);
    }
    for (const auto& [cpu, running] : running_)
      if (running != 0) throw std::runtime_error("a thread runs at the end");
    return std::move(told_);
  }

 private:
  /// Names, tracks and threads, which come before their first use.
  void learn(const proto_node& packet) {
    if (const proto_node* names = packet.find("interned_data"))
      for (const auto& [kind, entry] : names->fields) names_[kind][entry.number("iid")] = entry.text("name");
    if (const proto_node* d = packet.find("track_descriptor")) learn_track(*d);
    if (const proto_node* tree = packet.find("generic_kernel_process_tree"))
      for (const auto& [kind, entry] : tree->fields)
        if (kind == "threads" && entry.text("is_idle") == "true") idle_.insert({entry.number("tid"), true});
  }

  void learn_track(const proto_node& d) {
    const std::uint64_t uuid = d.number("uuid");
    if (const proto_node* process = d.find("process")) {
      cores_[uuid] = std::stoull(process->text("process_name").substr(5));
      if (d.text("child_ordering") != "EXPLICIT") throw std::runtime_error("a core without an order of its tracks");
      return;
    }
    if (d.find("sibling_order_rank") == nullptr) throw std::runtime_error("a track without a rank");
    tracks_[uuid] = {d.text("name"), cores_.at(d.number("parent_uuid")), d.number("parent_uuid"),
                     d.find("counter") != nullptr};
  }

  [[nodiscard]] std::string category(const proto_node& event) {
    return names_["event_categories"].at(event.number("category_iids"));
  }
  [[nodiscard]] std::string name(const proto_node& event) {
    return event.find("name") != nullptr ? event.text("name") : names_["event_names"].at(event.number("name_iid"));
  }
  /// Annotations by name; of strings the text.
  [[nodiscard]] std::map<std::string, std::string> notes(const proto_node& event) {
    std::map<std::string, std::string> all;
    for (const auto& [field, note] : event.fields)
      if (field == "debug_annotations")
        all[names_["debug_annotation_names"].at(note.number("name_iid"))] =
            note.find("uint_value") != nullptr ? note.text("uint_value") : note.text("string_value");
    return all;
  }

  void take_event(const proto_node& event) {
    const track& on = tracks_.at(event.number("track_uuid"));
    told_core& core = told_[on.core];
    const std::string type = event.text("type");
    auto with = notes(event);
    step s;
    s.ticks = ticks_of(now_ns_, hz_, 1'000'000'000);
    if (on.is_counter) {
      const double value = std::stod(event.text("double_counter_value"));
      if (on.name == "trace loss") core.count_lost(s.ticks, static_cast<std::uint64_t>(value));
      if (on.name == "load") core.load[s.ticks] = value;
      return;
    }
    if (on.name == "windows") return take_window(core, type, s.ticks, with);
    const bool is_point = on.name.rfind("points ", 0) == 0;
    if (type == "TYPE_SLICE_BEGIN") {
      if (category(event) == "not measured") return void(unmeasured_.insert(event.number("track_uuid")));
      if (with.contains("begin ticks")) s.ticks = std::stoull(with["begin ticks"]);
      s.what = is_point ? step::kind::point_begin : step::kind::begin;
      s.who = {category(event), with.contains("id") ? std::stoull(with["id"]) : 0};
      s.name = name(event);
    } else if (type == "TYPE_SLICE_END") {
      if (unmeasured_.erase(event.number("track_uuid")) != 0) return;
      if (with.contains("end ticks")) s.ticks = std::stoull(with["end ticks"]);
      s.what = is_point ? step::kind::point_end : step::kind::end;
      s.cut_by = with["cut by"];
    } else {
      if (on.name != "owner" || category(event) != "epoch") return;
      // Its time is that of the first slice, which is exact where nanoseconds are not.
      pending_epoch_[on.core] = true;
      return;
    }
    if (pending_epoch_[on.core]) {
      core.steps.push_back({step::kind::epoch, s.ticks, {}, {}, {}, {}});
      pending_epoch_[on.core] = false;
    }
    s.track = is_point ? on.name + std::to_string(event.number("track_uuid")) : "";
    core.steps.push_back(s);
  }

  void take_window(told_core& core, const std::string& type, std::uint64_t ticks,
                   std::map<std::string, std::string>& with) {
    if (type != "TYPE_SLICE_BEGIN") return;
    if (with.contains("begin ticks")) ticks = std::stoull(with["begin ticks"]);
    core.windows.push_back({std::stoull(with["index"]), ticks, std::stoull(with["ticks"]),
                            std::stoull(with["idle ticks"]), std::stoull(with["kernel ticks"]),
                            std::stoull(with["unknown ticks"])});
  }

  /// As Perfetto's importer of generic kernels: a thread runs until it says otherwise, or until another runs.
  void take_state(const proto_node& state) {
    const std::uint64_t cpu = state.number("cpu"), tid = state.number("tid");
    const bool runs = state.text("state") == "TASK_STATE_RUNNING";
    if (runs && running_[cpu] == tid) throw std::runtime_error("a thread runs twice");
    if (running_[cpu] != 0 && (runs || running_[cpu] == tid)) {
      told_core& core = told_[cpu];
      const std::uint64_t ran = now_ns_ - since_[cpu];
      core.running_ns[comm_[running_[cpu]]] += ran;
      if (idle_.contains(running_[cpu])) core.idle_ns[comm_[running_[cpu]]] += ran;
      running_[cpu] = 0;
    }
    comm_[tid] = state.text("comm");
    if (!runs) return;
    running_[cpu] = tid;
    since_[cpu] = now_ns_;
  }

  std::uint64_t hz_;
  told told_;
  std::map<std::string, std::map<std::uint64_t, std::string>> names_;
  std::map<std::uint64_t, std::uint64_t> cores_;  ///< By uuid.
  std::map<std::uint64_t, track> tracks_;
  std::map<std::uint64_t, bool> idle_;
  std::map<std::uint64_t, bool> pending_epoch_;
  std::map<std::uint64_t, std::uint64_t> running_, since_;
  std::map<std::uint64_t, std::string> comm_;
  std::uint64_t now_ns_ = 0;
  std::set<std::uint64_t> unmeasured_;  ///< Tracks in a slice after a fault, in which nothing else begins.
};

}  // namespace

told read_perfetto(const std::string& text, std::uint64_t hz) {
  return perfetto_reader(hz).read(parse_text_proto(text));
}

std::uint64_t ticks_of(std::uint64_t time, std::uint64_t hz, std::uint64_t per_second) {
  __extension__ using wide = unsigned __int128;
  return static_cast<std::uint64_t>((wide{time} * hz + per_second - 1) / per_second);
}

}  // namespace rtm::test
