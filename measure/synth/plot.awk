# SPDX-License-Identifier: MIT
# LUTs and time per sample over the number of modules, both networks, as SVG.
#   awk -f measure/synth/plot.awk -v robot=NAME -v chosen=3,4 -v sizes="1 2 4" area.csv timing.csv \
#       cycles.csv >docs/fpga.svg
# The axis of modules is logarithmic. A point without a figure is left out. Cores are compared by
# seed 1, which every core has.
BEGIN {
    FS = ","
    SIZES_COUNT = split(sizes, SIZES, " ")
    split("crossbar ring", NETWORKS, " ")
    COLOUR["crossbar"] = "#1f5fa8"
    COLOUR["ring"] = "#c05a1c"
}
FNR == 1 {
    file++
    delete column
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}
$column["lanes"] != 2 || $column["transfer"] != 1 { next }
$column["mul"] "," $column["add"] != chosen { next }
file < 3 && $column["depth"] != "usual" { next }
{ at = $column["network"] SUBSEP $column["modules"] }
file == 1 && $1 == "ecp5" { lut[at] = $column["lut"] + $column["lutram"] }
file == 2 && $column["seed"] == 1 { mhz[at] = $column["mhz"] }
file == 3 && $1 == robot { cycles[at] = $column["cycles"] }
END {
    for (at in cycles)
        if (at in mhz)
            time[at] = cycles[at] / mhz[at]
    printf "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"760\" height=\"330\""
    printf " font-family=\"sans-serif\" font-size=\"12\">\n"
    print "<rect width=\"760\" height=\"330\" fill=\"white\"/>"
    panel(60, "LUT4 of the core, thousands (ECP5)", 1)
    panel(440, "microseconds per sample, " robot " (ECP5, stored)", 0)
    for (n = 1; n <= 2; n++)
        printf "<text x=\"%d\" y=\"322\" fill=\"%s\">%s</text>\n", 60 + 90 * (n - 1),
            COLOUR[NETWORKS[n]], NETWORKS[n]
    print "</svg>"
}
function x_of(left, modules)
{
    return left + 280 * log(modules) / log(16)
}
function panel(left, title, is_area,  n, i, y, top, steps, line, at, value, most)
{
    printf "<text x=\"%d\" y=\"20\">%s</text>\n", left, title
    most = 0
    for (n = 1; n <= 2; n++)
        for (i = 1; i <= SIZES_COUNT; i++) {
            at = NETWORKS[n] SUBSEP SIZES[i]
            if (is_area ? !(at in lut) : !(at in time))
                continue
            value = is_area ? lut[at] / 1000 : time[at]
            if (value > most)
                most = value
        }
    top = nice(most)
    for (i = 0; i <= 4; i++) {
        y = 280 - 240 * i / 4
        printf "<line x1=\"%d\" y1=\"%d\" x2=\"%d\" y2=\"%d\" stroke=\"#ddd\"/>", left, y,
            left + 280, y
        printf "<text x=\"%d\" y=\"%d\" text-anchor=\"end\">%g</text>\n", left - 6, y + 4,
            top * i / 4
    }
    for (i = 1; i <= SIZES_COUNT; i++)
        printf "<text x=\"%.1f\" y=\"298\" text-anchor=\"middle\">%d</text>\n",
            x_of(left, SIZES[i]), SIZES[i]
    printf "<text x=\"%d\" y=\"312\" text-anchor=\"middle\">modules</text>\n", left + 140
    for (n = 1; n <= 2; n++) {
        line = ""
        for (i = 1; i <= SIZES_COUNT; i++) {
            at = NETWORKS[n] SUBSEP SIZES[i]
            if (is_area ? !(at in lut) : !(at in time))
                continue
            value = is_area ? lut[at] / 1000 : time[at]
            line = line sprintf(" %.1f,%.1f", x_of(left, SIZES[i]), 280 - 240 * value / top)
            printf "<circle cx=\"%.1f\" cy=\"%.1f\" r=\"3\" fill=\"%s\"/>\n",
                x_of(left, SIZES[i]), 280 - 240 * value / top, COLOUR[NETWORKS[n]]
        }
        if (line != "")
            printf "<polyline points=\"%s\" fill=\"none\" stroke=\"%s\" stroke-width=\"2\"/>\n",
                substr(line, 2), COLOUR[NETWORKS[n]]
    }
}
# The least of 1, 2, 4, 6, 8 times a power of ten that is not below the value.
function nice(value,  unit, i, step)
{
    split("1 2 4 6 8 10", step, " ")
    for (unit = 0.01; unit < 1e6; unit *= 10)
        for (i = 1; i <= 6; i++)
            if (step[i] * unit >= value)
                return step[i] * unit
    return value
}
