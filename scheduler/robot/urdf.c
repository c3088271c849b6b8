/* The file is fed to expat piece by piece; a start tag finds its reader in a table by where
 * it stands, so that equally named elements deeper down (in <gazebo>, <transmission>, <visual>)
 * are never mistaken for ours. Whatever a reader refuses stops the parser at once. */
#include "robot/urdf.h"
#include "robot/connect.h"
#include "robot/numbers.h"

#include <errno.h>
#include <expat.h>
#include <locale.h>
#include <math.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

enum {
    LARGEST_FILE_BYTES = 64 * 1024 * 1024,
    FIRST_CHUNK_BYTES = 64 * 1024,
    LARGEST_CHUNK_BYTES = 16 * 1024 * 1024,
    DEEPEST_ELEMENT = 1000 /* expat keeps memory for every open element */
};

static const double AXIS_LENGTH_SLACK = 1e-3;  /* files print axes with few digits */
static const double AXIS_TINY = 1e-12;         /* what is left of a zero after somebody's rotation */
static const double INERTIA_SLACK = 1e-6;      /* relative; files print six digits */

typedef enum { IN_OTHER, IN_ROBOT, IN_LINK, IN_INERTIAL, IN_JOINT } section;

typedef struct {
    XML_Parser xml;
    arena *mem;
    diag *d;
    const urdf_options *options;
    robot *robot;
    place robot_at;
    joint_names *named; /* one for each joint */
    uint32_t named_count, named_capacity;
    status result;
    section where;
    uint32_t depth;       /* of open elements */
    uint32_t seen;        /* bit i: parts[i] has occurred in the open link or joint */
    const char *owner;    /* "link 'x'": the open link or joint, for messages; NULL outside */
    place inertia_at;     /* the open link's <inertia> */
    pose inertial_origin; /* of the open link */
    inertia inertial;     /* of the open link, in the axes of <inertial>'s origin, at that origin */
    vec3 axis;            /* of the open joint, as in the file */
    place axis_at;
    uint32_t snapped_count;
    double snapped_most_rad;
} reader;

urdf_options urdf_options_default(void)
{
    return (urdf_options){.strict = false, .snap_rad = 5e-10};
}

static place here(const reader *r)
{
    return (place){.file = r->robot->file,
                   .line = (uint32_t)XML_GetCurrentLineNumber(r->xml),
                   .column = (uint32_t)XML_GetCurrentColumnNumber(r->xml) + 1};
}

/* --- attributes ------------------------------------------------------------------------ */

static const char *attribute(const char **attributes, const char *name)
{
    for (; attributes[0]; attributes += 2)
        if (strcmp(attributes[0], name) == 0)
            return attributes[1];
    return NULL;
}

/* Numbers of an attribute; `values` stay as they are when it is missing. */
static status read_numbers(reader *r, const char *tag, const char **attributes, const char *name, double *values,
                           uint32_t count)
{
    const char *from = attribute(attributes, name);
    const char *wrong = from ? numbers_read(r->mem, from, values, count) : NULL;
    return wrong ? diag_error(r->d, here(r), "%s: %s of <%s>: %s", r->owner, name, tag, wrong) : STATUS_OK;
}

static status need_attribute(reader *r, const char *tag, const char **attributes, const char *name)
{
    if (attribute(attributes, name))
        return STATUS_OK;
    return diag_error(r->d, here(r), "%s: <%s> has no attribute '%s'", r->owner, tag, name);
}

static status need_numbers(reader *r, const char *tag, const char **attributes, const char *name, double *values,
                           uint32_t count)
{
    TRY(need_attribute(r, tag, attributes, name));
    return read_numbers(r, tag, attributes, name, values, count);
}

/* The name attribute of a robot, link or joint; names go into messages and generated files. */
static status read_name(reader *r, const char *kind, const char **attributes, const char **name)
{
    const char *given = attribute(attributes, "name");
    if (!given || !*given)
        return diag_error(r->d, here(r), "<%s> has no name", kind);
    const char *shown = text_shown(r->mem, given);
    for (const unsigned char *c = (const unsigned char *)given; *c; c++)
        if (*c < 0x20 || *c == 0x7F)
            return diag_error(r->d, here(r), "%s '%s': control character in the name", kind, shown);
    *name = arena_strdup(r->mem, given);
    r->owner = arena_printf(r->mem, "%s '%s'", kind, shown);
    return STATUS_OK;
}

static status read_origin(reader *r, const char **attributes, pose *origin)
{
    double rpy[3] = {0};
    TRY(read_numbers(r, "origin", attributes, "xyz", origin->position.v, 3));
    TRY(read_numbers(r, "origin", attributes, "rpy", rpy, 3));
    for (int i = 0; i < 3; i++) {
        double snapped = angle_snap(rpy[i], r->options->snap_rad);
        if (snapped != rpy[i])
            r->snapped_count++;
        r->snapped_most_rad = fmax(r->snapped_most_rad, fabs(snapped - rpy[i]));
        rpy[i] = snapped;
    }
    origin->rotation = mat3_from_rpy(rpy[0], rpy[1], rpy[2]);
    return STATUS_OK;
}

/* --- links ----------------------------------------------------------------------------- */

static status link_begin(reader *r, const char **attributes)
{
    robot_link link = {.at = here(r), .parent_joint = ROBOT_NONE};
    TRY(read_name(r, "link", attributes, &link.name));
    *ARENA_PUSH(r->mem, r->robot, links) = link;
    r->where = IN_LINK;
    r->inertial_origin = pose_identity();
    r->inertial = (inertia){0};
    return STATUS_OK;
}

static status link_read_inertial(reader *r, const char **attributes)
{
    (void)attributes;
    r->where = IN_INERTIAL;
    return STATUS_OK;
}

static status inertial_read_origin(reader *r, const char **attributes)
{
    return read_origin(r, attributes, &r->inertial_origin);
}

static status inertial_read_mass(reader *r, const char **attributes)
{
    TRY(need_numbers(r, "mass", attributes, "value", &r->inertial.mass_kg, 1));
    if (r->inertial.mass_kg < 0)
        return diag_error(r->d, here(r), "%s: its mass is negative (%g)", r->owner, r->inertial.mass_kg);
    return STATUS_OK;
}

static status inertial_read_inertia(reader *r, const char **attributes)
{
    static const char *const NAMES[3][3] = {{"ixx", "ixy", "ixz"}, {"ixy", "iyy", "iyz"}, {"ixz", "iyz", "izz"}};
    mat3 *i = &r->inertial.inertia_com_kgm2;
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++) {
            if (row == column)
                TRY(need_attribute(r, "inertia", attributes, NAMES[row][column]));
            TRY(read_numbers(r, "inertia", attributes, NAMES[row][column], &i->m[row][column], 1));
        }
    r->inertia_at = here(r);
    return STATUS_OK;
}

/* An inertia that no distribution of mass has: measured files do contain them. */
static status inertia_check(reader *r)
{
    vec3 moments = inertia_moments(r->inertial);
    double a = moments.v[0], b = moments.v[1], c = moments.v[2];
    double slack = INERTIA_SLACK * fmax(fabs(a), fabs(c));
    const char *wrong = NULL;
    if (a < -slack)
        wrong = "one is negative";
    else if (a + b < c - slack)
        wrong = "the largest exceeds the sum of the others";
    else if (r->inertial.mass_kg == 0 && c > 0)
        wrong = "but there is no mass";
    if (!wrong)
        return STATUS_OK;
    const char *format = "%s: no real body has this inertia: principal moments %.6g, %.6g, %.6g: %s";
    if (r->options->strict)
        return diag_error(r->d, r->inertia_at, format, r->owner, a, b, c, wrong);
    diag_warn(r->d, r->inertia_at, format, r->owner, a, b, c, wrong);
    return STATUS_OK;
}

/* --- joints ---------------------------------------------------------------------------- */

static status joint_begin(reader *r, const char **attributes)
{
    robot_joint joint = {.at = here(r), .origin = pose_identity(), .mimic_joint = ROBOT_NONE, .mimic_ratio = 1};
    TRY(read_name(r, "joint", attributes, &joint.name));
    TRY(need_attribute(r, "joint", attributes, "type"));
    const char *type = attribute(attributes, "type");
    joint.type = JOINT_FIXED;
    while (strcmp(type, joint_type_name(joint.type)) != 0)
        if (joint.type++ == JOINT_FLOATING)
            return diag_error(r->d, joint.at, "%s: unknown joint type '%s'", r->owner, text_shown(r->mem, type));
    *ARENA_PUSH(r->mem, r->robot, joints) = joint;
    (void)ARENA_PUSH(r->mem, r, named);
    r->where = IN_JOINT;
    r->axis = (vec3){{1, 0, 0}};
    r->axis_at = joint.at;
    return STATUS_OK;
}

static robot_joint *open_joint(reader *r)
{
    return &r->robot->joints[r->robot->joints_count - 1];
}

static joint_names *open_names(reader *r)
{
    return &r->named[r->named_count - 1];
}

static status read_reference(reader *r, const char *tag, const char **attributes, const char *attribute_name,
                             const char **name, place *at)
{
    TRY(need_attribute(r, tag, attributes, attribute_name));
    *name = arena_strdup(r->mem, attribute(attributes, attribute_name));
    *at = here(r);
    return STATUS_OK;
}

static status joint_read_parent(reader *r, const char **attributes)
{
    return read_reference(r, "parent", attributes, "link", &open_names(r)->parent, &open_names(r)->parent_at);
}

static status joint_read_child(reader *r, const char **attributes)
{
    return read_reference(r, "child", attributes, "link", &open_names(r)->child, &open_names(r)->child_at);
}

static status joint_read_origin(reader *r, const char **attributes)
{
    return read_origin(r, attributes, &open_joint(r)->origin);
}

static status joint_read_axis(reader *r, const char **attributes)
{
    r->axis_at = here(r);
    return need_numbers(r, "axis", attributes, "xyz", r->axis.v, 3);
}

static status joint_read_mimic(reader *r, const char **attributes)
{
    TRY(read_reference(r, "mimic", attributes, "joint", &open_names(r)->mimic, &open_names(r)->mimic_at));
    TRY(read_numbers(r, "mimic", attributes, "multiplier", &open_joint(r)->mimic_ratio, 1));
    return read_numbers(r, "mimic", attributes, "offset", &open_joint(r)->mimic_offset, 1);
}

static vec3 axis_normalise(vec3 axis)
{
    double length = vec3_norm(axis);
    bool has_tiny = false;
    for (int i = 0; i < 3; i++) {
        axis.v[i] /= length; /* divided, so that a lone entry becomes exactly 1 */
        if (axis.v[i] != 0 && fabs(axis.v[i]) < AXIS_TINY) {
            axis.v[i] = 0;
            has_tiny = true;
        }
    }
    return has_tiny ? axis_normalise(axis) : axis;
}

static status joint_end(reader *r)
{
    robot_joint *j = open_joint(r);
    if (!open_names(r)->parent || !open_names(r)->child)
        return diag_error(r->d, j->at, "%s has no <%s>", r->owner, open_names(r)->parent ? "child" : "parent");
    if (j->type == JOINT_FIXED || j->type == JOINT_FLOATING)
        return STATUS_OK; /* files do write an axis of zeros here */
    double length = vec3_norm(r->axis);
    if (length == 0)
        return diag_error(r->d, r->axis_at, "%s: its axis is zero", r->owner);
    if (fabs(length - 1) > AXIS_LENGTH_SLACK)
        return diag_error(r->d, r->axis_at, "%s: its axis is no unit vector (length %g)", r->owner, length);
    j->axis = axis_normalise(r->axis);
    return STATUS_OK;
}

/* --- elements -------------------------------------------------------------------------- */

typedef struct {
    section where;
    const char *tag;
    bool needed; /* in an <inertial> */
    status (*read)(reader *r, const char **attributes);
} part;

static const part PARTS[] = {
    {IN_LINK, "inertial", false, link_read_inertial}, {IN_INERTIAL, "origin", false, inertial_read_origin},
    {IN_INERTIAL, "mass", true, inertial_read_mass},  {IN_INERTIAL, "inertia", true, inertial_read_inertia},
    {IN_JOINT, "parent", false, joint_read_parent},   {IN_JOINT, "child", false, joint_read_child},
    {IN_JOINT, "origin", false, joint_read_origin},   {IN_JOINT, "axis", false, joint_read_axis},
    {IN_JOINT, "mimic", false, joint_read_mimic},
};
enum { PARTS_COUNT = sizeof PARTS / sizeof PARTS[0] };

static uint32_t section_depth(section where)
{
    return where == IN_ROBOT ? 1 : where == IN_INERTIAL ? 3 : where == IN_OTHER ? UINT32_MAX : 2;
}

static status part_read(reader *r, const char *tag, const char **attributes)
{
    for (uint32_t i = 0; i < PARTS_COUNT; i++) {
        if (PARTS[i].where != r->where || strcmp(PARTS[i].tag, tag) != 0)
            continue;
        if (r->seen & (UINT32_C(1) << i))
            return diag_error(r->d, here(r), "%s has two <%s>", r->owner, tag);
        r->seen |= UINT32_C(1) << i;
        return PARTS[i].read(r, attributes);
    }
    return STATUS_OK;
}

static status element_begin(reader *r, const char *tag, const char **attributes)
{
    if (r->depth == 0) {
        if (strcmp(tag, "robot") != 0)
            return diag_error(r->d, here(r), "the outermost element is <%s>, not <robot>", text_shown(r->mem, tag));
        r->robot_at = here(r);
        r->where = IN_ROBOT;
        return read_name(r, "robot", attributes, &r->robot->name);
    }
    if (r->depth == DEEPEST_ELEMENT)
        return diag_error(r->d, here(r), "elements nested more than %d deep", DEEPEST_ELEMENT);
    if (r->depth != section_depth(r->where))
        return STATUS_OK;
    r->seen = r->where == IN_ROBOT ? 0 : r->seen;
    if (r->where == IN_ROBOT && strcmp(tag, "link") == 0)
        return link_begin(r, attributes);
    if (r->where == IN_ROBOT && strcmp(tag, "joint") == 0)
        return joint_begin(r, attributes);
    return part_read(r, tag, attributes);
}

static status inertial_end(reader *r)
{
    for (uint32_t i = 0; i < PARTS_COUNT; i++)
        if (PARTS[i].needed && !(r->seen & (UINT32_C(1) << i)))
            return diag_error(r->d, here(r), "%s: its <inertial> has no <%s>", r->owner, PARTS[i].tag);
    robot_link *link = &r->robot->links[r->robot->links_count - 1];
    link->has_inertia = true;
    link->body = inertia_move(r->inertial, r->inertial_origin);
    return inertia_check(r);
}

/* The depth is that of the element that ends. */
static status element_end(reader *r)
{
    if (r->depth + 1 != section_depth(r->where))
        return STATUS_OK;
    section ended = r->where;
    r->where = ended == IN_INERTIAL ? IN_LINK : IN_ROBOT;
    return ended == IN_INERTIAL ? inertial_end(r) : ended == IN_JOINT ? joint_end(r) : STATUS_OK;
}

/* --- the file -------------------------------------------------------------------------- */

static void stop_if_failed(reader *r)
{
    if (r->result != STATUS_OK)
        XML_StopParser(r->xml, XML_FALSE);
}

/* Expat may call on after XML_StopParser (the end of an empty element), hence the guards. */
static void on_start(void *user, const char *tag, const char **attributes)
{
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    r->result = element_begin(r, tag, attributes);
    r->depth++;
    stop_if_failed(r);
}

static void on_end(void *user, const char *tag)
{
    (void)tag;
    reader *r = user;
    if (r->result != STATUS_OK)
        return;
    r->depth--;
    r->result = element_end(r);
    stop_if_failed(r);
}

/* Entities and default attributes of an internal subset can blow a small file up; no robot needs them. */
static void on_doctype(void *user, const char *name, const char *system_id, const char *public_id, int has_subset)
{
    (void)name;
    (void)system_id;
    (void)public_id;
    reader *r = user;
    if (has_subset && r->result == STATUS_OK)
        r->result = diag_error(r->d, here(r), "a DOCTYPE with declarations of its own is not accepted");
    stop_if_failed(r);
}

static status xml_failure(reader *r)
{
    if (r->result != STATUS_OK)
        return r->result;
    enum XML_Error code = XML_GetErrorCode(r->xml);
    if (code == XML_ERROR_NO_MEMORY)
        return diag_system_error(r->d, here(r), "out of memory");
    return diag_error(r->d, here(r), "broken XML%s%s: %s", r->owner ? " in or after " : "", r->owner ? r->owner : "",
                      XML_ErrorString(code));
}

/* Chunks double, so that one endless token, which expat scans again with every chunk, costs linear time. */
static status parse_file(reader *r, FILE *f)
{
    place whole = {.file = r->robot->file};
    size_t chunk_bytes = FIRST_CHUNK_BYTES, total_bytes = 0;
    for (bool last = false; !last;) {
        void *chunk = XML_GetBuffer(r->xml, (int)chunk_bytes);
        if (!chunk)
            return diag_system_error(r->d, whole, "out of memory");
        size_t got = fread(chunk, 1, chunk_bytes, f);
        if (ferror(f))
            return diag_error(r->d, whole, "cannot read: %s", strerror(errno));
        total_bytes += got;
        if (total_bytes > LARGEST_FILE_BYTES)
            return diag_error(r->d, whole, "too large: more than %d bytes", LARGEST_FILE_BYTES);
        last = got < chunk_bytes;
        if (XML_ParseBuffer(r->xml, (int)got, last) != XML_STATUS_OK)
            return xml_failure(r);
        if (chunk_bytes < LARGEST_CHUNK_BYTES)
            chunk_bytes *= 2;
    }
    return STATUS_OK;
}

static status read_open_file(reader *r, FILE *f)
{
    struct stat info;
    place whole = {.file = r->robot->file};
    if (fstat(fileno(f), &info) == 0) {
        if (S_ISDIR(info.st_mode))
            return diag_error(r->d, whole, "cannot read: it is a folder");
        if (info.st_size > LARGEST_FILE_BYTES)
            return diag_error(r->d, whole, "too large: more than %d bytes", LARGEST_FILE_BYTES);
    }
    r->xml = XML_ParserCreate(NULL);
    if (!r->xml)
        return diag_system_error(r->d, whole, "out of memory");
    XML_SetUserData(r->xml, r);
    XML_SetElementHandler(r->xml, on_start, on_end);
    XML_SetStartDoctypeDeclHandler(r->xml, on_doctype);
    status result = parse_file(r, f);
    XML_ParserFree(r->xml);
    return result;
}

static status read_path(reader *r, const char *path)
{
    FILE *f = fopen(path, "rb");
    if (!f)
        return diag_error(r->d, (place){.file = r->robot->file}, "cannot open: %s", strerror(errno));
    status result = read_open_file(r, f);
    fclose(f);
    return result;
}

status urdf_read(arena *mem, const char *path, const urdf_options *options, robot *out, diag *d)
{
    *out = (robot){.name = "", .file = arena_strdup(mem, path), .root_link = ROBOT_NONE};
    reader r = {.mem = mem, .d = d, .options = options, .robot = out};
    /* Numbers in files have a point, whatever the user's locale; only this thread is touched. */
    locale_t plain = newlocale(LC_NUMERIC_MASK, "C", (locale_t)0);
    if (plain == (locale_t)0)
        return diag_system_error(d, (place){.file = out->file}, "no memory for a locale");
    locale_t users = uselocale(plain);
    status result = read_path(&r, path);
    if (result == STATUS_OK)
        result = robot_connect(mem, out, r.named, r.robot_at, d);
    if (result == STATUS_OK && r.snapped_count > 0)
        diag_note(d, (place){.file = out->file},
                  "%u angle%s within %g rad of a multiple of pi/12 set to it exactly; largest change %.2g rad",
                  r.snapped_count, r.snapped_count == 1 ? "" : "s", options->snap_rad, r.snapped_most_rad);
    uselocale(users);
    freelocale(plain);
    return result;
}
