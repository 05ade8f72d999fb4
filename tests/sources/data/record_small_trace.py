#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Records this machine for a moment and writes a small trace.dat, version 6: only the formats of the events that are
recorded, no symbols. Needs root and tracefs. `trace-cmd convert --file-version 7 -i small-v6.dat -o small-v7.dat` makes
the other version of it. Both are test data, whose expected values account.py works out from what trace-cmd shows.
Usage: record_small_trace.py OUT [PAGES_OF_A_CPU]
"""
import os
import re
import struct
import subprocess
import sys
import time

TRACING = "/sys/kernel/tracing"
INSTANCE = TRACING + "/instances/rtm_small"
EVENTS = [("sched", "sched_switch"), ("sched", "sched_waking"), ("sched", "sched_process_fork"),
          ("sched", "sched_process_exit"), ("irq", "irq_handler_entry"), ("irq", "irq_handler_exit"),
          ("irq", "softirq_raise"), ("irq", "softirq_entry"), ("irq", "softirq_exit"),
          ("irq_vectors", "local_timer_entry"), ("irq_vectors", "local_timer_exit"),
          ("irq_vectors", "reschedule_entry"), ("irq_vectors", "reschedule_exit"),
          ("irq_vectors", "call_function_single_entry"), ("irq_vectors", "call_function_single_exit")]
# Tasks that keep their names; those of others are nobody's business.
KEPT = (b"swapper/", b"rcu_", b"ksoftirqd/", b"kworker/", b"migration/", b"kcompactd", b"python3", b"sh", b"cat",
        b"<idle>")


def read(path):
    with open(path, "rb") as f:
        return f.read()


def write(path, text):
    with open(path, "w", encoding="ascii") as f:
        f.write(text)


def record(most_pages, fields):
    os.mkdir(INSTANCE)
    try:
        write(INSTANCE + "/trace_clock", "mono")
        write(INSTANCE + "/buffer_size_kb", "512")
        for system, name in EVENTS:
            write(f"{INSTANCE}/events/{system}/{name}/enable", "1")
        write(INSTANCE + "/tracing_on", "1")
        for _ in range(3):
            subprocess.run(["sh", "-c", "echo a | cat >/dev/null; true"], check=True)
            time.sleep(0.004)
        write(INSTANCE + "/tracing_on", "0")
        cpus = []
        for cpu in range(os.cpu_count()):
            pages = []
            fd = os.open(f"{INSTANCE}/per_cpu/cpu{cpu}/trace_pipe_raw", os.O_RDONLY | os.O_NONBLOCK)
            try:
                while len(pages) < most_pages:
                    page = os.read(fd, 4096)
                    if not page:
                        break
                    # What lies behind the events of a page is left over from others.
                    used = 16 + (struct.unpack_from("<Q", page, 8)[0] & 0xFFFFF)
                    pages.append(without_names(page[:used].ljust(4096, b"\0"), fields))
            except BlockingIOError:
                pass
            finally:
                os.close(fd)
            cpus.append(b"".join(pages))
        return cpus, read(TRACING + "/saved_cmdlines")
    finally:
        os.rmdir(INSTANCE)


def comm_fields():
    """Number of an event -> where in it names of tasks are, and where it says where they are."""
    fields = {}
    for system, name in EVENTS:
        text = read(f"{TRACING}/events/{system}/{name}/format").decode()
        number = int(re.search(r"ID: (\d+)", text).group(1))
        here = re.findall(r"char \w*comm\[\d+\];\s*offset:(\d+);\s*size:16;", text)
        elsewhere = re.findall(r"__data_loc char\[\] \w*comm;\s*offset:(\d+);", text)
        fields[number] = ([int(at) for at in here], [int(at) for at in elsewhere])
    return fields


def without_names(page, fields):
    page = bytearray(page)
    at, end = 16, 16 + (struct.unpack_from("<Q", page, 8)[0] & 0xFFFFF)
    while at < end:
        kind = page[at] & 31
        size = kind * 4 if 0 < kind < 29 else struct.unpack_from("<I", page, at + 4)[0] if kind in (0, 29) else 4
        data = at + (8 if kind == 0 else 4)
        if kind < 29:
            here, elsewhere = fields[struct.unpack_from("<H", page, data)[0]]
            places = [slice(data + offset, data + offset + 16) for offset in here]
            for offset in elsewhere:
                where = struct.unpack_from("<I", page, data + offset)[0]
                places.append(slice(data + (where & 0xFFFF), data + (where & 0xFFFF) + (where >> 16)))
            for place in places:
                if not bytes(page[place]).startswith(KEPT):
                    length = place.stop - place.start
                    page[place] = b"other"[:length - 1].ljust(length, b"\0")
        at += 4 + size
    return bytes(page)


def sized(data, size="<Q"):
    return struct.pack(size, len(data)) + data


def main():
    fields = comm_fields()
    cpus, cmdlines = record(int(sys.argv[2]) if len(sys.argv) > 2 else 12, fields)
    lines = [line.split(b" ", 1) for line in cmdlines.splitlines()]
    cmdlines = b"".join(pid + b" " + name + b"\n" for pid, name in lines if name.startswith(KEPT))
    out = b"\x17\x08\x44tracing6\0" + struct.pack("<BBI", 0, 8, 4096)
    out += b"header_page\0" + sized(read(TRACING + "/events/header_page"))
    out += b"header_event\0" + sized(read(TRACING + "/events/header_event"))
    out += struct.pack("<I", 0)  # formats of ftrace itself
    systems = sorted({system for system, _ in EVENTS})
    out += struct.pack("<I", len(systems))
    for system in systems:
        names = [name for of, name in EVENTS if of == system]
        out += system.encode() + b"\0" + struct.pack("<I", len(names))
        for name in names:
            out += sized(read(f"{TRACING}/events/{system}/{name}/format"))
    out += sized(b"", "<I") + sized(b"", "<I") + sized(cmdlines)  # symbols, printk formats, names of tasks
    out += struct.pack("<I", len(cpus))
    clock = b"local global counter uptime perf [mono] mono_raw boot tai x86-tsc\n\0"
    out += b"options  \0" + struct.pack("<H", 4) + sized(clock, "<I") + struct.pack("<H", 0)
    out += b"flyrecord\0"
    table_end = len(out) + 16 * len(cpus) + len(sized(b"[mono]\0"))
    at = (table_end + 4095) // 4096 * 4096
    data_at = at
    for data in cpus:
        out += struct.pack("<QQ", at, len(data))
        at += len(data)
    out += sized(b"[mono]\0")
    out = out.ljust(data_at, b"\0") + b"".join(cpus)
    with open(sys.argv[1], "wb") as f:
        f.write(out)


main()
