/* SPDX-License-Identifier: MIT */
/* Makes what C, Verilog, shell and the documents need to know of a core from its five
 * descriptions, regs.def, shape.def, kinds.def, networks.def and load.def:
 *
 *     generate regs-c|regs-verilog|regs-markdown >FILE
 *     generate shape-c|shape-verilog|shape-markdown|shape-sh|shape-make >FILE
 *     generate load-c|load-verilog|load-markdown >FILE
 *     generate trig-c|trig-verilog >FILE         the table of the sine unit, trig_table.h
 *     generate atan-c|atan-verilog >FILE         that of the arc tangent unit, atan_table.h
 *     generate crc-c >FILE                       those of check words, crc32.h
 *
 * The tables of the descriptions and each form have a file of their own in machine/generate.
 * Names: TAUFLOW_REG_x byte offset, TAUFLOW_x_COUNT, TAUFLOW_reg_field_LOW, _BITS, _MASK (in
 * place), TAUFLOW_value; TAUFLOW_word_field for slices in Verilog; what the shape files hold stands
 * at the top of each. */
#include "generate/forms_printed.h"

#include <stdio.h>
#include <string.h>

static int print_form(const char *form, const shape_list *s, const load_list *load)
{
    if (strncmp(form, "trig-", 5) == 0 || strncmp(form, "atan-", 5) == 0)
        return print_unit_table(form);
    if (strcmp(form, "crc-c") == 0) {
        print_crc_tables();
        return 0;
    }
    if (strncmp(form, "load-", 5) == 0)
        return print_load(form, load, &s->registers);
    int regs = strncmp(form, "regs-", 5) == 0;
    const char *what = strchr(form, '-');
    const char *guard = regs ? "TAUFLOW_GENERATED_REGS" : "TAUFLOW_GENERATED_SHAPE";
    if (!what || (!regs && strncmp(form, "shape-", 6) != 0))
        return 2;
    if (strcmp(what, "-c") == 0) {
        printf("/* Made by machine/generate.c. */\n#ifndef %s_H\n#define %s_H\n%s", guard, guard,
               regs ? "" : "#include <stdint.h>\n\n");
        if (regs)
            print_registers(&s->registers, 0);
        else
            print_shape_c(s);
        printf("#endif\n");
    } else if (strcmp(what, "-verilog") == 0) {
        printf("// Made by machine/generate.c.\n`ifndef %s_VH\n`define %s_VH\n", guard, guard);
        if (regs)
            print_registers(&s->registers, 1);
        else
            print_shape_verilog(s);
        printf("`endif\n");
    } else if (strcmp(what, "-markdown") == 0) {
        if (regs)
            print_register_table(&s->registers);
        else
            print_shape_table(s);
    } else if (strcmp(form, "shape-sh") == 0) {
        print_operator_names("shape_operators=\"", "\"");
        print_networks("shape_networks=\"", "\"");
        print_depths(s, 0, "shape_least=\"", "\"");
        print_depths(s, 1, "shape_most=\"", "\"");
        print_usual_depths(s, "shape_depths=\"", "\"");
    } else if (strcmp(form, "shape-make") == 0) {
        uint32_t queues = 0; /* the first number after the latencies */
        while (strcmp(s->rows[queues].parameter, "QUEUE") != 0)
            queues++;
        print_usual_name(s, 0, "DEFAULT_CORE := ", "");
        print_usual_name(s, queues, "DEPTHS := ", "");
    } else {
        return 2;
    }
    return 0;
}

int main(int argc, char **argv)
{
    static shape_list shape;
    static load_list load;
    list_shape(&shape);
    if (check_descriptions(&shape) || list_load(&load, &shape.registers))
        return 1;
    if (argc != 2 || print_form(argv[1], &shape, &load) != 0) {
        fprintf(stderr, "generate regs-c|regs-verilog|regs-markdown|"
                        "shape-c|shape-verilog|shape-markdown|shape-sh|shape-make|"
                        "load-c|load-verilog|load-markdown|"
                        "trig-c|trig-verilog|atan-c|atan-verilog|crc-c\n");
        return 2;
    }
    return fflush(stdout) == 0 && !ferror(stdout) ? 0 : 1;
}
