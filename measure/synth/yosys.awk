# SPDX-License-Identifier: MIT
# Figures of Yosys's `stat`: LUTs of logic, LUTs used as memory, flip-flops, multiplier blocks,
# block memories (of 18 kbit).
#   awk -f measure/synth/yosys.awk STAT  prints  lut,lutram,ff,dsp,bram
# -v straight=1: of a circuit without flip-flops.
# LUTs: LUT4 on ECP5, LUT6 on AMD. A carry cell of ECP5 is two LUTs, one of AMD sits beside its
# LUTs, which Yosys counts. Without figures it prints nothing and fails.
$1 ~ /^LUT[1-6]$/ { lut += $2 }
$1 == "CCU2C" { lut += 2 * $2 }
$1 == "TRELLIS_DPR16X4" { lutram += 4 * $2 }
$1 ~ /^(RAM32M|RAM64M|RAM128X1D)$/ { lutram += 4 * $2 }
$1 ~ /^(RAM32M16|RAM64M8|RAM256X1D)$/ { lutram += 8 * $2 }
$1 ~ /^RAM(16|32|64)X1D$/ { lutram += 2 * $2 }
$1 ~ /^(RAM(16|32|64)X1S|SRL16E|SRLC32E)$/ { lutram += $2 }
$1 ~ /^(FD[RSCP]E(_1)?|TRELLIS_FF)$/ { ff += $2 }
$1 ~ /^(MULT18X18D|DSP48E[12])$/ { dsp += $2 }
$1 ~ /^(DP16KD|PDPW16KD|RAMB18E[12])$/ { bram += $2 }
$1 ~ /^RAMB36E[12]$/ { bram += 2 * $2 }
# A memory that this file does not know would be left out of the sums.
$1 ~ /^(RAM|SRL|URAM|DP16|PDP)/ && $2 > 0 && !known($1) {
    print "yosys.awk: cell " $1 " is not known" >"/dev/stderr"
    bad = 1
}
END {
    if (bad || !lut || !(ff || straight))
        exit 1
    printf "%d,%d,%d,%d,%d\n", lut, lutram, ff, dsp, bram
}
function known(cell)
{
    return cell ~ /^(RAM32M|RAM64M|RAM128X1D|RAM32M16|RAM64M8|RAM256X1D|RAM(16|32|64)X1[DS])$/ ||
        cell ~ /^(SRL16E|SRLC32E|RAMB(18|36)E[12]|DP16KD|PDPW16KD)$/
}
