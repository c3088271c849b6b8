# SPDX-License-Identifier: MIT
# What a tab makes of a command line, in bash and in zsh: with the scripts that are installed, which
# come from the tables of options.
. tests/cli/tap.bash
"$tauflow" --help bash >"$work/tauflow.bash"
mkdir "$work/functions" && "$tauflow" --help zsh >"$work/functions/_tauflow"
ok script_for_bash_is_one bash -n "$work/tauflow.bash"
ok shells_are_named refused 2 "no help on 'fish': man, bash or zsh expected" "$tauflow" --help fish

# bash_offers WORD...: what bash offers for the last one; "=" is a word of its own, as bash has it
bash_offers() {
    bash -c '. "$0" && COMP_WORDS=("$@") COMP_CWORD=$(($# - 1)) && _tauflow &&
        echo "${COMPREPLY[@]}"' "$work/tauflow.bash" "$@"
}
offers() { # EXPECTED WORD...
    local expected=$1 got
    shift
    got=$(bash_offers "$@") || return 1
    echo "$* -> $got"
    [ "$got" = "$expected" ]
}
ok bash_completes_commands offers 'schedule' tauflow sch
ok bash_completes_options offers '--network' tauflow run a.urdf --net
ok bash_completes_words_of_an_option offers 'crossbar' tauflow run --network cr
ok bash_completes_after_an_equals_sign offers 'crossbar' tauflow run --network = cr
ok bash_offers_all_words_after_an_equals_sign \
    offers 'ideal crossbar ring sparse' tauflow run --network =
ok bash_completes_functions offers 'jacobian' tauflow compile a.urdf --function ja
ok bash_completes_methods offers 'trapezoidal' tauflow simulate --method tra
ok bash_completes_sections offers 'machine' tauflow run --help mac
ok bash_completes_files offers 'robots/iiwa.urdf' tauflow info robots/ii
ok bash_completes_files_of_options offers 'README.md' tauflow simulate a.urdf --csv READ
touch "$work/my arm.urdf"
ok bash_completes_files_with_blanks offers "$work/my arm.urdf" tauflow info "$work/my"
mkdir "$work/tree" && touch "$work/treeline"
ok bash_completes_folders_alone offers "$work/tree" tauflow compile a.urdf -o "$work/tre"
ok bash_offers_nothing_for_a_number offers '' tauflow run --modules 'R'
all_options() { # of every command, those of --help all
    local command
    for command in $("$tauflow" --help | sed -n '/^commands:/,/^$/s/^  \([a-z]*\) .*/\1/p'); do
        { "$tauflow" $command --help all | sed -nE 's/^  (-[a-z], )?(--[a-z-]+).*/\2/p'
          echo --help; } | sort -u >"$work/options"
        bash_offers tauflow $command - | tr ' ' '\n' | sort | diff - "$work/options" ||
            { echo "$command"; return 1; }
    done
}
ok bash_completes_every_option_of_every_command all_options

# zsh.zsh LINE: what the line becomes by a tab, in a zsh on a terminal of its own
cat >"$work/zsh.zsh" <<'EOF_ZSH'
zmodload zsh/zpty
zpty -b shell zsh -f -i
zpty -w shell "PS1= PROMPT_EOL_MARK=; fpath=($1 \$fpath); autoload -U compinit; compinit -D -u
told() { print -r -- \"<\$BUFFER>\"; zle -I }; zle -N told; bindkey '^X' told; stty -echo
print REA''DY"
zpty -r -m shell seen '*READY*'
zpty -n -w shell $'\C-U'"$2"$'\t\C-X'
zpty -r -m shell seen '*<*>*' && print -r -- "${${seen##*<}%%>*}"
zpty -d shell
EOF_ZSH
becomes() { # EXPECTED LINE
    local got
    got=$(timeout 60 zsh -f "$work/zsh.zsh" "$work/functions" "$2") || return 1
    echo "$2 -> $got"
    [ "$got" = "$1" ]
}
zsh_tests='zsh_completes_commands|tauflow schedule |tauflow sch
zsh_completes_options|tauflow run --network=|tauflow run --netw
zsh_completes_words_of_an_option|tauflow run --network crossbar |tauflow run --network cr
zsh_completes_after_an_equals_sign|tauflow run --network=crossbar |tauflow run --network=cr
zsh_completes_functions|tauflow compile --function jacobian |tauflow compile --function jac
zsh_completes_words_with_a_colon|tauflow simulate --device twin: |tauflow simulate --device tw
zsh_completes_files|tauflow info robots/puma560.urdf |tauflow info robots/puma5
zsh_completes_folders|tauflow compile a.urdf -o robots/|tauflow compile a.urdf -o robo'
if command -v zsh >/dev/null; then
    ok script_for_zsh_is_one zsh -n "$work/functions/_tauflow"
    while IFS='|' read -r name expected line; do
        ok $name becomes "$expected" "$line" </dev/null
    done <<<"$zsh_tests"
else
    for name in script_for_zsh_is_one $(cut -d '|' -f 1 <<<"$zsh_tests"); do
        tests=$((tests + 1))
        echo "ok $tests - $name # skip zsh is not installed"
    done
fi
finish
