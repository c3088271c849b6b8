/* SPDX-License-Identifier: MIT */
#include "commands/completion.h"

#include "commands/commands.h"

#include <string.h>

/* ---- what an option's value is --------------------------------------------------------------- */

typedef enum { VALUE_NONE, VALUE_WORDS, VALUE_FILE, VALUE_FOLDER, VALUE_FREE } value_kind;

/* Whether a word of the help is all words to choose from: "a|b", not "NAME|'key=value'". */
static bool are_words(const char *value)
{
    return strchr(value, '|') && value[strcspn(value, "ABCDEFGHIJKLMNOPQRSTUVWXYZ' ")] == '\0';
}

static const char *words_of(const arg_option *o)
{
    return o->words ? o->words : are_words(o->value) ? o->value : NULL;
}

static value_kind value_of(const arg_option *o)
{
    if (o->kind == ARG_FLAG)
        return VALUE_NONE;
    if (words_of(o))
        return VALUE_WORDS;
    const char *last = o->value + strlen(o->value) - 1;
    if (*last == '/' || strncmp(o->value, "FOLDER", 6) == 0)
        return VALUE_FOLDER;
    return strncmp(o->value, "FILE", 4) == 0 || strncmp(o->value, "PAGE", 4) == 0 ? VALUE_FILE
                                                                                    : VALUE_FREE;
}

/* Words with one sign between them instead of `|`. */
static void add_words(const char *words, char between, text *out)
{
    for (const char *c = words; *c; c++)
        text_add_bytes(out, *c == '|' ? &between : c, 1);
}

/* ---- bash ------------------------------------------------------------------------------------ */

/* The options whose value is a file, and so on: one pattern of a case. */
static void bash_pattern(const arg_command *c, value_kind kind, const char *does, text *out)
{
    bool some = false;
    for (uint32_t i = 0; i < c->options_count; i++) {
        const arg_option *o = &c->options[i];
        if (value_of(o) != kind)
            continue;
        text_printf(out, "%s--%s", some ? " | " : "        ", o->name);
        if (o->letter)
            text_printf(out, " | -%c", o->letter);
        some = true;
    }
    if (some)
        text_printf(out, ") %s ;;\n", does);
}

static void bash_command(const arg_command *c, text *out)
{
    text_printf(out, "    *:%s)\n        options='", c->name);
    for (uint32_t i = 0; i < c->options_count; i++)
        text_printf(out, "--%s ", c->options[i].name);
    text_add(out, "--help'\n        case $before in\n");
    for (uint32_t i = 0; i < c->options_count; i++) {
        const arg_option *o = &c->options[i];
        if (value_of(o) != VALUE_WORDS)
            continue;
        text_printf(out, "        --%s) kind=words words='", o->name);
        add_words(words_of(o), ' ', out);
        text_add(out, "' ;;\n");
    }
    bash_pattern(c, VALUE_FILE, "kind=file", out);
    bash_pattern(c, VALUE_FOLDER, "kind=folder", out);
    bash_pattern(c, VALUE_FREE, "kind=free", out);
    text_add(out, "        --help) kind=words words='" HELP_ALL " " HELP_MAN);
    for (uint32_t i = 0; i < c->options_count; i++)
        if (i == 0 || strcmp(c->options[i].section, c->options[i - 1].section) != 0)
            text_printf(out, " %s", c->options[i].section);
    text_add(out, "' ;;\n        esac ;;\n");
}

/* Bash makes three words of --name=value, and two of twin:. Names of files may hold blanks. */
static const char BASH_BEGIN[] =
    "# Completion of tauflow in bash, as `tauflow --help bash` prints it.\n"
    "_tauflow() {\n"
    "    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}\n"
    "    local options= words= kind=option\n"
    "    if [ \"$word\" = = ]; then\n"
    "        word=\n"
    "    elif [ \"$before\" = = ]; then\n"
    "        before=${COMP_WORDS[COMP_CWORD - 2]}\n"
    "    fi\n"
    "    [ \"$COMP_CWORD\" -gt 1 ] || before=tauflow\n"
    "    case $before:${COMP_WORDS[1]} in\n";
static const char BASH_END[] =
    "    esac\n"
    "    COMPREPLY=()\n"
    "    case $kind:$word in\n"
    "    words:*) mapfile -t COMPREPLY < <(compgen -W \"$words\" -- \"$word\") ;;\n"
    "    free:*) ;;\n"
    "    option:-*) mapfile -t COMPREPLY < <(compgen -W \"$options\" -- \"$word\") ;;\n"
    "    folder:*)\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -d -- \"$word\") ;;\n"
    "    *)\n"
    "        compopt -o filenames 2>/dev/null\n"
    "        mapfile -t COMPREPLY < <(compgen -f -- \"$word\") ;;\n"
    "    esac\n"
    "}\n"
    "complete -F _tauflow tauflow\n";

void completion_bash(arena *mem, text *out)
{
    text_add(out, BASH_BEGIN);
    text_add(out, "    tauflow:*) kind=words words='");
    for (uint32_t k = 0; COMMANDS[k]; k++)
        text_printf(out, "%s ", COMMANDS[k]->name);
    text_add(out, "--help --version' ;;\n"
                  "    *:--help) kind=words words='" HELP_MAN " " HELP_BASH " " HELP_ZSH "' ;;\n");
    for (uint32_t k = 0; COMMANDS[k]; k++) {
        settings s;
        const arg_command args = command_args(mem, COMMANDS[k], &s);
        bash_command(&args, out);
    }
    text_add(out, BASH_END);
}

/* ---- zsh ------------------------------------------------------------------------------------- */

/* Inside single quotes, with a backslash before each of `signs`. */
static void zsh_add(const char *words, const char *signs, text *out)
{
    for (const char *c = words; *c; c++) {
        if (strchr(signs, *c))
            text_add(out, "\\");
        if (*c == '\'')
            text_add(out, "'\\''");
        else
            text_add_bytes(out, c, 1);
    }
}

static void zsh_value(const arg_option *o, text *out)
{
    text_add(out, ":");
    zsh_add(o->value, ":\\", out);
    switch (value_of(o)) {
    case VALUE_WORDS:
        text_add(out, ":(");
        for (const char *c = words_of(o); *c; c++)
            if (*c == '|')
                text_add(out, " ");
            else
                text_printf(out, *c == ':' ? "\\%c" : "%c", *c);
        text_add(out, ")");
        break;
    case VALUE_FILE: text_add(out, ":_files"); break;
    case VALUE_FOLDER: text_add(out, ":_files -/"); break;
    case VALUE_FREE: text_add(out, ": "); break;
    case VALUE_NONE: break;
    }
}

static void zsh_option(const arg_option *o, text *out)
{
    const bool again = o->kind == ARG_LIST;
    text_add(out, "            ");
    if (o->letter)
        text_printf(out, "'(-%c --%s)'{-%c+,--%s=}'[", o->letter, o->name, o->letter, o->name);
    else
        text_printf(out, "'%s--%s%s[", again ? "*" : "", o->name, o->kind == ARG_FLAG ? "" : "=");
    zsh_add(o->about, "[]\\:", out);
    text_add(out, "]");
    if (o->kind != ARG_FLAG)
        zsh_value(o, out);
    text_add(out, "' \\\n");
}

static void zsh_command(const arg_command *c, text *out)
{
    text_printf(out, "    %s)\n        _arguments \\\n", c->name);
    for (uint32_t i = 0; i < c->options_count; i++)
        zsh_option(&c->options[i], out);
    text_add(out, "            '--help[the usual options, all, or those of a section]' "
                  "\\\n            '*:file:_files' ;;\n");
}

void completion_zsh(arena *mem, text *out)
{
    text_add(out, "#compdef tauflow\n"
                  "# Completion of tauflow in zsh, as `tauflow --help zsh` prints it.\n"
                  "_tauflow() {\n    local -a commands=(\n");
    for (uint32_t k = 0; COMMANDS[k]; k++) {
        text_printf(out, "        '%s:", COMMANDS[k]->name);
        zsh_add(COMMANDS[k]->title, "\\", out);
        text_add(out, "'\n");
    }
    text_add(out, "    )\n"
                  "    if ((CURRENT == 2)); then\n"
                  "        _describe command commands\n"
                  "        _arguments '--help[what tauflow is for]' '--version[its version]'\n"
                  "        return\n"
                  "    fi\n"
                  "    local name=$words[2]\n"
                  "    shift words\n"
                  "    ((CURRENT--))\n"
                  "    case $name in\n");
    for (uint32_t k = 0; COMMANDS[k]; k++) {
        settings s;
        const arg_command args = command_args(mem, COMMANDS[k], &s);
        zsh_command(&args, out);
    }
    text_add(out, "    esac\n}\n_tauflow \"$@\"\n");
}
