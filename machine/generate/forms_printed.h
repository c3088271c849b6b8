/* SPDX-License-Identifier: MIT */
/* The forms that are made of the descriptions, on standard output. */
#ifndef TAUFLOW_GENERATE_FORMS_H
#define TAUFLOW_GENERATE_FORMS_H

#include "generate/descriptions.h"
#include "generate/load_words.h"

void print_registers(const register_list *r, int verilog);
void print_register_table(const register_list *r);

void print_shape_c(const shape_list *s);
void print_shape_verilog(const shape_list *s);

void print_shape_table(const shape_list *s);
/* Verilog modules of the operators, in the order of the kinds of a core. */
void print_operator_names(const char *before, const char *after);
/* Words of the networks that cores have: number 1, 2, ... */
void print_networks(const char *before, const char *after);
/* NAME=VALUE for queues and depths, each at the least or the most that a core can have. */
void print_depths(const shape_list *s, int most, const char *before, const char *after);
/* NAME VALUE of the depths that the core that ships has. */
void print_usual_depths(const shape_list *s, const char *before, const char *after);
/* The name of the core that ships, or the end of it: network_modules_lanes[xOUT]_... */
void print_usual_name(const shape_list *s, uint32_t from, const char *before, const char *after);

/* The words that a core loads: load-c, load-verilog, load-markdown; 2: there is no such form. */
int print_load(const char *form, const load_list *l, const register_list *r);

/* The table of a unit: trig-c, trig-verilog, atan-c, atan-verilog; 2: there is no such form. */
int print_unit_table(const char *form);
void print_crc_tables(void);

#endif
