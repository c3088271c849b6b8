# SPDX-License-Identifier: MIT
# Draws a table: its first column across, a line for each of the others.
#     awk -F , -f docs/plot.awk TABLE.csv >DRAWING.svg
NR == 1 { columns = NF; for (i = 1; i <= NF; i++) name[i] = $i; next }
{
    rows++
    for (i = 1; i <= columns; i++) {
        value[rows, i] = $i
        if (i > 1 && (rows == 1 && i == 2 || $i < low)) low = $i
        if (i > 1 && (rows == 1 && i == 2 || $i > high)) high = $i
    }
}
function x(t) { return 60 + 660 * (t - value[1, 1]) / (value[rows, 1] - value[1, 1]) }
function y(v) { return 360 - 340 * (v - low) / (high - low) }
END {
    if (rows < 2 || high == low) { print "plot.awk: nothing to draw" >"/dev/stderr"; exit 1 }
    split("#2468c2 #12805c #c01c5c #9a5b00 #7a45c4 #59636e #b0377c #0b7285", colour, " ")
    print "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 860 400\"" \
        " font-family=\"sans-serif\" font-size=\"13\">" \
        "<rect width=\"860\" height=\"400\" fill=\"#fff\"/>"
    printf "<path d=\"M60 %.1fH720\" stroke=\"#999\"/>", y(low > 0 ? low : high < 0 ? high : 0)
    printf "<text x=\"52\" y=\"24\" text-anchor=\"end\">%.3g</text>", high
    printf "<text x=\"52\" y=\"362\" text-anchor=\"end\">%.3g</text>", low
    printf "<text x=\"390\" y=\"388\" text-anchor=\"middle\">%s, %g to %g</text>\n", name[1],
        value[1, 1], value[rows, 1]
    for (i = 2; i <= columns; i++) {
        c = colour[(i - 2) % 8 + 1]
        printf "<text x=\"735\" y=\"%d\" fill=\"%s\">%s</text><path fill=\"none\" stroke=\"%s\" " \
            "stroke-width=\"2\" d=\"", 16 + 18 * (i - 1), c, name[i], c
        for (r = 1; r <= rows; r++)
            printf "%s%.1f %.1f", r == 1 ? "M" : "L", x(value[r, 1]), y(value[r, i])
        print "\"/>"
    }
    print "</svg>"
}
