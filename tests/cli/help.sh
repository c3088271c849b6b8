# SPDX-License-Identifier: MIT
# What --help says: sections, the options that are used most, lines that fit, defaults that are
# true; and manual pages from the same tables.
. tests/cli/tap.bash
tauflow_help() { "$tauflow" "$@" --help; }
commands=$("$tauflow" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p')
many="info loops compile schedule explore run report image simulate equilibrium linearise fmu"
many="$many tasks" # options

some() { [ "$(wc -w <<<"$commands")" -ge 14 ]; }
ok there_are_commands some

names() { sed -nE 's/^  (-[a-z], )?--([a-z-]+).*/\2/p'; }
fits() { # WIDTH COMMAND...: no line is longer
    local width=$1
    shift
    "$@" >"$work/help" && [ -s "$work/help" ] &&
        ! awk -v w="$width" 'length > w { print length ": " $0; n = 1 }
            END { exit !n }' "$work/help"
}
every_help_fits() {
    fits 80 "$tauflow" --help || return 1
    for command in $commands; do
        fits 80 "$tauflow" $command --help && fits 80 "$tauflow" $command --help all || return 1
    done
}
ok every_line_of_help_fits_80_columns every_help_fits

# terminal.py COLUMNS COMMAND...: its standard output is a terminal of that width
cat >"$work/terminal.py" <<'PY'
import fcntl, os, pty, struct, subprocess, sys, termios
ours, theirs = pty.openpty()
fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
child = subprocess.Popen(sys.argv[2:], stdout=theirs)
os.close(theirs)
seen = b""
try:
    while data := os.read(ours, 4096):
        seen += data
except OSError:
    pass
sys.stdout.write(seen.decode().replace("\r", ""))
sys.exit(child.wait())
PY
widest() {
    python3 "$work/terminal.py" "$1" "$tauflow" run --help all | awk '
        length > most { most = length } END { print most }'
}
narrow() { # an example stays one line, for whoever copies it
    python3 "$work/terminal.py" 60 "$tauflow" run --help all | sed '/^example:/,$d'
}
wraps() {
    local usual wide
    fits 60 narrow || return 1
    usual=$(widest 80) wide=$(widest 110)
    echo "$usual $wide"
    [ "$usual" -le 80 ] && [ "$wide" -gt 90 ] && [ "$wide" -le 110 ]
}
ok lines_are_as_wide_as_the_terminal wraps

usual() { # COMMAND: at most ten options, and where the others are
    tauflow_help $1 | names >"$work/usual"
    [ "$(wc -l <"$work/usual")" -ge 5 ] && [ "$(wc -l <"$work/usual")" -le 10 ] &&
        tauflow_help $1 | grep -q "^tauflow $1 --help all tells all [0-9]* options"
}
for command in $many; do
    ok "${command}_tells_the_ten_options_that_are_used_most" usual $command
done
whole() { # COMMAND: every option once, those of the short help too, as many as it says
    local said
    "$tauflow" $1 --help all | names | sort >"$work/all"
    said=$(tauflow_help $1 | sed -nE 's/.*tells all ([0-9]+) options.*/\1/p')
    [ "$(wc -l <"$work/all")" = "$said" ] && [ -z "$(uniq -d <"$work/all")" ] &&
        [ -z "$(tauflow_help $1 | names | sort | comm -23 - "$work/all")" ]
}
for command in $many; do
    ok "${command}_tells_every_option_once_when_asked_for_all" whole $command
done
known='^(robot|loops|equations|search|numbers|machine|schedule|circuit|C|tasks|motion|run|output)$'
sections() { # each is told alone, and together they are all
    for command in $many; do
        "$tauflow" $command --help all | sed -nE 's/^([A-Za-z]+):$/\1/p' | grep -vx example \
            >"$work/sections"
        [ -s "$work/sections" ] && ! grep -vE "$known" "$work/sections" || return 1
        [ -z "$(sort "$work/sections" | uniq -d)" ] || { echo "$command: twice"; return 1; }
        for section in $(cat "$work/sections"); do
            "$tauflow" $command --help $section | names
        done | sort | diff - <("$tauflow" $command --help all | names | sort) || return 1
    done
}
ok sections_are_told_one_by_one_or_all sections
ok a_section_that_is_not_there_is_refused refused 2 "no help on 'motors'" \
    "$tauflow" run --help=motors
ok help_needs_nothing_else prints '^usage: tauflow run ROBOT' "$tauflow" run a.urdf --help --frob
ok usage_tells_what_a_command_cannot_do_without \
    prints '^usage: tauflow image ROBOT -o FILE.tau \[options\]$' "$tauflow" image --help

functions() { # are listed in one place
    "$tauflow" info --functions >"$work/functions" && [ "$(wc -l <"$work/functions")" -ge 24 ] &&
        grep -qE '^closed-fd-derivatives +[a-z]' "$work/functions" || return 1
    for command in $commands; do
        ! "$tauflow" $command --help all | grep -E 'mass-bias|fd-derivatives' || return 1
    done
    "$tauflow" info --functions --json | python3 -c '
import json, sys
d = json.load(sys.stdin)["functions"]
assert len(d) >= 24 and d[0] == {"function": "id", "title": "inverse dynamics"}, d[0]'
}
ok functions_are_listed_by_info_alone functions
ok info_without_a_robot_lists_nothing_else refused 2 'ROBOT expected' "$tauflow" info

# A default that is a value is what is taken: given, it changes nothing that is printed.
cat >"$work/defaults.py" <<'PY'
import os, re, subprocess, sys
tauflow, least, command = sys.argv[1], int(sys.argv[2]), sys.argv[3:]
given = {w.split("=")[0] for w in command if w.startswith("--")}
def run(more):
    r = subprocess.run([tauflow, *command, *more], capture_output=True, text=True)
    assert r.returncode == 0, (more, r.stderr)
    return re.sub(r'"(seconds|cycles_per_second)": [^,}]*|speed .*|[0-9.e+-]+ s, .* per step', "",
                  r.stdout)
text = subprocess.run([tauflow, command[0], "--help", os.environ.get("SECTION", "all")],
                      capture_output=True, text=True).stdout
plain, tried = run([]), []
for option in re.split(r"\n(?=  -)", text):
    head = re.match(r"  (?:-\w, )?(--[a-z-]+) (\S.*)", option)
    default = re.search(r"\(default: ([^)]*)\)", " ".join(option.split()))
    if not head or not default or head[1] in given:
        continue
    value = re.match(r"'[^']*'|[^,;]*", default[1])[0].strip("'")
    words = re.match(r"\S+", head[2])[0].split("|")
    if value not in words and not re.fullmatch(r"[-0-9.e+ ]+|cpu|ecp5", value):
        continue # told in words
    if "=" in head[2]:
        continue # of each joint
    tried.append(head[1])
    assert run([head[1], value]) == plain, (head[1], value)
print(len(tried), *tried)
assert len(tried) >= least, tried
PY
true_defaults() { python3 "$work/defaults.py" "$tauflow" "$@"; }
arm="robots/pendulum5.urdf"
ok defaults_of_schedule_are_true \
    true_defaults 20 schedule $arm --effort 0 --budget 5 --json
ok defaults_of_run_are_true \
    true_defaults 24 run $arm --effort 0 --budget 5 --engine twin --steps 5 --json
ok defaults_of_the_search_are_true true_defaults 10 info $arm --json
ok defaults_of_simulate_are_true true_defaults 12 simulate $arm --effort 0 --until 1 --json
ok defaults_of_tasks_are_true true_defaults 9 tasks $arm --effort 0 --json
circuits() { # what is for circuits or C
    local circuit="compile $arm --effort 0 --circuit --numbers fixed:18 -o $work/circuit"
    SECTION=circuit true_defaults 2 $circuit && SECTION=schedule true_defaults 2 $circuit &&
        SECTION=C true_defaults 2 $circuit
}
ok defaults_of_circuits_are_true circuits
sweep() { # --device is for --circuit
    local section
    for section in equations search machine schedule; do
        SECTION=$section true_defaults 1 explore tests/fuzz/corpus/small.ops --json || return 1
    done
}
ok defaults_of_explore_are_true sweep
fixed_latencies() { # the second number of these two
    local fixed="schedule $arm --effort 0 --budget 5 --numbers fixed:24 --json" mul add
    mul=$("$tauflow" run --help machine | tr -s '\n ' ' ' |
        sed -nE 's/.*--mul-latency[^(]*\(default: [0-9]+, in fixed point ([0-9]+)\).*/\1/p')
    add=$("$tauflow" run --help machine | tr -s '\n ' ' ' |
        sed -nE 's/.*--add-latency[^(]*\(default: [0-9]+, in fixed point ([0-9]+)\).*/\1/p')
    [ -n "$mul" ] && [ -n "$add" ] &&
        "$tauflow" $fixed | diff - <("$tauflow" $fixed --mul-latency $mul --add-latency $add) &&
        ! "$tauflow" $fixed | cmp -s - <("$tauflow" $fixed --mul-latency $((mul + 1)))
}
ok latencies_of_fixed_point_are_true fixed_latencies
no_zero_for_another_number() { # "0" is told as a default where it is taken
    for command in $commands; do
        "$tauflow" $command --help all | tr -s '\n ' ' ' | sed 's/ --/\n--/g' |
            grep -E '; 0: .*\(default: 0\)' && return 1
    done
    return 0
}
ok no_default_is_a_zero_that_means_something_else no_zero_for_another_number

# ---- manual pages ------------------------------------------------------------------------------
ok pages_are_made bash host/manual.sh "$work/man" "$tauflow"
pages() { # a page each, with every option of --help all
    [ -s "$work/man/tauflow.1" ] || return 1
    for command in $commands; do
        grep -q "tauflow\\\\-$command (1)" "$work/man/tauflow.1" || { echo "$command"; return 1; }
        sed -n 's/\\-/-/g; s/.*\\fB--\([a-z-]*\)\\fR.*/\1/p' "$work/man/tauflow-$command.1" |
            sort >"$work/told"
        { "$tauflow" $command --help all | names; echo help; } | sort -u | diff - "$work/told" ||
            return 1
    done
}
ok pages_have_every_option pages
if command -v mandoc >/dev/null; then
    lint() { # of which only a date would be wanted: pages of a version are the same on every day
        for page in "$work"/man/*.1; do
            mandoc -T lint "$page"
        done | grep -v 'missing date' >"$work/lint"
        [ ! -s "$work/lint" ] || { cat "$work/lint"; return 1; }
    }
    ok mandoc_finds_nothing_wrong lint
    readable() {
        mandoc -T ascii "$work/man/tauflow-run.1" | col -b >"$work/page" &&
            grep -q '^NAME' "$work/page" && grep -q '^ *--network ideal|crossbar' "$work/page" &&
            grep -q "'qdd 20'" "$work/page" && grep -q 'sqrt(rate^2' "$work/page"
    }
    ok pages_read_as_help_does readable
else
    for test in mandoc_finds_nothing_wrong pages_read_as_help_does; do
        tests=$((tests + 1))
        echo "ok $tests - $test # skip mandoc is not installed"
    done
fi
finish
