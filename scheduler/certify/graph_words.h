/* SPDX-License-Identifier: MIT */
/* What a text may take for the inputs of a graph, and what it then has to give: words as they are,
 * or made from the numbers of a state. By the tables of words alone (machine/words.h), not by what
 * the emitters make of them. */
#ifndef TAUFLOW_GRAPH_WORDS_H
#define TAUFLOW_GRAPH_WORDS_H

#include "certify/symbols.h"

/* Arrays of names that are not those of a state. */
enum { NAMES_WORDS = WORD_ARRAYS, NAMES_RESULTS, NAMES_ANGLES, NAMES_OPERATIONS, NAMES_TOLERANCE };

typedef struct {
    const ops *p;
    uint32_t owners[WORD_OWNERS];      /* how many there are */
    uint32_t numbers[WORD_ARRAYS];     /* of each array */
    bool used[WORD_ARRAYS];            /* some word is of it */
    uint32_t *input_at, *output_at;    /* number in its array */
    uint32_t *mirror_at;               /* the other place of an output; UINT32_MAX: none */
} graph_words;

graph_words graph_words_make(arena *mem, const ops *p);

/* Symbols of all inputs for sample `sample`: words, or made from a state. */
symbol *graph_words_plain(arena *mem, symbols *s, const graph_words *g, uint32_t sample);
symbol *graph_words_of_state(arena *mem, symbols *s, const graph_words *g, uint32_t sample);
/* Symbols of all outputs, from those of the inputs. */
symbol *graph_words_results(arena *mem, symbols *s, const graph_words *g, const symbol *inputs);
/* Names for the outputs of a sample, where it does not matter what they are. */
symbol *graph_words_names(arena *mem, symbols *s, const graph_words *g, uint32_t sample);
/* What a function of a state returns: that some pivot cannot be divided by; SYMBOL_UNDEFINED: it
 * returns nothing. */
symbol graph_words_judge(symbols *s, const graph_words *g, const symbol *outputs);
/* Whether an output is a number of the state itself, which then is *given. */
bool graph_words_given(symbols *s, const graph_words *g, uint32_t output, uint32_t sample,
                       symbol *given);
/* Whether an output is judged and not handed out. */
bool graph_words_is_pivot(const graph_words *g, uint32_t output);

#endif
