/* SPDX-License-Identifier: MIT */
/* <compiler>, <option> and the classes of <default>. A class takes over all that the class around
 * it has by then, as MuJoCo does; so a lookup never climbs. */
#include "robot/mjcf_parts.h"

#include "robot/numbers.h"

#include <string.h>

enum { MOST_CLASSES = 10000 }; /* some kB each */

const char *element_attribute(const element *e, const char *name)
{
    for (const char **a = e->attributes; *a; a += 2)
        if (strcmp(a[0], name) == 0)
            return a[1];
    return NULL;
}

/* ---- settings -------------------------------------------------------------------------------- */

static status setting_wrong(const mjcf *m, const element *e, const char *name, const char *wrong)
{
    return diag_error(m->d, e->at, "%s of <%s>: %s", name, e->tag, wrong);
}

static status read_numbers(const mjcf *m, const element *e, const char *name, double *numbers,
                           uint32_t count)
{
    const char *from = element_attribute(e, name);
    const char *wrong = from ? numbers_read(m->mem, from, numbers, count) : NULL;
    return wrong ? setting_wrong(m, e, name, wrong) : STATUS_OK;
}

static status read_word(const mjcf *m, const element *e, const char *name, const char *const *words,
                        int count, int *index)
{
    const char *given = element_attribute(e, name);
    for (int i = 0; given && i < count; i++)
        if (strcmp(given, words[i]) == 0) {
            *index = i;
            return STATUS_OK;
        }
    return given ? setting_wrong(m, e, name, arena_printf(m->mem, "'%s' is no word for it",
                                                          text_shown(m->mem, given)))
                 : STATUS_OK;
}

static status read_switch(const mjcf *m, const element *e, const char *name,
                          const char *const words[2], bool *on)
{
    int index = *on;
    TRY(read_word(m, e, name, words, 2, &index));
    *on = index;
    return STATUS_OK;
}

static const char *const FLAGS[] = {"false", "true"};

static status read_sequence(mjcf *m, const element *e)
{
    const char *given = element_attribute(e, "eulerseq");
    if (!given)
        return STATUS_OK;
    if (strlen(given) != 3 || strspn(given, "xyzXYZ") != 3)
        return setting_wrong(m, e, "eulerseq", "three of x y z X Y Z wanted");
    memcpy(m->set.euler_sequence, given, 4);
    return STATUS_OK;
}

static status read_compiler(mjcf *m, const element *e)
{
    static const char *const ANGLES[] = {"degree", "radian"};
    static const char *const FROM_GEOM[] = {"false", "true", "auto"};
    static const char *const COORDINATES[] = {"local", "global"};
    mjcf_settings *s = &m->set;
    bool is_global = false;
    int from_geom_word = (int)s->inertia_from_geom;
    TRY(read_switch(m, e, "angle", ANGLES, &s->radian));
    TRY(read_switch(m, e, "coordinate", COORDINATES, &is_global));
    if (is_global)
        return setting_wrong(m, e, "coordinate", "global coordinates are not supported");
    TRY(read_sequence(m, e));
    static const char *const FOLDERS[] = {"assetdir", "meshdir"};
    for (int i = 0; i < 2; i++)
        if (element_attribute(e, FOLDERS[i]))
            s->mesh_folder = element_attribute(e, FOLDERS[i]);
    TRY(read_switch(m, e, "strippath", FLAGS, &s->strip_path));
    TRY(read_switch(m, e, "exactmeshinertia", FLAGS, &s->exact_mesh));
    TRY(read_word(m, e, "inertiafromgeom", FROM_GEOM, 3, &from_geom_word));
    s->inertia_from_geom = (from_geom)from_geom_word;
    TRY(read_numbers(m, e, "inertiagrouprange", s->inertia_groups, 2));
    TRY(read_switch(m, e, "balanceinertia", FLAGS, &s->balance_inertia));
    TRY(read_switch(m, e, "alignfree", FLAGS, &s->align_free));
    TRY(read_numbers(m, e, "boundmass", &s->bound_mass, 1));
    TRY(read_numbers(m, e, "boundinertia", &s->bound_inertia, 1));
    return read_numbers(m, e, "settotalmass", &s->total_mass, 1);
}

static status read_flags(mjcf *m, const element *e)
{
    static const char *const ABLE[] = {"enable", "disable"};
    mjcf_settings *s = &m->set;
    bool no_passive = false, no_constraint = false;
    TRY(read_switch(m, e, "gravity", ABLE, &s->no_gravity));
    TRY(read_switch(m, e, "spring", ABLE, &s->no_spring));
    TRY(read_switch(m, e, "damper", ABLE, &s->no_damper));
    TRY(read_switch(m, e, "frictionloss", ABLE, &s->no_friction));
    TRY(read_switch(m, e, "equality", ABLE, &s->no_equality));
    TRY(read_switch(m, e, "passive", ABLE, &no_passive)); /* both, until MuJoCo 3.3 */
    TRY(read_switch(m, e, "constraint", ABLE, &no_constraint));
    s->no_spring |= no_passive;
    s->no_damper |= no_passive;
    s->no_friction |= no_constraint;
    s->no_equality |= no_constraint;
    return STATUS_OK;
}

/* Fluids act on every body that moves; all else of <option> is a matter of simulation. */
static status read_option(mjcf *m, const element *e)
{
    static const char *const FLUID[] = {"density", "viscosity"};
    for (int i = 0; i < 2; i++) {
        double number = 0;
        TRY(read_numbers(m, e, FLUID[i], &number, 1));
        if (number != 0)
            return setting_wrong(m, e, FLUID[i],
                                 "forces of a fluid around the bodies are not supported");
    }
    if (element_attribute(e, "gravity")) {
        TRY(read_numbers(m, e, "gravity", m->robot->gravity_ms2.v, 3));
        m->robot->has_gravity = true;
        m->robot->gravity_at = e->at;
    }
    for (uint32_t i = e->first; i != ELEMENT_NONE; i = m->doc.elements[i].next)
        if (strcmp(m->doc.elements[i].tag, "flag") == 0)
            TRY(read_flags(m, &m->doc.elements[i]));
    if (m->set.no_gravity) {
        m->robot->has_gravity = true;
        m->robot->gravity_ms2 = (vec3){{0}};
        m->robot->gravity_at = e->at;
    }
    return STATUS_OK;
}

status settings_read(mjcf *m)
{
    m->set = (mjcf_settings){.euler_sequence = "xyz", .inertia_from_geom = FROM_GEOM_AUTO,
                             .inertia_groups = {0, 5}, .folder = m->folder, .mesh_folder = ""};
    for (uint32_t i = m->doc.elements[0].first; i != ELEMENT_NONE; i = m->doc.elements[i].next) {
        const element *e = &m->doc.elements[i];
        if (strcmp(e->tag, "compiler") == 0)
            TRY(read_compiler(m, e));
        else if (strcmp(e->tag, "option") == 0)
            TRY(read_option(m, e));
    }
    mjcf_settings *kept = ARENA_ARRAY(m->mem, mjcf_settings, 1);
    *kept = m->set;
    for (uint32_t i = 0; i < m->doc.elements_count; i++)
        m->doc.elements[i].set = kept;
    return STATUS_OK;
}

/* ---- classes --------------------------------------------------------------------------------- */

/* Elements of a class set what they give and leave the rest. All kinds of actuators, and all kinds
 * of tendons and equalities, share one. */
#define ACTUATORS \
    " general motor position velocity intvelocity orientation pid damper cylinder muscle " \
    "adhesion dcmotor "
static const char *const DEFAULT_TAGS[DEFAULTS] = {
    [DEFAULT_JOINT] = " joint ", [DEFAULT_GEOM] = " geom ", [DEFAULT_SITE] = " site ",
    [DEFAULT_MESH] = " mesh ", [DEFAULT_TENDON] = " tendon ", [DEFAULT_EQUALITY] = " equality ",
    [DEFAULT_ACTUATOR] = ACTUATORS};

static void read_default(mjcf *m, const element *e, uint32_t index)
{
    for (uint32_t k = 0; k < DEFAULTS; k++) {
        values *v = &m->classes[index].of[k];
        values base = *v;
        if (word_is_in(DEFAULT_TAGS[k], e->tag))
            values_read(e, &base, v);
    }
}

static status new_class(mjcf *m, const element *e, uint32_t outer, uint32_t *index)
{
    const char *name = element_attribute(e, "class");
    if (!name || !*name)
        return diag_error(m->d, e->at, "<default> inside another has no class");
    if (m->classes_count == MOST_CLASSES)
        return diag_error(m->d, e->at, "more than %d classes of defaults", MOST_CLASSES);
    if (!names_add(&m->class_names, name, strlen(name), m->classes_count))
        return diag_error(m->d, e->at, "class '%s' of defaults is declared twice",
                          text_shown(m->mem, name));
    *index = m->classes_count;
    (void)ARENA_PUSH(m->mem, m, classes);
    m->classes[*index] = m->classes[outer];
    m->classes[*index].name = name;
    return STATUS_OK;
}

/* What stands directly in a class comes before the classes in it. */
static status read_class(mjcf *m, const element *e, uint32_t index)
{
    const element *all = m->doc.elements;
    for (uint32_t i = e->first; i != ELEMENT_NONE; i = all[i].next)
        if (strcmp(all[i].tag, "default") != 0)
            read_default(m, &all[i], index);
    for (uint32_t i = e->first; i != ELEMENT_NONE; i = all[i].next) {
        uint32_t inner = 0;
        if (strcmp(all[i].tag, "default") != 0)
            continue;
        TRY(new_class(m, &all[i], index, &inner));
        TRY(read_class(m, &all[i], inner));
    }
    return STATUS_OK;
}

/* The outermost class of an attached file: it takes over nothing from ours. */
static uint32_t attached_class(mjcf *m, const char *name)
{
    uint32_t index = m->classes_count;
    if (names_add(&m->class_names, name, strlen(name), index))
        *ARENA_PUSH(m->mem, m, classes) = (defaults){.name = name};
    else
        (void)names_find(&m->class_names, name, strlen(name), &index);
    return index;
}

status classes_read(mjcf *m)
{
    m->class_names = names_make(m->mem);
    ARENA_PUSH(m->mem, m, classes)->name = "main";
    names_add(&m->class_names, "main", strlen("main"), 0);
    for (uint32_t i = m->doc.elements[0].first; i != ELEMENT_NONE; i = m->doc.elements[i].next) {
        const element *e = &m->doc.elements[i];
        const char *name = element_attribute(e, "class");
        uint32_t index = 0;
        if (strcmp(e->tag, "default") != 0)
            continue;
        /* older files name the first class; a second name for it is no harm */
        if (e->set != m->doc.elements[0].set)
            index = attached_class(m, name);
        else if (name && *name)
            names_add(&m->class_names, name, strlen(name), 0);
        TRY(read_class(m, e, index));
    }
    return STATUS_OK;
}

status class_find(const mjcf *m, const value *given, uint32_t inherited, uint32_t *found)
{
    *found = inherited;
    if (!given->text || names_find(&m->class_names, given->text, strlen(given->text), found))
        return STATUS_OK;
    return diag_error(m->d, given->at, "%s%sthere is no class '%s' of defaults",
                      m->owner ? m->owner : "", m->owner ? ": " : "",
                      text_shown(m->mem, given->text));
}

status classed_values(const mjcf *m, const element *e, uint32_t inherited, default_kind kind,
                      values *out)
{
    value given = {.text = element_attribute(e, "class"), .at = e->at};
    uint32_t class_index;
    TRY(class_find(m, &given, inherited, &class_index));
    values_read(e, &m->classes[class_index].of[kind], out);
    return STATUS_OK;
}
