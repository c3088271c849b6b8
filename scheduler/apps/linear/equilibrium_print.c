/* SPDX-License-Identifier: MIT */
/* An equilibrium as a text for people and as JSON. */
#include "apps/linear/equilibrium.h"
#include "apps/linear/linear_files.h"
#include "robot/numbers.h"

/* What becomes of a joint. */
static const char *role_of(const equilibrium *e, uint32_t joint)
{
    const slopes *s = &e->at;
    if (s->motion.t->coordinates[joint].driven)
        return "driven";
    for (uint32_t i = 0; i < s->held_count; i++)
        if (s->held[i] == joint)
            return "held";
    return s->motion.is_integrated[joint] ? "free" : "follows";
}

static const char *name_of(const equilibrium *e, uint32_t joint)
{
    return e->at.motion.t->coordinates[joint].name;
}

static void print_stability(const equilibrium *e, text *out)
{
    static const char *const ABOUT[] = {"every small motion dies away",
                                        "no small motion grows, and some do not die away",
                                        "some small motion grows"};
    text_printf(out, "stability         %s: %s\n", BALANCE_WORD[e->kind], ABOUT[e->kind]);
}

/* For the next command. */
static void print_start(const equilibrium *e, text *out)
{
    const robot_motion *x = &e->at.motion;
    text_add(out, "\nas a start       ");
    for (uint32_t i = 0; i < x->count; i++) {
        text_printf(out, " --start %s=", text_shown(out->mem, name_of(e, i)));
        text_add_number(out, x->q[i]);
        if (x->qd[i] != 0 && !(x->l && x->l->place[i] != LOOPS_NONE)) {
            text_add(out, ",");
            text_add_number(out, x->qd[i]);
        }
    }
    for (uint32_t i = 0; i < x->states; i++) {
        text_printf(out, " --start %s=",
                    text_shown(out->mem, robot_law_state_name(out->mem, x, i)));
        text_add_number(out, *robot_law_state(x, i));
    }
    text_add(out, "\n");
}

void equilibrium_print(const equilibrium *e, text *out)
{
    const robot_motion *x = &e->at.motion;
    text_printf(out, "robot             %s\nsteps             %u\n",
                text_shown(out->mem, x->t->name), e->steps);
    text_printf(out, "left              %.2g of the sum of terms, at most\n", e->residual);
    print_stability(e, out);
    for (uint32_t i = 0; i < e->anywhere_count; i++)
        text_printf(out, "%-18s%s\n", i ? "" : "stands anywhere",
                    text_shown(out->mem, slopes_unknown_name(out->mem, &e->at, e->anywhere[i])));
    text_printf(out, "\n%-20s%18s%14s%14s\n", "joint", "position", "rate", "torque");
    for (uint32_t i = 0; i < x->count; i++)
        text_printf(out, "%-20s%18.12g%14.6g%14.6g  %s\n", text_shown(out->mem, name_of(e, i)),
                    x->q[i] + 0., x->qd[i] + 0., x->tau[i] + 0., role_of(e, i)); /* no -0 */
    for (uint32_t i = 0; i < x->states; i++)
        text_printf(out, "%s%-20s%18.12g\n", i ? "" : "\nstates of laws\n",
                    text_shown(out->mem, robot_law_state_name(out->mem, x, i)),
                    *robot_law_state(x, i) + 0.);
    linear_print_modes(&e->system, out);
    print_start(e, out);
}

static void json_joint(const equilibrium *e, uint32_t joint, text *out)
{
    const robot_motion *x = &e->at.motion;
    const struct {
        const char *name;
        double number;
    } each[] = {{"position", x->q[joint]}, {"rate", x->qd[joint]}, {"torque", x->tau[joint]}};
    text_printf(out, "%s{\"joint\": ", joint ? ", " : "");
    text_add_json_string(out, name_of(e, joint));
    text_printf(out, ", \"is\": \"%s\"", role_of(e, joint));
    for (uint32_t k = 0; k < sizeof each / sizeof each[0]; k++) {
        text_printf(out, ", \"%s\": ", each[k].name);
        text_add_number(out, each[k].number + 0.); /* no -0 */
    }
    text_add(out, "}");
}

void equilibrium_print_json(const equilibrium *e, text *out)
{
    text_add(out, "{\"robot\": ");
    text_add_json_string(out, e->at.motion.t->name);
    text_printf(out, ", \"steps\": %u, \"left\": ", e->steps);
    text_add_number(out, e->residual);
    text_printf(out, ", \"stability\": \"%s\", \"anywhere\": [", BALANCE_WORD[e->kind]);
    for (uint32_t i = 0; i < e->anywhere_count; i++) {
        text_add(out, i ? ", " : "");
        text_add_json_string(out, slopes_unknown_name(out->mem, &e->at, e->anywhere[i]));
    }
    text_add(out, "], \"joints\": [");
    for (uint32_t i = 0; i < e->at.motion.count; i++)
        json_joint(e, i, out);
    text_add(out, "], \"states\": [");
    for (uint32_t i = 0; i < e->at.motion.states; i++) {
        text_add(out, i ? ", {\"state\": " : "{\"state\": ");
        text_add_json_string(out, robot_law_state_name(out->mem, &e->at.motion, i));
        text_add(out, ", \"value\": ");
        text_add_number(out, *robot_law_state(&e->at.motion, i) + 0.);
        text_add(out, "}");
    }
    text_add(out, "], \"eigenvalues\": [");
    for (uint32_t k = 0; k < e->system.modes_count; k++) {
        text_printf(out, "%s[", k ? ", " : "");
        text_add_number(out, e->system.modes[k].value.re);
        text_add(out, ", ");
        text_add_number(out, e->system.modes[k].value.im);
        text_add(out, "]");
    }
    text_add(out, "], \"limits\": ");
    limits_print_json(e->at.motion.t, e->at.motion.passed, out);
    text_add(out, "}\n");
}
