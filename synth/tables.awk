# The tables of docs/fpga.md from the figures of this folder.
#   awk -f synth/tables.awk -v table=NAME area.csv timing.csv cycles.csv cpu.csv operators.csv
# NAME: seeds, operators, sizes, robots, networks, ideas. A place without a figure says "not run". mhz is the worst of all seeds.
BEGIN {
    FS = ","
    split("1 2 4 8 16", SIZES, " ")
    split("crossbar ring", NETWORKS, " ")
    split("2,3 3,4 4,5 4,6 5,6", PAIRS, " ")
}
FNR == 1 {
    file++
    delete column
    for (i = 1; i <= NF; i++)
        column[$i] = i
    next
}
file == 1 {
    key = $1 "," span(2, 8)
    area[key] = $0
    lut[key] = $column["lut"] + $column["lutram"]
    lutram[key] = $column["lutram"]
    ff[key] = $column["ff"]
    dsp[key] = $column["dsp"]
    bram[key] = $column["bram"]
}
file == 2 {
    key = span(1, 7)
    runs[key]++
    rate = $column["mhz"] + 0
    if (!(key in mhz) || rate < mhz[key]) {
        mhz[key] = rate
        way[key] = sprintf("%.1f + %.1f", $column["logic_ns"], $column["routing_ns"])
        from[key] = part($column["from"])
        to[key] = part($column["to"])
    }
    if (rate > best[key])
        best[key] = rate
    comb[key] = $column["comb"] + 2 * $column["ramw"]
    comb_of[key] = $column["comb_of"]
}
file == 3 {
    cycles[$1 "," span(2, 7)] = $column["cycles"]
    if (!($1 in seen)) {
        seen[$1] = 1
        robots[++robots_count] = $1
    }
    # the class of depths that the program fits
    usual = $column["slots"] <= 32 && $column["issues"] <= 128 && $column["receptions"] <= 128
    if ($column["modules"] == 4 && !usual)
        large[$1] = 1
}
file == 4 { cpu[$1] = $2 }
file == 5 {
    alone[$column["operator"], $column["lat"]] = $column["mhz"]
    if (!($column["lat"] in known_lat)) {
        known_lat[$column["lat"]] = 1
        lats[++lats_count] = $column["lat"]
    }
}
END {
    if (table == "seeds") seeds_table()
    else if (table == "operators") operators_table()
    else if (table == "sizes") sizes_table()
    else if (table == "robots") robots_table()
    else if (table == "networks") networks_table()
    else if (table == "ideas") ideas_table()
    else exit 1
}
function span(first, last,  i, made)
{
    made = $first
    for (i = first + 1; i <= last; i++)
        made = made "," $i
    return made
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
    return key in mhz ? sprintf("%.1f", mhz[key]) : "not run"
}
function us(robot, core, class,  c)
{
    c = robot "," core
    if (!(c in cycles) || !((core "," class) in mhz))
        return ""
    return cycles[c] / mhz[core "," class]
}
function shown(value)
{
    return value == "" ? "not run" : sprintf("%.2f", value)
}
function seeds_table(  t, key)
{
    print "| core | seeds | worst MHz | best MHz | slowest path: logic + wires, ns | from | to |"
    print "|---|---|---|---|---|---|---|"
    for (t = 1; t >= 0; t--) {
        key = "crossbar,4,2," t ",4,5,usual"
        printf "| 4 modules, crossbar, %s | %s |\n", t ? "stored" : "forwarded",
            key in mhz ? sprintf("%d | %.1f | %.1f | %s | %s | %s", runs[key], mhz[key], best[key], way[key], from[key], to[key]) : "0 | not run | | | |"
    }
}
function operators_table(  i, o, line, name)
{
    split("fp32_mul fp32_add", name, " ")
    line = "| latency |"
    for (i = 1; i <= lats_count; i++)
        line = line " " lats[i] " |"
    print line
    gsub(/[^|]+/, "---", line)
    print line
    for (o = 1; o <= 2; o++) {
        line = "| `" name[o] "`, MHz |"
        for (i = 1; i <= lats_count; i++)
            line = line sprintf(" %.0f |", alone[name[o], lats[i]])
        print line
    }
}
function sizes_table(  n, i, key)
{
    print "| network | modules | 7-series LUT / FF / DSP / BRAM | UltraScale+ LUT / FF / DSP / BRAM | ECP5 LUT4 / FF / DSP / BRAM | LUT4 a module | of the ECP5-85 | MHz |"
    print "|---|---|---|---|---|---|---|---|"
    for (n = 1; n <= 2; n++)
        for (i = 1; i <= 5; i++) {
            if (NETWORKS[n] == "ring" && SIZES[i] == 1)
                continue
            key = NETWORKS[n] "," SIZES[i] ",2,1,4,5,usual"
            printf "| %s | %s | %s | %s | %s | %s | %s | %s |\n", NETWORKS[n], SIZES[i], counts("xc7", key), counts("xcup", key), counts("ecp5", key),
                ("ecp5," key) in lut ? sprintf("%d", lut["ecp5," key] / SIZES[i]) : "",
                key in comb ? sprintf("%.0f %%", 100 * comb[key] / comb_of[key]) : "not run", rate_of(key)
        }
}
function counts(target, key)
{
    key = target "," key
    return key in lut ? lut[key] " / " ff[key] " / " dsp[key] " / " bram[key] : "not run"
}
function robots_table(  r, name, class, stored, passed)
{
    print "| robot | cycles stored / forwarded | us stored | us forwarded | CPU us | core against CPU |"
    print "|---|---|---|---|---|---|"
    for (r = 1; r <= robots_count; r++) {
        name = robots[r]
        class = name in large ? "deep" : "usual"
        stored = us(name, "crossbar,4,2,1,4,5", class)
        passed = us(name, "crossbar,4,2,0,4,5", class)
        best_us = passed == "" || (stored != "" && stored < passed) ? stored : passed
        printf "| %s%s | %s / %s | %s | %s | %s | %s |\n", name, class == "deep" ? " (deep core)" : "",
            cycles[name ",crossbar,4,2,1,4,5"], cycles[name ",crossbar,4,2,0,4,5"], shown(stored), shown(passed),
            name in cpu ? sprintf("%.3f", cpu[name] / 1000) : "not run",
            name in cpu && best_us != "" ? sprintf("%.2f x", cpu[name] / 1000 / best_us) : ""
    }
}
function networks_table(  i, r, line, count, robot)
{
    count = split("puma560 iiwa motorcycle", robot, " ")
    line = "| modules | MHz crossbar / ring |"
    for (r = 1; r <= count; r++)
        line = line " " robot[r] " us crossbar / ring |"
    print line
    print "|---|---|---|---|---|"
    for (i = 2; i <= 5; i++) {
        line = "| " SIZES[i] " | " rate_of("crossbar," SIZES[i] ",2,1,4,5,usual") " / " rate_of("ring," SIZES[i] ",2,1,4,5,usual") " |"
        for (r = 1; r <= count; r++)
            line = line " " shown(us(robot[r], "crossbar," SIZES[i] ",2,1,4,5", "usual")) " / " shown(us(robot[r], "ring," SIZES[i] ",2,1,4,5", "usual")) " |"
        print line
    }
}
function ideas_table(  i, t)
{
    print "| idea | core | MHz | puma560 cycles, us | iiwa cycles, us | motorcycle cycles, us |"
    print "|---|---|---|---|---|---|"
    for (t = 1; t >= 0; t--)
        idea(t ? "stored first" : "store bypass", "crossbar,4,2," t ",4,5")
    for (t = 1; t >= 0; t--)
        for (i = 1; i <= 5; i++)
            idea("latencies (" PAIRS[i] ")" (t ? "" : ", bypass"), "crossbar,4,2," t "," PAIRS[i])
    for (i = 1; i <= 4; i *= 2)
        idea(i (i == 1 ? " lane" : " lanes"), "crossbar,4," i ",1,4,5")
}
function idea(what, core)
{
    if (!(("iiwa," core) in cycles))
        return
    printf "| %s | %s | %s | %s | %s | %s |\n", what, core, rate_of(core ",usual"), pair("puma560", core), pair("iiwa", core), pair("motorcycle", core)
}
function pair(robot, core)
{
    return cycles[robot "," core] ", " shown(us(robot, core, "usual"))
}
