# SPDX-License-Identifier: MIT
# circuits.csv as the table of docs/circuits.md: of each circuit the worst and the median of its
# seeds.
BEGIN {
    FS = ","
    print "| circuit | plan | routed: worst, median of seeds | latency | LUT and carries | " \
          "flip-flops | blocks | million samples per second |"
    print "|---|---|---|---|---|---|---|---|"
}
FNR == 1 { next }
{
    key = $1 FS $2 FS $3 FS $4
    if (!(key in count))
        keys[++circuits] = key
    mhz[key, ++count[key]] = $7
    cycles[key] = $5
    tables[key] = $8
    registers[key] = $11
    blocks[key] = $12
}
function thousands(x) { return x < 1000 ? x : int(x / 1000) sprintf(",%03d", x % 1000) }
END {
    for (i = 1; i <= circuits; i++) {
        key = keys[i]
        n = count[key]
        for (a = 2; a <= n; a++) # sort
            for (b = a; b > 1 && mhz[key, b - 1] > mhz[key, b]; b--) {
                swap = mhz[key, b]
                mhz[key, b] = mhz[key, b - 1]
                mhz[key, b - 1] = swap
            }
        worst = mhz[key, 1]
        middle = n % 2 ? mhz[key, (n + 1) / 2] : (mhz[key, n / 2] + mhz[key, n / 2 + 1]) / 2
        split(key, part, FS)
        name = part[1] ", " part[2] (part[4] == "-" ? "" : ", `" part[4] "`")
        if (part[3] + 0 == 0)
            printf "| %s | no registers | %.1f, %.1f ns of %d | %.1f ns", name, 1000 / worst,
                   1000 / middle, n, 1000 / worst
        else
            printf "| %s | %s MHz | %.1f, %.1f MHz of %d | %d cycles, %.0f ns", name, part[3],
                   worst, middle, n, cycles[key], 1000 * cycles[key] / worst
        every = match(part[4], /--interval [0-9]+/) ? substr(part[4], RSTART + 11, RLENGTH - 11) : 1
        printf " | %s | %s | %d | %.1f |\n", thousands(tables[key]), thousands(registers[key]),
               blocks[key], worst / every
    }
}
