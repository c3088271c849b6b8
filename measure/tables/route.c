/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "measure/tables/logs.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What of the device is used, in the order in which it is printed. */
static const char *const USED[] = {"TRELLIS_COMB:", "TRELLIS_RAMW:", "TRELLIS_FF:", "MULT18X18D:",
                                   "DP16KD:"};
enum { COMB, USED_COUNT = sizeof USED / sizeof *USED };

static const char *const ROUTING[] = {"Info: Routing globals", "Info: Routing..",
                                      "Info: Running router2"};

typedef struct {
    long used[USED_COUNT], comb_of;
    bool has_use, routing, in_path, ended;
    const char *mhz; /* NULL: none yet */
    const char *logic_ns, *routing_ns, *from, *to;
} route;

static bool begins(const char *line, const char *with)
{
    return strncmp(line, with, strlen(with)) == 0;
}

/* The word beside `beside` among the words of a line, `step` from it; NULL where there is none. */
static char *word_beside(char *const *words, uint32_t count, const char *beside, int step)
{
    for (uint32_t w = 0; w < count; w++) {
        const int64_t at = (int64_t)w + step;
        if (strcmp(words[w], beside) == 0)
            return at >= 0 && at < count ? words[at] : NULL;
    }
    return NULL;
}

/* "Info:   TRELLIS_COMB:   25372/  83640    30%": the blanks move with the numbers. */
static void read_use(const char *line, const char *what, route *r)
{
    for (uint32_t u = 0; u < USED_COUNT; u++) {
        if (strcmp(what, USED[u]) != 0)
            continue;
        char *end;
        r->used[u] = strtol(strstr(line, what) + strlen(what), &end, 10);
        if (u == COMB) {
            r->has_use = true;
            r->comb_of = *end == '/' ? strtol(end + 1, NULL, 10) : 0;
        }
    }
}

/* The register's path in the design: a name in a row of a table. */
static const char *name_of(char *const *words, uint32_t count, const char *beside)
{
    char *name = word_beside(words, count, beside, 1);
    for (char *c = name; c && *c; c++)
        if (*c == ',')
            *c = ';';
    return name ? name : "";
}

/* Lines of the report on the slowest path; `line` as it was, then its words. */
static void read_path(arena *mem, const char *line, char *const *words, uint32_t count, route *r)
{
    if (strstr(line, "Source ") && !*r->from)
        r->from = arena_strdup(mem, name_of(words, count, "Source"));
    if (strstr(line, "Sink "))
        r->to = arena_strdup(mem, name_of(words, count, "Sink"));
    const char *logic = strstr(line, "ns logic, ");
    if (logic && strstr(logic, " ns routing") && count > 4) {
        r->logic_ns = words[1];
        r->routing_ns = words[4];
        r->in_path = false;
    }
}

static void read_line(arena *mem, const char *line, route *r)
{
    char *words[WORDS_MOST];
    const uint32_t count = words_split(arena_strdup(mem, line), " \t", words, WORDS_MOST);
    if (count > 1)
        read_use(line, words[1], r);
    for (uint32_t b = 0; b < sizeof ROUTING / sizeof *ROUTING; b++)
        if (begins(line, ROUTING[b])) {
            r->routing = true;
            r->mhz = NULL;
        }
    if (r->routing && strstr(line, "Max frequency for clock"))
        r->mhz = word_beside(words, count, "MHz", -1);
    if (r->routing && strstr(line, "Critical path report for clock")) {
        r->in_path = true;
        r->from = r->to = "";
    }
    if (r->in_path)
        read_path(mem, line, words, count, r);
    r->ended |= begins(line, "Info: Program finished normally");
}

status route_print(arena *mem, const char *path, text *out, diag *d)
{
    route r = {.logic_ns = "", .routing_ns = "", .from = "", .to = ""};
    lines l;
    TRY(lines_open(mem, path, &l, d));
    while (lines_next(&l)) {
        if (begins(l.line, "ERROR"))
            return diag_error(d, (place){.file = path, .line = l.number}, "%s", l.line);
        read_line(mem, l.line, &r);
    }
    const place end = {.file = path, .line = l.number};
    if (!r.ended)
        return diag_error(d, end, "the log ends here, before nextpnr's own end");
    if (!r.mhz || !r.has_use)
        return diag_error(d, end, "no %s up to here", r.mhz ? "use of the device"
                                                            : "clock after routing");
    text_printf(out, "%.2f,%ld,%ld", strtod(r.mhz, NULL), r.used[COMB], r.comb_of);
    for (uint32_t u = COMB + 1; u < USED_COUNT; u++)
        text_printf(out, ",%ld", r.used[u]);
    text_printf(out, ",%s,%s,%s,%s\n", r.logic_ns, r.routing_ns, r.from, r.to);
    return STATUS_OK;
}
