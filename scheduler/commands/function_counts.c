/* SPDX-License-Identifier: MIT */
#include "commands/function_counts.h"

static function_count count_one(arena *mem, const tree *t, const passes_settings *s,
                                function_kind function, formalism form)
{
    arena work = arena_make();
    diag d = diag_make(&work);
    passes_settings own = *s;
    passes_forms f = {.from_robot = true, .tree = *t};
    function_count c = {0};
    own.equations.function = function;
    own.equations.form = form;
    own.equations.record_passes = false;
    own.numbers = numbers_wish_default(); /* counts are those of all numbers */
    if (passes_operations(&work, &own, &f, &d) == STATUS_OK)
        c.counts = ops_count(&f.ops);
    else
        c.refused = arena_strdup(mem, d.error.text);
    arena_free(&work);
    return c;
}

function_row *function_counts(arena *mem, const tree *t, const passes_settings *s)
{
    function_row *rows = ARENA_ARRAY(mem, function_row, FUNCTIONS);
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        rows[k].classic = count_one(mem, t, s, (function_kind)k, FORMALISM_CLASSIC);
        rows[k].smallest = count_one(mem, t, s, (function_kind)k, FORMALISM_DEFAULT);
    }
    return rows;
}

/* Of all units, one after another. */
static uint32_t total(const ops_counts *n)
{
    uint32_t sum = 0;
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        sum += n->per_unit[k];
    return sum;
}

static void json_count(const char *key, const function_count *c, text *out)
{
    text_printf(out, ", \"%s\": {", key);
    if (c->refused) {
        text_add(out, "\"refused\": ");
        text_add_json_string(out, c->refused);
    } else {
        for (uint32_t k = 0; k < UNIT_KINDS; k++)
            text_printf(out, "\"%s\": %u, ", UNIT_KIND[k].word, c->counts.per_unit[k]);
        text_printf(out, "\"operations\": %u, \"critical_path\": %u", total(&c->counts),
                    c->counts.critical_path);
    }
    text_add(out, "}");
}

void function_counts_json(const function_row *rows, text *out)
{
    text_add(out, ", \"functions\": [");
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        text_printf(out, "%s{\"name\": \"%s\"", k ? ", " : "", FUNCTION_KIND[k].name);
        json_count("classic", &rows[k].classic, out);
        json_count("default", &rows[k].smallest, out);
        text_add(out, "}");
    }
    text_add(out, "]");
}

void function_counts_print(const function_row *rows, text *out)
{
    text_printf(out, "\n%-22s %9s %9s", "function", "classic", "default");
    for (uint32_t k = 0; k < UNIT_KINDS; k++)
        text_printf(out, " %6s", UNIT_KIND[k].word);
    text_add(out, "   path\n");
    for (uint32_t k = 0; k < FUNCTIONS; k++) {
        const function_count *c = &rows[k].smallest;
        text_printf(out, "%-22s", FUNCTION_KIND[k].name);
        if (c->refused || rows[k].classic.refused) {
            text_printf(out, " %s\n", c->refused ? c->refused : rows[k].classic.refused);
            continue;
        }
        text_printf(out, " %9u %9u", total(&rows[k].classic.counts), total(&c->counts));
        for (uint32_t unit = 0; unit < UNIT_KINDS; unit++)
            text_printf(out, " %6u", c->counts.per_unit[unit]);
        text_printf(out, " %6u\n", c->counts.critical_path);
    }
}
