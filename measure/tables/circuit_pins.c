/* SPDX-License-Identifier: MIT */
#include "measure/tables/lines.h"
#include "measure/tables/logs.h"

#include <stdlib.h>
#include <string.h>

/* Words between ports and pins, in bits; how many of a port stand in a fold's bit. */
enum { LEDS = 8, FOLDED = 4 };

typedef struct {
    char *name;
    text ports;
    unsigned long ins, outs;
} circuit;

/* What one line of a circuit's head says: a port, its direction and its width. */
static void read_port(char *line, circuit *c)
{
    for (char *comment = line; (comment = strchr(comment, '/')); comment++)
        if (comment[1] == '/' || comment[1] == '*') {
            *comment = '\0';
            break;
        }
    const char *range = strchr(line, '[');
    const unsigned long width = range ? strtoul(range + 1, NULL, 10) + 1 : 1;
    char *words[WORDS_MOST];
    const uint32_t count = words_split(line, " \t,", words, WORDS_MOST);
    const char *port = words[count - 1], *apart = c->ports.length ? ", " : "";
    const bool in = strcmp(words[0], "input") == 0;
    unsigned long *bits = in ? &c->ins : &c->outs;
    if (strcmp(port, "clk") == 0 || strcmp(port, "rst") == 0) {
        text_printf(&c->ports, "%s.%s(%s)", apart, port, port);
        return;
    }
    text_printf(&c->ports, "%s.%s(%s[%lu:%lu])", apart, port, in ? "in" : "made",
                *bits + width - 1, *bits);
    *bits += width;
}

static bool is_port(const char *line)
{
    const char *put = strstr(line, "put ");
    return put && strncmp(put + 3 + strspn(put + 3, " "), "wire", 4) == 0;
}

/* The first module of the file. */
static status circuit_read(arena *mem, const char *path, circuit *c, diag *d)
{
    lines l;
    TRY(lines_open(mem, path, &l, d));
    c->ports = text_make(mem);
    while (lines_next(&l)) {
        if (!c->name && strncmp(l.line, "module ", 7) == 0) {
            char *words[2];
            c->name = words_split(l.line, " \t", words, 2) == 2 ? words[1] : "";
        } else if (c->name && strncmp(l.line, ");", 2) == 0) {
            if (c->ins < 2 || !c->outs)
                break;
            return STATUS_OK;
        } else if (c->name && is_port(l.line)) {
            read_port(l.line, c);
        }
    }
    return diag_error(d, (place){.file = path, .line = l.number},
                      "no module with inputs and outputs up to here");
}

/* Four bits into one until the LEDs show all. */
static uint32_t print_folds(unsigned long width, text *out)
{
    uint32_t folds = 0;
    while (width > LEDS) {
        const unsigned long folded = (width + FOLDED - 1) / FOLDED;
        folds++;
        text_printf(out, "    reg [%lu:0] fold%u;\n    always @(posedge clk) begin\n", folded - 1,
                    folds);
        for (unsigned long bit = 0; bit < folded; bit++) {
            const unsigned long first = FOLDED * bit, last = first + FOLDED - 1;
            text_printf(out, "        fold%u[%lu] <= ^fold%u[%lu:%lu];\n", folds, bit, folds - 1,
                        last < width ? last : width - 1, first);
        }
        text_add(out, "    end\n");
        width = folded;
    }
    return folds;
}

status pins_print(arena *mem, const char *path, text *out, diag *d)
{
    circuit c = {0};
    TRY(circuit_read(mem, path, &c, d));
    text_add(out, "module synth_circuit (input wire clk12, input wire rst_n, input wire uart_rx,\n"
                  "                      output wire [7:0] led);\n"
                  "    wire clk = clk12;\n    reg rst;\n");
    text_printf(out, "    reg [%lu:0] shift, in;\n    reg [%lu:0] out, fold0;\n", c.ins - 1,
                c.outs - 1);
    text_printf(out, "    wire [%lu:0] made;\n    %s dut (%s);\n", c.outs - 1, c.name,
                c.ports.bytes);
    text_add(out, "    always @(posedge clk) begin\n        rst <= !rst_n;\n");
    text_printf(out, "        shift <= {shift[%lu:0], uart_rx};\n", c.ins - 2);
    text_add(out, "        in <= shift;\n        out <= made;\n        fold0 <= out;\n    end\n");
    const uint32_t folds = print_folds(c.outs, out);
    text_printf(out, "    assign led = fold%u;\nendmodule\n", folds); /* what is missing is 0 */
    return STATUS_OK;
}
