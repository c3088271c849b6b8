# SPDX-License-Identifier: MIT
# What `-o` and the like do to whatever stands at the path, and what is left when writing fails.
. tests/cli/tap.bash

cat >"$work/small.ops" <<'OPS'
tauflow-ops 1
robot small
input x plain
input y plain
const k 2
b = mul x k
c = add b y
output o plain = c
OPS
mkdir "$work/in"
cd "$work/in" || exit 1
robot=$OLDPWD/robots/pendulum5.urdf
quick="--effort 0 --budget 1"
schedule=("$tauflow" schedule "$work/small.ops" --modules 1)
schedule() { "${schedule[@]}" "$@" >"$work/told"; }
image() { "$tauflow" image "$robot" $quick "$@" >"$work/told"; }
compile() { "$tauflow" compile "$robot" --effort 0 "$@"; }
schedule -o plain.sched && image -o plain.tau || exit 1
clean() { # NAMES...: nothing else is in the folder
    [ "$(ls -A | sort | xargs)" = "$(printf '%s\n' "$@" | sort | xargs)" ] || { ls -lA; return 1; }
    rm -rf -- "$@"
}
mv plain.* "$work"
alone() { # as ok, in an empty folder
    find "$work/in" -mindepth 1 -delete
    ok "$@"
}

pipe() { # COMMAND REFERENCE
    mkfifo p
    timeout 10 cat p >"$work/got" &
    "$1" -o p && wait $! && [ -p p ] && cmp "$work/got" "$work/$2" && clean p
}
alone "a schedule goes through a pipe" pipe schedule plain.sched
alone "an image goes through a pipe" pipe image plain.tau
tables_pipe() {
    mkfifo c s
    timeout 10 cat c >"$work/got.csv" &
    timeout 10 cat s >"$work/got.svg" &
    "$tauflow" explore "$work/small.ops" --csv c --svg s >/dev/null && wait &&
        [ -p c ] && [ -p s ] &&
        grep -q '^mul_units,' "$work/got.csv" && grep -q '^</svg>' "$work/got.svg" && clean c s
}
alone "a sweep goes through pipes" tables_pipe
gone() { # the reader leaves at once
    mkfifo p
    timeout 10 head -c 1 p >"$work/got" &
    "$tauflow" image "$robot" $quick -o p >/dev/null 2>"$work/err"
    wait $!
    [ -p p ] && clean p
}
alone "a pipe whose reader leaves stays a pipe" gone
# Devices of our own where we may make them; those of the machine only where we could not harm them.
device() {
    local null=/dev/null full=/dev/full
    if mknod n c 1 3 2>/dev/null && : 2>/dev/null >n && mknod f c 1 7; then
        null=n full=f
    elif [ -w /dev ]; then
        echo "no device to try this on"
        return 1
    fi
    schedule -o $null && image -o $null &&
        refused 1 "$full: error: cannot write: No space left on device" \
            "${schedule[@]}" -o $full &&
        [ -c $null ] && [ -c $full ] &&
        [ "$(stat -c %t,%T $null $full | xargs)" = "1,3 1,7" ] || return 1
    rm -f n f
    clean
}
alone "a device is written to, not replaced" device

linked() { # COMMAND REFERENCE
    mkdir far && echo old >far/goal && ln -s far/goal one && ln -s "$PWD/one" two
    "$1" -o two && [ -L two ] && [ -L one ] && [ ! -L far/goal ] && cmp far/goal "$work/$2" &&
        [ "$(ls -A far)" = goal ] && clean far one two
}
alone "a link leads to the file that is replaced" linked schedule plain.sched
alone "an image goes where a link leads" linked image plain.tau
dangling() {
    mkdir far && ln -s far/goal one && schedule -o one && [ -L one ] &&
        cmp far/goal "$work/plain.sched" && clean far one
}
alone "a link to nothing: the target is made" dangling
loop() {
    ln -s a b && ln -s b a &&
        refused 1 'a: error: cannot write: Too many levels' "${schedule[@]}" -o a && clean a b
}
alone "links in a circle are refused" loop
stranger() { # as the kernel has it for /tmp
    mkdir -m 1777 open && echo old >goal && ln -s ../goal open/link
    if chown -h 1 open/link 2>/dev/null; then
        refused 1 "another user's link" "${schedule[@]}" -o open/link &&
            [ "$(cat goal)" = old ] || return 1
    fi
    clean open goal
}
alone "a stranger's link in a folder open to all is not followed" stranger

readonly_file() { # COMMAND...
    echo old >r && chmod 444 r
    refused 1 'r: error: cannot write: it is read-only' "$@" -o r && [ "$(cat r)" = old ] &&
        [ "$(stat -c %a r)" = 444 ] && clean r
}
alone "a read-only file is refused" readonly_file "${schedule[@]}"
alone "by image too" readonly_file "$tauflow" image "$robot" $quick
readonly_set() {
    compile -o . >/dev/null && chmod 444 pendulum5.h && echo old >pendulum5.c
    refused 1 'pendulum5.h: error: cannot write: it is read-only' compile -o . &&
        [ "$(cat pendulum5.c)" = old ] && clean pendulum5.{c,cert,eqn,h,ops}
}
alone "and stops a whole set" readonly_set
folder_there() {
    mkdir f && refused 2 'f: error: cannot write: it is a folder' "${schedule[@]}" -o f && clean f
}
alone "a folder is refused" folder_there

neighbours() { # what other programs may have put beside it is neither written nor followed
    echo mine >p.tmp && echo mine >p.new
    ln -s "$work/victim" q.tmp && ln -s "$work/victim" q.new
    schedule -o p && schedule -o q && [ "$(cat p.tmp p.new | xargs)" = "mine mine" ] &&
        [ ! -e "$work/victim" ] && clean p p.tmp p.new q q.tmp q.new
}
alone "files and links beside the target are left alone" neighbours
kept() {
    local before
    echo old >k && chmod 604 k && { chown 1:1 k 2>/dev/null || true; }
    before=$(stat -c '%a %u %g' k)
    schedule -o k && [ "$(stat -c '%a %u %g' k)" = "$before" ] && cmp k "$work/plain.sched" &&
        clean k
}
alone "permissions, owner and group of a file are kept" kept
masked() { (umask 027 && schedule -o m) && [ "$(stat -c %a m)" = 640 ] && clean m; }
alone "a new file has the permissions of the mask" masked
long_name() {
    local long
    long=$(printf 'n%.0s' $(seq 255))
    schedule -o "$long" && cmp "$long" "$work/plain.sched" && clean "$long"
}
alone "the longest name is long enough" long_name

to_stdout() { # only the file, whatever the name of standard output
    "${schedule[@]}" -o - | cmp - "$work/plain.sched" &&
        "${schedule[@]}" -o /dev/stdout >both &&
        head -c "$(stat -c %s "$work/plain.sched")" both | cmp - "$work/plain.sched" &&
        grep -q '^usage' both && clean both
}
alone "standard output is written to as it stands" to_stdout
numbered() {
    exec 7>seven && schedule -o /dev/fd/7 && exec 7>&- && cmp seven "$work/plain.sched" &&
        clean seven
}
alone "so is a descriptor with a number" numbered

# A library in front of the C library's: the N-th rename or write fails, or the N-th rename is
# preceded by a signal.
cat >"$work/fail.c" <<'C'
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static int turn(const char *name, int *calls)
{
    const char *number = getenv(name);
    return number && ++*calls == atoi(number);
}
int rename(const char *from, const char *to)
{
    static int calls, signals;
    if (turn("FAIL_SIGNAL", &signals))
        kill(getpid(), SIGTERM);
    if (turn("FAIL_RENAME", &calls)) {
        errno = EIO;
        return -1;
    }
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "rename"))(from, to);
}
int link(const char *from, const char *to)
{
    if (getenv("FAIL_LINK")) {
        errno = EPERM;
        return -1;
    }
    return ((int (*)(const char *, const char *))dlsym(RTLD_NEXT, "link"))(from, to);
}
ssize_t write(int to, const void *bytes, size_t count)
{
    static int calls;
    if (to > 2 && turn("FAIL_WRITE", &calls)) {
        errno = ENOSPC;
        return -1;
    }
    return ((ssize_t(*)(int, const void *, size_t))dlsym(RTLD_NEXT, "write"))(to, bytes, count);
}
C
gcc -shared -fPIC -o "$work/fail.so" "$work/fail.c" -ldl || exit 1
failing() { env LD_PRELOAD="$work/fail.so" ASAN_OPTIONS=verify_asan_link_order=0 "$@"; }

compile -o "$work/new" >/dev/null || exit 1
old_set() { for f in c cert eqn h ops; do echo "old $f" >pendulum5.$f; done; }
is_old() {
    for f in c cert eqn h ops; do
        [ "$(cat pendulum5.$f)" = "old $f" ] || { echo "$f is not old"; return 1; }
    done
}
broken() { # REASON VARIABLE=N...: all old
    local why=$1
    shift
    old_set
    refused 1 "error: cannot write: $why" failing env "$@" \
        "$tauflow" compile "$robot" -o . --effort 0 && is_old && clean pendulum5.{c,cert,eqn,h,ops}
}
alone "compile: the first rename fails, all are old" broken 'Input/output error' FAIL_RENAME=1
alone "compile: the third rename fails, all are old" broken 'Input/output error' FAIL_RENAME=3
alone "compile: the last rename fails, all are old" broken 'Input/output error' FAIL_RENAME=5
# Without second names a file is renamed away first: its new one is the even rename.
alone "compile: no second names, the third file fails, all are old" \
    broken 'Input/output error' FAIL_LINK=1 FAIL_RENAME=6
alone "compile: the disk is full at the third file, all are old" \
    broken 'No space left on device' FAIL_WRITE=3
fresh() {
    refused 1 'error: cannot write' failing env FAIL_RENAME=3 \
        "$tauflow" compile "$robot" -o a/b --effort 0 && clean
}
alone "compile: files and folders that were not there are not there" fresh
full() {
    echo old >o
    refused 1 'o: error: cannot write: No space left' failing env FAIL_WRITE=1 \
        "${schedule[@]}" -o o && [ "$(cat o)" = old ] && clean o
}
alone "schedule: a full disk leaves the old file and nothing else" full
signalled() {
    old_set
    failing env FAIL_SIGNAL=2 "$tauflow" compile "$robot" -o . --effort 0
    [ $? -eq 143 ] && diff -r -x '*.cert' . "$work/new" &&
        grep -q ^tauflow-cert pendulum5.cert && clean pendulum5.{c,cert,eqn,h,ops}
}
alone "compile: a signal in the middle of the renames leaves all new" signalled
interrupted() {
    failing env FAIL_SIGNAL=1 "${schedule[@]}" -o s
    [ $? -eq 143 ] && cmp s "$work/plain.sched" && clean s
}
alone "schedule: a signal before the rename leaves no other name" interrupted
early() { # long before anything is written
    "$tauflow" compile "$robot" -o e --effort 3 >/dev/null &
    sleep 0.3
    kill -TERM $!
    wait $!
    [ $? -eq 143 ] && clean
}
alone "compile: a signal during the search leaves nothing" early
limit() { # a limit on file sizes is a full disk, and not a death by signal with half a file
    (ulimit -f 8 && refused 1 'error: cannot write: File too large' compile -o l) && clean
}
alone "a limit on file sizes is an error like any other" limit
# What a command read is not lost to what it writes, by whatever name.
spared() { # COMMAND...: that would replace robot.urdf
    cp "$robot" robot.urdf && ln -s robot.urdf link && ln robot.urdf twin
    refused 2 'cannot write: what was read would be lost' "$tauflow" "$@" $quick &&
        cmp robot.urdf "$robot" && clean robot.urdf link twin
}
alone "the robot is not replaced by its image" spared image robot.urdf -o robot.urdf
alone "nor through a link" spared image robot.urdf -o link
alone "nor by another name of the file" spared report robot.urdf -o twin
alone "nor by a table" spared explore robot.urdf --csv ./robot.urdf
piped() {
    cp "$robot" robot.urdf
    refused 2 'cannot write: what was read would be lost' \
        eval '"$tauflow" image - -o robot.urdf $quick <robot.urdf' &&
        cmp robot.urdf "$robot" && clean robot.urdf
}
alone "nor where it came by the standard input" piped
in_the_folder() {
    cp "$robot" pendulum5.c
    refused 2 'pendulum5.c: .*what was read would be lost' \
        "$tauflow" compile pendulum5.c --effort 0 -o . && cmp pendulum5.c "$robot" &&
        clean pendulum5.c
}
alone "nor by one of several files, of which none is left" in_the_folder
cd "$OLDPWD" || exit 1
finish
