# SPDX-License-Identifier: MIT
# Reads `objdump -dr` of the C library for Arm. Starts at the hooks (-v hooks="isr_enter ...", as rtm_isr_enter) and
# follows calls into the library, but for functions marked cold (their section is .text.unlikely). Fails if such code
# can run in a circle, or calls anything outside the library: a division, memcpy, an atomic helper.

/^Disassembly of section / { cold = $4 ~ /^\.text\.unlikely/; next }

# "00000000 <rtm_isr_enter>:"
/^[0-9a-f]+ <.*>:$/ {
  name = $2
  gsub(/[<>:]/, "", name)
  length_of[name] = 0
  is_cold[name] = cold
  next
}

# "  2c: R_ARM_THM_CALL  _ZN3rtm6ledger...": where the instruction before really goes
/: R_ARM_[A-Z_]*(CALL|JUMP)[0-9]*\t/ {
  delete target[name, length_of[name]]
  calls[name] = calls[name] " " $3
  next
}

# "  2c6:\tbcs.n\t2f8 <rtm_isr_enter+0x48>"
/^ +[0-9a-f]+:\t/ {
  split($0, field, "\t")
  address = field[1]
  gsub(/[ :]/, "", address)
  line = ++length_of[name]
  at[name, address] = line
  operation = field[2]
  is_branch = operation ~ /^c?b/ && operation !~ /^(bl|blx|bx|bic|bics|bfi|bfc|bkpt)(\.[nw])?$/
  if (is_branch && match(field[3], /[0-9a-f]+ </)) target[name, line] = substr(field[3], RSTART, RLENGTH - 2)
  # What never goes on to the next line. Conditional forms (popne) do.
  stops[name, line] = operation ~ /^(b|bx)(\.[nw])?$/ || (operation ~ /^(pop|ldmia)(\.w)?$/ && field[3] ~ /pc/)
}

END {
  count = split(hooks, wanted, " ")
  for (i = 1; i <= count; i++) check("rtm_" wanted[i])
  exit failed
}

function fail(name, what) {
  print name ": " what
  failed = 1
}

function check(name,   n, i, called) {
  if (name in checked) return
  checked[name] = 1
  if (!(name in length_of)) {
    fail(name, "found no such function in the library")
    return
  }
  split("", state)
  if (visit(name, 1)) fail(name, "found a loop, expected none in a hook")
  else print name ": " length_of[name] " instructions, no loop"
  n = split(calls[name], called, " ")
  for (i = 1; i <= n; i++) {
    if (!(called[i] in length_of)) fail(name, "found a call of " called[i] ", expected code of the library only")
    else if (!is_cold[called[i]]) check(called[i])
  }
}

# Depth first over the lines: a way back to a line that is being visited is a circle.
function visit(name, line,   to) {
  if (line > length_of[name] || state[line] == 2) return 0
  if (state[line] == 1) return 1
  state[line] = 1
  if ((name, line) in target) {
    to = at[name, target[name, line]]
    if (to && visit(name, to)) return 1
  }
  if (!stops[name, line] && visit(name, line + 1)) return 1
  state[line] = 2
  return 0
}
