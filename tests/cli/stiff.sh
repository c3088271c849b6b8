#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Methods for stiff robots (rodas, alpha): what is told of them, laws with states and laws that are
# calls, other independent joints on the way, starts, and what is refused.
. tests/cli/tap.bash
pendulum() { # with a spring of 1e6 N m
    "$tauflow" simulate robots/pendulum5.urdf --effort 0 --start q1=0.201 --spring q1=1e6,0.2 \
        --damping q1=50 --until 0.1 "$@"
}
crank() {
    "$tauflow" simulate robots/loops/slider_crank.urdf --effort 0 --start crank_x=0,6 --until 1 "$@"
}
arm() { pendulum --method alpha --dissipation 1 --step 2e-3 "$@"; }
rodas_is_told() { # in words: order, steps that were refused, matrices
    pendulum --method rodas >"$work/told" && cat "$work/told" &&
        grep -qE '^steps +[0-9]+ of order 4, [0-9]+ refused; ' "$work/told" &&
        grep -qE '^tangents +[1-9][0-9]* by derivatives, 0 by differences; [1-9][0-9]* times '`
                 `'factored$' "$work/told"
}
ok rodas_tells_what_it_took rodas_is_told
ok alpha_tells_newtons_passes prints \
    '^newton +[1-9][0-9]*\.[0-9]+ passes per step, at most [1-9][0-9]*$' arm
ok json_tells_the_same prints '"newton_passes": [1-9][0-9]*, "newton_most": [0-9]+, '`
    `'"tangents_by_derivatives": [1-9][0-9]*, "tangents_by_differences": 0, "factored": ' arm --json
ok work_halfway_balances_the_trapezoidal_rule prints '^energy .* at most [0-9.]+e-05$' pendulum \
    --method trapezoidal --step 2e-3
ok work_of_rodas_keeps_to_its_tolerance prints '^energy .* at most [0-9.]+e-08$' pendulum \
    --method rodas
ok matrices_are_kept prints '^tangents +[1-9] by derivatives' crank --method alpha
ok fewer_passes_may_be_wanted prints '^newton +2\.00 passes per step, at most 2$' arm --iterations 2
ok others_tell_nothing_of_it prints '^0$' eval 'crank | grep -cE "^(newton|tangents)"; true'
ok the_trapezoidal_rule_goes_on_where_it_is_stiff prints '^newton .*at most [1-9]' pendulum \
    --method trapezoidal --step 2e-3
ok free_bodies_take_differences prints '^tangents +0 by derivatives, [1-9][0-9]* by differences' \
    crank --method rodas --base floating
near() { # WITHIN OPTION...: what is left between rk4 in short steps and another method at the end
    local within=$1
    shift
    crank --csv - --step 1e-4 --rows 1 --law-file "$work/law.c" "${law[@]}" >"$work/fine" &&
        crank --csv - --rows 1 --law-file "$work/law.c" "${law[@]}" "$@" >"$work/other" &&
        awk -F, -v within="$within" 'FNR == 3 { for (i = 2; i <= 7; i++) {
            if (NR == FNR) { at[i] = $i; continue }
            if (($i - at[i]) ^ 2 > within ^ 2) { print i, $i, at[i]; bad = 1 } seen++ } }
            END { exit bad || seen != 6 }' "$work/fine" "$work/other"
}
cat >"$work/law.c" <<'C'
double pull(double x, double xd, double t, void *user, double dydx[2])
{
    (void)user;
    dydx[0] = 0.3 + 0.06 * x;
    dydx[1] = 0.02;
    return 0.3 * x + 0.03 * x * x + 0.02 * xd + 0.5 * t;
}
C
law=(--element 'torsion name=stop joint=crank_x law=call call=pull')
ok laws_that_are_calls_act_in_rodas near 2e-6 --method rodas
ok laws_that_are_calls_act_in_alpha near 2e-3 --method alpha
sed 's/0\.3 + 0\.06/-3 + 0.06/' "$work/law.c" >"$work/wrong.c"
lines() { # a slope that is not that of the force costs steps
    local steps more
    steps=$(crank --method rodas --until 0.2 --law-file "$work/law.c" "${law[@]}" --json |
                sed 's/.*"steps": \([0-9]*\).*/\1/')
    more=$(crank --method rodas --until 0.2 --law-file "$work/wrong.c" "${law[@]}" --json |
                sed 's/.*"steps": \([0-9]*\).*/\1/')
    echo "$steps $more" && [ "$more" -gt $((2 * steps)) ]
}
ok their_slopes_are_those_that_they_tell lines
five() {
    "$tauflow" simulate tests/loops/fivebar.urdf --effort 0 --start a1=2.2,2 --start b1=0.9,-3 \
        --until 1 --method alpha --step 1e-3 "$@"
}
ok other_joints_take_over prints '"tangents_by_differences": 0, .*"partition_changes": [1-9]' \
    five --json
ok tangents_are_those_of_the_joints_that_took_over prints \
    '"newton_most": [1-7], "tangents_by_derivatives": [1-9][0-9]?, ' five --json
ok rodas_goes_through_them_too prints \
    '"partition_changes": [1-9].*"energy_change": [0-9.]+e-0[67]' five --method rodas --json
starts() { # each as it is alone, to the bit
    printf 'q1,q1.rate\n0.201,0\n0.2005,1\n' >"$work/starts.csv"
    for method in rodas 'alpha --dissipation 1 --step 2e-3'; do
        pendulum --method $method --starts "$work/starts.csv" --csv "$work/many.csv" \
            >"$work/out" &&
            pendulum --method $method --rows 1000 --csv "$work/one.csv" >"$work/out" &&
            [ "1,$(tail -1 "$work/one.csv")" = "$(sed -n 2p "$work/many.csv")" ] || return 1
    done
}
ok starts_are_moved_by_them starts
ok cores_do_not_solve refused 2 "method 'alpha' runs only on the CPU" arm --device twin:
ok shares_are_shares refused 2 "bad value '1.5' of option --dissipation: 0 to 1 expected" arm \
    --dissipation 1.5
ok none_other_has_a_share refused 2 "--dissipation is for method alpha: 'rk4' has none to set" \
    crank --dissipation 0.5
finish
