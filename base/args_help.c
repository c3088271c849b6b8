/* SPDX-License-Identifier: MIT */
/* Help and manual page of a command, from the table that its parser reads. */
#include "base/args.h"

#include <ctype.h>
#include <string.h>

enum {
    TEXT_COLUMN = 26, /* where what an option does begins */
    FEW = 12          /* so many options are told at once */
};

/* ---- words ----------------------------------------------------------------------------------- */

void args_wrap(const char *words, uint32_t at, uint32_t indent, uint32_t columns, text *out)
{
    bool first = true;
    words += strspn(words, " \n");
    while (*words) {
        const uint32_t length = (uint32_t)strcspn(words, " \n");
        if (!first && at + 1 + length > columns) {
            text_printf(out, "\n%*s", (int)indent, "");
            at = indent;
        } else if (!first) {
            text_add(out, " ");
            at++;
        }
        text_add_bytes(out, words, length);
        at += length;
        first = false;
        words += length;
        words += strspn(words, " \n");
    }
}

/* The option's default as --help tells it; "" for none. */
static const char *args_standard(arena *mem, const arg_option *o)
{
    if (o->standard)
        return o->standard;
    switch (o->kind) {
    case ARG_FLAG:
    case ARG_LIST: break;
    case ARG_TEXT: return *(const char **)o->target ? *(const char **)o->target : "";
    case ARG_COUNT: return arena_printf(mem, "%u", *(uint32_t *)o->target);
    case ARG_SEED: return arena_printf(mem, "%llu", (unsigned long long)*(uint64_t *)o->target);
    case ARG_NUMBER: return arena_printf(mem, "%g", *(double *)o->target);
    case ARG_VECTOR: {
        const double *v = o->target;
        return arena_printf(mem, "'%g %g %g'", v[0], v[1], v[2]);
    }
    case ARG_CHOICE: {
        const char *word = o->value;
        for (int i = *(int *)o->target; i > 0; i--)
            word += strcspn(word, "|") + 1;
        return arena_strndup(mem, word, strcspn(word, "|"));
    }
    }
    return "";
}

/* What it does, and its default. */
static const char *sentence(arena *mem, const arg_option *o)
{
    const char *standard = args_standard(mem, o);
    return *standard ? arena_printf(mem, "%s (default: %s)", o->about, standard) : o->about;
}

/* ---- help ------------------------------------------------------------------------------------ */

static void print_row(const char *left, const char *about, uint32_t columns, text *out)
{
    const uint32_t length = (uint32_t)strlen(left);
    text_add(out, left);
    if (length + 2 > TEXT_COLUMN)
        text_printf(out, "\n%*s", TEXT_COLUMN, "");
    else
        text_printf(out, "%*s", (int)(TEXT_COLUMN - length), "");
    args_wrap(about, TEXT_COLUMN, TEXT_COLUMN, columns, out);
    text_add(out, "\n");
}

static void print_option(const arg_option *o, uint32_t columns, text *out)
{
    arena mem = arena_make();
    text left = text_make(&mem);
    if (o->letter)
        text_printf(&left, "  -%c, --%s", o->letter, o->name);
    else
        text_printf(&left, "  --%s", o->name);
    if (o->kind != ARG_FLAG)
        text_printf(&left, " %s", o->value);
    print_row(left.bytes, sentence(&mem, o), columns, out);
    arena_free(&mem);
}

static bool same_section(const arg_option *a, const arg_option *b)
{
    return a->section == b->section ||
           (a->section && b->section && strcmp(a->section, b->section) == 0);
}

/* The end of the section that begins at option i. */
static uint32_t section_end(const arg_command *c, uint32_t i)
{
    uint32_t end = i + 1;
    while (end < c->options_count && same_section(&c->options[i], &c->options[end]))
        end++;
    return end;
}

static void print_section(const arg_command *c, uint32_t i, uint32_t columns, text *out)
{
    const uint32_t end = section_end(c, i);
    text_printf(out, "\n%s:\n", c->options[i].section ? c->options[i].section : "options");
    for (int usual = 1; usual >= 0; usual--)
        for (uint32_t k = i; k < end; k++)
            if (c->options[k].usual == usual)
                print_option(&c->options[k], columns, out);
}

/* Which sections there are, and how many options stand in each. */
static void print_sections(const arg_command *c, uint32_t columns, text *out)
{
    arena mem = arena_make();
    text list = text_make(&mem);
    for (uint32_t i = 0; i < c->options_count; i = section_end(c, i))
        text_printf(&list, "%s%s (%u)", i ? ", " : "", c->options[i].section,
                    section_end(c, i) - i);
    text_add(out, "\n");
    args_wrap(arena_printf(&mem, "%s%s --help " HELP_ALL " tells all %u options, --help SECTION "
                                 "those of one section:", args_caller(c), c->name,
                           c->options_count), 0, 0, columns, out);
    text_add(out, "\n  ");
    args_wrap(list.bytes, 2, 2, columns, out);
    text_add(out, "\n");
    arena_free(&mem);
}

static bool has_sections(const arg_command *c)
{
    return c->options_count && c->options[0].section && c->options_count > FEW;
}

static void print_usual(const arg_command *c, uint32_t columns, text *out)
{
    text_add(out, "\noptions that are used most:\n");
    for (uint32_t i = 0; i < c->options_count; i++)
        if (c->options[i].usual)
            print_option(&c->options[i], columns, out);
    print_sections(c, columns, out);
}

static void print_usage(const arg_command *c, text *out)
{
    text_printf(out, "%s%s", args_caller(c), c->name);
    if (c->operand)
        text_printf(out, " %s", c->operand);
    if (c->needs)
        text_printf(out, " %s", c->needs);
    text_add(out, c->options_count ? " [options]" : "");
}

static void print_help(const arg_command *c, const char *which, uint32_t columns, text *out)
{
    text_add(out, "usage: ");
    print_usage(c, out);
    text_add(out, "\n\n");
    args_wrap(c->about, 0, 0, columns, out);
    text_add(out, "\n");
    if (!*which && has_sections(c)) {
        print_usual(c, columns, out);
    } else if (!*which && c->options_count) { /* few: one list */
        text_add(out, "\noptions:\n");
        for (uint32_t i = 0; i < c->options_count; i++)
            print_option(&c->options[i], columns, out);
        print_row("  --help", "this text", columns, out);
    } else
        for (uint32_t i = 0; i < c->options_count; i = section_end(c, i))
            if (strcmp(which, HELP_ALL) == 0 || strcmp(which, c->options[i].section) == 0)
                print_section(c, i, columns, out);
    text_printf(out, "\nexample:\n  %s\n", c->example);
}

/* ---- manual page ----------------------------------------------------------------------------- */

/* Nothing that troff would obey; `begins`: at the beginning of a line. */
static void add_escaped(const char *words, bool begins, text *out)
{
    for (const char *c = words; *c; c++) {
        if (begins && (*c == '.' || *c == '\''))
            text_add(out, "\\&");
        if (*c == '\\')
            text_add(out, "\\e");
        else if (*c == '-')
            text_add(out, "\\-");
        else if (*c == '\'')
            text_add(out, "\\(aq");
        else if (*c == '^')
            text_add(out, "\\(ha");
        else if (*c == '~')
            text_add(out, "\\(ti");
        else
            text_add_bytes(out, c, 1);
        begins = *c == '\n';
    }
}

void args_add_troff(const char *sentence, text *out)
{
    enum { COLUMNS = 60 }; /* escapes make lines longer */
    text lines = text_make(out->mem);
    args_wrap(sentence, 0, 0, COLUMNS, &lines);
    text_add(&lines, "\n");
    add_escaped(lines.bytes, true, out);
}

void args_man_head(const char *name, const char *version, const char *title, text *out)
{
    text_add(out, ".TH ");
    for (const char *c = name; *c; c++)
        text_printf(out, "%c", toupper((unsigned char)*c));
    text_printf(out, " 1 \"\" \"tauflow %s\" \"tauflow\"\n.SH NAME\n", version);
    add_escaped(name, true, out);
    text_add(out, " \\- ");
    add_escaped(title, false, out);
    text_add(out, "\n");
}

void args_man_example(const char *example, text *out)
{
    text_add(out, ".SH EXAMPLES\n.nf\n");
    add_escaped(example, true, out);
    text_add(out, "\n.fi\n");
}

static void man_option(const arg_option *o, text *out)
{
    arena mem = arena_make();
    text_add(out, ".TP\n");
    if (o->letter)
        text_printf(out, "\\fB\\-%c\\fR, ", o->letter);
    text_add(out, "\\fB\\-\\-");
    add_escaped(o->name, false, out);
    text_add(out, "\\fR");
    if (o->kind != ARG_FLAG) {
        text_add(out, " \\fI");
        add_escaped(o->value, false, out);
        text_add(out, "\\fR");
    }
    text_add(out, "\n");
    args_add_troff(sentence(&mem, o), out);
    arena_free(&mem);
}

static void man_options(const arg_command *c, text *out)
{
    const bool sections = has_sections(c);
    text_add(out, ".SH OPTIONS\n");
    for (uint32_t i = 0; i < c->options_count; i++) {
        if (sections && (i == 0 || !same_section(&c->options[i - 1], &c->options[i])))
            text_printf(out, ".SS %s\n", c->options[i].section);
        man_option(&c->options[i], out);
    }
    text_add(out, ".TP\n\\fB\\-\\-help\\fR [\\fI" HELP_ALL "|" HELP_MAN "|SECTION\\fR]\n"
                  "options in a few words, all of them, or this page\n");
}

/* tauflow-run of `tauflow run`. */
static void print_man(const arg_command *c, const char *version, text *out)
{
    arena mem = arena_make();
    text usage = text_make(&mem);
    const char *name = arena_printf(&mem, "%s%s", c->alone ? "" : "tauflow-", c->name);
    print_usage(c, &usage);
    args_man_head(name, version, c->title, out);
    text_add(out, ".SH SYNOPSIS\n");
    args_add_troff(usage.bytes, out);
    text_add(out, ".SH DESCRIPTION\n");
    args_add_troff(c->about, out);
    man_options(c, out);
    args_man_example(c->example, out);
    if (!c->alone)
        text_add(out, ".SH SEE ALSO\n.BR tauflow (1)\n");
    arena_free(&mem);
}

void args_help(const arg_command *c, const char *which, uint32_t columns, const char *version,
               text *out)
{
    if (strcmp(which, HELP_MAN) == 0)
        print_man(c, version, out);
    else
        print_help(c, which, columns, out);
}
