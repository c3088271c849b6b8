/* SPDX-License-Identifier: MIT */
#include "commands/report_chain.h"

#include "apps/report/page.h"
#include "certify/steps.h"
#include "commands/certify_files.h"
#include "program/tau_write.h"

static void add_text(arena *mem, certificate *c, form_kind kind, const text *t)
{
    certificate_add(mem, c, kind, PLACE_HERE, NULL, t->bytes, t->length);
}

/* The image of a schedule; false: no core can have it. */
static bool make_image(arena *mem, const settings *s, const passes_forms *f, const ops *p,
                       const schedule *of, text *out)
{
    diag unsaid = diag_make(mem);
    program q;
    return passes_program(mem, p, of, &q, &unsaid) == STATUS_OK &&
           tau_write_sampled(mem, p, &q, tau_hash(f->source.bytes, f->source.length), NULL,
                             s->passes.equations.seed, out, &unsaid) == STATUS_OK;
}

status report_chain(arena *mem, const settings *s, const passes_forms *f, const ops *p,
                    const schedule *of, text *data, diag *d)
{
    certificate c = {.version = "", .command = s->command_line};
    const check_result *const known[] = {&f->check};
    const chain_context x = {&s->passes, known};
    text eqn = text_make(mem), graph_text = text_make(mem), file = text_make(mem);
    if (f->from_robot) {
        certificate_add(mem, &c, FORM_ROBOT, PLACE_HERE, NULL, f->source.bytes, f->source.length);
        equations_print(f->equations, &eqn);
        add_text(mem, &c, FORM_EQUATIONS, &eqn);
        certify_passes(mem, &c, f->equations);
    }
    if (of)
        schedule_print(p, of, &graph_text);
    else
        ops_print(p, &graph_text);
    add_text(mem, &c, of ? FORM_SCHEDULE : FORM_OPERATIONS, &graph_text);
    if (of && make_image(mem, s, f, p, of, &file))
        add_text(mem, &c, FORM_IMAGE, &file);
    TRY(diag_own(d, chain_replay(mem, &c, &x, d)));
    text_add(data, ",\"chain\":");
    page_add_chain(&c, data);
    return STATUS_OK;
}
