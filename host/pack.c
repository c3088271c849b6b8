/* SPDX-License-Identifier: MIT */
/* State to packet, words of a result to torques. */
#include "handle.h"

#include "machine/formats.h"
#include "sincos.h"

#include <math.h>
#include <string.h>

/* Rounded once; subnormals are zero on the machine. */
static uint32_t word_of(double value)
{
    float rounded = (float)value;
    uint32_t bits;
    memcpy(&bits, &rounded, sizeof bits);
    return bits & 0x7f800000u ? bits : bits & 0x80000000u;
}

static bool is_finite_word(uint32_t bits)
{
    return (bits & 0x7f800000u) != 0x7f800000u;
}

void state_arrays(const tauflow_state *s, const double *out[WORD_ARRAYS])
{
    memset(out, 0, WORD_ARRAYS * sizeof *out);
#define INPUT_ARRAY(id, name, owner, numbers, random, about) out[ARRAY_##id] = s->name;
#include "machine/words.def"
}

static tauflow_status out_of_range(tauflow *h, const char *name, uint32_t number, double value)
{
    return report_fail(&h->why, TAUFLOW_RANGE, "%s[%u] is not finite or too large: %g", name,
                       number, value);
}

static tauflow_status make_sines(tauflow *h, const tauflow_state *s)
{
    const plan *p = &h->plan;
    for (uint32_t a = 0; a < p->angles_count; a++) {
        const plan_angle *x = &p->angles[a];
        double angle = x->ratio * s->q[x->coordinate] + x->offset;
        if (!(fabs(angle) < SINCOS_LIMIT))
            return out_of_range(h, "q", x->coordinate, s->q[x->coordinate]);
        sincos_pair(angle, &p->sines[a], &p->cosines[a]);
    }
    return TAUFLOW_OK;
}

static tauflow_status check_numbers(tauflow *h, const char *name, const double *list,
                                    uint32_t count)
{
    for (uint32_t k = 0; k < count; k++)
        if (!is_finite_word(word_of(list[k])))
            return out_of_range(h, name, k, list[k]);
    return TAUFLOW_OK;
}

/* All numbers, also those that the equations do not use: a wrong one is a fault of the caller, and
 * whether a program happens to need it changes from robot to robot. */
static tauflow_status check_numbers_of(tauflow *h, const double *const arrays[WORD_ARRAYS])
{
    const tau_image *i = &h->plan.image;
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (!WORD_ARRAY[k].is_result)
            PASS(check_numbers(h, WORD_ARRAY[k].name, arrays[k],
                               tau_image_numbers(i, (word_array)k)));
    for (uint32_t k = 0; k < tau_image_numbers(i, ARRAY_Q); k++)
        if (h->plan.joint_is_angle[k] && !(fabs(arrays[ARRAY_Q][k]) < SINCOS_LIMIT))
            return out_of_range(h, "q", k, arrays[ARRAY_Q][k]);
    return TAUFLOW_OK;
}

static double value_of(const plan *p, const plan_word *w, const double *const arrays[WORD_ARRAYS])
{
    switch (w->made) {
    case MADE_SINE: return p->sines[w->from];
    case MADE_COSINE: return p->cosines[w->from];
    case MADE_AFFINE: return w->ratio * arrays[w->array][w->from] + w->offset;
    case MADE_COPY: break;
    }
    return arrays[w->array][w->from];
}

/* Where inputs have ranges: in them the program was proved to be right. */
static tauflow_status word_in_range(tauflow *h, const plan_word *w, double value, uint32_t *word)
{
    const tau_number *n = &w->number;
    const uint32_t code = h->plan.image.needs.fixed;
    if (!(value >= n->low && value <= n->high) ||
        !format_of(code)->encode(code, n->point, value, word)) {
        const bool of_angle = w->made == MADE_SINE || w->made == MADE_COSINE;
        return report_fail(&h->why, TAUFLOW_RANGE,
                           "%s[%u] is out of the range of this program: %g, and %g .. %g expected",
                           WORD_ARRAY[w->array].name,
                           of_angle ? h->plan.angles[w->from].coordinate : w->from, value, n->low,
                           n->high);
    }
    return TAUFLOW_OK;
}

tauflow_status pack_state(tauflow *h, const tauflow_state *s, uint32_t *packet)
{
    const plan *p = &h->plan;
    const uint32_t code = p->image.needs.fixed;
    const number_format *f = format_of(code);
    const double *arrays[WORD_ARRAYS];
    state_arrays(s, arrays);
    PASS(check_numbers_of(h, arrays));
    PASS(make_sines(h, s));
    for (uint32_t k = 0; k < p->words_count; k++) {
        const plan_word *w = &p->words[k];
        double value = value_of(p, w, arrays);
        if (f->has_points) {
            PASS(word_in_range(h, w, value, &packet[w->position]));
            continue;
        }
        if (!f->encode(code, 0, value, &packet[w->position]) ||
            !f->is_good(code, packet[w->position]))
            return out_of_range(h, WORD_ARRAY[w->array].name, w->from, value);
    }
    return TAUFLOW_OK;
}

static uint32_t output_word(const plan_output *o, const uint32_t *words)
{
    return o->position == TAU_NONE ? o->constant : words[o->position];
}

static double output_value(const plan *p, const plan_output *o, const uint32_t *words)
{
    const uint32_t code = p->image.needs.fixed;
    return format_of(code)->decode(code, o->point, output_word(o, words));
}

/* Functions that divide by pivots, in floating point, deliver them; one that is no more than
 * rounding errors made the other results what they are, finite or not. */
static tauflow_status check_pivots(tauflow *h, const uint32_t *words)
{
    const plan *p = &h->plan;
    const tau_image *i = &p->image;
    const uint32_t count = function_has(i->function, ARRAY_PIVOT)
                               ? tau_image_numbers(i, ARRAY_PIVOT)
                               : 0;
    const double unit = 2 * format_of(i->needs.fixed)->half_unit;
    const plan_output *pivots = p->outputs + plan_first_number(i, ARRAY_PIVOT),
                      *wholes = p->outputs + plan_first_number(i, ARRAY_PIVOT_WHOLE);
    for (uint32_t k = 0; k < count; k++) {
        const double pivot = output_value(p, &pivots[k], words),
                     whole = output_value(p, &wholes[k], words);
        /* Also where one is not a number. */
        if (!pivots[k].is_absent && !(pivot > PIVOT_UNITS * unit * whole))
            return report_fail(&h->why, TAUFLOW_SINGULAR,
                               "the %s of this state cannot be solved: pivot[%u] is %g, left of %g",
                               closing_is_wanted(i) ? "mass matrix or the loops" : "mass matrix", k,
                               pivot, whole);
    }
    return TAUFLOW_OK;
}

/* Where positions are as given, what does not fulfil constraints that were left out is no
 * solution. */
static tauflow_status check_left_out(tauflow *h, const uint32_t *words)
{
    const plan *p = &h->plan;
    const tau_image *i = &p->image;
    const uint32_t numbers = WORD_ARRAY[ARRAY_LEFT_OUT].numbers,
                   count = function_is_as_given(i->function)
                               ? tau_image_numbers(i, ARRAY_LEFT_OUT)
                               : 0;
    for (uint32_t k = OUTPUT_KIND[OUTPUT_LEFT_OUT_ACCELERATION].offset; k < count; k += numbers) {
        const plan_output *o = p->outputs + plan_first_number(i, ARRAY_LEFT_OUT) + k;
        const double left = output_value(p, o, words);
        if (!(left <= left_out_most(OUTPUT_LEFT_OUT_ACCELERATION, true)))
            return report_fail(&h->why, TAUFLOW_SINGULAR,
                               "no accelerations of this state keep the loops closed: constraint "
                               "'%s', which was left out as redundant, is open by %g of its terms",
                               p->names[OWNER_LEFT_OUT][k / numbers], sqrt(left));
    }
    return TAUFLOW_OK;
}

tauflow_status unpack_result(tauflow *h, const uint32_t *words, double *tau)
{
    const plan *p = &h->plan;
    const uint32_t code = p->image.needs.fixed;
    const number_format *f = format_of(code);
    PASS(check_pivots(h, words));
    PASS(check_left_out(h, words));
    for (uint32_t k = 0; k < p->outputs_count; k++) {
        const plan_output *o = &p->outputs[k];
        const uint32_t word = output_word(o, words);
        if (!f->is_good(code, word))
            return report_fail(&h->why, TAUFLOW_RANGE, "number %u of tau is not %s", k, f->good);
        tau[k] = output_value(p, o, words);
    }
    return TAUFLOW_OK;
}

/* Positions and rates of joints that loops do not move stand in the state. */
void unpack_given(const tauflow *h, size_t count, const tauflow_state *states, double *tau)
{
    const plan *p = &h->plan;
    const double *arrays[WORD_ARRAYS];
    state_arrays(states, arrays);
    for (uint32_t a = 0; a < WORD_ARRAYS; a++) {
        const word_array from = word_array_given((word_array)a);
        const uint32_t first = plan_first_number(&p->image, a),
                       numbers = tau_image_numbers(&p->image, (word_array)a);
        if (from == WORD_ARRAYS || !numbers || !arrays[from])
            continue;
        for (size_t i = 0; i < count * numbers; i++)
            if (p->outputs[first + i % numbers].position == TAU_NONE)
                tau[i / numbers * p->outputs_count + first + i % numbers] = arrays[from][i];
    }
}
