#include "commands/info.h"
#include "emit/layout.h"

#include <string.h>

static uint32_t joints_count(arena *mem, const info_subject *of)
{
    return of->tree ? of->tree->coordinates_count : layout_make(mem, of->ops).coordinates;
}

void info_print_json(arena *mem, const info_subject *of, text *out)
{
    ops_counts n = ops_count(of->ops);
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, of->ops->robot);
    text_printf(out, ", \"joints\": %u, \"inputs\": %u, \"outputs\": %u", joints_count(mem, of),
                of->ops->inputs_count, of->ops->outputs_count);
    text_printf(out, ", \"mul\": %u, \"add\": %u, \"div\": %u, \"trig\": %u, \"critical_path\": %u}\n",
                n.per_unit[UNIT_MUL], n.per_unit[UNIT_ADD], n.per_unit[UNIT_DIV], n.trig, n.critical_path);
}

void info_print_counts(arena *mem, const info_subject *of, text *out)
{
    ops_counts n = ops_count(of->ops);
    text_printf(out, "robot           %s\n", of->ops->robot);
    text_printf(out, "joints          %u\n", joints_count(mem, of));
    text_printf(out, "inputs          %u\n", of->ops->inputs_count);
    text_printf(out, "outputs         %u\n", of->ops->outputs_count);
    text_printf(out, "mul             %u\n", n.per_unit[UNIT_MUL]);
    text_printf(out, "add             %u\n", n.per_unit[UNIT_ADD]);
    text_printf(out, "div             %u\n", n.per_unit[UNIT_DIV]);
    text_printf(out, "trig            %u\n", n.trig);
    text_printf(out, "critical path   %u\n", n.critical_path);
}

static void print_bodies(const tree *t, text *out)
{
    static const char *const words[] = {
        [BODY_REVOLUTE] = "revolute", [BODY_PRISMATIC] = "prismatic", [BODY_FREE] = "free"};
    double mass = 0;
    for (uint32_t i = 1; i < t->bodies_count; i++)
        mass += t->bodies[i].body.mass_kg;
    text_printf(out, "mass            %g kg, moving\n", mass);
    text_printf(out, "merged links    %u\n\n", t->merged_links);
    text_printf(out, "%5s %6s  %-9s  %10s  %s\n", "body", "parent", "kind", "mass (kg)", "joint");
    for (uint32_t i = 1; i < t->bodies_count; i++) {
        const tree_body *b = &t->bodies[i];
        text_printf(out, "%5u %6u  %-9s  %10.4g  %s\n", i, b->parent, words[b->kind], b->body.mass_kg, b->name);
    }
}

void info_print(arena *mem, const info_subject *of, text *out)
{
    info_print_counts(mem, of, out);
    if (of->tree)
        print_bodies(of->tree, out);
}

void info_print_passes(const info_subject *of, text *out)
{
    uint32_t count;
    const equations_pass *passes = equations_passes(of->equations, &count);
    size_t width = 0;
    for (uint32_t i = 0; i < count; i++)
        width = strlen(passes[i].name) > width ? strlen(passes[i].name) : width;
    text_printf(out, "%-*s %6s %6s %6s %7s\n", (int)width, "pass", "mul", "add", "total", "saving");
    for (uint32_t i = 0; i < count; i++) {
        uint32_t total = passes[i].mul + passes[i].add;
        text_printf(out, "%-*s %6u %6u %6u", (int)width, passes[i].name, passes[i].mul, passes[i].add, total);
        if (i > 0)
            text_printf(out, " %7ld", (long)passes[i - 1].mul + (long)passes[i - 1].add - (long)total);
        text_add(out, "\n");
    }
}
