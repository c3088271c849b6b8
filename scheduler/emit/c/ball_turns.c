/* SPDX-License-Identifier: MIT */
#include "emit/c/ball_turns.h"

#include "emit/parts.h"

static const char HEAD[] =
    "/* How balls of @P turn (--balls turning), made by tauflow: link with @P_balls.c and -lm.\n"
    " * Functions of @P.h take three angles of each in q. Here a ball has four numbers of\n"
    " * `quaternions`, w x y z, in the order of @P_ball_names: those of the unit quaternion that\n"
    " * turns the axes of its child to those of its joint on the parent. Its rates are the\n"
    " * product (w x y z) (0 qd) / 2 with the three of the ball as x, y, z. */\n"
    "#ifndef @N_BALLS_H\n#define @N_BALLS_H\n\n#define @N_BALLS ";

static const char PROTOTYPES[] =
    "\n#ifdef __cplusplus\nextern \"C\" {\n#endif\n\n"
    "extern const char *const @P_ball_names[@N_BALLS];\n\n"
    "/* Into q the angles of all balls; its other numbers stay. The length of a quaternion is of\n"
    " * no matter unless it is 0. */\n"
    "void @P_ball_angles_f64(const double *quaternions, double *q);\n"
    "/* The quaternions of angles, of length 1. */\n"
    "void @P_ball_quaternions_f64(const double *q, double *quaternions);\n\n"
    "#ifdef __cplusplus\n}\n#endif\n\n#endif\n";

static const char BEGINNING[] =
    "/* Made by tauflow; what is in it is told in @P_balls.h. */\n"
    "#include \"@P_balls.h\"\n\n#include <math.h>\n#include <stddef.h>\n\n"
    "/* Numbers of q, the axes that they turn about, one after the other, and which way the third "
    "one is from\n * the first two. */\n"
    "static const struct {\n    size_t q[3], axis[3];\n    double sense;\n} BALLS[@N_BALLS] = {\n";

/* Bernardes and Viollet's way, as in apps/motion/balls.c: no sine is inverted. */
static const char BODIES[] =
    "static double within_half(double angle)\n"
    "{\n"
    "    const double half = acos(-1);\n"
    "    return angle > half ? angle - 2 * half : angle < -half ? angle + 2 * half : angle;\n"
    "}\n\n"
    "void @P_ball_angles_f64(const double *quaternions, double *q)\n"
    "{\n"
    "    for (size_t k = 0; k < @N_BALLS; k++) {\n"
    "        const double *r = quaternions + 4 * k, s = BALLS[k].sense;\n"
    "        const double a = r[1 + BALLS[k].axis[0]], b = r[1 + BALLS[k].axis[1]];\n"
    "        const double c = s * r[1 + BALLS[k].axis[2]];\n"
    "        const double sum = atan2(a + c, r[0] + b), difference = atan2(a - c, r[0] - b);\n"
    "        q[BALLS[k].q[0]] = within_half(sum + difference);\n"
    "        q[BALLS[k].q[1]] = acos(0) - 2 * atan2(hypot(r[0] - b, a - c),\n"
    "                                               hypot(r[0] + b, a + c));\n"
    "        q[BALLS[k].q[2]] = within_half(s * (sum - difference));\n"
    "    }\n"
    "}\n\n"
    "void @P_ball_quaternions_f64(const double *q, double *quaternions)\n"
    "{\n"
    "    for (size_t k = 0; k < @N_BALLS; k++) {\n"
    "        double *r = quaternions + 4 * k, c[3], n[3];\n"
    "        const double s = BALLS[k].sense;\n"
    "        for (size_t i = 0; i < 3; i++) {\n"
    "            c[i] = cos(q[BALLS[k].q[i]] / 2);\n"
    "            n[i] = sin(q[BALLS[k].q[i]] / 2);\n"
    "        }\n"
    "        r[0] = c[0] * c[1] * c[2] - s * n[0] * n[1] * n[2];\n"
    "        r[1 + BALLS[k].axis[0]] = n[0] * c[1] * c[2] + s * c[0] * n[1] * n[2];\n"
    "        r[1 + BALLS[k].axis[1]] = c[0] * n[1] * c[2] - s * n[0] * c[1] * n[2];\n"
    "        r[1 + BALLS[k].axis[2]] = c[0] * c[1] * n[2] + s * n[0] * n[1] * c[2];\n"
    "    }\n"
    "}\n";

/* Axes of balls are those of their child, one each. */
static uint32_t number_of(vec3 axis)
{
    return axis.v[0] != 0 ? 0 : axis.v[1] != 0 ? 1 : 2;
}

void ball_turns_emit(const tree *t, const char *name, text *c, text *h)
{
    const emitter to_h = {.name = name, .upper_name = emit_upper_name(h->mem, name), .out = h};
    const emitter to_c = emit_with(&to_h, NULL, c);
    emit_template(&to_h, HEAD);
    text_printf(h, "%u\n", t->balls_count);
    emit_template(&to_h, PROTOTYPES);
    emit_template(&to_c, BEGINNING);
    for (uint32_t k = 0; k < t->balls_count; k++) {
        const tree_ball *b = &t->balls[k];
        text_printf(c, "    {{%u, %u, %u}, {%u, %u, %u}, %g},\n", b->coordinate[0],
                    b->coordinate[1], b->coordinate[2], number_of(b->axis[0]),
                    number_of(b->axis[1]), number_of(b->axis[2]), tree_ball_sense(b));
    }
    emit_template(&to_c, "};\n\nconst char *const @P_ball_names[@N_BALLS] = {");
    for (uint32_t k = 0; k < t->balls_count; k++) {
        text_add(c, k ? ", " : "");
        emit_string(c, t->balls[k].name);
    }
    text_add(c, "};\n\n");
    emit_template(&to_c, BODIES);
}

void ball_turns_json(const tree *t, text *out)
{
    text_add(out, "[");
    for (uint32_t k = 0; k < t->balls_count; k++) {
        text_add(out, k ? ", " : "");
        text_add_json_string(out, t->balls[k].name);
    }
    text_add(out, "]");
}
