// SPDX-License-Identifier: MIT
// Which exceptions did a Cortex-M firmware really take, and for how many instructions, whatever its own hooks say?
// This QEMU plugin adds to QEMU's log, in program order with its trace events:
//
//   isr_truth entry n=COUNT pc=0xADDRESS    the first instruction of a function in the vector table is about to run
//   isr_truth resume n=COUNT pc=0xADDRESS   the first instruction after a branch that may be an exception return
//   isr_truth clock n=COUNT                 the clock register was read; the load is instruction number COUNT
//   isr_truth end n=COUNT                   QEMU exits
//
// COUNT instructions were executed before the point named. Use it with (one line):
//
//   -d plugin -trace nvic_acknowledge_irq -trace nvic_complete_irq -trace cmsdk_apb_dualtimer_read -D LOG
//   -plugin isr_truth.so,vectors=FILE[,entry=0xADDRESS][,clock=0xADDRESS]
//
// FILE is the vector table as raw bytes (objcopy -O binary --only-section=.vectors); ADDRESS is what another table, in
// RAM, puts in place of its entries. An acknowledge takes place at the
// next entry line, a completion at the next entry (tail-chaining) or resume line. The plugin interface of QEMU 7.2
// tells nothing about exceptions itself, hence this meeting of two sources. One virtual CPU only.
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "plugin_api.h"

PLUGIN_EXPORT int qemu_plugin_version = 1;

enum { max_vectors = 512 };  // Armv7-M: at most 16 + 496

static uint64_t executed;
static uint64_t clock_address;
static bool has_clock;
static bool may_have_returned;
static uint32_t handlers[max_vectors];
static size_t handler_count;

static void log_point(const char* what, uint64_t count, uint64_t address) {
  char line[96];
  snprintf(line, sizeof line, "isr_truth %s n=%" PRIu64 " pc=0x%" PRIx64 "\n", what, count, address);
  qemu_plugin_outs(line);
}

static void log_count(const char* what, uint64_t count) {
  char line[64];
  snprintf(line, sizeof line, "isr_truth %s n=%" PRIu64 "\n", what, count);
  qemu_plugin_outs(line);
}

static void on_handler(unsigned vcpu, void* address) {
  (void)vcpu;
  may_have_returned = false;
  log_point("entry", executed, (uintptr_t)address);
}

static void on_block(unsigned vcpu, void* address) {
  (void)vcpu;
  if (!may_have_returned) return;
  may_have_returned = false;
  log_point("resume", executed, (uintptr_t)address);
}

static void on_possible_return(unsigned vcpu, void* userdata) {
  (void)vcpu;
  (void)userdata;
  may_have_returned = true;
}

static void on_load(unsigned vcpu, qemu_plugin_meminfo_t info, uint64_t address, void* userdata) {
  (void)vcpu;
  (void)userdata;
  if (address == clock_address && !qemu_plugin_mem_is_store(info)) log_count("clock", executed - 1);
}

static bool is_handler(uint64_t address) {
  for (size_t i = 0; i < handler_count; i++) {
    if (handlers[i] == address) return true;
  }
  return false;
}

// An exception returns by loading EXC_RETURN into the program counter (Armv7-M ARM, B1.5.8): BX, POP, LDM or LDR.
static bool may_return(const uint8_t* bytes, size_t size) {
  const unsigned first = bytes[0] | (unsigned)bytes[1] << 8;
  if (size == 2) {
    const bool bx = (first & 0xFF87U) == 0x4700U;
    const bool pop_pc = (first & 0xFF00U) == 0xBD00U;
    return bx || pop_pc;
  }
  const unsigned second = bytes[2] | (unsigned)bytes[3] << 8;
  const bool ldm = (first & 0xFFD0U) == 0xE890U || (first & 0xFFD0U) == 0xE910U;
  const bool ldr = (first & 0xFF70U) == 0xF850U;
  return (ldm && (second & 0x8000U) != 0) || (ldr && second >> 12 == 15);
}

static void on_translate(qemu_plugin_id_t id, struct qemu_plugin_tb* tb) {
  (void)id;
  for (size_t i = 0; i < qemu_plugin_tb_n_insns(tb); i++) {
    struct qemu_plugin_insn* insn = qemu_plugin_tb_get_insn(tb, i);
    void* address = (void*)(uintptr_t)qemu_plugin_insn_vaddr(insn);
    if (is_handler((uintptr_t)address)) {
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_handler, QEMU_PLUGIN_CB_NO_REGS, address);
    } else if (i == 0) {  // interrupts are taken, and return to, between blocks only
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_block, QEMU_PLUGIN_CB_NO_REGS, address);
    }
    if (may_return(qemu_plugin_insn_data(insn), qemu_plugin_insn_size(insn))) {
      qemu_plugin_register_vcpu_insn_exec_cb(insn, on_possible_return, QEMU_PLUGIN_CB_NO_REGS, NULL);
    }
    if (has_clock) {
      qemu_plugin_register_vcpu_mem_cb(insn, on_load, QEMU_PLUGIN_CB_NO_REGS, QEMU_PLUGIN_MEM_RW, NULL);
    }
    qemu_plugin_register_vcpu_insn_exec_inline(insn, QEMU_PLUGIN_INLINE_ADD_U64, &executed, 1);
  }
}

static void on_exit_of_qemu(qemu_plugin_id_t id, void* userdata) {
  (void)id;
  (void)userdata;
  log_count("end", executed);
}

static int refuse(const char* found, const char* expected) {
  fprintf(stderr, "isr_truth: found %s, expected %s\n", found, expected);
  return -1;
}

static void add_handler(uint32_t address) {
  if (!is_handler(address)) handlers[handler_count++] = address;
}

static int read_vectors(const char* path) {
  FILE* file = fopen(path, "rb");
  if (file == NULL) return refuse(path, strerror(errno));
  uint8_t entry[4];
  for (size_t i = 0; handler_count < max_vectors && fread(entry, sizeof entry, 1, file) == 1; i++) {
    if (i == 0) continue;  // the initial stack pointer
    const uint32_t address = entry[0] | (uint32_t)entry[1] << 8 | (uint32_t)entry[2] << 16 | (uint32_t)entry[3] << 24;
    if (address != 0) add_handler(address & ~UINT32_C(1));
  }
  fclose(file);
  return handler_count > 0 ? 0 : refuse(path, "a vector table of at least two words");
}

static bool parse_address(const char* text, uint64_t* address) {
  char* end;
  errno = 0;
  *address = strtoull(text, &end, 0);
  return errno == 0 && end != text && *end == '\0';
}

PLUGIN_EXPORT int qemu_plugin_install(qemu_plugin_id_t id, const qemu_info_t* info, int argc, char** argv) {
  const char* vectors = NULL;
  for (int i = 0; i < argc; i++) {
    if (strncmp(argv[i], "vectors=", 8) == 0) {
      vectors = argv[i] + 8;
    } else if (strncmp(argv[i], "entry=", 6) == 0) {
      uint64_t address;
      if (!parse_address(argv[i] + 6, &address)) return refuse(argv[i], "entry=0xADDRESS");
      add_handler((uint32_t)address & ~UINT32_C(1));
    } else if (strncmp(argv[i], "clock=", 6) == 0) {
      has_clock = parse_address(argv[i] + 6, &clock_address);
      if (!has_clock) return refuse(argv[i], "clock=0xADDRESS");
    } else {
      return refuse(argv[i], "vectors=FILE, entry=0xADDRESS or clock=0xADDRESS");
    }
  }
  if (vectors == NULL) return refuse("no vectors=", "vectors=FILE");
  if (info->system_emulation && info->system.smp_vcpus != 1) return refuse("several virtual CPUs", "one");
  if (read_vectors(vectors) != 0) return -1;
  qemu_plugin_register_vcpu_tb_trans_cb(id, on_translate);
  qemu_plugin_register_atexit_cb(id, on_exit_of_qemu, NULL);
  return 0;
}
