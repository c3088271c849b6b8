/* SPDX-License-Identifier: MIT */
/* The module is cut into what it states: a port, a parameter, a wire, a connection each. All have
 * to be there once, and nothing else, in whatever order. */
#include "certify/face_reader.h"

#include "certify/circuit_tokens.h"
#include "machine/crc32.h"
#include "tauflow_load.h"

#include <string.h>

typedef struct {
    const char *text;
    uint32_t line;
    bool told;
} statement;

typedef struct {
    statement *list;
    uint32_t list_count, list_capacity;
} statements;

typedef struct {
    arena *mem;
    const face_texts *of;
    const char *name;     /* of the circuit's module */
    v_text circuit;       /* as its own reader has it */
    uint32_t width;       /* of a word */
    uint64_t compared;
    diag *d;
} reading;

/* ---- a module cut up ------------------------------------------------------------------------- */

typedef struct {
    arena *mem;
    const v_text *t;
    const char *bytes; /* of the text */
    uint32_t at;
    statements *to;
} cutter;

static bool is(const cutter *c, const char *mark) { return v_is(c->t, c->at, mark); }

static bool ends(const cutter *c) { return c->t->list[c->at].class == V_END; }

/* Tokens with a blank between them, up to a mark outside of brackets, which stays. */
static void add_part(cutter *c, const char *stop, const char *other_stop, text *out)
{
    uint32_t open = 0;
    for (; !ends(c) && (open || !(is(c, stop) || is(c, other_stop))); c->at++) {
        const v_token *k = &c->t->list[c->at];
        const bool marked = k->class == V_NAME && k->at > c->bytes && k->at[-1] == '`';
        open += is(c, "(") || is(c, "[") || is(c, "{");
        open -= open && (is(c, ")") || is(c, "]") || is(c, "}"));
        text_printf(out, "%s%s%.*s", out->length ? " " : "", marked ? "`" : "", (int)k->length,
                    k->at);
    }
}

static void state(cutter *c, const text *said, uint32_t line)
{
    *ARENA_PUSH(c->mem, c->to, list) = (statement){said->bytes, line, false};
}

/* (a, b, ..), each of them behind what they are of. */
static void cut_list(cutter *c, const char *of)
{
    c->at++;
    while (!ends(c) && !is(c, ")")) {
        text said = text_make(c->mem);
        const uint32_t line = c->t->list[c->at].line;
        text_add(&said, of);
        add_part(c, ",", ")", &said);
        state(c, &said, line);
        c->at += is(c, ",");
    }
    c->at += !ends(c);
}

/* What follows a name: #(..) NAME (..) of a module or an instance. */
static void cut_module(cutter *c, text *head, uint32_t line)
{
    if (is(c, "#")) {
        c->at++;
        cut_list(c, arena_printf(c->mem, "%s #", head->bytes));
        add_part(c, "(", ";", head);
    }
    state(c, head, line);
    if (is(c, "("))
        cut_list(c, head->bytes);
}

static bool is_item(const char *word)
{
    static const char *const WORDS[] = {"wire", "initial", "reg", "assign", "always", "localparam"};
    for (size_t k = 0; k < sizeof WORDS / sizeof WORDS[0]; k++)
        if (strncmp(word, WORDS[k], strlen(WORDS[k])) == 0)
            return true;
    return false;
}

/* Everything that a text states; what has no `;` goes with what follows it. */
static statements cut(arena *mem, const v_text *t, const char *bytes)
{
    statements made = {0};
    cutter c = {mem, t, bytes, 0, &made};
    while (!ends(&c)) {
        text head = text_make(mem);
        const v_token *first = &t->list[c.at];
        const bool item = is_item(first->at);
        const uint32_t line = first->line;
        const bool last = strncmp(first->at, "endmodule", 9) == 0; /* up to the end of the text */
        add_part(&c, item || last ? ";" : "#", item || last ? ";" : "(", &head);
        if (item || is(&c, ";") || ends(&c))
            state(&c, &head, line);
        else
            cut_module(&c, &head, line);
        c.at += is(&c, ";");
    }
    return made;
}

/* ---- what it has to state -------------------------------------------------------------------- */

/* The ports of a core (docs/circuits.md), and of what stands in one. */
static const char MODULE[] =
    "`default_nettype none\n`include \"tauflow_shape.vh\"\n"
    "module %s_core #(`TAUFLOW_SHAPE_PARAMETERS) (\n"
    "input wire clk, input wire rst, input wire run, input wire [%u:0] load,\n"
    "input wire s_axis_tvalid, output wire s_axis_tready,\n"
    "input wire [LANES*32-1:0] s_axis_tdata, input wire s_axis_tlast,\n"
    "output wire m_axis_tvalid, input wire m_axis_tready,\n"
    "output wire [OUT_LANES*32-1:0] m_axis_tdata, output wire m_axis_tlast,\n"
    "output wire start, output wire finish, output wire short_packet, output wire long_packet,\n"
    "output wire overflow, output wire [`TAUFLOW_CORE_UNITS-1:0] issue);\n";
static const char CHECKED[] =
    "initial if (LANES != %u || OUT_LANES != %u || FIXED != %u || CIRCUIT != %u)\n"
    "$error(\"%%m: this is circuit %u, of %u lanes in, %u out and number format %u\");\n";
static const char FACE[] =
    "wire in_valid, in_ready, out_valid, out_ready;\n"
    "wire out_in_range%s;\nwire [%u:0] in;\nwire [%u:0] out;\n"
    "tau_circuit #(.IN_WORDS(%u), .OUT_WORDS(%u), `TAUFLOW_SHAPE_PASS) face (\n"
    ".clk(clk), .rst(rst), .run(run), .load(load), .s_axis_tvalid(s_axis_tvalid),\n"
    ".s_axis_tready(s_axis_tready), .s_axis_tdata(s_axis_tdata), .s_axis_tlast(s_axis_tlast),\n"
    ".m_axis_tvalid(m_axis_tvalid), .m_axis_tready(m_axis_tready), .m_axis_tdata(m_axis_tdata),\n"
    ".m_axis_tlast(m_axis_tlast), .start(start), .finish(finish), .short_packet(short_packet),\n"
    ".long_packet(long_packet), .overflow(overflow), .issue(issue), .in_valid(in_valid),\n"
    ".in_ready(in_ready), .in_data(in), .out_valid(out_valid), .out_ready(out_ready),\n"
    ".out_data(out), .out_in_range(out_in_range));\n";

static void add_ports(const reading *r, const char *wire, const uint32_t *names, uint32_t count,
                      text *out)
{
    for (uint32_t i = 0; i < count; i++)
        text_printf(out, ",\n.%s(%s[%u:%u])", r->circuit.name[names[i]], wire,
                    (i + 1) * r->width - 1, i * r->width);
}

/* A word of a packet is the input or output of its number. */
static const char *wanted(const reading *r)
{
    const ops *p = r->of->p;
    const bool ranges = ops_has_points(p);
    const tauflow_shape *s = &r->of->image->needs;
    const v_text *t = &r->circuit;
    const uint32_t clk = v_text_name(t, "clk");
    text out = text_make(r->mem);
    text_printf(&out, MODULE, r->name, TAUFLOW_LOAD_BITS - 1);
    text_printf(&out, CHECKED, s->lanes, s->out_lanes, p->format, s->circuit, s->circuit, s->lanes,
                s->out_lanes, p->format);
    text_printf(&out, FACE, ranges ? "" : " = 1'b1", p->inputs_count * r->width - 1,
                p->outputs_count * r->width - 1, p->inputs_count, p->outputs_count);
    text_printf(&out, "%s circuit (%s.in_valid(in_valid), .in_ready(in_ready), "
                      ".out_valid(out_valid), .out_ready(out_ready)%s", r->name,
                clk != UINT32_MAX && t->wires[clk].kind == V_PORT ? ".clk(clk), .rst(!run), " : "",
                ranges ? ", .out_in_range(out_in_range)" : "");
    add_ports(r, "in", t->inputs, t->inputs_count, &out);
    add_ports(r, "out", t->outputs, t->outputs_count, &out);
    text_add(&out, ");\nendmodule\n`default_nettype wire\n");
    return out.bytes;
}

static status differs(const reading *r, uint32_t line, const char *what)
{
    return diag_error(r->d, (place){r->of->face.file, line, line ? 1 : 0}, "reading back: %s",
                      what);
}

static status compare(reading *r, const statements *found, const statements *ours)
{
    name_table known = names_make_for(r->mem, ours->list_count);
    for (uint32_t i = 0; i < ours->list_count; i++)
        names_add(&known, ours->list[i].text, strlen(ours->list[i].text), i);
    for (uint32_t i = 0; i < found->list_count; i++) {
        const statement *s = &found->list[i];
        uint32_t k;
        if (!names_find(&known, s->text, strlen(s->text), &k))
            return differs(r, s->line,
                           arena_printf(r->mem, "'%s' is not of this circuit", s->text));
        if (ours->list[k].told)
            return differs(r, s->line, arena_printf(r->mem, "'%s' is there twice", s->text));
        ours->list[k].told = true;
        r->compared++;
    }
    for (uint32_t i = 0; i < ours->list_count; i++)
        if (!ours->list[i].told)
            return differs(r, 0, arena_printf(r->mem, "'%s' is missing", ours->list[i].text));
    return STATUS_OK;
}

/* ---- the image beside it --------------------------------------------------------------------- */

static uint32_t rounded_up(uint32_t a, uint32_t b) { return a / b + (a % b != 0); }

static uint32_t most(uint32_t a, uint32_t b) { return a > b ? a : b; }

static status check(reading *r, bool same, const char *what)
{
    r->compared++;
    return same ? STATUS_OK
                : diag_error(r->d, (place){.file = r->of->image_file},
                             "image: its %s is not that of the circuit", what);
}

/* CRC-32 of its Verilog and of the numbers of lanes, 30 bits, and never 0. */
static uint32_t number_of(const face_texts *of)
{
    const uint8_t lanes[] = {(uint8_t)of->image->needs.lanes, (uint8_t)of->image->needs.out_lanes};
    const uint32_t text_crc = crc32_bytes(0, of->circuit.bytes, of->circuit.length);
    const uint32_t number = crc32_bytes(text_crc, lanes, sizeof lanes) & 0x3fffffff;
    return number ? number : 1;
}

static bool same_hash(const face_texts *of)
{
    uint8_t found[SHA256_BYTES], length[8];
    sha256 s = sha256_begin();
    for (uint32_t i = 0; i < sizeof length; i++)
        length[i] = (uint8_t)((uint64_t)of->face.length >> 8 * i);
    sha256_add(&s, length, sizeof length);
    sha256_add(&s, of->face.bytes, of->face.length);
    sha256_add(&s, of->circuit.bytes, of->circuit.length);
    sha256_end(&s, found);
    return of->image->text && memcmp(found, of->image->text, sizeof found) == 0;
}

/* Word after word, in beats of as many as there are lanes. */
static status check_packets(reading *r)
{
    const tau_image *i = r->of->image;
    const ops *p = r->of->p;
    const uint32_t lanes = i->needs.lanes, outs = i->needs.out_lanes;
    TRY(check(r, i->beats == rounded_up(p->inputs_count, lanes) &&
                     i->needs.lane_words == i->beats, "input packet"));
    TRY(check(r, i->out_beats == rounded_up(p->outputs_count, outs) &&
                     i->needs.output_words == i->out_beats && i->words == p->outputs_count,
              "output packet"));
    for (uint32_t k = 0; k < i->beats * lanes; k++)
        TRY(check(r, tau_image_cell(i, k / lanes, k % lanes) ==
                         (k < p->inputs_count ? k : TAU_NONE), "order of inputs"));
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const tau_port *port = &i->port[k % outs];
        const bool there = k / outs < port->count && port->count == port->words;
        const tau_delivery d = there ? tau_image_delivery(i, k % outs, k / outs)
                                     : (tau_delivery){TAU_NONE, 0};
        TRY(check(r, tau_image_output(i, k).position == k && d.position == k && d.sample == 0,
                  "order of outputs"));
    }
    return STATUS_OK;
}

/* A sample is in the registers of each stage for a cycle, then in those of the results, then in the
 * queue (certify/circuit_reader.c reads all that). */
static status check_image(reading *r)
{
    const tau_image *i = r->of->image;
    const uint32_t stages = (uint32_t)r->circuit.stages,
                   latency = stages ? stages + 2 : 0;
    TRY(check(r, i->needs.fixed == r->of->p->format, "number format"));
    TRY(check(r, i->needs.circuit == number_of(r->of), "number"));
    TRY(check(r, same_hash(r->of), "SHA-256"));
    TRY(check_packets(r));
    TRY(check(r, i->cycles == i->beats + latency + i->out_beats, "latency"));
    return check(r, i->interval == most((uint32_t)r->circuit.interval,
                                        most(i->beats, i->out_beats)), "interval");
}

/* ---- the whole ------------------------------------------------------------------------------- */

/* The word after `module`. */
static const char *module_of(const v_text *t)
{
    uint32_t at = 0;
    while (t->list[at].class != V_END && !v_is(t, at, "module"))
        at++;
    return t->list[at].class == V_NAME && t->list[at + 1].class == V_NAME
               ? t->name[t->list[at + 1].value]
               : "";
}

status readback_face(arena *mem, const face_texts *of, uint64_t *compared, diag *d)
{
    const ops *p = of->p;
    reading r = {.mem = mem, .of = of, .width = ops_format(p)->bits(p->format), .d = d};
    v_text face, ours;
    TRY(v_text_read(mem, of->circuit.file, of->circuit.bytes, of->circuit.length, &r.circuit, d));
    r.name = module_of(&r.circuit);
    if (r.circuit.inputs_count != p->inputs_count || r.circuit.outputs_count != p->outputs_count)
        return differs(&r, 0, "the circuit has other numbers of ports than the graph has of words");
    v_text_scan(mem, of->face.file, of->face.bytes, of->face.length, &face, d);
    const char *text_of_ours = wanted(&r);
    v_text_scan(mem, "graph", text_of_ours, strlen(text_of_ours), &ours, d);
    const statements found = cut(mem, &face, of->face.bytes), all = cut(mem, &ours, text_of_ours);
    TRY(compare(&r, &found, &all));
    TRY(check_image(&r));
    *compared += r.compared;
    return STATUS_OK;
}
