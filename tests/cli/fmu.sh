#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# FMUs: their sources compile without a warning, and a model that is loaded, compiled here or as the
# binary that is inside, moves as simulate does; FMPy, where it is installed, says the same of that.
. tests/cli/tap.bash
cc=${CC:-gcc}
python=${BUILD:-build}/venv/bin/python

# A small master for both versions: loads a model, sets starts and torques, steps, prints outputs.
cat >"$work/master.c" <<'END'
#include <dlfcn.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static void *library;
static void *find(const char *name)
{
    void *f = dlsym(library, name);
    if (!f)
        exit(3);
    return f;
}
/* VERSION LIBRARY TOKEN JOINTS END [REFERENCE=VALUE | REFERENCE, printed too, ...] */
int main(int argc, char **argv)
{
    const bool two = argv[1][0] == '2';
    const unsigned joints = (unsigned)atoi(argv[4]);
    const double end = atof(argv[5]);
    library = dlopen(argv[2], RTLD_NOW);
    if (!library)
        return 4;
    struct {
        void *logger, *allocate, *release, *finished, *environment;
    } calls = {0};
    typedef void *make2(const char *, int, const char *, const char *, void *, int, int);
    typedef void *make3(const char *, const char *, const char *, bool, bool, bool, bool, void *,
                        size_t, void *, void *, void *);
    void *c = two ? ((make2 *)find("fmi2Instantiate"))("m", 1, argv[3], "", &calls, 0, 0)
                  : ((make3 *)find("fmi3InstantiateCoSimulation"))(
                        "m", argv[3], "", false, false, false, false, NULL, 0, NULL, NULL, NULL);
    if (!c)
        return 5;
    int (*set2)(void *, const unsigned *, size_t, const double *) =
        two ? find("fmi2SetReal") : NULL;
    int (*get2)(void *, const unsigned *, size_t, double *) = two ? find("fmi2GetReal") : NULL;
    int (*set3)(void *, const unsigned *, size_t, const double *, size_t) =
        two ? NULL : find("fmi3SetFloat64");
    int (*get3)(void *, const unsigned *, size_t, double *, size_t) =
        two ? NULL : find("fmi3GetFloat64");
    for (int i = 6; i < argc; i++) {
        const unsigned number = (unsigned)atoi(argv[i]);
        const char *equals = strchr(argv[i], '=');
        const double value = equals ? atof(equals + 1) : 0;
        if (!equals)
            continue;
        if (two ? set2(c, &number, 1, &value) : set3(c, &number, 1, &value, 1))
            return 6;
    }
    const unsigned output = joints;
    const double one = 1;
    if (!(two ? set2(c, &output, 1, &one) : set3(c, &output, 1, &one, 1)))
        return 7; /* outputs cannot be set */
    if (two) {
        ((int (*)(void *, int, double, double, int, double))find("fmi2SetupExperiment"))(c, 0, 0, 0,
                                                                                       0, 0);
        ((int (*)(void *))find("fmi2EnterInitializationMode"))(c);
    } else {
        ((int (*)(void *, bool, double, double, bool, double))find("fmi3EnterInitializationMode"))(
            c, false, 0, 0, false, 0);
    }
    int (*begin)(void *) =
        find(two ? "fmi2ExitInitializationMode" : "fmi3ExitInitializationMode");
    if (begin(c))
        return 8;
    int (*step2)(void *, double, double, int) = two ? find("fmi2DoStep") : NULL;
    int (*step3)(void *, double, double, bool, bool *, bool *, bool *, double *) =
        two ? NULL : find("fmi3DoStep");
    int (*keep)(void *, void **) = find(two ? "fmi2GetFMUstate" : "fmi3GetFMUState");
    int (*back)(void *, void *) = find(two ? "fmi2SetFMUstate" : "fmi3SetFMUState");
    int (*measure)(void *, void *, size_t *) =
        find(two ? "fmi2SerializedFMUstateSize" : "fmi3SerializedFMUStateSize");
    int (*pack)(void *, void *, char *, size_t) =
        find(two ? "fmi2SerializeFMUstate" : "fmi3SerializeFMUState");
    int (*unpack)(void *, const char *, size_t, void **) =
        find(two ? "fmi2DeSerializeFMUstate" : "fmi3DeserializeFMUState");
    int (*drop)(void *, void **) = find(two ? "fmi2FreeFMUstate" : "fmi3FreeFMUState");
    static char bytes[10000];
    void *state = NULL;
    for (double at = 0; at < end - 1e-9; at += 0.01) {
        bool events, over, early;
        double reached;
        if (at > end / 2 && !state) { /* a step aside, and back again */
            keep(c, &state);
            two ? step2(c, at, 0.03, 0)
                : step3(c, at, 0.03, false, &events, &over, &early, &reached);
            back(c, state);
            size_t size; /* and once more, by way of bytes */
            void *other = NULL;
            if (measure(c, state, &size) || size > sizeof bytes || pack(c, state, bytes, size) ||
                !unpack(c, bytes, size - 1, &other) || unpack(c, bytes, size, &other))
                return 11;
            two ? step2(c, at, 0.03, 0)
                : step3(c, at, 0.03, false, &events, &over, &early, &reached);
            back(c, other);
            drop(c, &other);
        }
        if (two ? step2(c, at, 0.01, 1)
                : step3(c, at, 0.01, true, &events, &over, &early, &reached))
            return 9;
    }
    for (unsigned k = joints; k < 3 * joints + (unsigned)argc - 6; k++) {
        const bool named = k >= 3 * joints;
        const unsigned i = named ? (unsigned)atoi(argv[6 + k - 3 * joints]) : k;
        double value;
        if (named && strchr(argv[6 + k - 3 * joints], '='))
            continue;
        if (two ? get2(c, &i, 1, &value) : get3(c, &i, 1, &value, 1))
            return 10;
        printf("%.17g\n", value);
    }
    return 0;
}
END
$cc -std=gnu11 -o "$work/master" "$work/master.c" -ldl || exit 1

# Calls in wrong order and with times that are none: an error each, with a line in the log, after
# which the model goes on as if it had not been called.
cat >"$work/rules.c" <<'END'
#include <dlfcn.h>
#include <math.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
enum { ERROR = 3 };
static void *library, *c;
static bool two;
static int logged;
static char said[200];
static void note2(void *e, const char *name, int status, const char *kind,
                  const char *text, ...)
{
    va_list list;
    (void)e, (void)name, (void)kind;
    va_start(list, text);
    vsnprintf(said, sizeof said, text, list);
    va_end(list);
    logged += status == ERROR;
}
static void note3(void *e, int status, const char *category, const char *text)
{
    (void)e, (void)category;
    snprintf(said, sizeof said, "%s", text);
    logged += status == ERROR;
}
static void *find(const char *name)
{
    char whole[80];
    snprintf(whole, sizeof whole, "fmi%d%s", two ? 2 : 3, name);
    void *f = dlsym(library, whole);
    if (!f)
        exit(3);
    return f;
}
static int step(double at, double length)
{
    bool event, over, early;
    double reached;
    return two ? ((int (*)(void *, double, double, int))find("DoStep"))(c, at, length, 1)
               : ((int (*)(void *, double, double, bool, bool *, bool *, bool *, double *))find(
                     "DoStep"))(c, at, length, true, &event, &over, &early, &reached);
}
static int set(unsigned number, double value)
{
    return two ? ((int (*)(void *, const unsigned *, size_t, const double *))find("SetReal"))(
                     c, &number, 1, &value)
               : ((int (*)(void *, const unsigned *, size_t, const double *, size_t))find(
                     "SetFloat64"))(c, &number, 1, &value, 1);
}
static int call(const char *name)
{
    return ((int (*)(void *))find(name))(c);
}
static int setup(double start) /* of FMI 3.0 it is part of the next */
{
    return two ? ((int (*)(void *, int, double, double, int, double))find("SetupExperiment"))(
                     c, 0, 0, start, 0, 0)
               : 0;
}
static int enter(double start)
{
    return two ? call("EnterInitializationMode")
               : ((int (*)(void *, bool, double, double, bool, double))find(
                     "EnterInitializationMode"))(c, false, 0, start, false, 0);
}
static void wants(int line, int got, int wanted, const char *words)
{
    static int before;
    const bool good = got == wanted && logged - before == (wanted == ERROR) &&
                      (wanted != ERROR || strstr(said, words));
    before = logged;
    if (!good) {
        printf("line %d: answer %d, log '%s'\n", line, got, said);
        exit(1);
    }
}
#define GOOD(call) wants(__LINE__, call, 0, "")
#define BAD(call, words) wants(__LINE__, call, ERROR, words)
int main(int argc, char **argv) /* VERSION LIBRARY TOKEN JOINTS */
{
    if (argc != 5 || !(library = dlopen(argv[2], RTLD_NOW)))
        return 4;
    two = argv[1][0] == '2';
    const unsigned joints = (unsigned)atoi(argv[4]);
    struct {
        void (*logger)(void *, const char *, int, const char *, const char *, ...);
        void *allocate, *release, *finished, *environment;
    } calls = {.logger = note2};
    typedef void *make2(const char *, int, const char *, const char *, void *, int, int);
    typedef void *make3(const char *, const char *, const char *, bool, bool, bool, bool, void *,
                        size_t, void *, void (*)(void *, int, const char *, const char *), void *);
    c = two ? ((make2 *)find("Instantiate"))("m", 1, argv[3], "", &calls, 0, 0)
            : ((make3 *)find("InstantiateCoSimulation"))("m", argv[3], "", false, false, false,
                                                         false, NULL, 0, NULL, note3, NULL);
    if (!c)
        return 5;
    for (int round = 0; round < 2; round++) {
        BAD(step(0, 0.01), "not initialized");
        BAD(call("ExitInitializationMode"), "not in initialization mode");
        BAD(call("Terminate"), "nothing to terminate");
        BAD(two ? setup(NAN) : enter(INFINITY), "start time is not finite");
        GOOD(setup(0));
        GOOD(enter(0));
        BAD(enter(0), "initialization");
        if (two)
            BAD(setup(0), "before initialization");
        BAD(step(0, 0.01), "not initialized");
        BAD(set(0, NAN), "a value is not finite");
        GOOD(set(3 * joints, 0.3));
        GOOD(call("ExitInitializationMode"));
        BAD(enter(0), "initialization");
        BAD(set(3 * joints, 0.3), "starts are set before");
        GOOD(set(0, 0.1));
        GOOD(step(0, 0.01));
        BAD(step(NAN, 0.01), "not finite");
        BAD(step(0.01, NAN), "not finite");
        BAD(step(0.01, INFINITY), "not finite");
        BAD(step(1e308, 1e308), "not finite");
        BAD(step(0.01, -0.01), "back in time");
        BAD(step(0, 0.001), "back in time");
        GOOD(step(0.01, 0));
        void *state = NULL;
        GOOD(((int (*)(void *, void **))find(two ? "GetFMUstate" : "GetFMUState"))(c, &state));
        GOOD(step(0.01, 0.01));
        GOOD(call("Terminate"));
        BAD(step(0.02, 0.01), "it was terminated");
        BAD(call("Terminate"), "nothing to terminate");
        GOOD(((int (*)(void *, void *))find(two ? "SetFMUstate" : "SetFMUState"))(c, state));
        GOOD(step(0.01, 0.01)); /* as it was then */
        GOOD(set(0, 1e300)); /* more than any motion stands */
        BAD(step(0.02, 1), "no solution: the motion ends here");
        BAD(step(1.02, 0.01), "no solution was found before");
        GOOD(call("Reset"));
        ((int (*)(void *, void **))find(two ? "FreeFMUstate" : "FreeFMUState"))(c, &state);
    }
    ((void (*)(void *))find("FreeInstance"))(c);
    printf("%d errors, all in the log\n", logged);
    return 0;
}
END
$cc -std=gnu11 -o "$work/rules" "$work/rules.c" -ldl -lm || exit 1

unpack() { # FILE
    python3 -c "import sys, zipfile; z = zipfile.ZipFile(sys.argv[1]); z.extractall(sys.argv[2])
sys.exit(z.testzip() is not None)" "$1" "$work/fmu"
}
# model VERSION ROBOT ARGUMENTS...: the FMU, its sources unpacked and compiled.
model() {
    local version=$1 robot=$2
    shift 2
    rm -rf "$work/fmu"
    "$tauflow" fmu "$robot" --effort 0 --fmi "$version" --sources-only -o "$work/m.fmu" "$@" \
        >/dev/null 2>&1 && unpack "$work/m.fmu" &&
        $cc -std=c11 -O0 -ffp-contract=off -Wall -Wextra -Werror -fPIC -shared -o "$work/m.so" \
            "$work"/fmu/sources/*.c -lm
}
token() {
    sed -nE 's/.*(guid|instantiationToken)="([^"]*)".*/\2/p' "$work/fmu/modelDescription.xml"
}
# same VERSION ROBOT JOINTS [--start ...]: outputs of the loaded model are those of simulate.
same() {
    model "$1" "$2" "${@:4}" && same_as_simulated "$work/m.so" "$@"
}
same_as_simulated() { # LIBRARY, and as above; of the model that is unpacked
    local library=$1 version=$2 robot=$3 joints=$4
    shift 4
    "$work/master" "$version" "$library" "$(token)" "$joints" 0.3 >"$work/outputs" &&
        "$tauflow" simulate "$robot" --effort 0 --until 0.3 --rows 1 --csv - "$@" 2>/dev/null |
        tail -1 | tr , '\n' | sed -n "2,$((1 + 2 * joints))p" | paste - "$work/outputs" |
        awk '{ d = $1 - $2; if (d < 0) d = -d; if (d > most) most = d; if ($1 != 0) moved = 1; n++ }
             END { print "most", most; exit !(n > 0 && moved && most < 1e-9) }'
}
for version in 2 3; do
    ok "a_pendulum_moves_as_simulated_$version" same $version robots/pendulum5.urdf 5 --start q1=0.5
    ok "loops_move_as_simulated_$version" same $version robots/loops/slider_crank.urdf 4 \
        --start crank_x=0,6
done
# Laws that are calls: the C file goes in.
cat >"$work/laws.c" <<'END'
double stop(double x, double xd, double t, void *user, double dydx[2])
{
    (void)user, (void)dydx;
    return x * (5 + 40 * x * x) + 0.1 * xd + 0.2 * t;
}
END
for version in 2 3; do
    ok "laws_are_called_as_simulated_$version" same $version robots/pendulum5.urdf 5 \
        --start q1=0.5 --element 'torsion name=s joint=q2 rest=0.1 law=call call=stop' \
        --law-file "$work/laws.c"
    ok "laws_are_called_in_loops_$version" same $version robots/loops/slider_crank.urdf 4 \
        --start crank_x=0,6 --law-file "$work/laws.c" \
        --element 'torsion name=s joint=slide law=call call=stop'
    ok "laws_of_wheels_and_turns_are_called_$version" same $version robots/motorcycle.urdf 14 \
        --start tz=0.25 --start tx=0,3 --start rear_spin=0,9 --law-file "$work/laws.c" \
        --element 'wheel name=w joint=rear_spin radius=0.3 slip=9 friction=0.9 law=call call=stop' \
        --element 'turn name=t a=chassis b=rider law=call call=stop'
done
# Laws with states of their own, beside calls and in loops: the states are outputs, which the model
# integrates, and start where a parameter says.
lag="law='400*p' state=p rate='(xd - 10*p)/0.5' initial=0.05"
states() { # VERSION ROBOT JOINTS ARGUMENTS...: the state's number comes after 5 a joint and time
    local first=$((5 * $3 + 1))
    model "$1" "$2" "${@:4}" &&
        grep -q "name=\"s.p\" valueReference=\"$first\" causality=\"output\"" \
            "$work/fmu/modelDescription.xml" &&
        "$work/master" "$1" "$work/m.so" "$(token)" "$3" 0.3 $first >"$work/outputs" &&
        "$tauflow" simulate "$2" --effort 0 --until 0.3 --rows 1 --csv - "${@:4}" 2>/dev/null |
        awk -F, -v joints="$3" 'NR == 1 { for (i = 1; i <= NF; i++) at[$i] = i; next } { last = $0 }
            END { split(last, is, ","); for (i = 1; i <= joints; i++) print is[1 + i]
                  for (i = 1; i <= joints; i++) print is[1 + joints + 1 + i]
                  print is[at["s.p"]] }' | paste - "$work/outputs" |
        awk '{ print; if (($1 - $2) ^ 2 > 1e-18) bad = 1; if ($1 ^ 2 > 1e-8) moved++ }
             END { exit bad || NR < 3 || moved < NR / 2 }'
}
started() { # VERSION: a start that is set counts, and a state cannot be set
    model "$1" robots/pendulum5.urdf --start q1=0.5 --element "torsion name=s joint=q2 $lag" &&
        ! "$work/master" "$1" "$work/m.so" "$(token)" 5 0.1 26=1 &&
        "$work/master" "$1" "$work/m.so" "$(token)" 5 0.1 27=0.25 26 >"$work/set" &&
        model "$1" robots/pendulum5.urdf --start q1=0.5 --start s.p=0.25 \
            --element "torsion name=s joint=q2 $lag" &&
        "$work/master" "$1" "$work/m.so" "$(token)" 5 0.1 26 >"$work/other" &&
        cmp "$work/set" "$work/other"
}
for version in 2 3; do
    ok "states_of_laws_are_integrated_$version" states $version robots/pendulum5.urdf 5 \
        --start q1=0.5 --element "torsion name=s joint=q2 $lag"
    ok "states_of_laws_are_integrated_in_loops_$version" states $version \
        robots/loops/slider_crank.urdf 4 --start crank_x=0,6 \
        --element "torsion name=s joint=slide law='2*p' state=p rate='(xd - p)/0.05'"
    ok "states_of_laws_are_integrated_beside_calls_$version" states $version \
        robots/pendulum5.urdf 5 --start q1=0.5 --element "torsion name=s joint=q2 $lag" \
        --element 'torsion name=c joint=q3 rest=0.1 law=call call=stop' --law-file "$work/laws.c"
    ok "states_of_laws_start_where_they_are_told_$version" started $version
done
# The binary that is inside: of this computer, under the name that the standard has for it.
case $(uname -m) in
aarch64) platforms=([2]=aarch64-linux [3]=aarch64-linux) ;;
x86_64) platforms=([2]=linux64 [3]=x86_64-linux) ;;
*) platforms=() ;;
esac
export TMPDIR=$work/temporary
mkdir "$TMPDIR"
tidy() { [ -z "$(ls -A "$TMPDIR")" ]; }
with_binary() { # VERSION ROBOT ARGUMENTS...: the FMU, unpacked; what is printed is in $work/said
    rm -rf "$work/fmu" "$work/b.fmu"
    "$tauflow" fmu "$2" --effort 0 --fmi "$1" -o "$work/b.fmu" "${@:3}" >"$work/said" \
        2>"$work/notes" && cat "$work/said" "$work/notes" && tidy &&
        unpack "$work/b.fmu"
}
binary() { # VERSION ROBOT JOINTS [--start ...]
    local platform=${platforms[$1]} name=$(basename "$2" .urdf)
    with_binary "$1" "$2" "${@:4}" && [ ! -s "$work/notes" ] &&
        grep -qx "binary            $platform" "$work/said" &&
        same_as_simulated "$work/fmu/binaries/$platform/$name.so" "$@"
}
no_binary() { # PATTERN: the output has it, and the file is that without a binary
    with_binary 2 robots/pendulum5.urdf && [ ! -e "$work/fmu/binaries" ] &&
        grep -qE "^binary +none: $1" "$work/said" && [ "$(wc -l <"$work/notes")" -eq 1 ] &&
        grep -qE "^tauflow: note: no binary is inside, .*: $1" "$work/notes" &&
        model 2 robots/pendulum5.urdf && cmp "$work/m.fmu" "$work/b.fmu"
}
if [ ${#platforms[@]} -gt 0 ]; then
    for version in 2 3; do
        ok "its_binary_moves_as_simulated_$version" binary $version robots/pendulum5.urdf 5 \
            --start q1=0.5
        ok "its_binary_closes_loops_$version" binary $version robots/loops/slider_crank.urdf 4 \
            --start crank_x=0,6
    done
    twice() {
        with_binary 3 robots/pendulum5.urdf && cp "$work/b.fmu" "$work/first.fmu" &&
            with_binary 3 robots/pendulum5.urdf && cmp "$work/b.fmu" "$work/first.fmu"
    }
    ok binaries_are_the_same_to_the_bit twice
    words() { CC=" $cc  -O0 " binary 2 robots/pendulum5.urdf 5 --start q1=0.5; }
    ok the_compiler_may_have_arguments words
fi
missing() { CC=no-such-compiler no_binary 'no-such-compiler: it cannot be started: No such file'; }
ok without_a_compiler_there_is_no_binary_and_a_note_says_so missing
failing() { CC="$cc -Dint=none" no_binary '.*error: '; }
ok a_compiler_that_fails_is_told_with_its_words failing
not_ours() { # an object that is none of a processor that the standard has a folder for
    printf '#!/bin/sh\necho none >model.so\n' >"$work/compiler" && chmod +x "$work/compiler" &&
        CC=$work/compiler no_binary 'the standard has no folder for what the C compiler made'
}
ok what_is_no_binary_is_not_put_in not_ours
nothing() { CC=true no_binary 'the C compiler made nothing'; }
ok a_compiler_that_makes_nothing_is_told nothing
sources_only() {
    with_binary 2 robots/pendulum5.urdf --sources-only && [ ! -e "$work/fmu/binaries" ] &&
        [ ! -s "$work/notes" ] &&
        grep -qx 'binary            none, as --sources-only says' "$work/said"
}
ok sources_alone_when_asked sources_only
interrupted() { # Ctrl-C while the compiler runs ends that, and leaves the sources
    printf '#!/bin/sh\n>%s\nexec sleep 60\n' "$work/started" >"$work/compiler"
    CC=$work/compiler python3 - "$tauflow" fmu robots/pendulum5.urdf --effort 0 -o "$work/i.fmu" \
        <<'PY' >"$work/said" 2>"$work/notes" && cat "$work/said" "$work/notes" && tidy &&
import os, subprocess, sys, time
started = os.path.dirname(sys.argv[-1]) + "/started"
child = subprocess.Popen(sys.argv[1:], start_new_session=True)
while not os.path.exists(started) and child.poll() is None:
    time.sleep(0.05)
os.killpg(child.pid, 2)
sys.exit(child.wait(timeout=30))
PY
        [ -s "$work/i.fmu" ] &&
        grep -q 'note: no binary is inside, .*: it was stopped' "$work/notes"
}
ok ctrl_c_ends_the_compiler_and_leaves_nothing_behind interrupted
rules() { # VERSION
    model "$1" robots/pendulum5.urdf && "$work/rules" "$1" "$work/m.so" "$(token)" 5
}
for version in 2 3; do
    ok "wrong_order_and_times_that_are_none_are_errors_$version" rules $version
done
# Accelerations: slopes of the rates; of the starts before it moves, and of what was set last. Who
# reads them does not move it, and nobody can set them.
cat >"$work/accelerations.py" <<'END'
import ctypes, sys, xml.etree.ElementTree as xml
from ctypes import byref, c_bool, c_double, c_size_t, c_uint, c_void_p
two, token, folder = sys.argv[1] == "2", sys.argv[3], sys.argv[4]
library = ctypes.CDLL(sys.argv[2])
top = xml.parse(folder + "/modelDescription.xml").getroot()
number = {v.get("name"): int(v.get("valueReference")) for v in top.find("ModelVariables")}
made = [v.get("name") for v in top.find("ModelVariables")
        if v.get("name").endswith(".acceleration") and v.get("causality") == "output"]
rates = [name.replace(".acceleration", ".rate") for name in made]
class model:
    def __init__(self, starts):
        if two:
            self.make = library.fmi2Instantiate
            arguments = (b"m", 1, token.encode(), b"", None, 0, 0)
        else:
            self.make = library.fmi3InstantiateCoSimulation
            arguments = (b"m", token.encode(), b"", *[c_bool(False)] * 4, None, c_size_t(0), None,
                         None, None)
        self.make.restype = c_void_p
        self.c, self.t = c_void_p(self.make(*arguments)), 0.0
        for name, value in starts.items():
            assert self.set(name, value) == 0
        none = (c_double(0), 0, c_double(0))
        if two:
            assert library.fmi2SetupExperiment(self.c, 0, c_double(0), *none) == 0
            assert library.fmi2EnterInitializationMode(self.c) == 0
        else:
            assert library.fmi3EnterInitializationMode(self.c, 0, c_double(0), *none) == 0
    def begin(self):
        name = "fmi%dExitInitializationMode" % (2 if two else 3)
        assert getattr(library, name)(self.c) == 0
    def set(self, name, value):
        call = library.fmi2SetReal if two else library.fmi3SetFloat64
        return call(self.c, byref(c_uint(number[name])), c_size_t(1), byref(c_double(value)),
                    *[] if two else [c_size_t(1)])
    def get(self, names):
        values = (c_double * len(names))()
        list = (c_uint * len(names))(*[number[n] for n in names])
        call = library.fmi2GetReal if two else library.fmi3GetFloat64
        assert call(self.c, list, c_size_t(len(names)), values,
                    *[] if two else [c_size_t(len(names))]) == 0
        return [*values]
    def step(self):
        at, h, b, t = c_double(self.t), c_double(1e-4), c_bool(), c_double()
        self.t += 1e-4
        return (library.fmi2DoStep(self.c, at, h, 1) if two else
                library.fmi3DoStep(self.c, at, h, c_bool(True), byref(b), byref(b), byref(b),
                                   byref(t)))
starts = dict(a.split("=") for a in sys.argv[5:])
starts = {name: float(value) for name, value in starts.items()}
drive = next(n for n, k in number.items() if k == 0) # a torque, or what is imposed
m, unread = model(starts), model(starts)
first = m.get(made)
m.begin(), unread.begin()
assert m.get(made) == first and any(abs(a) > 0.1 for a in first), first
seen, worst = [], 0
for k in range(1005):
    seen.append((m.get(made), m.get(rates)))
    assert m.step() == 0 and unread.step() == 0
assert m.get(rates) == unread.get(rates)
for k in range(2, 1003, 100):
    r = [seen[k + i][1] for i in (-2, -1, 0, 1, 2)]
    for i, a in enumerate(seen[k][0]):
        slope = (r[0][i] - 8 * r[1][i] + 8 * r[3][i] - r[4][i]) / 12e-4
        worst = max(worst, abs(slope - a) / (1 + abs(a)))
        assert worst < 1e-7, (made[i], k, slope, a)
here, sets = m.get(rates), {}
for value in (2, 1, 0):
    assert m.set(drive, value) == 0
    sets[value] = m.get(made)
assert m.get(rates) == here
for i in range(len(made)): # the more of it, the more of them
    one, two_of_it = sets[1][i] - sets[0][i], sets[2][i] - sets[0][i]
    assert abs(two_of_it - 2 * one) < 1e-9 * (1 + abs(two_of_it)), made[i]
assert any(abs(a - b) > 1e-3 for a, b in zip(sets[0], sets[1])), sets
assert m.set(made[0], 1) == 3
print(worst, made, first, sets)
END
accelerations() { # VERSION ROBOT START... -- ARGUMENTS...
    local starts=()
    while [ "$3" != -- ]; do
        starts+=("$3")
        set -- "$1" "$2" "${@:4}"
    done
    model "$1" "$2" "${@:4}" &&
        python3 "$work/accelerations.py" "$1" "$work/m.so" "$(token)" "$work/fmu" "${starts[@]}"
}
for version in 2 3; do
    ok "accelerations_are_slopes_of_rates_$version" accelerations $version robots/pendulum5.urdf \
        q1.start=0.5 s.p.start=0.1 q2.torque=0.3 -- --element "torsion name=s joint=q2 $lag"
    ok "accelerations_are_slopes_of_rates_in_loops_$version" accelerations $version \
        robots/loops/slider_crank.urdf crank_x.start_rate=6 --
    ok "accelerations_follow_what_drives_$version" accelerations $version \
        robots/loops/slider_crank.urdf crank_x.start_rate=6 -- --drive crank_x
done
# Memory: made when a model is instantiated, and given back with it. 1e5 steps between them, with
# inputs set, outputs read and a state kept again and again, ask for none; the linker counts.
cat >"$work/memory.c" <<'END'
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
static int made, given_back;
#define COUNTED(type, name, count, taken, given)                                                  \
    type __real_##name taken;                                                                     \
    type __wrap_##name taken;                                                                     \
    type __wrap_##name taken                                                                      \
    {                                                                                             \
        count;                                                                                    \
        return __real_##name given;                                                               \
    }
COUNTED(void *, malloc, made++, (size_t n), (n))
COUNTED(void *, calloc, made++, (size_t n, size_t m), (n, m))
COUNTED(void *, realloc, made++, (void *p, size_t n), (p, n))
COUNTED(void *, aligned_alloc, made++, (size_t n, size_t m), (n, m))
COUNTED(int, posix_memalign, made++, (void **p, size_t n, size_t m), (p, n, m))
COUNTED(void *, mmap, made++, (void *p, size_t n, int a, int b, int c, long d), (p, n, a, b, c, d))
COUNTED(void, free, given_back += p != NULL, (void *p), (p))
#if FMI == 2
void *fmi2Instantiate(const char *, int, const char *, const char *, const void *, int, int);
int fmi2SetupExperiment(void *, int, double, double, int, double);
int fmi2EnterInitializationMode(void *), fmi2ExitInitializationMode(void *);
int fmi2SetReal(void *, const unsigned *, size_t, const double *);
int fmi2GetReal(void *, const unsigned *, size_t, double *);
int fmi2DoStep(void *, double, double, int);
int fmi2GetFMUstate(void *, void **), fmi2SetFMUstate(void *, void *);
int fmi2FreeFMUstate(void *, void **);
void fmi2FreeInstance(void *);
#define MAKE(token) fmi2Instantiate("m", 1, token, "", NULL, 0, 0)
#define BEGIN(c) fmi2SetupExperiment(c, 0, 0, 0, 0, 0) || fmi2EnterInitializationMode(c)
#define CALL(name) fmi2##name
#define STEP(c, at, h) fmi2DoStep(c, at, h, 1)
#define STATE(call) fmi2##call##FMUstate
#define SET fmi2SetReal
#define GET fmi2GetReal
#define COUNT(n)
#else
void *fmi3InstantiateCoSimulation(const char *, const char *, const char *, bool, bool, bool, bool,
                                  const unsigned *, size_t, void *, void *, void *);
int fmi3EnterInitializationMode(void *, bool, double, double, bool, double);
int fmi3ExitInitializationMode(void *);
int fmi3SetFloat64(void *, const unsigned *, size_t, const double *, size_t);
int fmi3GetFloat64(void *, const unsigned *, size_t, double *, size_t);
int fmi3DoStep(void *, double, double, bool, bool *, bool *, bool *, double *);
int fmi3GetFMUState(void *, void **), fmi3SetFMUState(void *, void *);
int fmi3FreeFMUState(void *, void **);
void fmi3FreeInstance(void *);
static bool flag;
static double reached;
#define MAKE(token)                                                                              \
    fmi3InstantiateCoSimulation("m", token, "", false, false, false, false, NULL, 0, NULL, NULL, \
                                NULL)
#define BEGIN(c) fmi3EnterInitializationMode(c, false, 0, 0, false, 0)
#define CALL(name) fmi3##name
#define STEP(c, at, h) fmi3DoStep(c, at, h, true, &flag, &flag, &flag, &reached)
#define STATE(call) fmi3##call##FMUState
#define SET fmi3SetFloat64
#define GET fmi3GetFloat64
#define COUNT(n) , n
#endif
int main(int argc, char **argv) /* TOKEN JOINTS */
{
    enum { STEPS = 100000 };
    const unsigned input = 0, output = argc > 2 ? (unsigned)atoi(argv[2]) : 0;
    const double h = 1e-3;
    double first, value = 0;
    void *state = NULL, *c = MAKE(argv[1]);
    if (!c || BEGIN(c) || CALL(ExitInitializationMode)(c) || STATE(Get)(c, &state) ||
        GET(c, &output, 1, &first COUNT(1)))
        return 2;
    const int before = made;
    for (int k = 0; k < STEPS; k++) {
        const double torque = k % 2 ? 1e-3 : -1e-3;
        if (SET(c, &input, 1, &torque COUNT(1)) || STEP(c, k * h, h) ||
            GET(c, &output, 1, &value COUNT(1)) || STATE(Get)(c, &state) || STATE(Set)(c, state))
            return 3;
    }
    const int in_steps = made - before;
    STATE(Free)(c, &state);
    CALL(FreeInstance)(c);
    printf("made %d, in steps %d, given back %d, from %g to %g\n", made, in_steps, given_back,
           first, value);
    return !(before > 0 && in_steps == 0 && given_back == made && value != first);
}
END
memory() { # VERSION ROBOT JOINTS ARGUMENTS...
    model "$1" "$2" "${@:4}" &&
        $cc -std=gnu11 -O2 -DFMI="$1" -Wl,--wrap={malloc,calloc,realloc,aligned_alloc} \
            -Wl,--wrap={posix_memalign,mmap,free} -o "$work/memory" "$work/memory.c" \
            "$work"/fmu/sources/*.c -lm && "$work/memory" "$(token)" "$3"
}
for version in 2 3; do
    ok "steps_take_no_memory_$version" memory $version robots/pendulum5.urdf 5 --start q1=0.5 \
        --element "torsion name=s joint=q2 $lag"
    ok "steps_take_no_memory_in_loops_$version" memory $version robots/loops/slider_crank.urdf 4 \
        --start crank_x=0,6 --parameters rod
done
# Parameters and inputs: the crank's rate, and a torque on it, instead of options.
by_parameters() {
    model 2 robots/loops/slider_crank.urdf &&
        "$work/master" 2 "$work/m.so" "$(token)" 4 0.3 12=0 16=6 0=0.05 >"$work/outputs" &&
        printf 't,crank_x\n0,0.05\n1,0.05\n' >"$work/torque.csv" &&
        "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --until 0.3 --rows 1 --csv - \
            --start crank_x=0,6 --torques "$work/torque.csv" | tail -1 | tr , '\n' | sed -n 2,9p |
        paste - "$work/outputs" | awk '($1 - $2) ^ 2 < 1e-18 { n++ } END { exit n != 8 }'
}
ok parameters_and_torques_act by_parameters
# A driven crank: evenly, as along a straight course; and with an acceleration as the input.
driven() {
    model "$1" robots/loops/slider_crank.urdf --drive crank_x --start crank_x=0,6 &&
        grep -q 'name="crank_x.acceleration" valueReference="0" causality="input"' \
            "$work/fmu/modelDescription.xml" &&
        "$work/master" "$1" "$work/m.so" "$(token)" 4 0.3 >"$work/outputs" &&
        printf 't,crank_x\n0,0\n1,6\n' >"$work/course.csv" &&
        "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --until 0.3 --rows 1 --csv - \
            --drive crank_x --motion "$work/course.csv" | tail -1 | tr , '\n' | sed -n 2,9p |
        paste - "$work/outputs" | awk '($1 - $2) ^ 2 < 1e-18 { n++ } END { exit n != 8 }' &&
        "$work/master" "$1" "$work/m.so" "$(token)" 4 0.3 0=2 >"$work/outputs" &&
        awk 'NR == 1 { at = $1 - 1.89 } NR == 5 { rate = $1 - 6.6 }
             END { exit !(at ^ 2 < 1e-24 && rate ^ 2 < 1e-24) }' "$work/outputs"
}
ok driven_joints_take_accelerations_2 driven 2
ok driven_joints_take_accelerations_3 driven 3
model 2 robots/loops/slider_crank.urdf
wrong_token() { "$work/master" 2 "$work/m.so" '{other}' 4 0.3; [ $? -eq 5 ]; }
ok other_models_are_told_apart wrong_token
again() {
    cp "$work/m.fmu" "$work/first.fmu"
    model 2 robots/loops/slider_crank.urdf && cmp "$work/m.fmu" "$work/first.fmu"
}
ok files_are_the_same_to_the_bit again
# What its description says, read as XML.
described() { # VERSION UNTIL STEP [OPTION...]
    "$tauflow" fmu robots/pendulum5.urdf --effort 0 --fmi "$1" --sources-only -o "$work/d.fmu" \
        "${@:4}" >/dev/null && python3 - "$work/d.fmu" "$1" "$2" "$3" <<'PYTHON'
import sys, xml.etree.ElementTree as xml, zipfile
path, version, until, step = sys.argv[1:]
files = zipfile.ZipFile(path)
top = xml.fromstring(files.read("modelDescription.xml"))
assert top.get("fmiVersion") == version + ".0" and top.get("modelName") == "pendulum5"
assert dict(top.find("DefaultExperiment").attrib) == {
    "startTime": "0", "stopTime": until, "stepSize": step}, top.find("DefaultExperiment").attrib
assert top.find("CoSimulation").get("modelIdentifier") == "pendulum5"
KINDS = (("torque", "input", "N.m"), (None, "output", "rad"), ("rate", "output", "rad/s"),
         ("start", "parameter", "rad"), ("start_rate", "parameter", "rad/s"))
LAST = ("acceleration", "output", "rad/s2") # after the time, which FMI 2.0 does not list
units = {u.get("name") for u in top.find("UnitDefinitions")}
variables = list(top.find("ModelVariables"))
for i, v in enumerate(variables):
    number = int(v.get("valueReference"))
    if number != 25:
        end, causality, unit = KINDS[i // 5] if i < 25 else LAST
        name = "q%d" % ((number - (number > 25)) % 5 + 1) + ("." + end if end else "")
        found = v if version == "3" else v.find("Real")
        assert (v.get("name"), v.get("causality")) == (name, causality), v.attrib
        assert found.get("unit") == unit in units, found.attrib
    assert number == i + (version == "2" and i >= 25)
assert number == 30
outputs = [v.get("valueReference") for v in variables if v.get("causality") == "output"]
parts = top.find("ModelStructure")
for part in ("Outputs", "InitialUnknowns") if version == "2" else ("Output", "InitialUnknown"):
    told = ([variables[int(u.get("index")) - 1].get("valueReference") for u in parts.find(part)]
            if version == "2" else [u.get("valueReference") for u in parts.findall(part)])
    assert told == outputs, told
PYTHON
}
for version in 2 3; do
    ok "a_description_tells_the_experiment_$version" described $version 2.5 0.002 --until 2.5 \
        --step 0.002
done
# What people read of it: a page with the robot's name, whose link leads to the licence, and whose
# command compiles the sources.
sed 's|<robot name="[^"]*"|<robot name="a \&lt;b> \&amp; \&quot;c\&quot;"|' robots/pendulum5.urdf \
    >"$work/name.urdf"
cat >"$work/read.py" <<'END'
import html.parser, sys, zipfile
files, name, laws = zipfile.ZipFile(sys.argv[1]), sys.argv[2], sys.argv[3] == "laws"
class page(html.parser.HTMLParser):
    texts, links, open = {}, [], []
    def handle_starttag(self, tag, attributes):
        self.open += [] if tag == "meta" else [tag]
        self.links += [v for k, v in attributes if k == "href"]
    def handle_data(self, data):
        within = self.open[-1] if self.open else ""
        self.texts[within] = self.texts.get(within, "") + data
    def handle_endtag(self, tag):
        assert self.open.pop() == tag, tag
p = page()
p.feed(files.read("documentation/index.html").decode())
assert p.open == [] and p.texts["title"] == p.texts["h1"] == name, p.texts
assert p.links == ["licenses/license.txt"], p.links
licence = files.read("documentation/licenses/license.txt").decode()
inside = files.namelist()
assert licence.endswith("\n" + open("LICENSE").read()), licence
words = [w.strip(",.") for w in licence.split()]
assert sorted(w for w in words if w.endswith((".c", ".h")) and "/" not in w) == sorted(
    w for w in ("motion.c", "motion.h", "fmi2.c", "fmi3.c") if "sources/" + w in inside), words
assert ("sources/user_laws.c" in words) == laws == ("sources/user_laws.c" in inside), words
print(p.texts["pre"])
END
read_by_people() { # VERSION NAME laws|none ROBOT ARGUMENTS...
    model "$1" "${@:4}" && python3 "$work/read.py" "$work/m.fmu" "$2" "$3" >"$work/command"
}
as_told() { # VERSION: the page's command, in the folder of what was unpacked
    read_by_people "$1" pendulum5 none robots/pendulum5.urdf --start q1=0.5 &&
        grep -q '^cc ' "$work/command" && sed "s/^cc /$cc -Werror /" "$work/command" >"$work/go" &&
        (cd "$work/fmu" && bash "$work/go") &&
        same_as_simulated "$work/fmu/pendulum5.so" "$1" robots/pendulum5.urdf 5 --start q1=0.5
}
for version in 2 3; do
    ok "names_are_as_written_on_its_page_$version" read_by_people $version 'a <b> & "c"' none \
        "$work/name.urdf"
    ok "laws_of_the_user_are_under_no_licence_of_ours_$version" read_by_people $version pendulum5 \
        laws robots/pendulum5.urdf --law-file "$work/laws.c" \
        --element 'torsion name=s joint=q2 rest=0.1 law=call call=stop'
    ok "its_page_tells_how_to_compile_it_$version" as_told $version
done
ok files_are_named refused 2 'fmu needs a file to write: -o FILE.fmu' "$tauflow" fmu \
    robots/puma.urdf
ok steps_are_positive refused 2 'must be larger than 0 s' "$tauflow" fmu robots/puma.urdf --step 0 \
    -o "$work/no.fmu"
ok nothing_is_left_behind test ! -e "$work/no.fmu"
cat >"$work/free.urdf" <<'END'
<robot name="kite"><link name="base"/><link name="sail"><inertial><mass value="1"/><inertia
ixx="1" iyy="1" izz="1" ixy="0" ixz="0" iyz="0"/></inertial></link><joint name="air"
type="floating"><parent link="base"/><child link="sail"/></joint></robot>
END
ok free_bodies_are_refused refused 2 "robot 'kite' has a free body: an FMU is of robots" \
    "$tauflow" fmu "$work/free.urdf" -o "$work/no.fmu"

# FMPy: what the standard says of the files, and its own master. Installed by deps-test.
cat >"$work/judge.py" <<'END'
import csv, fmpy, shutil, sys
from fmpy.validation import validate_fmu
problems = validate_fmu(sys.argv[1])
assert not problems, problems
folder = fmpy.extract(sys.argv[1])
assert fmpy.supported_platforms(sys.argv[1]) != ["c-code"] # a binary is inside
rows = list(csv.reader(open(sys.argv[2])))
end = [float(v) for v in rows[-1]]
result = fmpy.simulate_fmu(folder, stop_time=end[0], output_interval=1e-3, step_size=1e-3)
names = result.dtype.names[1:]
worst = max(abs(result[n][-1] - end[rows[0].index(n)]) for n in names if n in rows[0])
joints = [n[:-5] for n in names if n.endswith(".rate")]
assert set(names) - set(rows[0]) == {n + ".acceleration" for n in joints}, names
for n in joints: # slopes of rates, by those of four moments
    rate, made = result[n + ".rate"], result[n + ".acceleration"]
    slope = (rate[6] - rate[10] + 8 * (rate[9] - rate[7])) / 12e-3
    assert abs(slope - made[8]) < 1e-3 * (1 + max(abs(made))), (n, slope, made[8])
shutil.rmtree(folder)
print('worst', worst)
assert len(names) > 1 and worst < 1e-9
END
judged() { # VERSION ROBOT ARGUMENTS...
    "$tauflow" fmu "$2" --effort 0 --fmi "$1" -o "$work/j.fmu" "${@:3}" 2>/dev/null &&
        "$tauflow" simulate "$2" --effort 0 --until 0.3 --csv "$work/j.csv" "${@:3}" 2>/dev/null &&
        "$python" "$work/judge.py" "$work/j.fmu" "$work/j.csv"
}
if [ -x "$python" ] && "$python" -c 'import fmpy' 2>/dev/null; then
    for version in 2 3; do
        ok "fmpy_agrees_on_a_pendulum_$version" judged $version robots/pendulum5.urdf --start q1=0.5
        ok "fmpy_agrees_on_an_arm_$version" judged $version robots/iiwa.urdf --start a2=0.5
        ok "fmpy_agrees_on_states_of_laws_$version" judged $version robots/pendulum5.urdf \
            --start q1=0.5 --element "torsion name=s joint=q2 $lag"
        ok "fmpy_agrees_on_loops_$version" judged $version robots/loops/slider_crank.urdf \
            --start crank_x=0,6
    done
else
    tests=$((tests + 1))
    echo "ok $tests - fmpy_agrees # SKIP FMPy is not installed: make deps-test"
fi
finish
