/* SPDX-License-Identifier: MIT */
/* The reader: damaged and outsized files, and what it understands. Its messages:
 * urdf_errors_test.c. */
#include "base/limits.h"
#include "unit/urdf_pieces.h"

#include <locale.h>
#include <math.h>

static const double PI = 3.14159265358979323846;

/* --- files ---------------------------------------------------------------------------------- */

static void missing_file_is_refused(void **state)
{
    (void)state;
    bench b = bench_make();
    b.d = diag_make(&b.diag_mem);
    urdf_options options = urdf_options_default();
    assert_int_equal(robot_read(&b.robot_mem, "no/such/robot.urdf", &options, &b.r, &b.d),
                     STATUS_INPUT);
    assert_entry(&b.d.error, "0:0: cannot open: No such file or directory");
    assert_string_equal(b.d.error.at.file, "no/such/robot.urdf");
    assert_int_equal(robot_read(&b.robot_mem, "/", &options, &b.r, &b.d), STATUS_INPUT);
    assert_entry(&b.d.error, "0:0: cannot read: it is a folder");
    bench_free(&b);
}

static void file_of_100_megabytes_is_refused_unread(void **state)
{
    (void)state;
    char path[] = "/tmp/tauflow_robot_XXXXXX";
    int file = mkstemp(path);
    assert_true(file >= 0);
    assert_int_equal(ftruncate(file, 100 * 1000 * 1000), 0);
    assert_int_equal(close(file), 0);
    bench b = bench_make();
    b.d = diag_make(&b.diag_mem);
    urdf_options options = urdf_options_default();
    assert_int_equal(robot_read(&b.robot_mem, path, &options, &b.r, &b.d), STATUS_INPUT);
    assert_entry(&b.d.error, "0:0: larger than 67108864 bytes, the most that is read");
    assert_int_equal(remove(path), 0);
    bench_free(&b);
}

static void nul_bytes_are_refused(void **state)
{
    (void)state;
    static const char XML[] = "<robot name='r'>\n<link \0name='a'/></robot>";
    bench b = bench_make();
    urdf_options options = urdf_options_default();
    assert_int_equal(bench_read_bytes(&b, XML, sizeof XML - 1, &options), STATUS_INPUT);
    assert_entry(&b.d.error,
                 "2:7: broken XML in or after robot 'r': not well-formed (invalid token)");
    bench_free(&b);
}

/* Every prefix of a good file either is refused with a place in it or, when only the last line
 * break is missing, is whole. */
static void every_truncation_is_refused(void **state)
{
    (void)state;
    static const char XML[] = ROBOT(
        LINKS JOINT("revolute", "<origin xyz='1 2 3' rpy='0 0 1.5707963'/><!-- c -->\n"));
    for (size_t length = 0; length < sizeof XML - 1; length++) {
        bench b = bench_make();
        urdf_options options = urdf_options_default();
        status result = bench_read_bytes(&b, XML, length, &options);
        assert_int_equal(result, length + 1 < sizeof XML - 1 ? STATUS_INPUT : STATUS_OK);
        if (result == STATUS_INPUT) {
            assert_true(b.d.error.at.line >= 1 && b.d.error.at.line <= 7 &&
                        b.d.error.at.column >= 1);
            assert_non_null(strstr(b.d.error.text, "broken XML"));
        }
        bench_free(&b);
    }
}

/* A name of `length` bytes; 8 MB are many chunks of expat's and must not take quadratic time. */
static status read_long_name(bench *b, size_t length)
{
    char *xml = malloc(length + 100);
    assert_non_null(xml);
    int head = sprintf(xml, "<robot name='r'><link name='");
    memset(xml + head, 'n', length);
    strcpy(xml + head + length, "'/></robot>");
    status result = bench_read(b, xml);
    free(xml);
    return result;
}

static void names_are_read_up_to_their_limit(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_int_equal(read_long_name(&b, LIMIT_NAME_BYTES), STATUS_OK);
    assert_int_equal(strlen(b.r.links[0].name), LIMIT_NAME_BYTES);
    size_t too_long[] = {LIMIT_NAME_BYTES + 1, 8 * 1000 * 1000};
    for (int i = 0; i < 2; i++) {
        assert_int_equal(read_long_name(&b, too_long[i]), STATUS_INPUT);
        assert_non_null(strstr(b.d.error.text, "...': its name is longer than 1000 bytes"));
    }
    bench_free(&b);
}

static void joints_are_read_up_to_their_limit(void **state)
{
    (void)state;
    bench b = bench_make();
    char *xml = malloc((size_t)(LIMIT_JOINTS + 2) * 128), *at = xml;
    assert_non_null(xml);
    at += sprintf(at, "<robot name='r'>");
    for (int i = 0; i <= LIMIT_JOINTS + 1; i++)
        at += sprintf(at, "<link name='l%d'/>", i);
    for (int i = 1; i <= LIMIT_JOINTS + 1; i++)
        at += sprintf(at, "<joint name='j%d' type='fixed'>"
                          "<parent link='l0'/><child link='l%d'/></joint>", i, i);
    sprintf(at, "</robot>");
    assert_int_equal(bench_read(&b, xml), STATUS_INPUT);
    assert_string_equal(b.d.error.text, "more than 20000 joints");
    assert_int_equal(b.r.joints_count, LIMIT_JOINTS);
    free(xml);
    bench_free(&b);
}

static void deep_nesting_is_refused(void **state)
{
    (void)state;
    enum { DEPTH = 5000 };
    char *xml = malloc(DEPTH * 4 + 100);
    assert_non_null(xml);
    char *at = xml + sprintf(xml, "<robot name='r'>\n");
    for (int i = 0; i < DEPTH; i++)
        at += sprintf(at, "<x>\n");
    bench b = bench_make();
    assert_int_equal(bench_read(&b, xml), STATUS_INPUT);
    assert_entry(&b.d.error, "1001:1: elements nested more than 1000 deep");
    free(xml);
    bench_free(&b);
}

/* A fixed sequence (xorshift64). */
static uint64_t random_next(uint64_t *state)
{
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    return *state;
}

/* Bytes of a good file replaced, dropped and doubled: it is read and built, or refused in one line
 * with a place. */
static void damaged_files_are_read_or_refused_in_one_line(void **state)
{
    (void)state;
    static const char XML[] = ROBOT(
        THREE "<link name='d'><inertial><origin rpy='0 0 1.57079632679'/>" MASS INERTIA(
            "1", "0", "1", "1") "</inertial></link>\n" JOINT("planar", "<axis xyz='0 1 0'/>")
            ARM("k", "b", "c", "") ARM("l", "c", "d", "<mimic joint='k' multiplier='2'/>"));
    static const char BYTES[] = "<>/='abcdjkl 0123456789.-e&;#x\n\0\xff";
    uint64_t seed = 20240229;
    uint32_t refused = 0, accepted = 0;
    for (int n = 0; n < 3000; n++) {
        char damaged[sizeof XML + 8];
        size_t length = sizeof XML - 1;
        memcpy(damaged, XML, sizeof XML);
        for (uint64_t hits = 1 + random_next(&seed) % 2; hits > 0; hits--) {
            size_t at = random_next(&seed) % length;
            switch (random_next(&seed) % 3) {
            case 0:
                damaged[at] = BYTES[random_next(&seed) % (sizeof BYTES - 1)];
                break;
            case 1:
                memmove(damaged + at, damaged + at + 1, --length - at);
                break;
            default:
                memmove(damaged + at + 1, damaged + at, length++ - at);
            }
        }
        bench b = bench_make();
        urdf_options options = urdf_options_default();
        status result = bench_read_bytes(&b, damaged, length, &options);
        if (result == STATUS_OK) {
            tree_options whole = tree_options_default();
            assert_built(&b, &whole);
            accepted++;
        } else {
            assert_int_equal(result, STATUS_INPUT);
            assert_true(b.d.error.at.line >= 1 && b.d.error.at.column >= 1);
            assert_null(strchr(b.d.error.text, '\n'));
            refused++;
        }
        bench_free(&b);
    }
    assert_true(refused > 1000 && accepted > 100);
}

/* --- what is understood --------------------------------------------------------------------- */

static void all_parts_of_links_and_joints_are_read(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, "<?xml version='1.0'?>\n<!DOCTYPE robot>\n<robot name='two words'>\n"
                    "  <link name='a'/>\n"
                    "  <link name='b'><inertial><origin xyz='1 -2 .5'/><mass value='+3.'/>\n"
                    "    <inertia ixx='1' ixy='.1' ixz='.2' iyy='1.5' iyz='-3e-1' "
                    "izz='1.25'/></inertial></link>\n"
                    "  <joint type='prismatic' name='slide'><parent link='a'/><child link='b'/>\n"
                    "    <origin xyz='\n0\t1\n-2e-3 '/></joint>\n"
                    "</robot>");
    assert_string_equal(b.r.name, "two words");
    assert_int_equal(b.r.links_count, 2);
    assert_int_equal(b.r.joints_count, 1);
    assert_int_equal(b.r.root_link, 0);
    assert_false(b.r.links[0].has_inertia);
    assert_int_equal(b.r.links[0].parent_joint, ROBOT_NONE);
    const robot_link *l = &b.r.links[1];
    assert_string_equal(l->name, "b");
    assert_int_equal(l->at.line, 5);
    assert_int_equal(l->at.column, 3);
    assert_true(l->has_inertia);
    assert_int_equal(l->parent_joint, 0);
    assert_number(l->body.mass_kg, 3);
    assert_vec3(l->body.com_m, 1, -2, 0.5);
    assert_mat3(l->body.inertia_com_kgm2, (mat3){{{1, .1, .2}, {.1, 1.5, -.3}, {.2, -.3, 1.25}}});
    const robot_joint *j = &b.r.joints[0];
    assert_string_equal(j->name, "slide");
    assert_int_equal(j->at.line, 7);
    assert_int_equal(j->type, JOINT_PRISMATIC);
    assert_int_equal(j->parent_link, 0);
    assert_int_equal(j->child_link, 1);
    assert_vec3(j->origin.position, 0, 1, -2e-3);
    assert_mat3(j->origin.rotation, mat3_identity());
    assert_vec3(j->axis, 1, 0, 0); /* the default */
    assert_int_equal(j->mimic_joint, ROBOT_NONE);
    assert_int_equal(b.d.notes_count, 0);
    bench_free(&b);
}

static void every_joint_type_is_known(void **state)
{
    (void)state;
    static const struct {
        const char *xml;
        joint_type type;
    } TYPES[] = {{ROBOT(LINKS JOINT("fixed", "")), JOINT_FIXED},
                 {ROBOT(LINKS JOINT("revolute", "")), JOINT_REVOLUTE},
                 {ROBOT(LINKS JOINT("continuous", "")), JOINT_CONTINUOUS},
                 {ROBOT(LINKS JOINT("prismatic", "")), JOINT_PRISMATIC},
                 {ROBOT(LINKS JOINT("planar", "")), JOINT_PLANAR},
                 {ROBOT(LINKS JOINT("floating", "")), JOINT_FLOATING}};
    for (size_t i = 0; i < sizeof TYPES / sizeof TYPES[0]; i++) {
        bench b = bench_make();
        assert_read(&b, TYPES[i].xml);
        assert_int_equal(b.r.joints[0].type, TYPES[i].type);
        bench_free(&b);
    }
}

static void zero_axes_of_fixed_and_floating_joints_are_ignored(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(LINKS JOINT("fixed", "<axis xyz='0 0 0'/>")));
    assert_read(&b, ROBOT(LINKS JOINT("floating", "<axis xyz='0 0 0'/>")));
    bench_free(&b);
}

static void foreign_elements_are_ignored_at_any_depth(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(
        &b,
        ROBOT(LINKS
              "<material name='a'><link name='a'/></material>\n"
              "<transmission name='t'><joint name='j'><hardwareInterface/></joint></transmission>\n"
              "<gazebo reference='a'><link name='a'><inertial><mass "
              "value='x'/></inertial></link><joint name='j' type='ball'/></gazebo>\n"
              "<link name='c'><visual><origin xyz='bad'/><inertial/></visual>\n"
              "  <inertial><mass value='2'><mass value='y'/></mass><other><inertia/></other>\n"
              "  <inertia ixx='1' iyy='1' izz='1'/></inertial></link>\n" JOINT(
                  "revolute", "<limit effort='x'/><safety><axis xyz='0 0 0'/></safety>")
                  ARM("k", "b", "c", "")));
    assert_int_equal(b.r.links_count, 3);
    assert_int_equal(b.r.joints_count, 2);
    assert_number(b.r.links[2].body.mass_kg, 2);
    assert_int_equal(b.d.warnings_count, 1);
    assert_entry(&b.d.warnings[0],
                 "11:1: joint 'j': effort of <limit> is left out: 'x' is not a finite decimal "
                 "number");
    assert_int_equal(b.d.notes_count, 2);
    assert_entry(&b.d.notes[0],
                 "4:1: 1 <transmission> ('t') without rotor inertia left out: torques are those at "
                 "the joints");
    assert_entry(&b.d.notes[1], "5:23: links and joints in <gazebo> are left out");
    bench_free(&b);
}

static void a_mimic_on_a_fixed_joint_is_ignored_with_a_warning(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(THREE ARM("m", "b", "c", "")
                          JOINT("fixed", "<mimic joint='m' multiplier='2' offset='3'/>\n")));
    assert_int_equal(b.r.joints[1].mimic_joint, ROBOT_NONE);
    assert_number(b.r.joints[1].mimic_ratio, 1);
    assert_number(b.r.joints[1].mimic_offset, 0);
    assert_int_equal(b.d.warnings_count, 1);
    assert_entry(&b.d.warnings[0], "6:1: joint 'j' is fixed: its <mimic> is ignored");
    /* even of a joint that is not there */
    assert_read(&b, ROBOT(LINKS JOINT("fixed", "<mimic joint='nobody'/>\n")));
    assert_int_equal(b.d.warnings_count, 1);
    bench_free(&b);
}

static void damping_and_friction_are_kept(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(THREE ARM("i", "a", "b", "<dynamics damping='0' friction='2.5'/>")
                          ARM("k", "b", "c", "<dynamics damping='0.1'/><dynamics damping='7'/>")));
    assert_int_equal(b.d.notes_count, 0);
    assert_number(b.r.joints[0].damping, 0);
    assert_number(b.r.joints[0].friction, 2.5);
    assert_number(b.r.joints[1].damping, 0.1);
    assert_number(b.r.joints[1].friction, 0);
    bench_free(&b);
}

static void dynamics_of_joints_without_one_axis_get_one_note(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(LINKS JOINT("planar", "<dynamics damping='2'/>\n")));
    assert_number(b.r.joints[0].damping, 0);
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0], "5:1: <dynamics> of 1 joint ('j') is left out: only joints with "
                                "one axis have damping and friction");
    assert_read(&b, ROBOT(LINKS JOINT("fixed", "<dynamics damping='0' friction='0'/>\n")));
    assert_int_equal(b.d.notes_count, 0);
    bench_free(&b);
}

#define GEAR(inside) "<transmission name='t'>" inside "</transmission>\n"
#define ACTUATOR(inside) GEAR("<joint name='j'/><actuator name='m'>" inside "</actuator>")

/* Wherever files put them: the inertia of a rotor, times the square of its reduction. */
static void rotors_count_by_the_square_of_their_reduction(void **state)
{
    (void)state;
    static const struct {
        const char *xml;
        double armature;
    } CASES[] = {
        {ACTUATOR("<motorInertia>0.25</motorInertia>"), 0.25},
        {ACTUATOR("<mechanicalReduction>-20</mechanicalReduction><rotorInertia> 0.5 "
                  "</rotorInertia>"), 200},
        {ACTUATOR("<drake:gear_ratio value='4'/><drake:rotor_inertia value='2'/>"), 32},
        {GEAR("<actuator name='m'/><joint name='j'/><mechanicalReduction>3</mechanicalReduction>"
              "<motorInertia>1</motorInertia>"), 9},
        {GEAR("<joint name='j'/><mechanicalReduction>3</mechanicalReduction>"
              "<actuator name='m'><motorInertia>1</motorInertia></actuator>"), 9},
        {GEAR("<joint name='j'/><actuator name='m'><motorInertia>1</motorInertia></actuator>"
              "<actuator name='n'><motorInertia>2</motorInertia></actuator>"
              "<mechanicalReduction>3</mechanicalReduction>"), 27},
        {GEAR("<joint name='j'><mechanicalReduction>2</mechanicalReduction></joint>"
              "<actuator name='m'><mechanicalReduction>5</mechanicalReduction>"
              "<motorInertia>1</motorInertia></actuator>"), 100},
        {GEAR("<joint name='j'/><actuator name='m'><motorInertia>1</motorInertia></actuator>"
              "<actuator name='n'><motorInertia>2</motorInertia><mechanicalReduction>3"
              "</mechanicalReduction></actuator>"), 19},
        {ACTUATOR("<motorInertia>0.25</motorInertia>") ACTUATOR("<motorInertia>1</motorInertia>"),
         1.25},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bench b = bench_make();
        assert_read(&b, arena_printf(&b.diag_mem, ROBOT(LINKS "%s%s"), JOINT("revolute", ""),
                                     CASES[i].xml));
        assert_number(b.r.joints[0].armature, CASES[i].armature);
        assert_int_equal(b.d.notes_count, 0);
        bench_free(&b);
    }
}

static void rotors_that_several_joints_share_are_left_out_with_a_warning(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(LINKS JOINT("revolute", "")
                          GEAR("<joint name='j'/><joint name='k'/><motorInertia>1"
                               "</motorInertia>")));
    assert_number(b.r.joints[0].armature, 0);
    assert_int_equal(b.d.warnings_count, 1);
    assert_entry(&b.d.warnings[0], "6:1: transmission 't' joins rotors to 2 joints and is left "
                                   "out: --armature says what each joint feels");
    bench_free(&b);
}

static void limits_are_kept(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(LINKS JOINT("revolute", "<limit lower='-1' upper='2' effort='3'/>\n")));
    const robot_joint *j = &b.r.joints[0];
    assert_true(j->has_limit[LIMIT_LOWER] && j->has_limit[LIMIT_UPPER] &&
                j->has_limit[LIMIT_EFFORT]);
    assert_false(j->has_limit[LIMIT_VELOCITY]);
    assert_number(j->limit[LIMIT_LOWER], -1);
    assert_number(j->limit[LIMIT_UPPER], 2);
    assert_number(j->limit[LIMIT_EFFORT], 3);
    bench_free(&b);
}

static void inertial_origin_turns_the_inertia(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, INERTIAL("<origin xyz='1 2 3' rpy='0 0 1.5707963267948966'/>" MASS
                             "<inertia ixx='2' ixy='0.25' ixz='0' iyy='3' iyz='0.5' izz='4'/>"));
    /* a quarter turn about z: x' = y, y' = -x */
    assert_vec3(b.r.links[0].body.com_m, 1, 2, 3);
    assert_mat3(b.r.links[0].body.inertia_com_kgm2,
                (mat3){{{3, -.25, -.5}, {-.25, 2, 0}, {-.5, 0, 4}}});
    bench_free(&b);
}

static void negative_zeros_are_zeros(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ORIGIN("xyz='-0 -0.0 0' rpy='-0 0 -0'"));
    assert_vec3(b.r.joints[0].origin.position, 0, 0, 0);
    assert_mat3(b.r.joints[0].origin.rotation, mat3_identity());
    assert_read(&b, AXIS("-0 -1 -0.0"));
    assert_vec3(b.r.joints[0].axis, 0, -1, 0);
    bench_free(&b);
}

static void axes_become_unit_vectors(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, AXIS("0 0 -0.9995"));
    assert_vec3(b.r.joints[0].axis, 0, 0, -1);
    assert_read(&b, AXIS("0 -1 1e-17"));
    assert_vec3(b.r.joints[0].axis, 0, -1, 0);
    assert_read(&b, AXIS("-3e-13 1.0005 1e-14"));
    assert_vec3(b.r.joints[0].axis, 0, 1, 0);
    assert_read(&b, AXIS("0.6 0 -0.8"));
    assert_vec3(b.r.joints[0].axis, 0.6, 0, -0.8);
    assert_read(&b, AXIS("0.7071 0.7071 0"));
    assert_near(b.r.joints[0].axis.v[0], sqrt(0.5), 2e-16);
    assert_near(b.r.joints[0].axis.v[1], sqrt(0.5), 2e-16);
    assert_number(b.r.joints[0].axis.v[2], 0);
    bench_free(&b);
}

static void long_decimal_angles_snap_and_a_note_says_so(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ORIGIN("rpy='1.57079632679 3.141592653589793 -1.570796327'"));
    assert_mat3(b.r.joints[0].origin.rotation, mat3_from_rpy(PI / 2, PI, -PI / 2));
    assert_int_equal(b.d.notes_count, 1);
    assert_entry(&b.d.notes[0],
                 "0:0: 2 angles within 5e-10 rad of a multiple of pi/12 set to it exactly; "
                 "largest change 2.1e-10 rad");
    assert_read(&b, ORIGIN("rpy='1.5707963267948966 0.1 1.5707'"));
    assert_int_equal(b.d.notes_count, 0);
    urdf_options never = {.snap_rad = 0};
    const char *xml = ORIGIN("rpy='1.57079632679 0 0'");
    assert_int_equal(bench_read_bytes(&b, xml, strlen(xml), &never), STATUS_OK);
    assert_int_equal(b.d.notes_count, 0);
    assert_number(b.r.joints[0].origin.rotation.m[2][1], sin(1.57079632679));
    bench_free(&b);
}

static void mimic_chains_resolve_to_their_master(void **state)
{
    (void)state;
    bench b = bench_make();
    /* first follows second follows master: q = 2 (-3 q + 0.5) + 10 */
    assert_read(&b, ROBOT(THREE "<link name='d'/>\n" ARM(
                        "first", "a", "b", "<mimic joint='second' multiplier='2' offset='10'/>")
                              ARM("second", "b", "c",
                                  "<mimic joint='master' multiplier='-3' offset='0.5'/>")
                                  ARM("master", "c", "d", "")));
    assert_int_equal(b.r.joints[0].mimic_joint, 2);
    assert_number(b.r.joints[0].mimic_ratio, -6);
    assert_number(b.r.joints[0].mimic_offset, 11);
    assert_int_equal(b.r.joints[1].mimic_joint, 2);
    assert_number(b.r.joints[1].mimic_ratio, -3);
    assert_number(b.r.joints[1].mimic_offset, 0.5);
    assert_int_equal(b.r.joints[2].mimic_joint, ROBOT_NONE);
    bench_free(&b);
}

static void mimic_defaults_to_the_same_motion(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT(THREE ARM("j", "a", "b", "") ARM("k", "b", "c", "<mimic joint='j'/>")));
    assert_int_equal(b.r.joints[1].mimic_joint, 0);
    assert_number(b.r.joints[1].mimic_ratio, 1);
    assert_number(b.r.joints[1].mimic_offset, 0);
    bench_free(&b);
}

/* The C library takes locales from LOCPATH; one with a decimal comma is compiled for the test. */
static void numbers_do_not_depend_on_the_locale(void **state)
{
    (void)state;
    char folder[] = "/tmp/tauflow_locale_XXXXXX", command[160];
    assert_non_null(mkdtemp(folder));
    snprintf(command, sizeof command,
             "localedef -i de_DE -f UTF-8 --no-archive %s/comma 2>/dev/null", folder);
    bool compiled = system(command) == 0;
    setenv("LOCPATH", folder, 1);
    bool has_comma = compiled && setlocale(LC_ALL, "comma") && strtod("1,5", NULL) == 1.5;
    bench b = bench_make();
    status result = bench_read(&b, ORIGIN("xyz='0 1.5 0'"));
    bool comma_is_back = strtod("1,5", NULL) == 1.5;
    setlocale(LC_ALL, "C");
    snprintf(command, sizeof command, "rm -r %s", folder);
    assert_int_equal(system(command), 0);
    assert_true(has_comma);
    assert_true(comma_is_back);
    assert_int_equal(result, STATUS_OK);
    assert_number(b.r.joints[0].origin.position.v[1], 1.5);
    bench_free(&b);
}

static void a_robot_may_be_a_single_link(void **state)
{
    (void)state;
    bench b = bench_make();
    assert_read(&b, ROBOT("<link name='a'/>"));
    assert_int_equal(b.r.root_link, 0);
    assert_int_equal(b.r.joints_count, 0);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(missing_file_is_refused),
        cmocka_unit_test(file_of_100_megabytes_is_refused_unread),
        cmocka_unit_test(nul_bytes_are_refused),
        cmocka_unit_test(every_truncation_is_refused),
        cmocka_unit_test(names_are_read_up_to_their_limit),
        cmocka_unit_test(joints_are_read_up_to_their_limit),
        cmocka_unit_test(deep_nesting_is_refused),
        cmocka_unit_test(damaged_files_are_read_or_refused_in_one_line),
        cmocka_unit_test(all_parts_of_links_and_joints_are_read),
        cmocka_unit_test(every_joint_type_is_known),
        cmocka_unit_test(zero_axes_of_fixed_and_floating_joints_are_ignored),
        cmocka_unit_test(foreign_elements_are_ignored_at_any_depth),
        cmocka_unit_test(a_mimic_on_a_fixed_joint_is_ignored_with_a_warning),
        cmocka_unit_test(damping_and_friction_are_kept),
        cmocka_unit_test(dynamics_of_joints_without_one_axis_get_one_note),
        cmocka_unit_test(rotors_count_by_the_square_of_their_reduction),
        cmocka_unit_test(rotors_that_several_joints_share_are_left_out_with_a_warning),
        cmocka_unit_test(limits_are_kept),
        cmocka_unit_test(inertial_origin_turns_the_inertia),
        cmocka_unit_test(negative_zeros_are_zeros),
        cmocka_unit_test(axes_become_unit_vectors),
        cmocka_unit_test(long_decimal_angles_snap_and_a_note_says_so),
        cmocka_unit_test(mimic_chains_resolve_to_their_master),
        cmocka_unit_test(mimic_defaults_to_the_same_motion),
        cmocka_unit_test(numbers_do_not_depend_on_the_locale),
        cmocka_unit_test(a_robot_may_be_a_single_link),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
