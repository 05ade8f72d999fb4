#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records one moment of this machine twice: by the kernel's ring buffers (record_small_trace.py) and by perf, with one
clock. Writes PREFIX.dat, PREFIX.ftrace.txt (the same file as trace-cmd shows it) and PREFIX.perf.txt, cut to the time
that the first has of every CPU, with the names of tasks replaced in the same way. Needs root, tracefs, trace-cmd and
perf.
Usage: record_pair.py PREFIX [PAGES_OF_A_CPU]
"""
import os
import re
import subprocess
import sys
import tempfile
import time

import record_small_trace as small

TAKEN = ["sched:sched_switch", "irq:irq_handler_entry", "irq:irq_handler_exit", "irq:softirq_entry", "irq:softirq_exit"]
TAKEN += [f"{system}:{name}" for system, name in small.EVENTS if system == "irq_vectors"]
COMM = [rb"prev_comm=(.*?) prev_pid=", rb"next_comm=(.*?) next_pid="]


def harmless(name):
    return name if name.startswith(small.KEPT) else b"other"


def without_names(line):
    """Of `perf script`: the running task stands before its number, and a switch names two."""
    head = re.match(rb"(\s*)(.*?)(\s+\d+ \[\d+\].*)", line, re.DOTALL)
    line = head[1] + harmless(head[2]) + head[3] if head else line
    for field in COMM:
        line = re.sub(field, lambda m: m[0].replace(m[1], harmless(m[1]), 1) if m[1] else m[0], line)
    return line


def stamp(line):
    return int(re.search(rb"\] +(\d+)\.(\d{9}):", line)[1] + re.search(rb"\.(\d{9}):", line)[1])


def main():
    prefix, pages = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "8"
    here = os.path.dirname(os.path.abspath(__file__))
    with tempfile.TemporaryDirectory() as folder:
        data = folder + "/perf.data"
        events = [word for event in TAKEN for word in ("-e", event)]
        perf = subprocess.Popen(["perf", "record", "-q", "-m", "1024", "-k", "CLOCK_MONOTONIC", "-a", "-o", data] + events)
        time.sleep(1)
        subprocess.run([sys.executable, here + "/record_small_trace.py", prefix + ".dat", pages], check=True)
        time.sleep(0.2)
        perf.terminate()
        perf.wait()
        text = subprocess.run(["perf", "script", "--ns", "-i", data, "-F", "comm,tid,cpu,time,event,trace"],
                              check=True, capture_output=True).stdout
    shown = subprocess.run(["trace-cmd", "report", "-t", "-l", prefix + ".dat"], check=True, capture_output=True).stdout
    with open(prefix + ".ftrace.txt", "wb") as out:
        out.write(shown)
    times = {}
    for line in shown.splitlines():
        if found := re.match(rb".{0,16}-\d+ +(\d+)\S* +(\d+)\.(\d{9}):", line):
            times.setdefault(found[1], []).append(int(found[2] + found[3]))
    first, last = max(t[0] for t in times.values()), min(t[-1] for t in times.values())
    with open(prefix + ".perf.txt", "wb") as out:
        for line in text.splitlines(keepends=True):
            if first - 20_000 <= stamp(line) <= last + 20_000:
                out.write(without_names(line))


if __name__ == "__main__":
    main()
