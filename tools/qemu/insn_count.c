// SPDX-License-Identifier: MIT
// How many instructions does a piece of firmware execute? The firmware calls an empty function, the mark, before and
// after the piece; this QEMU plugin writes the number of instructions executed so far at every call of it.
//
//   -plugin insn_count.so,mark=0xADDRESS,out=FILE
//
// FILE gets one line a call, "INDEX COUNT" (from 0; instructions executed before the mark's first one), and at the
// end "end CALLS COUNT". No end line: QEMU was killed, the file is not complete. The difference of two marks contains
// the first mark's own instructions and the call of the second: measure an empty pair and subtract it.
// Exact and repeatable; instructions are not cycles. One virtual CPU only.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin_api.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

static uint64_t executed;
static uint64_t mark_address;
static uint64_t marks;
static FILE* out;

// Instead of the inline count, not beside it: the order of the two on one instruction is then no question.
static void on_mark(unsigned vcpu, void* userdata) {
  (void)vcpu;
  (void)userdata;
  fprintf(out, "%" PRIu64 " %" PRIu64 "\n", marks++, executed++);
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, i);
    if (qemu_plugin_insn_vaddr(insn) == mark_address) {
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_mark, QEMU_PLUGIN_CB_NO_REGS, NULL);
    } else {
      qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
    }
  }
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void* userdata) {
  (void)id;
  (void)userdata;
  fprintf(out, "end %" PRIu64 " %" PRIu64 "\n", marks, executed);
  if (fclose(out) != 0) fprintf(stderr, "insn_count: closing the output: %s\n", strerror(errno));
}

static int refuse(const char* found, const char* expected) {
  fprintf(stderr, "insn_count: found %s, expected %s\n", found, expected);
  return -1;
}

static bool parse_address(const char* text, uint64_t* address) {
  char* end;
  errno = 0;
  *address = strtoull(text, &end, 0);
  return errno == 0 && end != text && *end == '\0';
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  const char* path = NULL;
  bool has_mark = false;
  for (int i = 0; i < argc; i++) {
    if (strncmp(argv[i], "mark=", 5) == 0) {
      has_mark = parse_address(argv[i] + 5, &mark_address);
      if (!has_mark) return refuse(argv[i], "mark=0xADDRESS");
      mark_address &= ~UINT64_C(1);  // a Thumb symbol carries the state bit, the program counter does not
    } else if (strncmp(argv[i], "out=", 4) == 0) {
      path = argv[i] + 4;
    } else {
      return refuse(argv[i], "mark=0xADDRESS or out=FILE");
    }
  }
  if (!has_mark) return refuse("no mark=", "mark=0xADDRESS");
  if (path == NULL) return refuse("no out=", "out=FILE");
  if (info->system_emulation && info->system.smp_vcpus != 1) return refuse("several virtual CPUs", "one");
  out = fopen(path, "w");
  if (out == NULL) return refuse(path, strerror(errno));
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
