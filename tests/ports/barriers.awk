# SPDX-License-Identifier: MIT
# A disassembly: is each read of CNTVCT behind an isb?
/cntvct_el0/ {
  ++reads
  if (before !~ /isb/) {
    print "found '" before "' before '" $0 "', expected isb"
    bad = 1
  }
}
{ before = $0 }
END {
  if (reads == 0) print "found no read of cntvct_el0, expected some"
  exit bad || reads == 0
}
