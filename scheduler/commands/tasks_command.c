/* SPDX-License-Identifier: MIT */
/* `tauflow tasks`: one model split into tasks for several processors. */
#include "apps/ranks/emit_tasks.h"
#include "base/output.h"
#include "commands/code_options.h"
#include "commands/commands.h"
#include "emit/c/emit_c.h"

#include <string.h>

struct tasks_settings {
    tasks_wish wish;
    int split; /* split_way; SPLIT_WAYS: the best */
};

static const struct tasks_settings STANDARD = {.wish.moves = TASKS_DEFAULT_MOVES,
                                               .split = SPLIT_WAYS};

static const option_row ROWS[] = {
    {"ranks", ARG_COUNT, STORED_IN(tasks, wish.ranks), "N", .usual = true,
     .standard = "as many as there are groups, small ones joined",
     .about = "how many processors there are"},
    {"split", ARG_CHOICE, STORED_IN(tasks, split), "exchange|balance|direct|best", .usual = true,
     .about = "how operations come to tasks. exchange: groups of branches and blocks are joined "
              "to those that they exchange most with; balance: the smallest are joined; direct: "
              "sequences are scheduled whatever their group; best: the best of all"},
    {"group", ARG_LIST, STORED_IN(tasks, wish.groups), "BRANCH,...",
     .about = "branches that come together, by their numbers, as in 1,3,7; the others go by the "
              "rule; without --split, ways that know groups are tried; repeatable"},
    {"transfer-length", ARG_COUNT, STORED_IN(tasks, wish.latency), "OPERATIONS", .usual = true,
     .about = "how many operations pass until a word of another task is there"},
    {"transfer-weight", ARG_COUNT, STORED_IN(tasks, wish.weight), "OPERATIONS", .usual = true,
     .standard = "a 240th of all",
     .about = "how many operations saving one transfer may cost"},
    {"word-weight", ARG_COUNT, STORED_IN(tasks, wish.word_weight), "OPERATIONS",
     .about = "how many operations may be paid to send one word less to another task"},
    {"moves", ARG_COUNT, STORED_IN(tasks, wish.moves), "N",
     .about = "how many moves of sequences are tried at random, before those that improve"},
    {"stay", ARG_FLAG, STORED_IN(tasks, wish.stays), NULL,
     .about = "leave sequences where their group is"},
};
const option_table TASKS_TABLE = {OPTION_TABLE("tasks", "tasks", ROWS),
                                  OPTION_PART(tasks), .standard = &STANDARD,
                                  .counts = COUNTS_NEVER};

typedef struct {
    const task_plan *plan;
    text *out;
} tasks_report;

static double speed_up(const tasks_report *r, const tasks_split *c)
{
    return (double)r->plan->p->list_count / (double)c->line.length;
}

/* What goes out of a task, or in. */
typedef struct {
    uint32_t transfers, words;
} traffic;

static traffic traffic_of(const tasks_split *c, uint32_t task, bool out)
{
    traffic sum = {0};
    for (uint32_t m = 0; m < c->list.list_count; m++) {
        const transfer *t = &c->list.list[m];
        if ((out ? t->from : t->to) == task) {
            sum.transfers++;
            sum.words += t->words_count;
        }
    }
    return sum;
}

static uint32_t operations_of(const tasks_split *c, uint32_t task)
{
    uint32_t sum = 0;
    for (uint32_t i = c->orders.first[task]; i < c->orders.first[task + 1]; i++)
        sum += sequence_size(c->split.s, c->orders.order[i]);
    return sum;
}

/* --- structure -------------------------------------------------------------------------------- */

static void print_branches(const tasks_report *r)
{
    const branches *b = &r->plan->b;
    text_printf(r->out, "\nbranch  on  joints\n");
    for (uint32_t i = 0; i < b->count; i++) {
        const branch *one = &b->list[i];
        text_printf(r->out, "%6u %3u ", i + 1, one->parent == BRANCH_NONE ? 0 : one->parent + 1);
        for (uint32_t k = 0; k < one->bodies_count; k++)
            text_printf(r->out, " %s", b->t->bodies[one->bodies[k]].name);
        text_add(r->out, "\n");
    }
}

static void print_groups(const tasks_report *r)
{
    const branches *b = &r->plan->b;
    text_printf(r->out, "\ngroup  operations  branches; blocks\n");
    for (uint32_t g = 0; g < b->groups; g++) {
        text_printf(r->out, "%5u %11u ", g, operations_of(&r->plan->structure, g));
        for (uint32_t i = 0; i < b->count; i++)
            if (b->list[i].group == g)
                text_printf(r->out, " %u", i + 1);
        bool some = false;
        for (uint32_t k = 0; b->l && k < b->l->blocks_count; k++)
            if (b->of_block_group[k] == g) {
                text_printf(r->out, some ? " %u" : "; %u", k + 1);
                some = true;
            }
        text_add(r->out, "\n");
    }
}

/* --- tasks ------------------------------------------------------------------------------------ */

static void print_way(const tasks_report *r, const char *name, const tasks_split *c)
{
    if (!c->split.tasks)
        return;
    const double gain = speed_up(r, c);
    text_printf(r->out, "%-18s %5u %9u %9.2f %6.0f %% %9u %10u %10u\n", name, c->split.tasks,
                c->line.length, gain, 100 * gain / (double)c->split.tasks, c->list.critical,
                c->list.list_count, c->list.unmerged);
}

static void print_ways(const tasks_report *r, arena *mem)
{
    const task_plan *p = r->plan;
    text_add(r->out, "\nsplit              tasks  critical  speed-up     rate  critical  transfers"
                     "   unmerged\n"
                     "                            length                    transfers\n");
    print_way(r, "groups", &p->structure);
    for (uint32_t way = 0; way < SPLIT_WAYS; way++) {
        const bool taken = p->best == &p->moved[way];
        print_way(r, SPLIT_WORD[way], &p->of[way]);
        print_way(r, arena_printf(mem, "%s, moved%s", SPLIT_WORD[way], taken ? " *" : ""),
                  &p->moved[way]);
    }
    text_add(r->out, "* the one below\n");
}

static void print_tasks(const tasks_report *r)
{
    const tasks_split *c = r->plan->best;
    const uint32_t *joined = r->plan->joined[r->plan->way];
    text_add(r->out, "\ntask  operations  sequences  transfers out, in  words out, in  groups\n");
    for (uint32_t t = 0; t < c->split.tasks; t++) {
        const traffic sent = traffic_of(c, t, true), got = traffic_of(c, t, false);
        text_printf(r->out, "%4u %11u %10u %12u %5u %8u %5u ", t, operations_of(c, t),
                    c->orders.first[t + 1] - c->orders.first[t], sent.transfers, got.transfers,
                    sent.words, got.words);
        for (uint32_t g = 0; joined && g < r->plan->b.groups; g++)
            if (joined[g] == t)
                text_printf(r->out, " %u", g);
        text_add(r->out, "\n");
    }
    text_printf(r->out, "\ndeadlock          none: %u transfers were followed to the end of every "
                        "task\n", c->list.list_count);
}

/* --- JSON ------------------------------------------------------------------------------------- */

static void json_split(const tasks_report *r, const char *name, const tasks_split *c, bool *some)
{
    if (!c->split.tasks)
        return;
    text_printf(r->out,
                "%s\"%s\": {\"tasks\": %u, \"critical_length\": %u, \"speed_up\": %.4f, "
                "\"critical_transfers\": %u, \"transfers\": %u, \"unmerged\": %u, "
                "\"operations\": [", *some ? ", " : "", name, c->split.tasks, c->line.length,
                speed_up(r, c), c->list.critical, c->list.list_count, c->list.unmerged);
    for (uint32_t t = 0; t < c->split.tasks; t++)
        text_printf(r->out, "%s%u", t ? ", " : "", operations_of(c, t));
    text_add(r->out, "]}");
    *some = true;
}

static void json_groups(const tasks_report *r)
{
    const branches *b = &r->plan->b;
    text_add(r->out, ", \"groups\": [");
    for (uint32_t g = 0; g < b->groups; g++) {
        bool some = false;
        text_printf(r->out, "%s{\"branches\": [", g ? ", " : "");
        for (uint32_t i = 0; i < b->count; i++)
            if (b->list[i].group == g) {
                text_printf(r->out, "%s%u", some ? ", " : "", i + 1);
                some = true;
            }
        some = false;
        text_add(r->out, "], \"blocks\": [");
        for (uint32_t k = 0; b->l && k < b->l->blocks_count; k++)
            if (b->of_block_group[k] == g) {
                text_printf(r->out, "%s%u", some ? ", " : "", k + 1);
                some = true;
            }
        text_add(r->out, "]}");
    }
    text_add(r->out, "]");
}

static void print_json(const tasks_report *r, arena *mem)
{
    const task_plan *p = r->plan;
    bool some = false;
    text_add(r->out, "{\"robot\": ");
    text_add_json_string(r->out, p->p->robot);
    text_printf(r->out, ", \"function\": \"%s\", \"operations\": %u, \"sequences\": %u",
                FUNCTION_KIND[p->p->function].name, p->p->list_count, p->s.count);
    json_groups(r);
    text_printf(r->out, ", \"taken\": \"%s\", \"splits\": {", SPLIT_WORD[p->way]);
    json_split(r, "groups", &p->structure, &some);
    for (uint32_t way = 0; way < SPLIT_WAYS; way++) {
        json_split(r, SPLIT_WORD[way], &p->of[way], &some);
        json_split(r, arena_printf(mem, "%s_moved", SPLIT_WORD[way]), &p->moved[way], &some);
    }
    text_add(r->out, "}}\n");
}

static void print_words(const tasks_report *r, arena *mem)
{
    const task_plan *p = r->plan;
    text_printf(r->out, "robot             %s\nfunction          %s\noperations        %u\n"
                        "sequences         %u\n", p->p->robot, FUNCTION_KIND[p->p->function].name,
                p->p->list_count, p->s.count);
    print_branches(r);
    print_groups(r);
    print_ways(r, mem);
    print_tasks(r);
}

/* --- C ---------------------------------------------------------------------------------------- */

enum { STATES = 20, TASK_FILES = 4 };

/* NAME.c and .h, the function on one processor, and NAME_tasks.c and .h. */
static status write_files(arena *mem, const settings *s, const passes_forms *f,
                          const task_plan *plan, diag *d)
{
    const char *name = s->code->name ? s->code->name : emit_c_name(mem, f->ops.robot);
    const bool is_float = s->code->real == REAL_FLOAT;
    const emit_c_options options = {.with_float = is_float, .with_double = !is_float, .name = name};
    static const char *const ENDING[TASK_FILES] = {".c", ".h", "_tasks.c", "_tasks.h"};
    output_file files[TASK_FILES];
    sample_set states;
    for (uint32_t k = 0; k < TASK_FILES; k++)
        files[k] = output_make(mem, s->out, arena_printf(mem, "%s%s", name, ENDING[k]));
    TRY(passes_samples(mem, f, &f->ops, STATES, s->passes.equations.seed, &states, d));
    const emit_tasks_options wish = {.file = &options, .states = states.exact,
                                     .states_count = states.steps};
    TRY(emit_c(&f->ops, &options, &files[0].bytes, &files[1].bytes, d));
    TRY(emit_tasks(plan, &wish, &files[2].bytes, &files[3].bytes, d));
    return output_write_folder(s->out, files, TASK_FILES, d);
}

static status run_tasks(arena *mem, const char *path, settings *s, text *out, diag *d)
{
    passes_forms f;
    loops l;
    task_plan plan;
    if (passes_is_ops_file(path))
        return diag_error(d, (place){.file = path},
                          "tasks starts from a robot description, not from a .ops file");
    if (s->code->name && strcmp(s->code->name, emit_c_name(mem, s->code->name)) != 0)
        return diag_error(d, (place){0}, "bad value '%s' of option --name: a C identifier expected",
                          s->code->name);
    if (s->tasks->wish.ranks > TASKS_MOST_RANKS)
        return diag_error(d, (place){0}, "bad value '%u' of option --ranks: 1 to %u expected",
                          s->tasks->wish.ranks, TASKS_MOST_RANKS);
    TRY(passes_tree(mem, path, &s->passes, &f, d));
    if (f.tree.cuts_count)
        TRY(loops_find(mem, &f.tree, &l, d));
    TRY(passes_operations(mem, &s->passes, &f, d));
    s->tasks->wish.way_given = s->tasks->split != SPLIT_WAYS;
    s->tasks->wish.way = s->tasks->wish.way_given ? (split_way)s->tasks->split : SPLIT_EXCHANGE;
    s->tasks->wish.seed = s->passes.equations.seed;
    s->tasks->wish.life = &s->life;
    TRY(tasks_plan(mem, &f.tree, f.tree.cuts_count ? &l : NULL, &f.ops, &s->tasks->wish, &plan, d));
    if (s->out)
        TRY(write_files(mem, s, &f, &plan, d));
    const tasks_report r = {.plan = &plan, .out = out};
    if (s->json)
        print_json(&r, mem);
    else
        print_words(&r, mem);
    return STATUS_OK;
}

const command TASKS_COMMAND = {
    .name = "tasks",
    .title = "one model split into tasks for several processors",
    .operand = "ROBOT",
    .about = "Reads " A_ROBOT ",\nsplits the operations of a function into tasks that run side by "
             "side and send each other words,\nand tells how long the longest takes and what goes "
             "between them.",
    .example = "tauflow tasks robots/car54.urdf --function closed-fd --ranks 4",
    .options = "out name real @tasks json " A_ROBOT_TAKES,
    .words = {{"out", .value = "FOLDER/",
               .about = "write C for Open MPI, one rank per task, and C for one processor into "
                        "this folder"}},
    .run = run_tasks,
};
