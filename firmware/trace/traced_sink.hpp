// SPDX-License-Identifier: MIT
// Where the facts of these images go: into a trace, as they would in a product; and, for the tests, into a log of all
// of them, so that what a too small trace has lost is known to the fact. A product has the trace alone:
// `rtm::ledger<capacity, rtm::trace::sink<>>`.
#pragma once

#include <stdint.h>

#include "fact_log.hpp"
#include "rtm/trace/sink.hpp"

class traced_sink : public rtm::trace::sink<> {
  using trace = rtm::trace::sink<>;

 public:
  template <class Ledger>
  rtm::status accepted(const Ledger& of, rtm::fact_kind fact, uint32_t time, uint32_t id) {
    log_.accepted(fact, time, id);
    return trace::accepted(of, fact, time, id);
  }
  template <class Ledger>
  void refused(const Ledger& of, rtm::status why, rtm::fact_kind fact, uint32_t reading, uint32_t id) {
    log_.accepted(fact, reading, id);
    trace::refused(of, why, fact, reading, id);
  }

  [[nodiscard]] const fact_log& log() const { return log_; }

 private:
  fact_log log_;
};
