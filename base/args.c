/* SPDX-License-Identifier: MIT */
#include "base/args.h"

#include "base/nearest.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

static const place COMMAND_LINE = {0};

const char *args_caller(const arg_command *c)
{
    return c->alone ? "" : "tauflow ";
}

static status unknown_option(const arg_command *c, const char *typed, diag *d)
{
    arena mem = arena_make();
    const char **names = ARENA_ARRAY(&mem, const char *, c->options_count + 1);
    for (uint32_t i = 0; i < c->options_count; i++)
        names[i] = c->options[i].name;
    names[c->options_count] = "help";
    size_t dashes = strspn(typed, "-");
    char *bare = arena_strndup(&mem, typed + dashes, strcspn(typed + dashes, "="));
    const char *near = nearest_word(bare, names, c->options_count + 1);
    status failed = near ? diag_error(d, COMMAND_LINE, "unknown option '%s' (did you mean '--%s'?)",
                                      typed, near)
                         : diag_error(d, COMMAND_LINE, "unknown option '%s' (see '%s%s --help')",
                                      typed, args_caller(c), c->name);
    arena_free(&mem);
    return failed;
}

static bool is_digits(const char *value)
{
    return *value && strspn(value, "0123456789") == strlen(value);
}

/* One number at *at, which moves behind it. */
static bool read_number(const char **at, double *out)
{
    char *end;
    *out = strtod(*at, &end);
    bool good = end != *at && isfinite(*out);
    *at = end;
    return good;
}

static bool read_vector(const char *value, double out[3])
{
    for (int i = 0; i < 3; i++) {
        value += strspn(value, i ? " \t," : " \t");
        if (!read_number(&value, &out[i]))
            return false;
    }
    return value[strspn(value, " \t")] == '\0';
}

/* Index of a word among "a|b|c", -1 when it is not there. */
static int choice_index(const char *words, const char *value)
{
    for (int i = 0;; i++) {
        size_t length = strcspn(words, "|");
        if (length == strlen(value) && memcmp(words, value, length) == 0)
            return i;
        if (!words[length])
            return -1;
        words += length + 1;
    }
}

static status bad_value(const arg_option *o, const char *value, const char *wanted, diag *d)
{
    return diag_error(d, COMMAND_LINE, "bad value '%s' of option --%s: %s expected", value, o->name,
                      wanted);
}

/* The word that may stand for a vector. */
static bool is_vector_word(const arg_option *o, const char *value)
{
    const char *word = strchr(o->value, '|');
    return word && strcmp(value, word + 1) == 0;
}

static status set_value(arena *mem, const arg_option *o, const char *value, diag *d)
{
    const char *at = value;
    switch (o->kind) {
    case ARG_FLAG: *(bool *)o->target = true; return STATUS_OK;
    case ARG_TEXT: *(const char **)o->target = value; return STATUS_OK;
    case ARG_LIST: *ARENA_PUSH(mem, (arg_list *)o->target, items) = value; return STATUS_OK;
    case ARG_COUNT: {
        unsigned long long number = strtoull(value, NULL, 10);
        if (!is_digits(value) || number > UINT32_MAX)
            return bad_value(o, value, "a whole number from 0 to 4294967295", d);
        *(uint32_t *)o->target = (uint32_t)number;
        return STATUS_OK;
    }
    case ARG_SEED:
        errno = 0;
        *(uint64_t *)o->target = strtoull(value, NULL, 10);
        return is_digits(value) && errno == 0
                   ? STATUS_OK
                   : bad_value(o, value, "a whole number from 0 to 2^64 - 1", d);
    case ARG_NUMBER:
        return read_number(&at, o->target) && !*at ? STATUS_OK
                                                   : bad_value(o, value, "a finite number", d);
    case ARG_VECTOR:
        if (is_vector_word(o, value)) {
            for (int i = 0; i < 3; i++)
                ((double *)o->target)[i] = NAN;
            return STATUS_OK;
        }
        return read_vector(value, o->target)
                   ? STATUS_OK
                   : bad_value(o, value, strchr(o->value, '|')
                                             ? arena_printf(mem, "three finite numbers or '%s'",
                                                            strchr(o->value, '|') + 1)
                                             : "three finite numbers", d);
    case ARG_CHOICE: {
        int index = choice_index(o->value, value);
        if (index < 0)
            return bad_value(o, value, o->value, d);
        *(int *)o->target = index;
        return STATUS_OK;
    }
    }
    return STATUS_OK;
}

static const arg_option *find_option(const arg_command *c, const char *argument)
{
    for (uint32_t i = 0; i < c->options_count; i++) {
        const arg_option *o = &c->options[i];
        size_t length = strlen(o->name);
        if (argument[1] == '-' && strncmp(argument + 2, o->name, length) == 0 &&
            (argument[2 + length] == '\0' || argument[2 + length] == '='))
            return o;
        if (o->letter && argument[1] == o->letter && argument[2] == '\0')
            return o;
    }
    return NULL;
}

/* A vector's three numbers as one text, from one argument or from as many as it takes; *i moves to
 * the last one. */
static const char *join_vector(arena *mem, int argc, char **argv, int *i, const char *value)
{
    double numbers[3];
    const char *joined = value;
    for (int more = 0; more < 3 && *i + more < argc; more++) {
        joined = more ? arena_printf(mem, "%s %s", joined, argv[*i + more]) : value;
        if (read_vector(joined, numbers)) {
            *i += more;
            return joined;
        }
    }
    return value;
}

static status take_option(arena *mem, const arg_command *c, int argc, char **argv, int *i, diag *d)
{
    const char *argument = argv[*i];
    const arg_option *o = find_option(c, argument);
    if (!o)
        return unknown_option(c, argument, d);
    const char *value = strchr(argument, '=');
    if (o->kind == ARG_FLAG && value)
        return diag_error(d, COMMAND_LINE, "option --%s takes no value", o->name);
    if (o->kind == ARG_FLAG)
        return set_value(mem, o, "", d);
    if (!value && (*i + 1 >= argc || strncmp(argv[*i + 1], "--", 2) == 0))
        return diag_error(d, COMMAND_LINE, "option %s needs a value (%s)", argument, o->value);
    value = value ? value + 1 : argv[++*i];
    if (o->kind == ARG_VECTOR)
        value = join_vector(mem, argc, argv, i, value);
    return set_value(mem, o, value, d);
}

/* A word after --help that says which help. */
static bool is_help_word(const arg_command *c, const char *word)
{
    bool known = strcmp(word, HELP_ALL) == 0 || strcmp(word, HELP_MAN) == 0;
    for (uint32_t i = 0; i < c->options_count && !known; i++)
        known = c->options[i].section && strcmp(c->options[i].section, word) == 0;
    return known;
}

/* --help anywhere wins: nothing else is looked at. *help: NULL where it was not given. */
static status find_help(const arg_command *c, int argc, char **argv, const char **help, diag *d)
{
    *help = NULL;
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0 && !*help; i++) {
        if (strcmp(argv[i], "--help") == 0)
            *help = i + 1 < argc && is_help_word(c, argv[i + 1]) ? argv[i + 1] : "";
        else if (strncmp(argv[i], "--help=", 7) == 0)
            *help = argv[i] + 7;
    }
    if (*help && **help && !is_help_word(c, *help))
        return diag_error(d, COMMAND_LINE, "no help on '%s' (see '%s%s --help')", *help,
                          args_caller(c), c->name);
    return STATUS_OK;
}

status args_parse(arena *mem, const arg_command *c, int argc, char **argv, arg_result *out, diag *d)
{
    *out = (arg_result){0};
    TRY(find_help(c, argc, argv, &out->help, d));
    if (out->help)
        return STATUS_OK;
    bool options = true;
    for (int i = 0; i < argc; i++) {
        if (options && strcmp(argv[i], "--") == 0) {
            options = false;
        } else if (options && argv[i][0] == '-' && argv[i][1]) {
            TRY(take_option(mem, c, argc, argv, &i, d));
        } else if (!c->operand || out->operand) {
            return diag_error(d, COMMAND_LINE, "unexpected argument '%s'", argv[i]);
        } else {
            out->operand = argv[i];
        }
    }
    if (c->operand && *c->operand != '[' && !out->operand)
        return diag_error(d, COMMAND_LINE, "%s expected (see '%s%s --help')", c->operand,
                          args_caller(c), c->name);
    return STATUS_OK;
}

bool args_name(int argc, char **argv, const char *option)
{
    size_t length = strlen(option);
    for (int i = 0; i < argc && strcmp(argv[i], "--") != 0; i++)
        if (strncmp(argv[i], "--", 2) == 0 && strncmp(argv[i] + 2, option, length) == 0 &&
            (argv[i][2 + length] == '\0' || argv[i][2 + length] == '='))
            return true;
    return false;
}
