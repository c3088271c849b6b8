/* SPDX-License-Identifier: MIT */
/* What emitted functions take, for programs that call them without a C compiler's help. */
#include "emit/parts.h"

static void add_array(const layout *l, word_array k, const state_array_info *a, text *out)
{
    const bool is_matrix = WORD_ARRAY[k].columns != OWNER_NONE;
    const uint32_t columns = is_matrix ? l->count[WORD_ARRAY[k].columns] : 1;
    text_printf(out, "{\"name\": \"%s\", \"result\": %s, \"rows\": %u, \"columns\": %u, "
                     "\"matrix\": %s}",
                a->name, a->result ? "true" : "false", columns ? a->count / columns : 0, columns,
                is_matrix ? "true" : "false");
}

static void add_names(const layout *l, word_owner owner, const char *key, text *out)
{
    text_printf(out, "\"%s\": [", key);
    for (uint32_t i = 0; i < l->count[owner]; i++) {
        text_add(out, i ? ", " : "");
        text_add_json_string(out, l->names[owner][i]);
    }
    text_add(out, "]");
}

void emit_describe(arena *mem, const ops *p, const char *name, text *out)
{
    const layout l = layout_make(mem, p);
    const emitter e = {.p = p, .shape = &l};
    const function_info *f = &FUNCTION_KIND[p->function];
    state_array_info all[WORD_ARRAYS];
    layout_arrays(&l, p, all);
    text_printf(out, "{\"function\": \"%s\", \"call\": \"%s_%s\", \"batch\": \"%s_%s%sbatch\"",
                f->name, name, f->call, name, p->function == FUNCTION_ID ? "" : f->call,
                p->function == FUNCTION_ID ? "" : "_");
    if (emit_can_close(&e) && !l.used[ARRAY_USER_CONSTRAINTS])
        text_printf(out, ", \"until_closed\": \"%s_%s_until_closed\"", name, f->call);
    text_printf(out, ", \"judges\": %s, \"libm\": %s, \"arrays\": [",
                emit_has_pivots(&e) ? "true" : "false", emit_needs_libm(p) ? "true" : "false");
    for (uint32_t k = 0, more = 0; k < WORD_ARRAYS; k++)
        if (all[k].there) {
            text_add(out, more++ ? ", " : "");
            add_array(&l, (word_array)k, &all[k], out);
        }
    text_add(out, "], ");
    add_names(&l, OWNER_COORDINATE, "joints", out);
    if (l.count[OWNER_LINK]) {
        text_add(out, ", ");
        add_names(&l, OWNER_LINK, "links", out);
    }
    text_add(out, "}");
}
