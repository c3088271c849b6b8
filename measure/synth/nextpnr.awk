# SPDX-License-Identifier: MIT
# Figures of a nextpnr-ecp5 log: clock after routing, what of the device is used, where the slowest
# path runs.
#   awk -f measure/synth/nextpnr.awk LOG
# prints mhz,comb,comb_of,ramw,ff,dsp,bram,logic_ns,routing_ns,from,to. The clock that the log gives
# after placement is an estimate and does not count. A log that does not come to the end of routing
# fails, and so does one without figures.
$2 == "TRELLIS_COMB:" { split_use(); comb = used; comb_of = all }
$2 == "TRELLIS_RAMW:" { split_use(); ramw = used }
$2 == "TRELLIS_FF:" { split_use(); ff = used }
$2 == "MULT18X18D:" { split_use(); dsp = used }
$2 == "DP16KD:" { split_use(); bram = used }
/^Info: (Routing globals|Routing\.\.|Running router2)/ { routing = 1; mhz = "" }
routing && /Max frequency for clock/ { mhz = value_before("MHz") }
routing && /Critical path report for clock/ { inside = 1; from = to = "" }
inside && /Source / && from == "" { from = name_of("Source") }
inside && /Sink / { to = name_of("Sink") }
inside && /ns logic, .* ns routing/ { logic = $2; way = $5; inside = 0 }
/^ERROR/ { bad = 1 }
/^Info: Program finished normally/ { ended = 1 }
END {
    if (bad || !ended || mhz == "" || comb == "")
        exit 1
    printf "%.2f,%d,%d,%d,%d,%d,%d", mhz, comb, comb_of, ramw, ff, dsp, bram
    printf ",%s,%s,%s,%s\n", logic, way, from, to
}
# "Info:   TRELLIS_COMB:   25372/  83640    30%": the blanks move with the numbers.
function split_use(  text, part)
{
    text = $0
    sub(/^[^:]*:[^:]*: */, "", text)
    split(text, part, /[\/ ]+/)
    used = part[1]
    all = part[2]
}
function value_before(unit,  i)
{
    for (i = 2; i <= NF; i++)
        if ($i == unit)
            return $(i - 1)
    return ""
}
# The register's path in the design without the bits and names that synthesis made up.
function name_of(word,  i, text)
{
    for (i = 1; i < NF; i++)
        if ($i == word) {
            text = $(i + 1)
            gsub(/,/, ";", text)
            return text
        }
    return ""
}
