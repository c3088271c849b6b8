#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# What our own checkers find wrong in our own work is our fault: exit code 1 and the words of
# diag_own, where input that is wrong ends with 2. Each call of a checker in scheduler/ goes through
# diag_own, or stands in the list below with the input that it judges.
. tests/cli/tap.bash
checkers='schedule_check schedule_settle program_check stages_check transfers_check check_graph
          chain_replay chain_step identity_check points_check lowering_check execution_check
          image_words_check readback_c readback_hls readback_circuit'
# file and checker: who else can be to blame
input_of() {
    cat <<END
scheduler/schedule/sched_text.c schedule_check a file
scheduler/cache/kept.c schedule_check a result that was kept
scheduler/commands/run_command.c schedule_settle a core that was chosen
scheduler/commands/verify_command.c chain_step a certificate
scheduler/functions/equations.c identity_check it tells whose fault it is
scheduler/functions/variants.c identity_check it tells whose fault it is
END
}
calls() { # in certify/ all of them are steps of a chain
    local checker
    for checker in $checkers; do
        grep -rnE "(^|[^a-z_])$checker\(" scheduler --include='*.c' |
            grep -vE ':(static )?status [a-z_]+\(|^scheduler/certify/|^scheduler/check/' |
            sed "s/^\([^:]*\):\([0-9]*\):\(.*\)/\1 $checker \2 \3/"
    done
}
calls >"$work/calls"
input_of >"$work/input"

through_diag_own() { # on the line of the call, or on the one before
    awk 'NR == FNR { known[$1, $2] = 1; next }
         !(($1, $2) in known) && !/diag_own\(/ { print $1 ":" $3 " " $2 }' \
        "$work/input" "$work/calls" >"$work/left"
    local file line checker none=0
    while IFS=': ' read -r file line checker; do
        sed -n "$((line - 1))p" "$file" | grep -q 'diag_own($' && continue
        echo "$file:$line: $checker does not say whose fault it is"
        none=1
    done <"$work/left"
    return $none
}
ok every_checker_of_our_own_work_says_so through_diag_own
listed() { # a call that is listed is there
    awk 'NR == FNR { there[$1, $2] = 1; next } !(($1, $2) in there)' "$work/calls" \
        "$work/input" >"$work/gone"
    [ "$(wc -l <"$work/calls")" -gt 9 ] && ! grep . "$work/gone"
}
ok every_exception_is_there listed
finish
