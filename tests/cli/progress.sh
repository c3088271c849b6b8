# SPDX-License-Identifier: MIT
# Signs of life, --time and Ctrl-C: every search ends when it is told to, with the best it has.
. tests/cli/tap.bash
# Minutes of search each, were they not ended. The car's loops, which a note tells of, are open.
sed '/<tauflow:cut/,/\/>/d' robots/car54.urdf >"$work/car.urdf"
throughput="schedule $work/car.urdf --modules 4 --network crossbar --optimise throughput"
latency="schedule robots/iiwa.urdf --modules 4 --optimise latency --effort 3"

# term.py WHERE SIGNALS COMMAND...: runs it with stderr on a terminal of its own or in a file, sends
# SIGINT after so many seconds each; prints exit code (negative: the signal), seconds, and what the
# terminal saw, in lines.
cat >"$work/term.py" <<'PY'
import os, pty, subprocess, sys, threading, time
where, signals, command = sys.argv[1], [float(s) for s in sys.argv[2].split(",") if s], sys.argv[3:]
seen, began = [], time.monotonic()
if where == "terminal":
    ours, theirs = pty.openpty()
else:
    ours, theirs = None, os.open(where, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
stdout = open(os.path.dirname(sys.argv[0]) + "/stdout", "w")
child = subprocess.Popen(command, stderr=theirs, stdout=stdout)
os.close(theirs)
def watch():
    try:
        while data := os.read(ours, 4096):
            seen.append(data)
    except OSError:
        pass
watcher = threading.Thread(target=watch if ours is not None else lambda: None)
watcher.start()
for wait in signals:
    time.sleep(wait)
    child.send_signal(2)
code = child.wait(timeout=120)
watcher.join()
print(code, round(time.monotonic() - began, 1))
print(b"".join(seen).decode().replace("\r", "\n"))
PY
# Told to stop, or with little time, a search is over soon: this many seconds are for slow and busy
# machines, and far below its own end.
SOON=20
soon() { # CODE: of the last run of term.py, whose output is in $work/term
    awk -v code="$1" -v soon=$SOON 'NR == 1 { exit !($1 == code && $2 < soon) }' "$work/term"
}
run() { python3 "$work/term.py" "$@" >"$work/term" && cat "$work/term"; }

shown() { # with a search for equations that is far from its end when its share of time is over
    run terminal "" "$tauflow" $throughput --effort 3 --time 5 -o "$work/a.sched" && soon 0 &&
        grep -E '(forms of the equations|fewer operations): [0-9]+ %, [0-9]+ s left' "$work/term" &&
        grep -E 'that overlap: [0-9]+ %, [0-9]+ s left, best so far interval [0-9]+' "$work/term" &&
        grep 'note: the search ended after --time 5' "$work/term" &&
        "$tauflow" check "$work/a.sched"
}
ok "a terminal shows what is done, how much is left and the best so far" shown
quiet() {
    run "$work/err" "" "$tauflow" $throughput --time 1 && soon 0 && cat "$work/err" &&
        [ "$(wc -l <"$work/err")" -eq 1 ] &&
        [ "$(head -c 14 "$work/err")" = "tauflow: note:" ] && ! grep -q "$(printf '\r')" "$work/err"
}
ok "a file sees the note only" quiet
short() {
    run terminal "" "$tauflow" info robots/pendulum5.urdf --effort 0 && soon 0 &&
        [ -z "$(tail -n +2 "$work/term")" ]
}
ok "what is short shows nothing" short

timed() { # FILE COMMAND...: half a second, and its file is whole
    local file=$1
    shift
    rm -rf "$file"
    run "$work/err" "" "$tauflow" "$@" --time 0.5 && soon 0 &&
        grep 'the search ended after --time 0.5' "$work/err" && [ -s "$file" ]
}
legal() { timed "$work/t.sched" "$@" -o "$work/t.sched" && "$tauflow" check "$work/t.sched"; }
ok "--time ends the search for an interval" legal $throughput
ok "--time ends the search for a short path" legal $latency
ok "--time ends the search for a machine's best shape" legal ${latency/latency/machine}
ok "--time ends the rounds of a schedule" legal schedule robots/stewart.urdf --effort 0 \
    --modules 4 --network crossbar --budget 100000000
ok "compile obeys --time" timed "$work/t/iiwa.ops" compile robots/iiwa.urdf --effort 3 -o "$work/t"
ok "image obeys --time" timed "$work/t.tau" image robots/iiwa.urdf --effort 3 -o "$work/t.tau"
ok "info obeys --time" timed "$work/stdout" info robots/iiwa.urdf --effort 3
ok "run obeys --time" timed "$work/stdout" run robots/car.urdf --engine twin \
    --optimise throughput --stream 200 --json
agreed() { grep -q '"mismatches": 0, .*"ok": true' "$work/stdout"; }
ok "and its machine does what was promised" agreed
explored() {
    timed "$work/t.csv" explore robots/car.urdf --effort 0 --budget 100000 --csv "$work/t.csv" &&
        grep '^shortest' "$work/stdout" && [ "$(wc -l <"$work/t.csv")" -gt 1 ]
}
ok "explore obeys --time" explored
ok "a negative time" refused 2 "bad value '-1' of option --time" \
    "$tauflow" info robots/puma.urdf --time -1
same() {
    local command="schedule robots/puma.urdf --effort 0 --modules 2 --budget 20"
    "$tauflow" $command -o "$work/1" && "$tauflow" $command --time 1000 -o "$work/2" &&
        cmp "$work/1" "$work/2"
}
ok "more time than needed changes nothing" same

interrupted() { # COMMAND...
    run "$work/err" 1 "$tauflow" "$@" -o "$work/i.sched" && soon 0 &&
        grep 'note: the search was stopped early' "$work/err" && [ -s "$work/stdout" ] &&
        "$tauflow" check "$work/i.sched"
}
ok "Ctrl-C takes the best interval so far" interrupted $throughput
ok "Ctrl-C takes the shortest path so far" interrupted $latency
stopped_run() {
    run "$work/err" 3 "$tauflow" run robots/puma.urdf --engine twin --effort 0 --budget 4 \
        --steps 300000 --json && soon 0 && cat "$work/stdout" &&
        grep 'the run was stopped early: .* those of [0-9]* of 300000' "$work/err" && agreed
}
ok "Ctrl-C ends a run with the samples so far" stopped_run
twice() { # the first ends the search; then nobody reads the pipe, and the second ends the program
    mkfifo "$work/p"
    run "$work/err" 1,3 "$tauflow" $latency -o "$work/p" && soon -2 && [ -p "$work/p" ]
}
ok "the second Ctrl-C ends the program" twice
no_interval() {
    run "$work/err" 2 "$tauflow" $throughput --effort 0 --interval 491 && soon 2 &&
        grep "stopped before it found a schedule with an interval of 491" "$work/err"
}
ok "an interval that was asked for and not found in time is an error" no_interval
finish
