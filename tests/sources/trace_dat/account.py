#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Who owned each CPU of a trace, from what `trace-cmd report -t -R -l FILE` prints. Shares no code with the tools: it is
where the expected values of the tests come from. One line a CPU: events, repairs, then ns of each owner.
Usage: trace-cmd report -t -R -l FILE | account.py [--tasks]
"""
import re
import sys
from collections import defaultdict

LINE = re.compile(r"^(?:[\w.-]+:\s+)?.{0,16}-(\d+)\s+(\d+)-(0x[0-9a-f]+|\S+)\s+(\d+)\.(\d{9}):\s+(\w+):\s*(.*)$")
HARD, SOFT = "hard", "soft"


def number(text, name):
    return int(re.search(rf"\b{name}=(-?\d+)", text).group(1))


def meaning(name, text):
    if name == "sched_switch":
        return "switch", number(text, "prev_pid"), number(text, "next_pid")
    if name in ("irq_handler_entry", "irq_handler_exit"):
        return name[12:], HARD, "irq%d" % number(text, "irq")
    if name in ("softirq_entry", "softirq_exit"):
        return name[8:], SOFT, "softirq%d" % number(text, "vec")
    if "vector=" in text and name.endswith(("_entry", "_exit")):
        vector, what = name.rsplit("_", 1)
        return what, HARD, vector
    return "other", None, None


class Cpu:
    def __init__(self, begin):
        self.last = self.told = begin
        self.owner = None  # nobody knows
        self.frames = []
        self.may_hide_frames = True
        self.ns = defaultdict(int)
        self.calls = defaultdict(int)
        self.events = self.repairs = 0

    def charge(self, until, to=None):
        owner = to or (self.frames[-1][1] if self.frames else "unknown" if self.owner is None else self.owner)
        self.ns[owner] += until - self.last
        self.last = until

    def repair(self, time, owner, kept):
        self.repairs += 1
        self.charge(time, "unknown")
        self.frames = self.frames[:kept]
        self.owner = owner
        self.told = time

    def event(self, time, pid, flags, what, first, second):
        self.events += 1
        if what == "switch":
            if (self.owner is not None and first != self.owner) or self.frames:
                self.repair(time, None, 0)
            self.charge(time)
            self.owner, self.may_hide_frames, self.told = second, False, time
            return
        if pid != self.owner:
            if self.owner is not None:
                self.repair(time, pid, 0)
            elif not self.frames and (not flags & 0x58 or not self.may_hide_frames):
                self.charge(time)
                self.owner, self.may_hide_frames, self.told = pid, False, time
        if what == "entry":
            if first == SOFT and self.frames and self.frames[-1][0] == HARD:
                self.repair(time, self.owner, 0)
            self.charge(time)
            self.frames.append((first, second))
            self.told = time
        elif what == "exit":
            if self.frames and self.frames[-1] == (first, second):
                self.charge(time)
                self.frames.pop()
                self.calls[second] += 1
                self.told = time
            elif (first, second) in self.frames:
                self.repair(time, self.owner, len(self.frames) - 1 - self.frames[::-1].index((first, second)))
            elif self.frames or (self.owner is not None and self.told != time):
                self.repair(time, self.owner, len(self.frames))
        self.charge(time)


def main():
    events = []
    for line in sys.stdin:
        found = LINE.match(line)
        if found is None:
            if not line.startswith("cpus="):
                print("not understood: " + line.rstrip(), file=sys.stderr)
            continue
        pid, cpu, flags, seconds, ns, name, text = found.groups()
        flags = int(flags, 16) if flags.startswith("0x") else 0
        events.append((int(cpu), int(seconds) * 10**9 + int(ns), int(pid), flags, *meaning(name, text)))
    begin, end = min(e[1] for e in events), max(e[1] for e in events)
    cpus = {}
    for cpu, *event in events:
        cpus.setdefault(cpu, Cpu(begin)).event(*event)
    print("range", begin, end, end - begin)
    for number_of, cpu in sorted(cpus.items()):
        cpu.charge(end)
        tasks = {owner: ns for owner, ns in cpu.ns.items() if isinstance(owner, int) and owner != 0}
        rest = {owner: ns for owner, ns in cpu.ns.items() if not isinstance(owner, int)}
        assert sum(cpu.ns.values()) == end - begin
        print(f"cpu {number_of}: events {cpu.events} repairs {cpu.repairs} idle {cpu.ns[0]} tasks {sum(tasks.values())}",
              " ".join(f"{owner} {ns} ({cpu.calls[owner]})" for owner, ns in sorted(rest.items())))
        if "--tasks" in sys.argv:
            print("  ", " ".join(f"{pid}:{ns}" for pid, ns in sorted(tasks.items())))


main()
