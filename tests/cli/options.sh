# The command line: help, version, and every way to get an option wrong.
. tests/cli/tap.bash
cat >"$work/arm.ops" <<'OPS'
tauflow-ops 1
robot "my arm"
input s sin 0 j0
input c cos 0 j0
input x q 1 j1
const k 2
t = mul s k
u = sub t c
v = div u x
output tau0 torque 0 j0 angle = v
output tau1 torque 1 j1 length = u
OPS

ok "--version" prints '^tauflow [0-9]+\.[0-9]+\.[0-9]+$' "$tauflow" --version
ok "--help lists the commands" prints '^  compile ' "$tauflow" --help
for command in info compile; do
    ok "$command --help has an example" prints "^  tauflow $command robots/" "$tauflow" $command --help
    ok "$command --help shows defaults" prints "--gravity 'x y z' .*\(default '0 0 -9.81'\)" "$tauflow" $command --help
done
ok "no command" refused 2 '^tauflow: error: a command expected' "$tauflow"
ok "an unknown command" refused 2 "unknown command 'frob'" "$tauflow" frob
ok "a mistyped command" refused 2 "did you mean 'compile'" "$tauflow" compil x.urdf
ok "no robot" refused 2 'ROBOT expected' "$tauflow" info
ok "two robots" refused 2 "unexpected argument 'b.urdf'" "$tauflow" info a.urdf b.urdf
ok "an unknown option" refused 2 "unknown option '--frob'" "$tauflow" info a.urdf --frob
ok "a mistyped option" refused 2 "did you mean '--gravity'" "$tauflow" info a.urdf --gravty=1
ok "a missing value" refused 2 'option --seed needs a value' "$tauflow" info a.urdf --seed
ok "a bad number" refused 2 "bad value '1x' of option --effort" "$tauflow" info a.urdf --effort 1x
ok "too much effort" refused 2 "bad value '4' of option --effort: 0, 1, 2 or 3" "$tauflow" info a.urdf --effort 4
ok "a bad vector" refused 2 "bad value '1 2' of option --gravity: three finite numbers" "$tauflow" info a.urdf --gravity '1 2'
ok "a bad choice" refused 2 "bad value 'half' of option --base: fixed.floating" "$tauflow" info a.urdf --base half
ok "compile without a folder" refused 2 'compile needs a folder' "$tauflow" compile a.urdf
ok "compile with a name that C does not know" refused 2 "bad value '7 up' of option --name" "$tauflow" compile a.urdf -o "$work" --name '7 up'
ok "json and passes" refused 2 'exclude each other' "$tauflow" info a.urdf --json --passes
ok "passes of a .ops file" refused 2 'arm.ops: error: --passes needs' "$tauflow" info "$work/arm.ops" --passes

ok "json has exactly its keys" prints \
    '^\{"robot": "my arm", "joints": 2, "inputs": 3, "outputs": 2, "mul": 1, "add": 1, "div": 1, "trig": 2, "critical_path": 3\}$' \
    "$tauflow" info "$work/arm.ops" --json
ok "counts for people" prints '^critical path +3$' "$tauflow" info "$work/arm.ops"
no_colour() { refused 2 '^nowhere.urdf: error' "$tauflow" info nowhere.urdf && ! grep -q $'\x1b' "$work/err"; }
ok "no colour into a pipe" no_colour
full() { "$tauflow" info "$work/arm.ops" >/dev/full 2>"$work/err"; [ $? -eq 1 ] && grep -q 'tauflow: error: cannot write to standard output' "$work/err"; }
ok "a full disk under stdout is exit code 1" full

finish
