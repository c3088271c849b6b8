/* SPDX-License-Identifier: MIT */
/* `tauflow verify`: all checks of a certificate, once more, from the files that it names. */
#include "base/limits.h"
#include "certify/steps.h"
#include "certify/form_paths.h"
#include "commands/commands.h"

#include <string.h>

enum { STEP_COLUMN = 10, VERDICT_COLUMN = 9 };

/* ---- how the robot was read ------------------------------------------------------------------ */

/* The words of a command line as commands.c writes it: bare, or between '', ends of lines as $'\n'.
 * Returns how many. */
static int split_command(arena *mem, const char *line, char ***words)
{
    char *at = arena_strdup(mem, line), *to = at;
    int count = 0;
    *words = ARENA_ARRAY(mem, char *, strlen(line) / 2 + 2);
    while (*at) {
        bool quoted = false;
        (*words)[count++] = to;
        for (; *at && (quoted || *at != ' '); at++) {
            if (!quoted && (!strncmp(at, "$'\\n'", 5) || !strncmp(at, "$'\\r'", 5))) {
                *to++ = at[3] == 'n' ? '\n' : '\r';
                at += 4;
            } else if (*at == '\'')
                quoted = !quoted;
            else if (*at == '\\' && !quoted && at[1])
                *to++ = *++at;
            else
                *to++ = *at;
        }
        at += *at == ' ';
        *to++ = 0; /* before `at`, which has passed the blank */
    }
    return count;
}

/* The options of the command that wrote the certificate; NULL: this program has no such command. A
 * certificate may come from anybody, so that what it says starts no program: `may_expand` is said by
 * who verifies. */
static const settings *settings_of(arena *mem, const char *line, bool may_expand, diag *d)
{
    settings *s = ARENA_ARRAY(mem, settings, 1);
    cache none = cache_make(mem);
    diag unsaid = diag_make(d->mem);
    char **words;
    const char *near;
    arg_result given;
    const int count = split_command(mem, line, &words);
    const command *c = count > 2 ? command_find(words[1], &near) : NULL;
    if (!c || command_parse(mem, c, count - 2, words + 2, s, &none, &given, &unsaid) != STATUS_OK ||
        given.help)
        return NULL;
    s->passes.cache = NULL;
    s->passes.urdf.xacro = may_expand;
    return s;
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The bytes of every form that is in a file, which have to be those that the certificate is of. */
static status read_forms(arena *mem, const char *path, certificate *c, diag *d)
{
    const char *folder = path_folder(mem, path);
    for (uint32_t i = 0; i < c->forms_count; i++) {
        certificate_form *f = &c->forms[i];
        certificate again = {0};
        char *bytes;
        size_t length;
        if (f->place != PLACE_FILE)
            continue;
        const char *file = path_from(d->mem, folder, f->path);
        TRY(file_read(mem, file, LIMIT_FILE_BYTES, &bytes, &length, d));
        certificate_add(mem, &again, f->kind, f->place, file, bytes, length);
        if (length != f->length || strcmp(again.forms[0].hash, f->hash) != 0)
            return diag_error(d, (place){.file = file},
                              "this is not the file that the certificate is of: its SHA-256 is "
                              "another");
        f->bytes = bytes;
        f->path = file;
    }
    return STATUS_OK;
}

/* ---- steps ----------------------------------------------------------------------------------- */

/* What was done again, against what the certificate says was done. */
static status compare_step(const char *path, const certificate_step *told,
                           const certificate_step *found, diag *d)
{
    const char *word = STEP_KIND[found->kind].word;
    if (told->kind != found->kind || told->from != found->from || told->to != found->to)
        return diag_error(d, (place){.file = path}, "the step %s of these forms is missing", word);
    if (told->verdict < found->verdict)
        return diag_error(d, (place){.file = path}, "step %s: the certificate says %s, and it is "
                          "%s: %s", word, VERDICT_WORD[told->verdict],
                          VERDICT_WORD[found->verdict], found->text);
    return STATUS_OK;
}

/* Before the step that takes over from the equations: what is said of how they were made, and what
 * judges it here. `model`: how the step of that name ended. */
static void print_passes(arena *mem, const certificate_passes *p, step_verdict model, text *out)
{
    text_printf(out, "%-*s%-*spasses over equations: %s; %s", STEP_COLUMN, "passes", VERDICT_COLUMN,
                "recorded", certificate_passes_say(mem, p),
                model == VERDICT_OPEN ? "nothing here judges what they led to"
                                      : "step model judges what they led to");
    text_printf(out, "; %llu compared, wrong with a chance below 2^-%llu\n",
                (unsigned long long)p->count, (unsigned long long)p->bits);
}

static void print_step(const certificate_step *s, text *out)
{
    text_printf(out, "%-*s%-*s", STEP_COLUMN, STEP_KIND[s->kind].word, VERDICT_COLUMN,
                VERDICT_WORD[s->verdict]);
    if (s->verdict != VERDICT_OPEN)
        text_printf(out, "%s: ", STEP_KIND[s->kind].title);
    text_add(out, s->text);
    if (s->verdict != VERDICT_OPEN)
        text_printf(out, "; %llu compared", (unsigned long long)s->count);
    if (s->bound > 0)
        text_printf(out, s->verdict == VERDICT_PROVED ? ", wrong with a chance below %.2g"
                                                      : ", within %.2g", s->bound);
    text_add(out, "\n");
}

static status run_verify(arena *mem, const char *path, settings *given, text *out, diag *d)
{
    certificate c;
    char *bytes;
    size_t length;
    TRY(file_read(mem, path, LIMIT_FILE_BYTES, &bytes, &length, d));
    TRY(certificate_parse(mem, path, bytes, length, &c, d));
    const certificate_step *told = c.steps;
    const uint32_t told_count = c.steps_count;
    TRY(read_forms(mem, path, &c, d));
    c.steps = NULL;
    c.steps_count = c.steps_capacity = 0;
    chain_steps(mem, &c);
    if (told_count != c.steps_count)
        return diag_error(d, (place){.file = path}, "the certificate has %u steps, and its forms "
                          "have %u", told_count, c.steps_count);
    const settings *made = settings_of(mem, c.command, given->passes.urdf.xacro, d);
    const chain_context x = {made ? &made->passes : NULL, NULL};
    step_verdict model = VERDICT_OPEN;
    uint32_t open = 0;
    for (uint32_t i = 0; i < c.steps_count; i++) {
        TRY(chain_step(mem, &c, i, &x, d));
        TRY(compare_step(path, &told[i], &c.steps[i], d));
        if (c.steps[i].kind == STEP_MODEL)
            model = c.steps[i].verdict;
        if (c.steps[i].kind == STEP_LOWERING)
            print_passes(mem, certificate_passes_of(&c, c.steps[i].from), model, out);
        print_step(&c.steps[i], out);
        open += c.steps[i].verdict == VERDICT_OPEN;
    }
    text_printf(out, "%s: %u steps hold", path, c.steps_count - open);
    if (open)
        text_printf(out, ", %u are open", open);
    text_add(out, "\n");
    return STATUS_OK;
}

const command VERIFY_COMMAND = {
    .name = "verify",
    .title = "does what was written belong together?",
    .operand = "FILE.cert",
    .about = "Does every check of a certificate again, from the files that it names: those of\n"
             "equations, operations, schedules, images. None of them uses a pass of the compiler.",
    .example = "tauflow verify build/puma560.cert",
    .options = "xacro",
    .run = run_verify,
};
