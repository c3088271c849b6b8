/* SPDX-License-Identifier: MIT */
/* Operators of circuits in a few bits, each beside an expression of words that says what it has to
 * give: `operator_cases FOLDER` writes FOLDER/KIND.v for each kind and FOLDER/KIND.ys, with which
 * Yosys proves them equal for all inputs (sim/prove/operators.sh).
 *
 * Expressions are those of machine/fixed.h with room for all bits, written here once more. Each
 * graph is built for devices whose blocks add and that do not, with products in blocks and as sums,
 * with few digits and with many, for a clock and without one; registers are left out, since stages
 * are proved by their own check. Of equal texts one is proved. */
#include "emit/verilog/circuit_parts.h"
#include "operations/ops_fixed.h"

#include <assert.h>
#include <math.h>
#include <stdio.h>
#include <string.h>

enum { WIDTH = 5, ROOM = 4 * WIDTH, MOST_NODES = 4, INPUTS = 3 };

/* Operands: inputs, the constant, then nodes. */
enum { X, Y, Z, K, FIRST };

typedef struct {
    op_kind kind;
    uint32_t a, b;
    int point;
} node;

typedef struct {
    int point[INPUTS], k, k_point; /* integer k * 2^-k_point */
    node list[MOST_NODES];
    uint32_t count;
} graph;

typedef struct {
    arena *mem;
    const char *folder, *kind;
    text verilog, script;
    uint32_t graphs, circuits;
} writer;

/* ---- graphs ---------------------------------------------------------------------------------- */

static const char *const INPUT_NAME[INPUTS] = {"x", "y", "z"};

static bool reads(const graph *g, uint32_t operand_number)
{
    for (uint32_t i = 0; i < g->count; i++)
        if (g->list[i].a == operand_number || g->list[i].b == operand_number)
            return true;
    return false;
}

static int point_of(const graph *g, uint32_t x)
{
    return x < K ? g->point[x] : x == K ? g->k_point : g->list[x - FIRST].point;
}

static operand operand_of(uint32_t x)
{
    return x < K ? OPERAND(FROM_INPUT, x) : x == K ? OPERAND(FROM_CONSTANT, 0)
                                                   : OPERAND(FROM_OP, x - FIRST);
}

/* Every node that nothing reads is an output. */
static ops ops_of(arena *mem, const graph *g)
{
    const double most = ldexp(1, WIDTH - 1) - 1;
    ops p = {.robot = "operators", .function = FUNCTION_ID, .format = WIDTH};
    for (uint32_t i = 0; i < INPUTS; i++)
        *ARENA_PUSH(mem, &p, inputs) = (ops_input){
            .name = INPUT_NAME[i], .kind = INPUT_PLAIN, .ratio = 1, .point = g->point[i],
            .low = ldexp(-most, -g->point[i]), .high = ldexp(most, -g->point[i])};
    *ARENA_PUSH(mem, &p, constants) =
        (ops_constant){.name = "k", .value = ldexp(g->k, -g->k_point), .point = g->k_point};
    for (uint32_t i = 0; i < g->count; i++) {
        const node *n = &g->list[i];
        *ARENA_PUSH(mem, &p, list) = (op){.kind = n->kind, .a = operand_of(n->a),
                                          .b = operand_of(n->b), .point = n->point,
                                          .name = arena_printf(mem, "n%u", i)};
        if (!reads(g, FIRST + i))
            *ARENA_PUSH(mem, &p, outputs) = (ops_output){
                .name = arena_printf(mem, "n%u", i), .kind = OUTPUT_PLAIN,
                .value = OPERAND(FROM_OP, i)};
    }
    return p;
}

/* ---- what it has to be ----------------------------------------------------------------------- */

static const char *value_of(arena *mem, const graph *g, uint32_t x)
{
    if (x == K)
        return arena_printf(mem, "(%d)", g->k);
    return x < K ? arena_printf(mem, "in_%s", INPUT_NAME[x]) : arena_printf(mem, "r%u", x - FIRST);
}

/* floor of what has so many bits below the point, and a half. */
static void add_rounded(const char *exact, int bits, text *out)
{
    if (bits)
        text_printf(out, "(%s + %llu) >>> %d", exact, 1ull << (bits - 1), bits);
    else
        text_add(out, exact);
}

static void add_node(arena *mem, const graph *g, uint32_t i, text *out)
{
    const node *n = &g->list[i];
    const char *a = value_of(mem, g, n->a), *b = value_of(mem, g, n->b);
    const int of_a = point_of(g, n->a), of_b = point_of(g, n->b);
    text_printf(out, "    wire signed [%d:0] a%u = %s, b%u = %s;\n    wire signed [%d:0] r%u = ",
                WIDTH - 1, i, a, i, b, ROOM - 1, i);
    if (n->kind == OP_MUL) {
        add_rounded(arena_printf(mem, "a%u * b%u", i, i), of_a + of_b - n->point, out);
    } else { /* both at the finer point */
        const int fine = of_a > of_b ? of_a : of_b, least = fine > n->point ? fine : n->point;
        add_rounded(arena_printf(mem, "a%u * %lld %c b%u * %lld", i, 1ll << (least - of_a),
                                 n->kind == OP_SUB ? '-' : '+', i, 1ll << (least - of_b)),
                    least - n->point, out);
    }
    text_printf(out, ";\n    assign fits[%u] = r%u >= -%d && r%u < %d;\n", i, i, 1 << (WIDTH - 1),
                i, 1 << (WIDTH - 1));
}

/* Each of these circuits gives what the expressions give wherever these fit, and says itself which
 * inputs are in their ranges. */
static void add_miter(arena *mem, const graph *g, const char *name, uint32_t circuits, text *out)
{
    text_printf(out, "module %s (input signed [%d:0] in_x, in_y, in_z, output ok);\n"
                     "    wire [%u:0] fits;\n    wire [%u:0] same;\n", name, WIDTH - 1,
                g->count - 1, circuits - 1);
    for (uint32_t i = 0; i < g->count; i++)
        add_node(mem, g, i, out);
    text_printf(out, "    wire within = in_x > -%d && in_y > -%d && in_z > -%d;\n",
                1 << (WIDTH - 1), 1 << (WIDTH - 1), 1 << (WIDTH - 1));
    for (uint32_t k = 0; k < circuits; k++) {
        text_printf(out, "    wire said%u;\n    wire signed [%d:0]", k, WIDTH - 1);
        for (uint32_t i = 0; i < g->count; i++)
            text_printf(out, "%s o%u_%u", i ? "," : "", k, i);
        text_printf(out, ";\n    %s_%u_circuit of%u (.in_valid(1'b1), .out_ready(1'b1),\n"
                         "        .out_in_range(said%u), .in_x(in_x), .in_y(in_y), .in_z(in_z)",
                    name, k, k, k);
        for (uint32_t i = 0; i < g->count; i++)
            if (!reads(g, FIRST + i))
                text_printf(out, ", .out_n%u(o%u_%u)", i, k, i);
        text_printf(out, ");\n    assign same[%u] = said%u == within && (!within || !(&fits) || "
                         "(1'b1", k, k);
        for (uint32_t i = 0; i < g->count; i++)
            if (!reads(g, FIRST + i))
                text_printf(out, " && o%u_%u == r%u", k, i, i);
        text_add(out, "));\n");
    }
    text_add(out, "    assign ok = &same;\nendmodule\n");
}

/* ---- circuits -------------------------------------------------------------------------------- */

static text circuit_text(arena *mem, const ops *p, const cells_options *how, const char *name)
{
    const circuit_options options = {.name = name, .target = how->target, .interval = 1};
    const stages_sharing sharing = {.interval = 1};
    circuit c = {0};
    text out = text_make(mem);
    diag d = diag_make(mem);
    cells_build(mem, p, how, &c.cells);
    if (stages_place(mem, &c.cells, how->target, 0, &sharing, &c.stages, &d) != STATUS_OK) {
        fprintf(stderr, "operator_cases: %s\n", d.error.text);
        return out;
    }
    c.shared = shared_operators_bind(mem, &c.stages);
    circuit_writer w = circuit_writer_make(mem, &c, &options);
    w.out = &out;
    circuit_write_verilog(&w);
    return out;
}

/* Whether operators can do it. */
static bool is_legal(const ops *p)
{
    int64_t constant;
    if (!fixed_from_double(WIDTH, p->constants[0].point, p->constants[0].value, &constant))
        return false;
    for (uint32_t i = 0; i < p->list_count; i++) {
        int a, b;
        ops_shifts(p, &p->list[i], &a, &b);
        if (p->list[i].kind == OP_MUL ? !fixed_mul_can(WIDTH, a) : !fixed_add_can(a, b))
            return false;
    }
    return true;
}

/* All circuits of a graph that differ. */
static void prove(writer *to, const graph *g)
{
    const ops p = ops_of(to->mem, g);
    assert(is_legal(&p));
    const char *name = arena_printf(to->mem, "%s%u", to->kind, to->graphs++);
    text *known[24];
    uint32_t count = 0;
    for (uint32_t k = 0; k < 24; k++) {
        const cells_options how = {.target = &DEVICE_LIST[k % 2], .by_delay = k / 2 % 2,
                                   .most_digits = k / 4 % 3 == 0 ? 0 : k / 4 % 3 == 1 ? 2 : 10,
                                   .most_blocks = k / 12 ? 1 : 100, .interval = 1};
        text *t = ARENA_ARRAY(to->mem, text, 1);
        bool is_new = true;
        *t = circuit_text(to->mem, &p, &how, "any");
        const char *of = strstr(t->bytes, "module"); /* devices stand in the head */
        for (uint32_t i = 0; i < count; i++)
            is_new = is_new && strcmp(strstr(known[i]->bytes, "module"), of) != 0;
        if (!is_new)
            continue;
        known[count] = t;
        const text made = circuit_text(to->mem, &p, &how,
                                       arena_printf(to->mem, "%s_%u", name, count++));
        text_add_bytes(&to->verilog, made.bytes, made.length);
    }
    add_miter(to->mem, g, name, count, &to->verilog);
    text_printf(&to->script, "sat -verify -prove ok 1 %s\n", name);
    to->circuits += count;
}

/* ---- kinds ----------------------------------------------------------------------------------- */

/* What a sum can shift: one operand by 0 or 1, the other further. */
static const int SHIFTS[][2] = {{0, 0}, {1, 0}, {0, 1}, {1, 1}, {2, 0}, {0, 2}, {2, 1}, {1, 2},
                                {4, 0}, {0, 4}, {4, 1}, {1, 4}, {7, 0}, {0, 7}};
enum { SHIFTS_COUNT = sizeof SHIFTS / sizeof SHIFTS[0] };

static void sums(writer *to)
{
    for (uint32_t s = 0; s < SHIFTS_COUNT; s++)
        for (int minus = 0; minus < 2; minus++)
            prove(to, &(graph){.point = {SHIFTS[s][0], SHIFTS[s][1]}, .count = 1,
                               .list = {{minus ? OP_SUB : OP_ADD, X, Y, 0}}});
}

static void constant_sums(writer *to)
{
    static const int NUMBERS[] = {5, -6, 15};
    for (uint32_t s = 0; s < 6; s++)
        for (uint32_t k = 0; k < 3; k++)
            for (int how = 0; how < 3; how++) {
                graph g = {.point = {SHIFTS[s][0]}, .k = NUMBERS[k], .k_point = SHIFTS[s][1],
                           .count = 1};
                g.list[0] = how == 0   ? (node){OP_ADD, X, K, 0}
                            : how == 1 ? (node){OP_SUB, X, K, 0}
                                       : (node){OP_SUB, K, X, 0};
                if (how == 2) {
                    g.point[0] = SHIFTS[s][1];
                    g.k_point = SHIFTS[s][0];
                }
                prove(to, &g);
            }
}

/* In a block, and, where there is one block for two of them, as digits. */
static void products(writer *to)
{
    for (int shift = WIDTH - 4; shift < WIDTH; shift++) {
        prove(to, &(graph){.count = 1, .list = {{OP_MUL, X, Y, -shift}}});
        prove(to, &(graph){.count = 1, .list = {{OP_MUL, X, X, -shift}}});
        prove(to, &(graph){.count = 2, .list = {{OP_MUL, X, Y, -shift}, {OP_MUL, Y, Z, -shift}}});
    }
}

static void constant_products(writer *to)
{
    const int most = (1 << (WIDTH - 1)) - 1;
    for (int k = -most; k <= most; k++)
        for (int shift = WIDTH - 4 + (k & 1); k && shift < WIDTH; shift += 2)
            prove(to, &(graph){.k = k, .count = 1,
                               .list = {{OP_MUL, shift % 2 ? X : K, shift % 2 ? K : X, -shift}}});
}

/* Roundings that wait for the sum after a product, on either side of it, or of both. */
static void sums_of_products(writer *to)
{
    for (uint32_t s = 0; s < 10; s++)
        for (int how = 0; how < 4; how++) {
            const int a = SHIFTS[s][0], b = SHIFTS[s][1], shift = WIDTH - 1;
            const op_kind kind = how % 2 ? OP_SUB : OP_ADD;
            graph g = {.point = {a + shift, 0, b}, .count = 2,
                       .list = {{OP_MUL, X, Y, a}, {kind, FIRST, Z, 0}}};
            if (how > 1)
                g = (graph){.point = {b + shift, 0, a}, .count = 2,
                            .list = {{OP_MUL, X, Y, b}, {kind, Z, FIRST, 0}}};
            prove(to, &g);
            if (s > 2 || how > 1)
                continue;
            prove(to, &(graph){.point = {a + shift - b, b, shift}, .count = 3,
                               .list = {{OP_MUL, X, Y, a}, {OP_MUL, Z, Y, b},
                                        {kind, FIRST, FIRST + 1, 0}}});
        }
}

/* Roundings in a row, and a product that is read as it is and in a sum. */
static void sums_of_sums(writer *to)
{
    for (uint32_t s = 0; s < 6; s++)
        for (int minus = 0; minus < 4; minus++) {
            const int a = SHIFTS[s][0], b = SHIFTS[s][1];
            const op_kind first = minus % 2 ? OP_SUB : OP_ADD, second = minus / 2 ? OP_SUB : OP_ADD;
            prove(to, &(graph){.point = {a + 1, b + 1, b}, .count = 2,
                               .list = {{first, X, Y, a < 2 ? a : 1}, {second, Z, FIRST, 0}}});
            if (s > 2)
                continue;
            prove(to, &(graph){.point = {WIDTH - 1, 0, b}, .count = 3,
                               .list = {{OP_MUL, X, Y, 0}, {first, FIRST, Z, 0},
                                        {second, FIRST, FIRST + 1, 0}}});
        }
}

static const struct {
    const char *name;
    void (*write)(writer *);
} KINDS[] = {{"sum", sums},
             {"constant_sum", constant_sums},
             {"product", products},
             {"constant_product", constant_products},
             {"sum_of_products", sums_of_products},
             {"sum_of_sums", sums_of_sums}};

static bool write_file(const writer *w, const char *ending, const text *t)
{
    FILE *f = fopen(arena_printf(w->mem, "%s/%s%s", w->folder, w->kind, ending), "wb");
    const bool good = f && fwrite(t->bytes, 1, t->length, f) == t->length;
    return f && fclose(f) == 0 && good;
}

int main(int count, char **arguments)
{
    bool good = count == 2;
    for (size_t k = 0; good && k < sizeof KINDS / sizeof KINDS[0]; k++) {
        arena mem = arena_make();
        writer w = {.mem = &mem, .folder = arguments[1], .kind = KINDS[k].name};
        w.verilog = text_make(&mem);
        w.script = text_make(&mem);
        KINDS[k].write(&w);
        good = write_file(&w, ".v", &w.verilog) && write_file(&w, ".ys", &w.script);
        printf("%s %u %u\n", w.kind, w.graphs, w.circuits);
        arena_free(&mem);
    }
    if (!good)
        fprintf(stderr, "operator_cases: error: needs a folder to write into\n");
    return good ? 0 : 2;
}
