// SPDX-License-Identifier: MIT
// Ids that no capacity has: one past the end, all ones, and above all the bit patterns that the ledger uses inside, a
// flag in half a word beside an id. None may be accepted, none may be taken for a frame or point that is there, and
// none may reach memory outside (AddressSanitizer watches the ledger's ends).
#include <gtest/gtest.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "small.hpp"

namespace rtm::test {
namespace {

/// Rogue relatives of an id that exists, and those that are none of its relatives.
std::vector<std::uint32_t> rogue_ids(std::uint32_t real) {
  std::vector<std::uint32_t> ids{4,           5,           7,           8,           0xFF,
                                 0x100,       0x1FFF,      0xFFFF,      0x1'0000,    0x7FFF'FFFF,
                                 0x8000'0000, 0xFFFF'FFF9, 0xFFFF'FFFA, 0xFFFF'FFFB, 0xFFFF'FFFC};
  for (unsigned bit = 3; bit < 32; ++bit) ids.push_back(real | 1U << bit);
  for (const std::uint32_t flags : {0x2000U, 0x4000U, 0x6000U, 0x8000U, 0xA000U, 0xC000U, 0xE000U}) {
    ids.push_back(real | flags);
    ids.push_back(real | flags | flags << 16U);
  }
  return ids;
}

/// The ids above that base owners have are no rogues as tasks.
const std::vector<std::uint32_t>& no_rogues_as_interrupts() {
  static const std::vector<std::uint32_t> ids{0xFFFF'FFFD, 0xFFFF'FFFE, 0xFFFF'FFFF};
  return ids;
}

/// A state in which a rogue might be taken for something that is there.
template <class Capacity>
struct situation {
  const char* name;
  std::function<void(ledger<Capacity>&)> enter;
};

template <class Capacity>
std::vector<situation<Capacity>> situations() {
  using l = ledger<Capacity>;
  return {
      {"nothing active", [](l& x) { accept(x.poll(10)); }},
      {"isr 1 active", [](l& x) { accept(x.isr_enter(10, isr_id{1})); }},
      {"swi 1 active", [](l& x) { accept(x.swi_enter(10, swi_id{1})); }},
      {"isr 1 active since the last window",
       [](l& x) {
         accept(x.isr_enter(10, isr_id{1}));
         accept(x.poll(100));
       }},
      {"swi 1 active since the last window",
       [](l& x) {
         accept(x.swi_enter(10, swi_id{1}));
         accept(x.poll(100));
       }},
      {"point 1 open", [](l& x) { accept(x.point_begin(10, point_id{1})); }},
      {"point 1 open since the last window",
       [](l& x) {
         accept(x.point_begin(10, point_id{1}));
         accept(x.poll(100));
       }},
      {"point 1 open in a task that was suspended, isr 1 and its point 1 since the last window",
       [](l& x) {
         accept(x.point_begin(10, point_id{1}));
         accept(x.task_switch(20, task_id{2}));
         accept(x.isr_enter(30, isr_id{1}));
         accept(x.point_begin(30, point_id{1}));
         accept(x.poll(100));
       }},
      {"an old fault was reset",
       [](l& x) {
         accept(x.isr_enter(10, isr_id{1}));
         (void)x.isr_exit(10, isr_id{2});
         accept(x.reset(20, task_id{1}));
       }},
  };
}

/// Every way to tell of a rogue.
template <class Ledger, class Word>
std::vector<std::function<status(Ledger&, std::uint32_t)>> every_way(Word now) {
  return {[now](Ledger& l, std::uint32_t id) { return l.isr_enter(now, isr_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.isr_exit(now, isr_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.swi_enter(now, swi_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.swi_exit(now, swi_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.point_begin(now, point_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.point_end(now, point_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.task_activate(now, task_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.task_wait(now, task_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.task_release(now, task_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.task_terminate(now, task_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.task_switch(now, task_id{id}); },
          [now](Ledger& l, std::uint32_t id) { return l.reset(now, task_id{id}); }};
}

template <class Capacity>
class rogue_id : public ::testing::Test {};
using words = ::testing::Types<small, small_64, small_with<std::uint32_t, 16>>;
TYPED_TEST_SUITE(rogue_id, words);

TYPED_TEST(rogue_id, in_any_situation_is_a_bad_id_and_changes_nothing) {
  using l = ledger<TypeParam>;
  using word = typename TypeParam::word;
  for (const auto& s : situations<TypeParam>()) {
    const auto untouched = started<TypeParam>({100, 0}, 0, task_id{1});
    s.enter(*untouched);
    accept(untouched->poll(110));
    accept(untouched->snapshot(110));
    const values expected = epoch_values(*untouched);

    const auto ways = every_way<l, word>(110);
    for (std::size_t way = 0; way < ways.size(); ++way) {
      auto ids = rogue_ids(1);
      const bool is_base_owner_allowed = way >= ways.size() - 2;
      if (!is_base_owner_allowed) {
        ids.insert(ids.end(), no_rogues_as_interrupts().begin(), no_rogues_as_interrupts().end());
      }
      for (const std::uint32_t id : ids) {
        const auto told = started<TypeParam>({100, 0}, 0, task_id{1});
        s.enter(*told);
        ASSERT_EQ(ways[way](*told, id), status::bad_id) << s.name << ", way " << way << ", id " << id;
        fault f;
        accept(told->first_fault(f));
        ASSERT_EQ(f.id, id == 0xFFFF'FFFF ? no_id : id);
        ASSERT_EQ(told->snapshot(110), status::ignored);
        ASSERT_EQ(epoch_values(*told), expected) << s.name << ", way " << way << ", id " << id;
      }
    }
  }
}

TYPED_TEST(rogue_id, asked_for_has_no_sums) {
  const auto l = started<TypeParam>({100, 0}, 0, task_id{1});
  accept(l->point_begin(0, point_id{1}));
  accept(l->swi_enter(10, swi_id{1}));
  accept(l->isr_enter(20, isr_id{1}));
  accept(l->snapshot(110));
  window_header latest;
  accept(l->latest_window(latest));
  auto ids = rogue_ids(1);
  ids.insert(ids.end(), no_rogues_as_interrupts().begin(), no_rogues_as_interrupts().end());
  for (const std::uint32_t id : ids) {
    values found;
    for (const window_header& w : {latest, l->window_in_progress()}) {
      add(found, "isr", l->window_sums(w, isr_id{id}));
      add(found, "swi", l->window_sums(w, swi_id{id}));
      add(found, "point", l->window_sums(w, point_id{id}));
      if (id < static_cast<std::uint32_t>(idle)) add(found, "task", l->window_sums(w, task_id{id}));
    }
    add(found, "isr", l->epoch_sums(isr_id{id}));
    add(found, "swi", l->epoch_sums(swi_id{id}));
    add(found, "point", l->epoch_sums(point_id{id}));
    add(found, "isr", l->epoch_extremes(isr_id{id}));
    add(found, "swi", l->epoch_extremes(swi_id{id}));
    add(found, "point", l->epoch_extremes(point_id{id}));
    if (id < static_cast<std::uint32_t>(idle)) add(found, "task", l->epoch_sums(task_id{id}));
    EXPECT_EQ(found, values{}) << id;
  }
}

// The first ids past a capacity are the interesting ones where rows of different kinds lie side by side.
TEST(rogue_id, of_another_kind_that_has_more_ids_is_no_id_of_this_kind) {
  const auto l = started({100, 0}, 0, task_id{1});
  EXPECT_EQ(l->swi_enter(10, swi_id{2}), status::bad_id);  // there is an isr 2, and a point 2
  accept(l->reset(10, task_id{1}));
  EXPECT_EQ(l->swi_exit(10, swi_id{3}), status::bad_id);
}

}  // namespace
}  // namespace rtm::test
