# SPDX-License-Identifier: MIT
# The tables of docs/fpga.md and docs/circuits.md from the figures of this folder.
#   awk -f measure/synth/tables.awk -v table=NAME -v chosen=3,4 -v sizes="1 2 4" -v depths="SLOTS 32
# ..." \
#       area.csv timing.csv cycles.csv cpu.csv operators.csv circuits.csv
# NAME: routed, strangers, seeds, operators, sizes, robots, networks, ideas, formats, beside.
# chosen: the pair of latencies of tables that show only one; sizes: numbers of modules; depths:
# those of the core that ships. A place without a figure says "not run". mhz is the worst of all
# seeds; networks and ideas compare cores by seed 1, which every core has.
BEGIN {
    FS = ","
    SIZES_COUNT = split(sizes, SIZES, " ")
    split("crossbar ring", NETWORKS, " ")
    # of an LFE5UM5G-85: LUT4, blocks of memory, multipliers (its data sheet)
    HAS["LUT"] = 83640
    HAS["BRAM"] = 208
    HAS["DSP"] = 156
    PAIRS_COUNT = split("2,3 2,4 3,4 4,5", PAIRS, " ")
    DEPTHS_COUNT = split(tolower(depths), DEPTHS, " ")
}
FNR == 1 {
    file++
    delete column
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}
file == 1 {
    key = $1 "," span(2, 8) number_format()
    area[key] = $0
    lut[key] = $column["lut"] + $column["lutram"]
    lutram[key] = $column["lutram"]
    ff[key] = $column["ff"]
    dsp[key] = $column["dsp"]
    bram[key] = $column["bram"]
}
file == 2 {
    key = span(1, 7) number_format()
    runs[key]++
    rate = $column["mhz"] + 0
    if (!(key in mhz) || rate < mhz[key]) {
        mhz[key] = rate
        way[key] = sprintf("%.1f + %.1f", $column["logic_ns"], $column["routing_ns"])
        from[key] = part($column["from"])
        to[key] = part($column["to"])
    }
    if ($column["seed"] == 1)
        first[key] = rate
    if (rate > best[key])
        best[key] = rate
    rates[key] = rates[key] " " rate
    graded[key] += $column["mhz_6"] != "-"
    for (grade = 6; grade <= 8; grade += 2)
        if ($column["mhz_" grade] != "-" &&
            (!((key, grade) in slower) || $column["mhz_" grade] + 0 < slower[key, grade]))
            slower[key, grade] = $column["mhz_" grade] + 0
    router = $column["nextpnr"] == "-" ? "an earlier one" : $column["nextpnr"]
    if (index(routers[key], router) == 0)
        routers[key] = routers[key] (routers[key] == "" ? "" : ", ") router
    comb[key] = $column["comb"] + 2 * $column["ramw"]
    comb_of[key] = $column["comb_of"]
}
file == 3 {
    cycles[$1 "," span(2, 7) number_format()] = $column["cycles"]
    if (!($1 in seen) && span(2, 4) == "crossbar,4,2" && span(6, 7) == chosen) {
        seen[$1] = 1
        robots[++robots_count] = $1
    }
    # the class of depths that the program fits
    usual = $column["slots"] <= 32 && $column["issues"] <= 128 && $column["receptions"] <= 128
    if ($column["modules"] == 4 && !usual)
        large[$1] = 1
    if (span(2, 5) == "crossbar,4,2,0" && span(6, 7) == chosen)
        for (i = 1; i < DEPTHS_COUNT; i += 2)
            if ($column[DEPTHS[i]] > DEPTHS[i + 1] + 0)
                beyond[$1] = 1 # the core that ships
}
file == 4 { cpu[$1] = $2 }
file == 5 {
    name = $column["operator"] ($column["fixed"] ? ", " $column["fixed"] " bits" : "")
    if (!((name, "dsp") in alone))
        operators[++operators_count] = name
    alone[name, $column["lat"]] = sprintf("%.0f", $column["mhz"])
    if ($column["lut4"] != "-")
        alone[name, $column["lat"]] = alone[name, $column["lat"]] ", " $column["lut4"]
    alone[name, "dsp"] = $column["dsp"]
    if (!($column["lat"] in known_lat)) {
        known_lat[$column["lat"]] = 1
        lats[++lats_count] = $column["lat"]
    }
}
# The worst of all seeds of a circuit.
file == 6 {
    key = $1 "," $2 "," ($3 + 0 == 0)
    if (!(key in circuit_mhz) || $7 + 0 < circuit_mhz[key]) {
        circuit_mhz[key] = $7 + 0
        circuit_cycles[key] = $5
    }
    circuit_runs[key]++
    circuit_every[key] = match($4, /--interval [0-9]+/) ? substr($4, RSTART + 11, RLENGTH - 11) : 1
}
END {
    if (table == "routed") routed_table()
    else if (table == "strangers") strangers_table()
    else if (table == "beside") beside_table()
    else if (table == "seeds") seeds_table()
    else if (table == "operators") operators_table()
    else if (table == "sizes") sizes_table()
    else if (table == "robots") robots_table()
    else if (table == "networks") networks_table()
    else if (table == "ideas") ideas_table()
    else if (table == "formats") formats_table()
    else exit 1
}
function span(first, last,  i, made)
{
    made = $first
    for (i = first + 1; i <= last; i++)
        made = made "," $i
    return made
}
# Cores of binary32 have nothing after the class of their depths.
function number_format()
{
    return $column["fixed"] ? ",fixed:" $column["fixed"] : ""
}
# What a path's end is: its place in the design, without what synthesis added.
function part(name)
{
    sub(/^top\./, "", name)
    sub(/^core\./, "", name)
    gsub(/\\/, "", name)
    sub(/(_(TRELLIS_FF|LUT4|CCU2C|PFUMX|L6MUX21|WRE)_|\$).*/, "", name)
    return "`" name "`"
}
# Looking at a place that is not there would make it: every use asks first.
function rate_of(key)
{
    return key in first ? sprintf("%.1f", first[key]) : "not run"
}
function us(robot, core, class, rates,  c) # rates: mhz or first
{
    c = robot "," core
    return c in cycles && (core "," class) in rates ? cycles[c] / rates[core "," class] : ""
}
function shown(value)
{
    return value == "" ? "not run" : sprintf("%.2f", value)
}
# Depths of a core: those of the core that ships where it was routed with them.
function class_of(core, format)
{
    return (core ",default" format) in mhz ? "default" : "usual"
}
# The middle of all seeds, or the mean of the two.
function median(key,  list, n, i, k, swap)
{
    n = split(rates[key], list, " ")
    for (i = 2; i <= n; i++)
        for (k = i; k > 1 && list[k] + 0 < list[k - 1] + 0; k--) {
            swap = list[k]
            list[k] = list[k - 1]
            list[k - 1] = swap
        }
    return n % 2 ? list[(n + 1) / 2] : (list[n / 2] + list[n / 2 + 1]) / 2
}
# One core of each kind.
function routed_table()
{
    print "| core | numbers, latencies | MHz: worst, median of seeds |" \
        " LUT4 per module: Yosys, packed | puma560 cycles, us | iiwa |"
    print "|---|---|---|---|---|---|"
    routed_row("crossbar,4,2,0", chosen, "")
    routed_row("sparse,4,2,0", "2,1", ",fixed:24")
    routed_row("ring,16,2,1", chosen, "")
}
function routed_row(core, lats_of, format,  key, is)
{
    split(core, is, ",")
    core = core "," lats_of
    key = core "," class_of(core, format) format
    printf "| %s of %d | %s, (%s) | %s | %s | %s | %s |\n", is[1], is[2],
        format ? substr(format, 2) : "binary32", lats_of,
        key in mhz ? sprintf("%.1f, %.1f of %d", mhz[key], median(key), runs[key]) : "not run",
        both_luts(key, is[2]), time_of("puma560", core format, key),
        time_of("iiwa", core format, key)
}
function module_luts(key, modules)
{
    key = "ecp5," key
    return key in lut ? int(lut[key] / modules + 0.5) : "not run"
}
# As Yosys counts, and as nextpnr does once tables are in their places.
function both_luts(key, modules)
{
    return module_luts(key, modules) ", " (key in comb ? int(comb[key] / modules + 0.5) : "-")
}
# The main cores over the seeds that were run, in three grades of the part.
function strangers_table()
{
    print "| core | seeds | 5G-8: worst, median, best MHz | 8: worst | 6: worst |" \
        " LUT4 per module: Yosys, packed | nextpnr |"
    print "|---|---|---|---|---|---|---|"
    strangers_row("crossbar,4,2,0," chosen, "")
    strangers_row("sparse,4,2,0,2,1", ",fixed:24")
}
function strangers_row(core, format,  key, is)
{
    split(core, is, ",")
    key = core "," class_of(core, format) format
    if (key in mhz)
        printf "| %s of %d, %s, (%s,%s) | %d | %.1f, %.1f, %.1f | %s | %s | %s | %s |\n", is[1],
            is[2], format ? substr(format, 2) : "binary32", is[5], is[6], runs[key], mhz[key],
            median(key), best[key], in_grade(key, 8), in_grade(key, 6), both_luts(key, is[2]),
            routers[key]
}
function in_grade(key, grade)
{
    return (key, grade) in slower ? sprintf("%.1f of %d", slower[key, grade], graded[key]) : "-"
}
# Routed designs next to each other, one sample of two robots.
function beside_table()
{
    print "| routed on ECP5, worst of seeds | puma: latency | million samples per second |" \
        " iiwa: latency | million samples per second |"
    print "|---|---|---|---|---|"
    core_key = "crossbar,4,2,0," chosen
    core_key = core_key "," class_of(core_key, "")
    printf "| core, binary32 (seeds: %d) | %s | | %s | |\n", runs[core_key], core_ns("puma"),
        core_ns("iiwa")
    printf "| circuit, fixed:18 | %s | %s |\n", circuit_beside("puma,fixed:18,0"),
        circuit_beside("iiwa,fixed:18,0")
    printf "| circuit, fixed:18, no registers | %s | %s |\n", circuit_beside("puma,fixed:18,1"),
        circuit_beside("iiwa,fixed:18,1")
}
function core_ns(robot,  c)
{
    c = cycles[robot ",crossbar,4,2,0," chosen]
    return core_key in mhz ? sprintf("%.0f ns (%d cycles at %.1f MHz)", 1000 * c / mhz[core_key], c,
        mhz[core_key]) : "not run"
}
function circuit_beside(key,  m)
{
    if (!(key in circuit_mhz))
        return "not run | "
    m = circuit_mhz[key]
    if (key ~ /,1$/) # no registers
        return sprintf("%.1f ns (seeds: %d) | %.1f", 1000 / m, circuit_runs[key], m)
    return sprintf("%.0f ns (%d cycles at %.1f MHz, seeds: %d) | %.1f",
        1000 * circuit_cycles[key] / m, circuit_cycles[key], m, circuit_runs[key],
        m / circuit_every[key])
}
function seeds_table(  t, i)
{
    print "| transfers, latencies, depths | seeds | worst MHz | best MHz |" \
        " slowest path: logic + wires, ns | from | to | nextpnr |"
    print "|---|---|---|---|---|---|---|---|"
    for (t = 1; t >= 0; t--)
        for (i = 1; i <= PAIRS_COUNT; i++) {
            seeds_row(t, PAIRS[i], "usual")
            seeds_row(t, PAIRS[i], "default")
        }
}
function seeds_row(t, pair, class,  key)
{
    key = "crossbar,4,2," t "," pair "," class
    if (key in mhz)
        printf "| %s, (%s), %s | %d | %.1f | %.1f | %s | %s | %s | %s |\n",
            t ? "stored" : "forwarded", pair, class, runs[key], mhz[key], best[key], way[key],
            from[key], to[key], routers[key]
}
function operators_table(  i, o, k, line, lat)
{
    # rows come by operator: latencies in order
    for (i = 2; i <= lats_count; i++)
        for (k = i; k > 1 && lats[k] + 0 < lats[k - 1] + 0; k--) {
            lat = lats[k]
            lats[k] = lats[k - 1]
            lats[k - 1] = lat
        }
    line = "| MHz, LUT4 at latency |"
    for (i = 1; i <= lats_count; i++)
        line = line " " lats[i] " |"
    line = line " DSP |"
    print line
    gsub(/[^|]+/, "---", line)
    print line
    for (o = 1; o <= operators_count; o++) {
        line = "| `" operators[o] "` |"
        sub(/, [0-9]+ bits`/, "`&", line)
        sub(/bits`/, "bits", line)
        for (i = 1; i <= lats_count; i++)
            line = line " " \
                ((operators[o], lats[i]) in alone ? alone[operators[o], lats[i]] : "-") " |"
        print line " " alone[operators[o], "dsp"] " |"
    }
}
function sizes_table(  n, i, key)
{
    print "| network | modules | 7-series LUT / FF / DSP / BRAM |" \
        " UltraScale+ LUT / FF / DSP / BRAM |" \
        " ECP5 LUT4 / FF / DSP / BRAM | LUT4 per module: Yosys, packed | of the ECP5-85 | MHz |"
    print "|---|---|---|---|---|---|---|---|"
    for (n = 1; n <= 2; n++)
        for (i = 1; i <= SIZES_COUNT; i++) {
            key = NETWORKS[n] "," SIZES[i] ",2,1," chosen ",usual"
            if (!(("ecp5," key) in lut))
                continue
            printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", NETWORKS[n], SIZES[i],
                counts("xc7", key), counts("xcup", key), counts("ecp5", key),
                both_luts(key, SIZES[i]), share(key),
                key in mhz ? sprintf("%.1f", mhz[key]) : "-"
        }
}
# Of the device: LUTs after packing, or by the cells what would not fit.
function share(key,  used, what, most)
{
    if (key in comb)
        return sprintf("%.0f %%", 100 * comb[key] / comb_of[key])
    used["LUT"] = lut["ecp5," key]
    used["BRAM"] = bram["ecp5," key]
    used["DSP"] = dsp["ecp5," key]
    for (what in used)
        if (most == "" || used[what] / HAS[what] > used[most] / HAS[most])
            most = what
    return sprintf("%s%s %.0f %%", used[most] > HAS[most] ? "does not fit: " : "", most,
        100 * used[most] / HAS[most])
}
function counts(target, key)
{
    key = target "," key
    return key in lut ? lut[key] " / " ff[key] " / " dsp[key] " / " bram[key] : "-"
}
function robots_table(  r, name, stored, passed)
{
    print "| robot | cycles stored / forwarded | us stored | us forwarded | CPU us |" \
        " core against CPU |"
    print "|---|---|---|---|---|---|"
    for (r = 1; r <= robots_count; r++) {
        name = robots[r]
        stored = us(name, "crossbar,4,2,1," chosen, name in large ? "deep" : "usual", mhz)
        passed = us(name, "crossbar,4,2,0," chosen, forwarded_class(name), mhz)
        best_us = passed == "" || (stored != "" && stored < passed) ? stored : passed
        printf "| %s | %s / %s | %s%s | %s%s | %s | %s |\n", name,
            cycles[name ",crossbar,4,2,1," chosen], cycles[name ",crossbar,4,2,0," chosen],
            shown(stored), name in large ? " (deep)" : "",
            shown(passed), name in beyond ? " (deep)" : "",
            name in cpu ? sprintf("%.3f", cpu[name] / 1000) : "not run",
            name in cpu && best_us != "" ? sprintf("%.2f x", cpu[name] / 1000 / best_us) : ""
    }
}
function forwarded_class(name)
{
    if (name in beyond)
        return "deep"
    return class_of("crossbar,4,2,0," chosen, "")
}
function networks_table(  i, r, line, count, robot, wide, round)
{
    count = split("puma560 iiwa motorcycle", robot, " ")
    line = "| modules | MHz (seed 1) crossbar / ring |"
    for (r = 1; r <= count; r++)
        line = line " " robot[r] " us crossbar / ring |"
    print line
    print "|---|---|---|---|---|"
    for (i = 2; i <= SIZES_COUNT; i++) {
        wide = "crossbar," SIZES[i] ",2,1," chosen
        round = "ring," SIZES[i] ",2,1," chosen
        if (!((wide ",usual") in first) && !((round ",usual") in first))
            continue
        line = "| " SIZES[i] " | " rate_of(wide ",usual") " / " rate_of(round ",usual") " |"
        for (r = 1; r <= count; r++)
            line = line " " shown(us(robot[r], wide, "usual", first)) " / " \
                shown(us(robot[r], round, "usual", first)) " |"
        gsub("not run", "-", line) # no route, or not asked for
        print line
    }
}
function ideas_table(  i, t)
{
    print "| idea | core | MHz (seed 1) | puma560 cycles, us | iiwa cycles, us |" \
        " motorcycle cycles, us |"
    print "|---|---|---|---|---|---|"
    for (t = 1; t >= 0; t--)
        idea(t ? "stored first" : "store bypass", "crossbar,4,2," t "," chosen)
    for (t = 1; t >= 0; t--)
        for (i = 1; i <= PAIRS_COUNT; i++)
            idea("latencies (" PAIRS[i] ")" (t ? "" : ", bypass"), "crossbar,4,2," t "," PAIRS[i])
    for (i = 1; i <= 4; i *= 2)
        idea(i (i == 1 ? " lane" : " lanes"), "crossbar,4," i ",1," chosen)
}
function idea(what, core)
{
    if (!(("iiwa," core) in cycles))
        return
    printf "| %s | %s | %s | %s | %s | %s |\n", what, core, rate_of(core ",usual"),
        pair("puma560", core), pair("iiwa", core), pair("motorcycle", core)
}
function pair(robot, core)
{
    return cycles[robot "," core] ", " shown(us(robot, core, "usual", first))
}
# Formats of numbers on 4-module crossbars with the bypass, each with its shortest latencies.
function formats_table()
{
    print "| numbers, latencies | network | seeds | worst, best MHz |" \
        " LUT4 per module: Yosys, packed | FF |" \
        " DSP | BRAM | puma cycles, us | puma560 | iiwa |"
    print "|---|---|---|---|---|---|---|---|---|---|---|"
    format_row("binary32", "crossbar", chosen, "")
    format_row("binary32", "sparse", chosen, "")
    format_row("fixed:24", "crossbar", "2,1", ",fixed:24")
    format_row("fixed:24", "sparse", "2,1", ",fixed:24")
}
function format_row(name, network, lats_of, format,  core, key, at)
{
    core = network ",4,2,0," lats_of
    key = core ",usual" format
    at = "ecp5," key
    printf "| %s, (%s) | %s | %d | %s | %s | %s | %s | %s | %s | %s | %s |\n", name, lats_of,
        network, runs[key],
        key in mhz ? sprintf("%.1f, %.1f", mhz[key], best[key]) : "not run",
        both_luts(key, 4), ff[at], dsp[at], bram[at],
        time_of("puma", core format, key), time_of("puma560", core format, key),
        time_of("iiwa", core format, key)
}
function time_of(robot, core, key,  c)
{
    c = robot "," core
    if (!(c in cycles))
        return "not run"
    return cycles[c] (key in mhz ? sprintf(", %.2f", cycles[c] / mhz[key]) : "")
}
