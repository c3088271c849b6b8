#include "commands/certify_files.h"

#include "certify/chain.h"
#include "certify/form_paths.h"
#include "machine/tauflow_status.h"

#include <string.h>

certificate certify_begin(arena *mem, const settings *s, const input_file *source, bool from_robot,
                          const char *folder)
{
    certificate c = {.version = TAUFLOW_VERSION, .command = s->command_line};
    certificate_add(mem, &c, from_robot ? FORM_ROBOT : FORM_OPERATIONS,
                    source->path ? PLACE_FILE : PLACE_GONE,
                    source->path ? path_between(mem, folder, source->path) : NULL, source->bytes,
                    source->length);
    return c;
}

void certify_equations(arena *mem, certificate *c, const equations *e)
{
    text t = text_make(mem);
    equations_print(e, &t);
    certificate_add(mem, c, FORM_EQUATIONS, PLACE_HERE, NULL, t.bytes, t.length);
}

void certify_schedule(arena *mem, certificate *c, const ops *p, const schedule *s)
{
    text t = text_make(mem);
    schedule_print(p, s, &t);
    certificate_add(mem, c, FORM_SCHEDULE, PLACE_HERE, NULL, t.bytes, t.length);
}

void certify_file(arena *mem, certificate *c, form_kind kind, const char *path, const text *bytes)
{
    const char *last = strrchr(path, '/');
    certificate_add(mem, c, kind, PLACE_FILE, last ? last + 1 : path, bytes->bytes, bytes->length);
}

status certify_end(arena *mem, certificate *c, const settings *s, const check_result *const *known,
                   text *out, diag *d)
{
    const chain_context x = {&s->passes, known};
    TRY(chain_replay(mem, c, &x, d));
    if (!certificate_print(c, out))
        return diag_error(d, (place){0}, "a name with a line's end cannot stand in a certificate");
    return STATUS_OK;
}
