/* SPDX-License-Identifier: MIT */
#include "apps/ranks/emit_tasks.h"

#include "emit/order.h"
#include "emit/parts.h"

#include <stdlib.h>
#include <string.h>

static const char RUNTIME[] = {
#include "ranks_runtime.inc"
};
static const char PROGRAM[] = {
#include "ranks_main.inc"
};

/* Words of a transfer begin on a line of the cache. */
enum { LINE_BYTES = 64, PART_OPERATIONS = 300 };

/* Sequences of a task that are one function of C: nothing is sent or received in between. */
typedef struct {
    uint32_t task, first, count; /* of the order of the task */
} part;

typedef struct {
    const task_plan *plan;
    const tasks_split *split;
    const ops *p;
    emitter e;
    part *parts;
    uint32_t parts_count, parts_capacity;
    uint32_t *part_of; /* per operation */
    uint32_t *slot;    /* per operation that other parts of its task use, or results: in `kept` */
    uint32_t slots;
    uint32_t *offset;  /* per transfer: of its first word */
    uint32_t exchanged;
    uint32_t *rank;    /* per operation: in the order of emitted code */
    uint32_t *shown;   /* per operation: part + 1 that has a constant for it */
} writing;

#define NO_SLOT UINT32_MAX

/* --- where words are -------------------------------------------------------------------------- */

static bool has_transfer(const writing *w, uint32_t sequence, bool received)
{
    for (uint32_t m = 0; m < w->split->list.list_count; m++)
        if ((received ? w->split->list.list[m].before : w->split->list.list[m].after) == sequence)
            return true;
    return false;
}

static void find_parts(arena *mem, writing *w)
{
    const task_orders *o = &w->split->orders;
    const sequences *s = &w->plan->s;
    for (uint32_t t = 0; t < w->split->split.tasks; t++) {
        uint32_t operations = 0;
        part *at = NULL;
        for (uint32_t i = o->first[t]; i < o->first[t + 1]; i++) {
            const uint32_t k = o->order[i];
            if (!at || operations + sequence_size(s, k) > PART_OPERATIONS ||
                has_transfer(w, k, true) || has_transfer(w, o->order[i - 1], false)) {
                at = ARENA_PUSH(mem, w, parts);
                *at = (part){.task = t, .first = i};
                operations = 0;
            }
            at->count++;
            operations += sequence_size(s, k);
            for (uint32_t n = s->first[k]; n < s->first[k + 1]; n++)
                w->part_of[s->operations[n]] = w->parts_count - 1;
        }
    }
}

static uint32_t task_of(const writing *w, uint32_t operation)
{
    return w->split->split.task[w->plan->s.of_op[operation]];
}

static void keep(writing *w, uint32_t operation)
{
    if (w->slot[operation] == NO_SLOT)
        w->slot[operation] = w->slots++;
}

static void find_slots(writing *w)
{
    for (uint32_t i = 0; i < w->p->list_count; i++)
        w->slot[i] = NO_SLOT;
    for (uint32_t i = 0; i < w->p->list_count; i++) {
        const operand of[2] = {w->p->list[i].a, w->p->list[i].b};
        for (int k = 0; k < 2; k++)
            if (OPERAND_CLASS(of[k]) == FROM_OP &&
                w->part_of[OPERAND_INDEX(of[k])] != w->part_of[i] &&
                task_of(w, OPERAND_INDEX(of[k])) == task_of(w, i))
                keep(w, OPERAND_INDEX(of[k]));
    }
    for (uint32_t o = 0; o < w->p->outputs_count; o++) {
        const operand value = w->p->outputs[o].value;
        if (OPERAND_CLASS(value) == FROM_OP && task_of(w, OPERAND_INDEX(value)) == 0)
            keep(w, OPERAND_INDEX(value));
    }
}

static void find_offsets(writing *w)
{
    const uint32_t line = w->e.real->is_float ? LINE_BYTES / 4 : LINE_BYTES / 8;
    w->exchanged = (w->p->inputs_count + 1 + line - 1) / line * line;
    for (uint32_t m = 0; m < w->split->list.list_count; m++) {
        w->offset[m] = w->exchanged;
        w->exchanged += (w->split->list.list[m].words_count + line - 1) / line * line;
    }
}

/* Where a word of another task stands among those that a task receives; it was checked that it
 * does. */
static uint32_t received_at(const writing *w, uint32_t operation, uint32_t task)
{
    for (uint32_t m = 0; m < w->split->list.list_count; m++) {
        const transfer *t = &w->split->list.list[m];
        for (uint32_t i = 0; t->to == task && i < t->words_count; i++)
            if (t->words[i] == operation)
                return w->offset[m] + i;
    }
    return 0;
}

/* --- operations ------------------------------------------------------------------------------- */

static void operand_text(const writing *w, operand x)
{
    const uint32_t i = OPERAND_INDEX(x);
    switch (OPERAND_CLASS(x)) {
    case FROM_INPUT: text_printf(w->e.out, "x[%u]", i); break;
    case FROM_OP: text_printf(w->e.out, "t%u", i); break;
    case FROM_CONSTANT:
        text_add(w->e.out, "(");
        emit_number(&w->e, w->p->constants[i].value);
        text_add(w->e.out, ")");
        break;
    }
}

/* A word that another part or task made. */
static void fetch(const writing *w, operand x, uint32_t number)
{
    const uint32_t i = OPERAND_INDEX(x), task = w->parts[number].task;
    if (OPERAND_CLASS(x) != FROM_OP || w->shown[i] == number + 1)
        return;
    w->shown[i] = number + 1;
    emit_template(&w->e, "    const @R ");
    if (task_of(w, i) == task)
        text_printf(w->e.out, "t%u = kept[%u];\n", i, w->slot[i]);
    else
        text_printf(w->e.out, "t%u = x[%u];\n", i, received_at(w, i, task));
}

static void store(const writing *w, uint32_t i, uint32_t task)
{
    if (w->slot[i] != NO_SLOT)
        text_printf(w->e.out, "    kept[%u] = t%u;\n", w->slot[i], i);
    for (uint32_t m = 0; m < w->split->list.list_count; m++) {
        const transfer *t = &w->split->list.list[m];
        for (uint32_t k = 0; t->from == task && k < t->words_count; k++)
            if (t->words[k] == i)
                text_printf(w->e.out, "    x[%u] = t%u;\n", w->offset[m] + k, i);
    }
}

static void operation(const writing *w, uint32_t i, uint32_t number)
{
    const op *o = &w->p->list[i];
    fetch(w, o->a, number);
    fetch(w, o->b, number);
    w->shown[i] = number + 1;
    emit_template(&w->e, "    const @R ");
    text_printf(w->e.out, "t%u = ", i);
    if (OP_KIND[o->kind].symbol) {
        operand_text(w, o->a);
        text_printf(w->e.out, " %s ", OP_KIND[o->kind].symbol);
        operand_text(w, o->b);
        text_add(w->e.out, ";\n");
    } else {
        emit_call_name(&w->e, o->kind, false);
        text_add(w->e.out, "(");
        operand_text(w, o->a);
        if (OP_KIND[o->kind].operands > 1) {
            text_add(w->e.out, ", ");
            operand_text(w, o->b);
        }
        text_add(w->e.out, ");\n");
    }
    store(w, i, w->parts[number].task);
}

/* The operations of a part, in the order that emitted code has. */
static void write_part(arena *mem, const writing *w, uint32_t number)
{
    const part *p = &w->parts[number];
    const sequences *s = &w->plan->s;
    uint64_t *keys = ARENA_ARRAY(mem, uint64_t, w->p->list_count + 1);
    uint32_t count = 0;
    for (uint32_t i = p->first; i < p->first + p->count; i++) {
        const uint32_t k = w->split->orders.order[i];
        for (uint32_t n = s->first[k]; n < s->first[k + 1]; n++) {
            uint32_t at = count++;
            const uint64_t key = (uint64_t)w->rank[s->operations[n]] << 32 | s->operations[n];
            for (; at && keys[at - 1] > key; at--)
                keys[at] = keys[at - 1];
            keys[at] = key;
        }
    }
    text_printf(w->e.out, "APART void part_%u(real *x, real *kept)\n{\n    (void)x, (void)kept;\n",
                number);
    for (uint32_t i = 0; i < count; i++)
        operation(w, (uint32_t)keys[i], number);
    text_add(w->e.out, "}\n\n");
}

/* --- tasks ------------------------------------------------------------------------------------ */

static void write_calls(const writing *w, const char *call, uint32_t task, uint32_t sequence,
                        bool received)
{
    for (uint32_t m = 0; m < w->split->list.list_count; m++) {
        const transfer *t = &w->split->list.list[m];
        if (received ? t->to == task && t->before == sequence
                     : t->from == task && t->after == sequence)
            text_printf(w->e.out, "        %s(%u);\n", call, m);
    }
}

static void write_tasks(const writing *w)
{
    text_add(w->e.out, "static void run_task(int task, real *x, real *kept)\n{\n"
                       "    switch (task) {\n");
    for (uint32_t t = 0; t < w->split->split.tasks; t++) {
        text_printf(w->e.out, "    case %u:\n", t);
        for (uint32_t k = 0; k < w->parts_count; k++) {
            const part *p = &w->parts[k];
            if (p->task != t)
                continue;
            const uint32_t *order = w->split->orders.order + p->first;
            write_calls(w, "transfer_receive", t, order[0], true);
            text_printf(w->e.out, "        part_%u(x, kept);\n", k);
            write_calls(w, "transfer_send", t, order[p->count - 1], false);
        }
        if (t == 0)
            write_calls(w, "transfer_receive", t, TRANSFER_AT_END, true);
        text_add(w->e.out, "        break;\n");
    }
    text_add(w->e.out, "    }\n}\n\n");
}

static void write_results(const writing *w)
{
    text_add(w->e.out, "APART void write_results(const real *x, const real *kept, real *out)\n{\n"
                       "    (void)x, (void)kept;\n");
    for (uint32_t o = 0; o < w->p->outputs_count; o++) {
        const operand value = w->p->outputs[o].value;
        const uint32_t i = OPERAND_INDEX(value);
        text_printf(w->e.out, "    out[%u] = ", o);
        if (OPERAND_CLASS(value) != FROM_OP)
            operand_text(w, value);
        else if (task_of(w, i) == 0)
            text_printf(w->e.out, "kept[%u]", w->slot[i]);
        else
            text_printf(w->e.out, "x[%u]", received_at(w, i, 0));
        text_add(w->e.out, ";\n");
    }
    text_add(w->e.out, "}\n");
}

static const char HEAD[] =
    "/* Made by tauflow; what is in it is told in @P_tasks.h. Compile with mpicc, -std=c11 "
    "-D_POSIX_C_SOURCE=200809L\n"
    " * and -ffp-contract=off: without the last a compiler may fuse products and sums of one rank "
    "alone and of\n * all differently. */\n"
    "#include \"@P.c\"\n"
    "#include \"@P_tasks.h\"\n\n"
    "#include <sched.h>\n#include <stdatomic.h>\n#include <stdbool.h>\n#include <stdio.h>\n"
    "#include <stdlib.h>\n#include <string.h>\n#include <time.h>\n\n"
    "#if defined(__GNUC__)\n#define APART static __attribute__((noinline))\n#else\n"
    "#define APART static\n#endif\n"
    "typedef @R real;\n"
    "#define WHO \"@P\"\n"
    "#define OPEN @P_@Ftasks_open_@T\n"
    "#define WORDS @P_@Ftasks_words_@T\n"
    "#define SERVE @P_@Ftasks_serve_@T\n"
    "#define CLOSE @P_@Ftasks_close_@T\n"
    "#define SPREAD @P_@Fspread_words_@T\n"
    "#define sequential @P_@Fwords_@T\n";

static const char HEADER[] =
    "/* Made by tauflow: one evaluation by several ranks of MPI, each with a task of its own.\n"
    " *\n"
    " * All ranks call open, which returns 0; then rank 0 asks for evaluations and calls close at\n"
    " * the end, while the others are in serve until then. Input and output words are those of\n"
    " * @P_@Fwords_@T (@P.h), and so is every bit of the results. Words go through memory that\n"
    " * the ranks of one node share; between nodes, or where by_messages is 1, by messages.\n"
    " * Whoever waits longer than timeout_s (0: for ever) says so in one line and ends all ranks:\n"
    " * rank 0, too, has to ask within this time. Not for several threads. */\n"
    "#ifndef @N_TASKS_H\n#define @N_TASKS_H\n\n"
    "#include <mpi.h>\n\n"
    "int @P_@Ftasks_open_@T(MPI_Comm comm, int by_messages, double timeout_s);\n"
    "void @P_@Ftasks_words_@T(const @R *in, @R *out);\n"
    "void @P_@Ftasks_serve_@T(void);\n"
    "void @P_@Ftasks_close_@T(void);\n"
    "/* The other way: every rank calls it, and evaluates some of the samples alone. Rank 0 has\n"
    " * all words, sample after sample. timeout_s: longer than the samples of a rank take. */\n"
    "void @P_@Fspread_words_@T(MPI_Comm comm, double timeout_s, int samples, const @R *in,\n"
    "    @R *out);\n"
    "/* Of rank 0, on a state, as @P_@C_@T takes it. */\n";

/* Its head. */
static void write_state_call(const writing *w, const char *quality, const char *end)
{
    emit_template(&w->e, "@X @P_@C_tasks_@T(");
    emit_parameters(&w->e, false, quality);
    text_add(w->e.out, end);
}

static void write_state(const writing *w)
{
    text_add(w->e.out, "\n");
    write_state_call(w, "restrict ", ")\n{\n");
    emit_unused(&w->e);
    emit_state_by(&w->e, "@P_@Ftasks_words_@T");
    text_add(w->e.out, "}\n");
}

static void write_tables(const writing *w)
{
    const transfers *list = &w->split->list;
    text_printf(w->e.out,
                "#define MPI_REAL_TYPE %s\n"
                "enum { RANKS = %u, INPUTS = %u, OUTPUTS = %u, TRANSFERS = %u, EXCHANGED = %u, "
                "KEPT = %u };\n"
                "/* From rank to rank, first word and how many. */\n"
                "static const struct {\n    int from, to, first, count;\n} TRANSFER[TRANSFERS + 1] "
                "= {\n", w->e.real->is_float ? "MPI_FLOAT" : "MPI_DOUBLE", w->split->split.tasks,
                w->p->inputs_count, w->p->outputs_count, list->list_count, w->exchanged,
                emit_room(w->slots));
    for (uint32_t m = 0; m < list->list_count; m++)
        text_printf(w->e.out, "    {%u, %u, %u, %u},\n", list->list[m].from, list->list[m].to,
                    w->offset[m], list->list[m].words_count);
    text_add(w->e.out, "    {0, 0, 0, 0}};\n\n"
                       "static void transfer_receive(int transfer);\n"
                       "static void transfer_send(int transfer);\n\n");
}

static void write_states(const writing *w, const emit_tasks_options *o)
{
    emit_template(&w->e, "\n#ifdef @N_TASKS_MAIN\n");
    text_printf(w->e.out, "enum { STATES = %u };\nstatic const real STATE[STATES][INPUTS] = {\n",
                o->states_count);
    for (uint32_t i = 0; i < o->states_count; i++) {
        text_add(w->e.out, "    {");
        for (uint32_t k = 0; k < w->p->inputs_count; k++) {
            text_add(w->e.out, k ? k % 4 ? ", " : ",\n     " : "");
            emit_number(&w->e, o->states[(size_t)i * w->p->inputs_count + k]);
        }
        text_add(w->e.out, "},\n");
    }
    text_add(w->e.out, "};\n");
}

static void write_all(arena *mem, writing *w, const emit_tasks_options *o)
{
    const uint32_t *order = order_for_size(mem, w->p);
    for (uint32_t i = 0; i < w->p->list_count; i++)
        w->rank[order[i]] = i;
    find_parts(mem, w);
    find_slots(w);
    find_offsets(w);
    emit_template(&w->e, HEAD);
    write_tables(w);
    for (uint32_t k = 0; k < w->parts_count; k++)
        write_part(mem, w, k);
    write_tasks(w);
    write_results(w);
    text_add_bytes(w->e.out, RUNTIME, sizeof RUNTIME);
    write_state(w);
    write_states(w, o);
    text_add_bytes(w->e.out, PROGRAM, sizeof PROGRAM);
    text_add(w->e.out, "#endif\n");
}

status emit_tasks(const task_plan *plan, const emit_tasks_options *o, text *c, text *h, diag *d)
{
    const ops *p = plan->p;
    if (!p->inputs_count || !p->list_count)
        return diag_error(d, (place){0}, "function '%s' of robot '%s' has nothing to be split",
                          FUNCTION_KIND[p->function].name, p->robot);
    arena mem = arena_make();
    writing w = {.plan = plan, .split = plan->best, .p = p,
                 .part_of = ARENA_ARRAY(&mem, uint32_t, p->list_count),
                 .slot = ARENA_ARRAY(&mem, uint32_t, p->list_count),
                 .rank = ARENA_ARRAY(&mem, uint32_t, p->list_count),
                 .shown = ARENA_ARRAY(&mem, uint32_t, p->list_count),
                 .offset = ARENA_ARRAY(&mem, uint32_t, plan->best->list.list_count + 1)};
    const emitter of = emit_function(&mem, p, o->file);
    const emit_real *real = o->file->with_float ? &EMIT_FLOAT : &EMIT_DOUBLE;
    w.e = emit_with(&of, real, h);
    emit_template(&w.e, HEADER);
    write_state_call(&w, "", ");\n\n#endif\n");
    w.e.out = c;
    write_all(&mem, &w, o);
    arena_free(&mem);
    return STATUS_OK;
}
