#!/usr/bin/env bash
# SPDX-License-Identifier: MIT
# Functions beside inverse dynamics: what commands say of them.
. tests/cli/tap.bash
ok info_counts_every_function_in_both_formalisms \
    prints '^id +326 +260 +148 +112' "$tauflow" info robots/puma.urdf --functions --effort 0
ok info_does_so_in_json \
    prints '"name": "id", "classic": \{"mul": 77, "add": 59,.* "operations": 136, .*"default"' \
    "$tauflow" info robots/pendulum5.urdf --functions --json --effort 0
ops=$work/one.ops
printf 'tauflow-ops 1\nrobot "r"\ninput x plain\noutput y plain = x\n' >"$ops"
ok info_counts_functions_of_robots_alone \
    refused 2 'a .ops file has one function' "$tauflow" info "$ops" --functions
finish
