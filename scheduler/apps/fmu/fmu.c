/* SPDX-License-Identifier: MIT */
#include "apps/fmu/fmu.h"

#include "apps/archive/zip.h"
#include "apps/fmu/fmu_documents.h"
#include "apps/motion/robot_cpu.h"
#include "emit/c/called_laws.h"
#include "emit/c/emit_c.h"
#include "machine/tauflow_status.h"
#include "operations/layout.h"
#include "program/tau_write.h"
#include "robot/parameter_values.h"

#include <assert.h>

static const unsigned char MOTION_H[] = {
#include "page_motion_h.inc"
};
static const unsigned char MOTION_C[] = {
#include "page_motion_c.inc"
};
static const unsigned char FMI2_C[] = {
#include "page_fmi2.inc"
};
static const unsigned char FMI3_C[] = {
#include "page_fmi3.inc"
};

typedef struct {
    arena *mem;
    const robot_motion *x;
    const fmu_options *o;
    const char *name;  /* of the model: a C identifier */
    const char *token; /* that tells this model from others */
} fmu;

/* ---- model.h --------------------------------------------------------------------------------- */

static void add_numbers(const fmu *f, const char *name, const double *values, text *out)
{
    text_printf(out, "static const double %s[MODEL_JOINTS] = {", name);
    for (uint32_t i = 0; i < f->x->count; i++) {
        text_add(out, i ? ", " : "");
        text_add_number(out, values[i]);
    }
    text_add(out, "};\n");
}

static uint32_t links_values_count(const fmu *f)
{
    return LINK_VALUES * f->o->of->parameters_count;
}

/* Values of links as they start, and what accelerations take of them. One number more than there
 * are, since C has no empty arrays. */
static void add_links(const fmu *f, text *out)
{
    const tree *t = f->o->of;
    text_printf(out, "\n/* Links whose parameters are variables: ten numbers each. */\n"
                     "#define MODEL_LINK_VALUES %u\n#define MODEL_PARAMETERS %u\n"
                     "static const double MODEL_LINKS[MODEL_LINK_VALUES + 1] = {",
                links_values_count(f), f->o->base ? f->o->base->outputs_count : 0);
    for (uint32_t k = 0; k < t->parameters_count; k++) {
        double values[LINK_VALUES];
        link_values_of(&t->parameters[k].nominal, values);
        for (uint32_t i = 0; i < LINK_VALUES; i++) {
            text_add_number(out, values[i]);
            text_add(out, ", ");
        }
    }
    text_printf(out, "0};\n\n/* Springs and dampers that are variables. */\n#define MODEL_NUMBERS "
                     "%u\nstatic const double MODEL_GIVEN[MODEL_NUMBERS + 1] = {",
                t->numbers_count);
    for (uint32_t k = 0; k < t->numbers_count; k++) {
        text_add_number(out, t->numbers[k].nominal);
        text_add(out, ", ");
    }
    text_add(out, "0};\n\nstatic inline void model_take_links(const double *inertias, double "
                  "*base_parameters)\n{\n    (void)inertias, (void)base_parameters;\n");
    if (f->o->base)
        text_printf(out, "    %s_%s_f64(inertias, base_parameters);\n", f->name,
                    FUNCTION_KIND[FUNCTION_BASE_PARAMETERS].call);
    text_add(out, "}\n");
}

/* States of laws, and where they start. */
static void add_states(const fmu *f, text *out)
{
    const robot_motion *x = f->x;
    text_printf(out, "\n/* States of laws. */\n#define MODEL_STATES %u\n"
                     "static const double MODEL_START_STATES[MODEL_STATES + 1] = {", x->states);
    for (uint32_t i = 0; i < x->states; i++) {
        text_add_number(out, *robot_law_state(x, i));
        text_add(out, ", ");
    }
    text_add(out, "0};\n");
}

/* Numbers of an element in the two arrays, and among them those of its state. */
enum { FORCES = 7, STATE_AMONG_FORCES = 3, STATES = 6, RATE_AMONG_STATES = 2 };

/* What goes into element_forces. */
static void add_forces(const fmu *f, text *out)
{
    if (!f->x->states)
        return;
    text_printf(out, "    double element_forces[%u] = {0};\n", FORCES * f->x->t->elements_count);
    for (uint32_t i = 0; i < f->x->states; i++)
        text_printf(out, "    element_forces[%u] = states[%u];\n",
                    FORCES * f->x->state_of[i] + STATE_AMONG_FORCES, i);
    text_add(out, "    (void)element_forces;\n");
}

/* A law need not depend on its state. */
static bool takes_states(const ops *p)
{
    uint32_t i = 0;
    while (i < p->inputs_count && p->inputs[i].kind != INPUT_LAW_STATE)
        i++;
    return i < p->inputs_count;
}

/* How states change, by function elements, with the rates of dependent joints. */
static void add_changes(const fmu *f, text *out)
{
    if (!f->x->states)
        return;
    const layout l = layout_make(f->mem, f->o->elements);
    state_array_info list[WORD_ARRAYS];
    layout_arrays(&l, f->o->elements, list);
    text_printf(out, "    double element_states[%u];\n    %s_%s_f64(",
                STATES * f->x->t->elements_count, f->name, FUNCTION_KIND[FUNCTION_ELEMENTS].call);
    for (uint32_t k = 0, more = 0; k < WORD_ARRAYS; k++)
        if (list[k].there)
            text_printf(out, "%s%s", more++ ? ", " : "",
                        k == ARRAY_QD && f->x->l ? "qd_closed" : list[k].name);
    text_add(out, ");\n");
    for (uint32_t i = 0; i < f->x->states; i++)
        text_printf(out, "    changes[%u] = element_states[%u];\n", i,
                    STATES * f->x->state_of[i] + RATE_AMONG_STATES);
}

/* The emitted function, with all arrays that it takes and makes. Of a driven joint the input is its
 * acceleration, in the place of a torque. */
static void add_call(const fmu *f, text *out)
{
    const ops *p = &f->x->cpu->forward.p;
    const layout l = layout_make(f->mem, p);
    state_array_info list[WORD_ARRAYS];
    layout_arrays(&l, p, list);
    text_add(out, "\n/* Accelerations, and how states of laws change; with loops, positions and "
                  "rates of dependent\n * joints. */\n"
                  "static inline int model_accelerate(double t, double tolerance, unsigned passes,"
                  "\n                                   double *q, const double *qd,\n"
                  "                                   const double *tau,\n"
                  "                                   const double *base_parameters,\n"
                  "                                   const double *numbers, const double "
                  "*states,\n"
                  "                                   double *qdd, double *rates, double *changes)"
                  "\n{\n"
                  "    (void)t, (void)tolerance, (void)passes, (void)tau, (void)rates;\n"
                  "    (void)base_parameters, (void)numbers, (void)states, (void)changes;\n");
    if (list[ARRAY_IMPOSED].there)
        text_printf(out, "    const double *%s = tau;\n", list[ARRAY_IMPOSED].name);
    for (uint32_t k = 0; k < WORD_ARRAYS; k++)
        if (list[k].there && list[k].result && k != ARRAY_ACCELERATION)
            text_printf(out, "    double %s[%u];\n", list[k].name, list[k].count);
    const bool asks = f->o->laws != NULL;
    add_forces(f, out);
    text_printf(out, "    const int lost = %s_%s%s_f64(%s%s", f->name,
                FUNCTION_KIND[p->function].call,
                asks ? "_with_laws" : f->x->l ? "_until_closed" : "",
                f->x->l ? "tolerance, passes, " : "", asks ? "t, NULL, " : "");
    for (uint32_t k = 0, more = 0; k < WORD_ARRAYS; k++)
        if (list[k].there && (k != ARRAY_ELEMENT_FORCES || takes_states(p)))
            text_printf(out, "%s%s", more++ ? ", " : "", list[k].name);
    text_add(out, ");\n");
    add_changes(f, out);
    for (uint32_t i = 0; f->x->l && i < f->x->l->count; i++)
        text_printf(out, "    rates[%u] = qd_closed[%u];\n", f->x->l->dependent[i],
                    f->x->l->dependent[i]);
    for (uint32_t i = 0; i < f->x->count; i++)
        if (f->x->t->coordinates[i].driven)
            text_printf(out, "    qdd[%u] = tau[%u];\n", i, i);
    text_add(out, "    return lost;\n}\n");
}

static void add_model(const fmu *f, text *out)
{
    const robot_motion *x = f->x;
    text_printf(out, "/* What moves: robot %s, made by tauflow. */\n#ifndef MODEL_H\n"
                     "#define MODEL_H\n\n#include \"%s%s.h\"\n\n#define MODEL_TOKEN \"%s\"\n"
                     "#define MODEL_JOINTS %u\n#define MODEL_STEP ",
                f->name, f->name, f->o->laws ? "_laws" : "", f->token, x->count);
    text_add_number(out, f->o->step_s);
    text_add(out, "\n\n/* Joints that are not dependent. */\n"
                  "static const char MODEL_INTEGRATED[MODEL_JOINTS] = {");
    for (uint32_t i = 0; i < x->count; i++)
        text_printf(out, "%s%d", i ? ", " : "",
                    x->is_integrated[i] || x->t->coordinates[i].driven);
    text_add(out, "};\n");
    add_numbers(f, "MODEL_START", x->q, out);
    add_numbers(f, "MODEL_START_RATE", x->qd, out);
    add_links(f, out);
    add_states(f, out);
    add_call(f, out);
    text_add(out, "\n#endif\n");
}

/* ---- modelDescription.xml -------------------------------------------------------------------- */

/* What the values of motion.h are called. */
typedef struct {
    const char *ending, *causality, *variability, *initial, *about;
    const char *unit[2]; /* of a joint that slides, that turns */
} variable;

static const variable VARIABLES[] = {
    {".torque", "input", "continuous", NULL, "what drives the joint; held over a step",
     {"N", "N.m"}},
    {"", "output", "continuous", "calculated", "position", {"m", "rad"}},
    {".rate", "output", "continuous", "calculated", "rate", {"m/s", "rad/s"}},
    {".start", "parameter", "fixed", "exact", "where it starts; near there where it depends",
     {"m", "rad"}},
    {".start_rate", "parameter", "fixed", "exact", "how fast it starts; unused where it depends",
     {"m/s", "rad/s"}},
};
enum { KINDS = sizeof VARIABLES / sizeof VARIABLES[0] };

/* In the place of torques, of joints that are driven. */
static const variable IMPOSED = {
    ".acceleration", "input", "continuous", NULL, "of the driven joint; held over a step",
    {"m/s2", "rad/s2"}};

/* Of the others. */
static const variable ACCELERATION = {".acceleration", "output", "continuous", "calculated",
                                      "acceleration", {"m/s2", "rad/s2"}};

/* start: NULL: it has none. */
static void add_of_joint(const fmu *f, const variable *v, uint32_t joint, uint32_t number,
                         const double *start, text *out)
{
    const bool fmi2 = f->o->version == FMI_2;
    const tree_coordinate *of = &f->x->t->coordinates[joint];
    text_printf(out, "    <%s name=\"", fmi2 ? "ScalarVariable" : "Float64");
    fmu_add_escaped(of->name, out);
    text_printf(out, "%s\" valueReference=\"%u\" causality=\"%s\" variability=\"%s\"", v->ending,
                number, v->causality, v->variability);
    if (v->initial)
        text_printf(out, " initial=\"%s\"", v->initial);
    text_printf(out, " description=\"%s\"", v->about);
    if (fmi2)
        text_add(out, "><Real");
    text_printf(out, " unit=\"%s\"", v->unit[of->is_angle]);
    if (start) {
        text_add(out, " start=\"");
        text_add_number(out, *start);
        text_add(out, "\"");
    }
    text_add(out, fmi2 ? "/></ScalarVariable>\n" : "/>\n");
}

static void add_variable(const fmu *f, uint32_t kind, uint32_t joint, text *out)
{
    const robot_motion *x = f->x;
    const bool imposed = kind == 0 && x->t->coordinates[joint].driven;
    const double *const starts[KINDS] = {&(double){0}, NULL, NULL, &x->q[joint], &x->qd[joint]};
    add_of_joint(f, imposed ? &IMPOSED : &VARIABLES[kind], joint, kind * x->count + joint,
                 starts[kind], out);
}

/* They come last, after the time, so that other variables keep their numbers. */
static void add_link_variables(const fmu *f, text *out)
{
    const bool fmi2 = f->o->version == FMI_2;
    for (uint32_t k = 0; k < links_values_count(f); k++) {
        const tree_parameters *of = &f->o->of->parameters[k / LINK_VALUES];
        const link_value *v = &LINK_VALUE[k % LINK_VALUES];
        double values[LINK_VALUES];
        link_values_of(&of->nominal, values);
        text_printf(out, "    <%s name=\"", fmi2 ? "ScalarVariable" : "Float64");
        fmu_add_escaped(of->on.link, out);
        text_printf(out, ".%s\" valueReference=\"%u\" causality=\"parameter\" variability="
                         "\"tunable\" initial=\"exact\" description=\"%s\"%s unit=\"%s\" start=\"",
                    v->name, KINDS * f->x->count + 1 + k, v->about, fmi2 ? "><Real" : "", v->unit);
        text_add_number(out, values[k % LINK_VALUES]);
        text_add(out, fmi2 ? "\"/></ScalarVariable>\n" : "\"/>\n");
    }
}

/* The first number of a state of a law. */
static uint32_t states_begin(const fmu *f)
{
    return KINDS * f->x->count + 1 + links_values_count(f) + f->o->of->numbers_count;
}

static void add_number_variables(const fmu *f, text *out)
{
    const tree *t = f->o->of;
    const bool fmi2 = f->o->version == FMI_2;
    for (uint32_t k = 0; k < t->numbers_count; k++) {
        text_printf(out, "    <%s name=\"", fmi2 ? "ScalarVariable" : "Float64");
        fmu_add_escaped(t->numbers[k].name, out);
        text_printf(out, "\" valueReference=\"%u\" causality=\"parameter\" variability="
                         "\"tunable\" initial=\"exact\" description=\"%s\"%s start=\"",
                    KINDS * f->x->count + 1 + links_values_count(f) + k,
                    GIVEN_WORD[t->numbers[k].what], fmi2 ? "><Real" : "");
        text_add_number(out, t->numbers[k].nominal);
        text_add(out, fmi2 ? "\"/></ScalarVariable>\n" : "\"/>\n");
    }
}

/* States of laws, and where they start: units are the user's. */
static void add_state_variables(const fmu *f, text *out)
{
    static const char *const ENDING[] = {"", ".start"};
    static const char *const TOLD[] = {
        "causality=\"output\" variability=\"continuous\" initial=\"calculated\" "
        "description=\"state of a law\"",
        "causality=\"parameter\" variability=\"fixed\" initial=\"exact\" "
        "description=\"where the state starts\""};
    const robot_motion *x = f->x;
    const bool fmi2 = f->o->version == FMI_2;
    for (uint32_t k = 0; k < 2 * x->states; k++) {
        const bool is_start = k >= x->states;
        const uint32_t state = k % x->states;
        text_printf(out, "    <%s name=\"", fmi2 ? "ScalarVariable" : "Float64");
        fmu_add_escaped(robot_law_state_name(f->mem, x, state), out);
        text_printf(out, "%s\" valueReference=\"%u\" %s%s", ENDING[is_start], states_begin(f) + k,
                    TOLD[is_start], fmi2 ? "><Real" : "");
        if (is_start) {
            text_add(out, " start=\"");
            text_add_number(out, *robot_law_state(x, state));
            text_add(out, "\"");
        }
        text_add(out, fmi2 ? "/></ScalarVariable>\n" : "/>\n");
    }
}

/* The first number of an acceleration: after states of laws and their starts. */
static uint32_t accelerations_begin(const fmu *f)
{
    return states_begin(f) + 2 * f->x->states;
}

static void add_accelerations(const fmu *f, text *out)
{
    for (uint32_t i = 0; i < f->x->count; i++)
        if (!f->x->t->coordinates[i].driven)
            add_of_joint(f, &ACCELERATION, i, accelerations_begin(f) + i, NULL, out);
}

static void add_unknown(const fmu *f, uint32_t list, uint32_t reference, uint32_t index, text *out)
{
    if (f->o->version == FMI_2)
        text_printf(out, "      <Unknown index=\"%u\"/>\n", index);
    else
        text_printf(out, "    <%s valueReference=\"%u\"/>\n", list ? "InitialUnknown" : "Output",
                    reference);
}

static void add_structure(const fmu *f, text *out)
{
    const bool fmi2 = f->o->version == FMI_2;
    text_add(out, "  <ModelStructure>\n");
    for (uint32_t list = 0; list < 2; list++) {
        if (fmi2)
            text_printf(out, "    <%s>\n", list ? "InitialUnknowns" : "Outputs");
        for (uint32_t k = f->x->count; k < 3 * f->x->count; k++)
            add_unknown(f, list, k, k + 1, out);
        for (uint32_t k = states_begin(f); k < states_begin(f) + f->x->states; k++)
            add_unknown(f, list, k, k, out); /* FMI 2.0 lists no time, which is before them */
        for (uint32_t i = 0, k = accelerations_begin(f), listed = k; i < f->x->count; i++)
            if (!f->x->t->coordinates[i].driven)
                add_unknown(f, list, k + i, listed++, out);
        if (fmi2)
            text_printf(out, "    </%s>\n", list ? "InitialUnknowns" : "Outputs");
    }
    text_add(out, "  </ModelStructure>\n");
}

static void add_units(const fmu *f, text *out)
{
    text_add(out, "  <UnitDefinitions>\n"
                  "    <Unit name=\"rad\"><BaseUnit rad=\"1\"/></Unit>\n"
                  "    <Unit name=\"rad/s\"><BaseUnit rad=\"1\" s=\"-1\"/></Unit>\n"
                  "    <Unit name=\"m\"><BaseUnit m=\"1\"/></Unit>\n"
                  "    <Unit name=\"m/s\"><BaseUnit m=\"1\" s=\"-1\"/></Unit>\n"
                  "    <Unit name=\"rad/s2\"><BaseUnit rad=\"1\" s=\"-2\"/></Unit>\n"
                  "    <Unit name=\"m/s2\"><BaseUnit m=\"1\" s=\"-2\"/></Unit>\n"
                  "    <Unit name=\"N\"><BaseUnit kg=\"1\" m=\"1\" s=\"-2\"/></Unit>\n"
                  "    <Unit name=\"N.m\"><BaseUnit kg=\"1\" m=\"2\" s=\"-2\"/></Unit>\n");
    if (links_values_count(f))
        text_add(out, "    <Unit name=\"kg\"><BaseUnit kg=\"1\"/></Unit>\n"
                      "    <Unit name=\"kg.m2\"><BaseUnit kg=\"1\" m=\"2\"/></Unit>\n");
    text_add(out, "  </UnitDefinitions>\n");
}

static void add_files(const fmu *f, const char *element, text *out)
{
    const char *const names[] = {arena_printf(f->mem, "%s.c", f->name), "motion.c",
                                 f->o->version == FMI_2 ? "fmi2.c" : "fmi3.c",
                                 arena_printf(f->mem, "%s_laws.c", f->name), FMU_USER_LAWS};
    for (uint32_t k = 0; k < (f->o->laws ? 5 : 3); k++)
        text_printf(out, "      <%s name=\"%s\"/>\n", element, names[k]);
}

static void add_description(const fmu *f, text *out)
{
    const bool fmi2 = f->o->version == FMI_2;
    const char *const state = fmi2 ? "FMUstate" : "FMUState";
    text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiModelDescription fmiVersion="
                     "\"%s\" modelName=\"", fmi2 ? "2.0" : "3.0");
    fmu_add_escaped(f->x->t->name, out);
    text_printf(out, "\" %s=\"%s\" generationTool=\"tauflow " TAUFLOW_VERSION "\" "
                     "variableNamingConvention=\"flat\"%s>\n",
                fmi2 ? "guid" : "instantiationToken", f->token,
                fmi2 ? " numberOfEventIndicators=\"0\"" : "");
    text_printf(out, "  <CoSimulation modelIdentifier=\"%s\" "
                     "canHandleVariableCommunicationStepSize=\"true\" canGetAndSet%s=\"true\" "
                     "canSerialize%s=\"true\"%s>\n", f->name, state, state, fmi2 ? "" : "/");
    if (fmi2) {
        text_add(out, "    <SourceFiles>\n");
        add_files(f, "File", out);
        text_add(out, "    </SourceFiles>\n  </CoSimulation>\n");
    }
    add_units(f, out);
    text_add(out, "  <DefaultExperiment startTime=\"0\" stopTime=\"");
    text_add_number(out, f->o->until_s);
    text_add(out, "\" stepSize=\"");
    text_add_number(out, f->o->step_s);
    text_add(out, "\"/>\n  <ModelVariables>\n");
    for (uint32_t kind = 0; kind < KINDS; kind++)
        for (uint32_t i = 0; i < f->x->count; i++)
            add_variable(f, kind, i, out);
    if (!fmi2)
        text_printf(out, "    <Float64 name=\"time\" valueReference=\"%u\" causality="
                         "\"independent\" variability=\"continuous\"/>\n",
                    KINDS * f->x->count);
    add_link_variables(f, out);
    add_number_variables(f, out);
    add_state_variables(f, out);
    add_accelerations(f, out);
    text_add(out, "  </ModelVariables>\n");
    add_structure(f, out);
    text_add(out, "</fmiModelDescription>\n");
}

static void add_build(const fmu *f, text *out)
{
    text_printf(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<fmiBuildDescription fmiVersion="
                     "\"3.0\">\n  <BuildConfiguration modelIdentifier=\"%s\">\n    <SourceFileSet "
                     "language=\"C11\">\n", f->name);
    add_files(f, "SourceFile", out);
    text_add(out, "    </SourceFileSet>\n  </BuildConfiguration>\n</fmiBuildDescription>\n");
}

/* ---- the file -------------------------------------------------------------------------------- */

output_file *fmu_files_add(arena *mem, fmu_files *files, const char *path)
{
    assert(files->count < FMU_FILES_MOST);
    output_file *e = &files->list[files->count++];
    *e = (output_file){path, text_make(mem)};
    return e;
}

#define ADD_SOURCE(path, from)                                                                    \
    text_add_bytes(&fmu_files_add(mem, out, "sources/" path)->bytes, from, sizeof from)

status fmu_make(arena *mem, const robot_motion *x, const fmu_options *o, fmu_files *out, diag *d)
{
    ops list[3] = {x->cpu->forward.p};
    uint32_t count = 1;
    if (o->base)
        list[count++] = *o->base;
    if (o->elements)
        list[count++] = *o->elements;
    emit_c_options how = emit_c_options_default();
    how.with_float = false;
    fmu f = {mem, x, o, emit_c_name(mem, list[0].robot), ""};
    *out = (fmu_files){.version = o->version, .model = f.name};
    output_file *about = fmu_files_add(mem, out, "modelDescription.xml");
    output_file *c = fmu_files_add(mem, out, arena_printf(mem, "sources/%s.c", f.name));
    output_file *h = fmu_files_add(mem, out, arena_printf(mem, "sources/%s.h", f.name));
    TRY(emit_c_functions(list, count, &how, &c->bytes, &h->bytes, d));
    if (o->laws) {
        output_file *laws = fmu_files_add(mem, out,
                                          arena_printf(mem, "sources/%s_laws.c", f.name));
        output_file *face = fmu_files_add(mem, out,
                                          arena_printf(mem, "sources/%s_laws.h", f.name));
        TRY(called_laws_emit(o->of, list, count, &how, &laws->bytes, &face->bytes, d));
        text_add_bytes(&fmu_files_add(mem, out, "sources/" FMU_USER_LAWS)->bytes, o->laws,
                       o->laws_length);
    }
    const uint64_t hash = tau_hash(c->bytes.bytes, c->bytes.length);
    f.token = arena_printf(mem, "{%08x-%04x-%04x-%04x-%012llx}", (unsigned)(hash >> 32),
                           (unsigned)(hash >> 16) & 0xffff, (unsigned)hash & 0xffff,
                           o->version == FMI_2 ? 2u : 3u,
                           (unsigned long long)(tau_hash(h->bytes.bytes, h->bytes.length) >> 16));
    add_description(&f, &about->bytes);
    add_model(&f, &fmu_files_add(mem, out, "sources/model.h")->bytes);
    ADD_SOURCE("motion.h", MOTION_H);
    ADD_SOURCE("motion.c", MOTION_C);
    if (o->version == FMI_2) {
        ADD_SOURCE("fmi2.c", FMI2_C);
    } else {
        ADD_SOURCE("fmi3.c", FMI3_C);
        add_build(&f, &fmu_files_add(mem, out, "sources/buildDescription.xml")->bytes);
    }
    fmu_documents_add(mem, x->t->name, o, out);
    return STATUS_OK;
}

void fmu_print(const fmu_files *files, text *out)
{
    zip_write(files->list, files->count, out);
}
