/* SPDX-License-Identifier: MIT */
#include "mujoco_urdf.h"

#include <expat.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define FILE_LIMIT_BYTES ((size_t)16 << 20)

typedef struct {
    const rewrite_options *options;
    text *out;
    unsigned depth,
        skip_depth; /* skip_depth: of the visual or collision being left out, 0 if none */
    bool in_joint, in_inertial;
    double xyz[3], rpy[3], mass, tensor[6]; /* of the inertial being read; xx xy xz yy yz zz */
    const char **links;
    uint32_t links_count, links_capacity;
    const char **children;
    uint32_t children_count, children_capacity;
} rewriter;

static bool is_drawing(const char *tag)
{
    return strcmp(tag, "visual") == 0 || strcmp(tag, "collision") == 0;
}

/* MuJoCo takes a link of this name for its world, which can neither move nor be hung elsewhere. */
#define WORLD "world"

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0] != NULL; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Links and the children of joints, so that the root can be told. */
static void note_structure(rewriter *w, const char *tag, const char **attributes)
{
    if (w->depth == 2 && strcmp(tag, "link") == 0)
        *ARENA_PUSH(w->out->mem, w, links) = arena_strdup(w->out->mem,
                                                          attribute(attributes, "name"));
    if (w->depth == 3 && w->in_joint && strcmp(tag, "child") == 0)
        *ARENA_PUSH(w->out->mem, w, children) = arena_strdup(w->out->mem,
                                                             attribute(attributes, "link"));
}

static void add_escaped(text *out, const char *value)
{
    for (; *value != '\0'; value++)
        if (strchr("<>&\"", *value) != NULL)
            text_printf(out, "&#%d;", *value);
        else
            text_add_bytes(out, value, 1);
}

static void add_attributes(text *out, const char **attributes)
{
    for (; attributes[0] != NULL; attributes += 2) {
        text_printf(out, " %s=\"", attributes[0]);
        add_escaped(out, strcmp(attributes[1], WORLD) == 0 ? "outside_" WORLD : attributes[1]);
        text_add(out, "\"");
    }
}

/* --- inertias -------------------------------------------------------------------------- */

static void multiply(double a[3][3], double b[3][3], double out[3][3])
{
    double product[3][3] = {{0}};
    for (int i = 0; i < 9; i++)
        for (int k = 0; k < 3; k++)
            product[i / 3][i % 3] += a[i / 3][k] * b[k][i % 3];
    memcpy(out, product, sizeof product);
}

static void rotation(int axis, double angle, double out[3][3])
{
    int u = (axis + 1) % 3, v = (axis + 2) % 3;
    memset(out, 0, 9 * sizeof(double));
    out[axis][axis] = 1;
    out[u][u] = out[v][v] = cos(angle);
    out[u][v] = -(out[v][u] = sin(angle));
}

/* Jacobi's method: turns tensor to its principal axes and frame with it; eight sweeps are more than
 * its quadratic convergence needs. Angles stay within 45 degrees, or it would not converge. */
static void find_principal_axes(double tensor[3][3], double frame[3][3])
{
    for (int turn = 0; turn < 24; turn++) {
        int axis = turn % 3, u = (axis + 1) % 3, v = (axis + 2) % 3;
        if (tensor[u][v] == 0)
            continue;
        double step[3][3], back[3][3];
        double apart = tensor[u][u] - tensor[v][v];
        double angle = 0.5 * atan2(copysign(2, apart) * tensor[u][v], fabs(apart));
        rotation(axis, angle, step);
        rotation(axis, -angle, back);
        multiply(back, tensor, tensor);
        multiply(tensor, step, tensor);
        multiply(frame, step, frame);
    }
}

static void add_inertial(rewriter *w)
{
    const double *t = w->tensor;
    double tensor[3][3] = {{t[0], t[1], t[2]}, {t[1], t[3], t[4]}, {t[2], t[4], t[5]}};
    double frame[3][3], pitch[3][3], roll[3][3];
    rotation(2, w->rpy[2], frame);
    rotation(1, w->rpy[1], pitch);
    rotation(0, w->rpy[0], roll);
    multiply(frame, pitch, frame);
    multiply(frame, roll, frame);
    find_principal_axes(tensor, frame);
    text_printf(w->out, "<origin xyz=\"%.17g %.17g %.17g\" rpy=\"%.17g %.17g %.17g\"/>", w->xyz[0],
                w->xyz[1], w->xyz[2], atan2(frame[2][1], frame[2][2]),
                atan2(-frame[2][0], hypot(frame[0][0], frame[1][0])),
                atan2(frame[1][0], frame[0][0]));
    text_printf(w->out,
                "<mass value=\"%.17g\"/><inertia ixx=\"%.17g\" iyy=\"%.17g\" izz=\"%.17g\" "
                "ixy=\"0\" ixz=\"0\" iyz=\"0\"/>\n",
                w->mass * w->options->mass_scale, tensor[0][0] * w->options->mass_scale,
                tensor[1][1] * w->options->mass_scale, tensor[2][2] * w->options->mass_scale);
}

static void read_numbers(const char *value, double out[3])
{
    if (value != NULL)
        sscanf(value, "%lf %lf %lf", &out[0], &out[1], &out[2]);
}

static void read_inertial(rewriter *w, const char *tag, const char **attributes)
{
    static const char *const names[6] = {"ixx", "ixy", "ixz", "iyy", "iyz", "izz"};
    read_numbers(strcmp(tag, "origin") == 0 ? attribute(attributes, "xyz") : NULL, w->xyz);
    read_numbers(strcmp(tag, "origin") == 0 ? attribute(attributes, "rpy") : NULL, w->rpy);
    if (strcmp(tag, "mass") == 0)
        w->mass = strtod(attribute(attributes, "value"), NULL);
    for (int i = 0; strcmp(tag, "inertia") == 0 && i < 6; i++)
        w->tensor[i] = attribute(attributes, names[i]) == NULL
                           ? 0
                           : strtod(attribute(attributes, names[i]), NULL);
}

/* --- elements -------------------------------------------------------------------------- */

static void XMLCALL on_start(void *user, const char *tag, const char **attributes)
{
    rewriter *w = user;
    w->depth++;
    if (w->skip_depth == 0 && is_drawing(tag))
        w->skip_depth = w->depth;
    if (w->skip_depth != 0)
        return;
    if (w->in_inertial) {
        read_inertial(w, tag, attributes);
        return;
    }
    if (w->depth == 2)
        w->in_joint = strcmp(tag, "joint") == 0;
    note_structure(w, tag, attributes);
    text_printf(w->out, "<%s", tag);
    add_attributes(w->out, attributes);
    text_add(w->out, ">\n");
    if (strcmp(tag, "inertial") == 0) {
        w->in_inertial = true;
        memset(w->xyz, 0, sizeof w->xyz);
        memset(w->rpy, 0, sizeof w->rpy);
        memset(w->tensor, 0, sizeof w->tensor);
        w->mass = 0;
    }
    if (w->depth == 1)
        text_printf(w->out, "<mujoco><compiler %s/></mujoco>\n", w->options->settings);
}

static const char *find_root(const rewriter *w)
{
    for (uint32_t i = 0; i < w->links_count; i++) {
        bool is_child = false;
        for (uint32_t j = 0; j < w->children_count; j++)
            is_child = is_child || strcmp(w->links[i], w->children[j]) == 0;
        if (!is_child)
            return strcmp(w->links[i], WORLD) == 0 ? "outside_" WORLD : w->links[i];
    }
    return "";
}

static void XMLCALL on_end(void *user, const char *tag)
{
    rewriter *w = user;
    if (w->in_inertial && strcmp(tag, "inertial") == 0) {
        add_inertial(w);
        w->in_inertial = false;
    }
    if (w->skip_depth == 0 && !w->in_inertial) {
        if (w->depth == 1 && w->options->free_joint != NULL)
            text_printf(w->out,
                        "<link name=\"" WORLD "\"/><joint name=\"%s\" type=\"floating\">"
                        "<parent link=\"" WORLD "\"/><child link=\"%s\"/></joint>\n",
                        w->options->free_joint, find_root(w));
        text_printf(w->out, "</%s>\n", tag);
    } else if (w->skip_depth == w->depth) {
        w->skip_depth = 0;
    }
    w->depth--;
}

status urdf_rewrite(arena *mem, const char *path, const rewrite_options *options, text *out,
                    diag *d)
{
    char *bytes;
    size_t length;
    TRY(file_read(mem, path, FILE_LIMIT_BYTES, &bytes, &length, d));
    rewriter w = {.options = options, .out = out};
    XML_Parser parser = XML_ParserCreate(NULL);
    XML_SetUserData(parser, &w);
    XML_SetElementHandler(parser, on_start, on_end);
    enum XML_Status parsed = XML_Parse(parser, bytes, (int)length, 1);
    XML_ParserFree(parser);
    if (parsed != XML_STATUS_OK)
        return diag_error(d, (place){.file = path}, "not well-formed XML");
    return STATUS_OK;
}
