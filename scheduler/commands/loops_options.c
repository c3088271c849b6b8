/* SPDX-License-Identifier: MIT */
/* Options of robots with closed loops. */
#include "commands/options.h"
#include "robot/cuts_read.h"

#include <string.h>

struct loops_settings {
    arg_list cuts;
    cut_list own; /* what these say */
};

static const option_row ROWS[] = {
    {"cut", ARG_LIST, STORED_IN(loops, cuts), "'KIND KEY=VALUE ...'|auto",
     .about = "cut a loop open (body, ball, rod), or constrain joints (linear, user, rolling), "
              "beside what the file has (docs/loops.md); auto: cut joints of a URDF that close "
              "loops; repeatable"},
    {"independent", ARG_LIST, STORED(passes.joints.independent), "JOINT,...",
     .standard = "chosen, see --partition", .about = "the joints that all others follow"},
    {"partition", ARG_CHOICE, STORED(passes.tree.partition), "given|rule|pivots",
     .about = "how independent joints are chosen. given: by --independent or the file, else by "
              "the rule, else by pivots; rule: by which joints each equation holds; pivots: by "
              "Gauss's method, the largest pivot first"},
    {"actuate", ARG_LIST, STORED(passes.joints.actuate), "JOINT,...",
     .standard = "the independent ones",
     .about = "the joints that have actuators, for function closed-id"},
    {"closed-at", ARG_LIST, STORED(passes.joints.closed_at), "JOINT=POSITION",
     .standard = "0", .about = "where the search for closed loops starts; repeatable"},
    {"newton", ARG_COUNT, STORED(passes.tree.newton_passes), "N",
     .about = "how many passes of Newton's method close the loops in one evaluation, 1 .. 4"},
    {"baumgarte-alpha", ARG_NUMBER, STORED(passes.tree.stabilise.alpha), "1/S",
     .about = "alpha in h'' + 2 alpha h' + beta^2 h = 0, which loops that drift apart obey in "
              "function augmented"},
    {"baumgarte-beta", ARG_NUMBER, STORED(passes.tree.stabilise.beta), "1/S",
     .about = "beta in that equation"},
};

static status take_loops(settings *s, diag *d)
{
    passes_settings *p = &s->passes;
    if (p->tree.newton_passes < 1 || p->tree.newton_passes > 4)
        return diag_error(d, (place){0}, "bad value '%u' of option --newton: 1, 2, 3 or 4 expected",
                          p->tree.newton_passes);
    if (p->tree.partition != PARTITION_GIVEN && p->joints.independent.items_count)
        return diag_error(d, (place){0}, "--independent and --partition %s exclude each other",
                          p->tree.partition == PARTITION_RULE ? "rule" : "pivots");
    snapping snapped = {.tolerance_rad = p->urdf.snap_rad};
    for (uint32_t i = 0; i < s->loops->cuts.items_count; i++)
        if (strcmp(s->loops->cuts.items[i], "auto") == 0)
            p->urdf.cut_loops = true;
        else
            TRY(cut_read_text(d->mem, s->loops->cuts.items[i], &snapped, &s->loops->own, d));
    p->tree.cuts = &s->loops->own;
    return STATUS_OK;
}

const option_table LOOPS_TABLE = {OPTION_TABLE("loops", "loops", ROWS), OPTION_PART(loops),
                                  .take = take_loops};
