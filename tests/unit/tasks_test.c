/* SPDX-License-Identifier: MIT */
/* Splits into tasks: any split of any model comes to its end with every operand there, and one that
 * would not is refused. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>
#include <string.h>

#include "base/random.h"
#include "passes.h"
#include "tasks/tasks.h"

/* A model, its branches and sequences. */
typedef struct {
    arena mem;
    diag d;
    passes_forms f;
    loops l;
    branches b;
    sequences s;
} model;

static void model_read(model *m, const char *path, function_kind function, uint32_t longest)
{
    m->mem = arena_make();
    m->d = diag_make(&m->mem);
    passes_settings s = passes_default();
    s.equations.function = function;
    s.equations.effort = 0;
    if (passes_tree(&m->mem, path, &s, &m->f, &m->d) != STATUS_OK ||
        (m->f.tree.cuts_count && loops_find(&m->mem, &m->f.tree, &m->l, &m->d) != STATUS_OK) ||
        passes_operations(&m->mem, &s, &m->f, &m->d) != STATUS_OK)
        fail_msg("%s", m->d.error.text);
    m->b = branches_find(&m->mem, &m->f.tree, m->f.tree.cuts_count ? &m->l : NULL);
    m->s = sequences_find(&m->mem, &m->f.ops, &m->b, longest);
}

static const struct {
    const char *path;
    function_kind function;
} MODELS[] = {{"robots/loops/planar4.urdf", FUNCTION_CLOSED_FD},
              {"robots/loops/delta.urdf", FUNCTION_CLOSED_FD},
              {"robots/bogie.urdf", FUNCTION_ID},
              {"robots/iiwa.urdf", FUNCTION_FD}};
enum { MODELS_COUNT = sizeof MODELS / sizeof MODELS[0] };

/* Operations stand in the order of their operands within sequences, and these among each other. */
static void sequences_hold_every_operation_after_its_operands(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MODELS_COUNT; i++) {
        model m;
        model_read(&m, MODELS[i].path, MODELS[i].function, 20);
        const ops *p = &m.f.ops;
        uint32_t listed = 0;
        assert_true(m.s.count > 3);
        for (uint32_t k = 0; k < m.s.count; k++)
            for (uint32_t n = m.s.first[k]; n < m.s.first[k + 1]; n++, listed++) {
                const uint32_t one = m.s.operations[n];
                const operand of[2] = {p->list[one].a, p->list[one].b};
                assert_int_equal(m.s.of_op[one], k);
                for (int a = 0; a < 2; a++)
                    if (OPERAND_CLASS(of[a]) == FROM_OP)
                        assert_true(m.s.of_op[OPERAND_INDEX(of[a])] <= k);
            }
        assert_int_equal(listed, p->list_count);
        arena_free(&m.mem);
    }
}

static tasks_split random_split(model *m, uint32_t tasks, uint32_t latency, uint64_t *seed)
{
    tasks_split c = {.split = {.s = &m->s, .tasks = tasks, .latency = latency,
                           .task = ARENA_ARRAY(&m->mem, uint32_t, m->s.count)}};
    for (uint32_t k = 0; k < m->s.count; k++)
        c.split.task[k] = (uint32_t)(random_bits(seed) % tasks);
    c.line = timeline_make(timeline_room_make(&m->mem, &m->s, tasks), &c.split);
    c.orders = task_orders_find(&m->mem, &c.split, &c.line);
    c.list = transfers_find(&m->mem, &c.split, &c.line);
    return c;
}

static void random_splits_come_to_their_end(void **state)
{
    (void)state;
    uint64_t seed = 24;
    for (uint32_t i = 0; i < MODELS_COUNT; i++) {
        model m;
        model_read(&m, MODELS[i].path, MODELS[i].function, 20);
        for (uint32_t tasks = 1; tasks < 7; tasks++) {
            const tasks_split c = random_split(&m, tasks, 10 * (tasks % 3), &seed);
            if (transfers_check(&c.split, &c.orders, &c.list, &m.d) != STATUS_OK)
                fail_msg("%s on %u tasks: %s", MODELS[i].path, tasks, m.d.error.text);
            assert_true(c.line.length * tasks >= m.f.ops.list_count);
            assert_true(tasks > 1 || c.line.length == m.f.ops.list_count);
            assert_true(tasks == 1 || c.list.list_count > 0);
            assert_true(c.list.list_count <= c.list.unmerged + tasks);
        }
        arena_free(&m.mem);
    }
}

static uint32_t place_of(const tasks_split *c, uint32_t task, uint32_t sequence)
{
    uint32_t at = c->orders.first[task];
    while (at < c->orders.first[task + 1] && c->orders.order[at] != sequence)
        at++;
    return at;
}

/* A transfer is sent only after its sender got an answer to it. */
static bool plant_cycle(tasks_split *c)
{
    for (uint32_t i = 0; i < c->list.list_count; i++)
        for (uint32_t k = 0; k < c->list.list_count; k++) {
            transfer *there = &c->list.list[i];
            const transfer *back = &c->list.list[k];
            if (there->from == back->to && there->to == back->from &&
                back->before != TRANSFER_AT_END && there->before != TRANSFER_AT_END &&
                place_of(c, back->from, back->after) >= place_of(c, there->to, there->before) &&
                place_of(c, back->to, back->before) > place_of(c, there->from, there->after)) {
                there->after = back->before;
                return true;
            }
        }
    return false;
}

static void planted_cycles_are_refused(void **state)
{
    (void)state;
    uint64_t seed = 7;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    tasks_split c = random_split(&m, 3, 0, &seed);
    assert_int_equal(transfers_check(&c.split, &c.orders, &c.list, &m.d), STATUS_OK);
    assert_true(plant_cycle(&c));
    assert_int_not_equal(transfers_check(&c.split, &c.orders, &c.list, &m.d), STATUS_OK);
    assert_non_null(strstr(m.d.error.text, "deadlock: task "));
    arena_free(&m.mem);
}

static void words_that_are_missing_are_refused(void **state)
{
    (void)state;
    uint64_t seed = 7;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    tasks_split c = random_split(&m, 3, 0, &seed);
    c.list.list[0].words_count--;
    assert_int_not_equal(transfers_check(&c.split, &c.orders, &c.list, &m.d), STATUS_OK);
    assert_non_null(strstr(m.d.error.text, "not there when task"));
    arena_free(&m.mem);
}

/* Results, too, have to come to task 0. */
static void results_that_stay_away_are_refused(void **state)
{
    (void)state;
    uint64_t seed = 7;
    uint32_t taken = 0;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    tasks_split c = random_split(&m, 3, 0, &seed);
    for (uint32_t i = 0; i < c.list.list_count; i++)
        if (c.list.list[i].before == TRANSFER_AT_END) {
            taken += c.list.list[i].words_count;
            c.list.list[i].words_count = 0;
        }
    assert_true(taken > 0);
    assert_int_not_equal(transfers_check(&c.split, &c.orders, &c.list, &m.d), STATUS_OK);
    assert_non_null(strstr(m.d.error.text, "does not come to task 0"));
    arena_free(&m.mem);
}

static void words_that_are_sent_too_early_are_refused(void **state)
{
    (void)state;
    uint64_t seed = 7;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    tasks_split c = random_split(&m, 3, 0, &seed);
    transfer *early = &c.list.list[c.list.list_count - 1];
    assert_int_not_equal(early->after, c.orders.order[c.orders.first[early->from]]);
    early->after = c.orders.order[c.orders.first[early->from]];
    assert_int_not_equal(transfers_check(&c.split, &c.orders, &c.list, &m.d), STATUS_OK);
    assert_non_null(strstr(m.d.error.text, "before it is there"));
    arena_free(&m.mem);
}

static bool uses(const tasks_split *c, const ops *p, uint32_t word, uint32_t task)
{
    for (uint32_t o = 0; o < p->outputs_count; o++)
        if (task == 0 && p->outputs[o].value == OPERAND(FROM_OP, word))
            return true;
    for (uint32_t i = 0; i < p->list_count; i++)
        if (c->split.task[c->split.s->of_op[i]] == task &&
            (p->list[i].a == OPERAND(FROM_OP, word) || p->list[i].b == OPERAND(FROM_OP, word)))
            return true;
    return false;
}

/* Nothing is sent that nobody needs, nothing twice, and nothing later than it can arrive. */
static void words_are_sent_once_to_those_that_use_them(void **state)
{
    (void)state;
    enum { TASKS = 3, LATENCY = 30 };
    uint64_t seed = 11;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    const ops *p = &m.f.ops;
    const tasks_split c = random_split(&m, TASKS, LATENCY, &seed);
    uint8_t *got = ARENA_ARRAY(&m.mem, uint8_t, (size_t)TASKS * p->list_count);
    for (uint32_t i = 0; i < c.list.list_count; i++) {
        const transfer *t = &c.list.list[i];
        assert_true(t->words_count > 0);
        for (uint32_t k = 0; k < t->words_count; k++) {
            assert_true(uses(&c, p, t->words[k], t->to));
            assert_int_equal(got[(size_t)t->to * p->list_count + t->words[k]]++, 0);
        }
        if (t->before != TRANSFER_AT_END)
            assert_true(c.line.finish[t->after] + LATENCY <= c.line.start[t->before]);
    }
    arena_free(&m.mem);
}

/* Two sequences that wait for each other have no timeline. */
static void held_sequences_that_wait_for_each_other_never_end(void **state)
{
    (void)state;
    model m;
    model_read(&m, MODELS[0].path, MODELS[0].function, 20);
    sequence_edge held = {.from = m.s.edges[0].to, .to = m.s.edges[0].from};
    task_split c = {.s = &m.s, .tasks = 2, .task = ARENA_ARRAY(&m.mem, uint32_t, m.s.count),
                  .held = &held, .held_count = 1};
    timeline_room *room = timeline_room_make(&m.mem, &m.s, 2);
    assert_int_equal(timeline_make(room, &c).length, TIMELINE_NEVER);
    held = (sequence_edge){.from = held.to, .to = held.from};
    assert_int_equal(timeline_make(room, &c).length, m.f.ops.list_count);
    arena_free(&m.mem);
}

/* Migration never makes the sum worse that it is to make smaller, and is the same every time. */
static void migration_improves(void **state)
{
    (void)state;
    for (uint32_t i = 0; i < MODELS_COUNT; i++) {
        model m;
        model_read(&m, MODELS[i].path, MODELS[i].function, 20);
        tasks_wish wish = {.ranks = 3, .moves = 300, .weight = 5, .seed = 1};
        task_plan plan, again;
        const loops *l = m.f.tree.cuts_count ? &m.l : NULL;
        assert_int_equal(tasks_plan(&m.mem, &m.f.tree, l, &m.f.ops, &wish, &plan, &m.d), STATUS_OK);
        for (uint32_t way = 0; way < SPLIT_WAYS; way++) {
            const tasks_split *raw = &plan.of[way], *moved = &plan.moved[way];
            assert_true(moved->line.length + 5 * moved->list.list_count <=
                        raw->line.length + 5 * raw->list.list_count);
        }
        assert_int_equal(tasks_plan(&m.mem, &m.f.tree, l, &m.f.ops, &wish, &again, &m.d),
                         STATUS_OK);
        assert_memory_equal(plan.best->split.task, again.best->split.task,
                            plan.s.count * sizeof(uint32_t));
        arena_free(&m.mem);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(sequences_hold_every_operation_after_its_operands),
        cmocka_unit_test(random_splits_come_to_their_end),
        cmocka_unit_test(planted_cycles_are_refused),
        cmocka_unit_test(words_that_are_missing_are_refused),
        cmocka_unit_test(results_that_stay_away_are_refused),
        cmocka_unit_test(words_that_are_sent_too_early_are_refused),
        cmocka_unit_test(words_are_sent_once_to_those_that_use_them),
        cmocka_unit_test(held_sequences_that_wait_for_each_other_never_end),
        cmocka_unit_test(migration_improves),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
