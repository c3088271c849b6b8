/* SPDX-License-Identifier: MIT */
#include "commands/certify_files.h"

#include "base/output.h"
#include "certify/steps.h"
#include "certify/form_paths.h"
#include "machine/tauflow_status.h"

#include <string.h>

certificate certify_begin(arena *mem, const settings *s, const input_file *source, bool from_robot,
                          const char *folder)
{
    certificate c = {.version = TAUFLOW_VERSION, .command = s->command_line};
    certificate_add(mem, &c, from_robot ? FORM_ROBOT : FORM_OPERATIONS,
                    source->path ? PLACE_FILE : PLACE_GONE,
                    source->path ? path_between(mem, folder, source->path) : NULL,
                    source->file_bytes, source->file_length);
    return c;
}

void certify_file(arena *mem, certificate *c, form_kind kind, const char *path, const text *bytes)
{
    const char *last = strrchr(path, '/');
    certificate_add(mem, c, kind, PLACE_FILE, last ? last + 1 : path, bytes->bytes, bytes->length);
}

void certify_passes(arena *mem, certificate *c, const equations *e)
{
    const equations_proof p = equations_proof_of(e);
    *ARENA_PUSH(mem, c, passes) = (certificate_passes){
        .form = c->forms_count - 1, .prime = p.prime, .count = p.passes, .states = p.points,
        .bits = p.chance_log2 < 0 ? (uint64_t)-p.chance_log2 : 0, .rounded = p.roundings,
        .outputs = p.rounded};
}

status certify_end(arena *mem, certificate *c, const settings *s, const check_result *const *known,
                   text *out, diag *d)
{
    const chain_context x = {&s->passes, known};
    TRY(diag_own(d, chain_replay(mem, c, &x, d)));
    if (!certificate_print(c, out))
        return diag_error(d, (place){0}, "a name with a line's end cannot stand in a certificate");
    return STATUS_OK;
}

status certify_and_write(arena *mem, const settings *s, const passes_forms *f, const ops *p,
                         const schedule *of, form_kind kind, const char *ending, const text *file,
                         const char **certified, diag *d)
{
    const check_result *const known[] = {NULL, &f->check};
    const check_result *const *of_graphs = known + f->from_robot;
    output_file files[] = {{s->out, *file}, {NULL, text_make(mem)}};
    text t = text_make(mem), u = text_make(mem);
    *certified = path_of_certificate(d->mem, s->out, ending);
    if (!*certified)
        return output_write_one(s->out, file, d);
    certificate c = certify_begin(mem, s, &f->source, f->from_robot, path_folder(mem, s->out));
    if (f->from_robot) {
        equations_print(f->equations, &t);
        certificate_add(mem, &c, FORM_EQUATIONS, PLACE_HERE, NULL, t.bytes, t.length);
        certify_passes(mem, &c, f->equations);
    }
    if (kind != FORM_SCHEDULE) {
        schedule_print(p, of, &u);
        certificate_add(mem, &c, FORM_SCHEDULE, PLACE_HERE, NULL, u.bytes, u.length);
    }
    certify_file(mem, &c, kind, s->out, file);
    files[1].path = *certified;
    TRY(certify_end(mem, &c, s, of_graphs, &files[1].bytes, d));
    return output_write(files, sizeof files / sizeof files[0], d);
}
