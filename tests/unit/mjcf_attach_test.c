/* SPDX-License-Identifier: MIT */
/* <attach> of MJCF: files that take bodies from each other. That torques are MuJoCo's:
 * mjcf_newer_test. */
#include "unit/mjcf_pieces.h"

#define MAIN(settings, inside) \
    "<mujoco model='m'>" settings "<asset>\n<model name='c' file='child.xml'/></asset>" \
    "<worldbody>\n" inside "</worldbody></mujoco>"
#define CHILD(settings, inside) \
    "<mujoco model='child'>" settings "<worldbody>" inside "</worldbody></mujoco>"
#define LIMB BODY("a", "", JOINT("j", "") BODY("b", "pos='1 0 0'", JOINT("k", "")))

static const char *const NAMES[] = {"main.xml", "child.xml", "other.xml"};

static void write_files(const char *folder, const char *const texts[3])
{
    for (int i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        FILE *f = fopen(path, "w");
        assert_non_null(f);
        assert_true(fputs(texts[i] ? texts[i] : "<mujoco/>", f) >= 0);
        assert_int_equal(fclose(f), 0);
    }
}

static void remove_files(const char *folder)
{
    for (int i = 0; i < 3; i++) {
        char path[256];
        snprintf(path, sizeof path, "%s/%s", folder, NAMES[i]);
        assert_int_equal(remove(path), 0);
    }
    assert_int_equal(rmdir(folder), 0);
}

static status read_three(bench *b, const char *first, const char *child, const char *other,
                         input_file *from)
{
    char folder[] = "/tmp/tauflow_attach_XXXXXX", path[256];
    urdf_options options = urdf_options_default();
    assert_non_null(mkdtemp(folder));
    write_files(folder, (const char *const[]){first, child, other});
    snprintf(path, sizeof path, "%s/main.xml", folder);
    b->d = diag_make(&b->diag_mem);
    assert_int_equal(input_read(&b->robot_mem, path, from, &b->d), STATUS_OK);
    status result = robot_read_bytes(&b->robot_mem, from, &options, &b->r, &b->d);
    remove_files(folder);
    return result;
}

static bench read_both(const char *first, const char *child)
{
    bench b = bench_make();
    input_file from;
    status result = read_three(&b, first, child, NULL, &from);
    if (result != STATUS_OK)
        print_error("%u:%u: %s\n", b.d.error.at.line, b.d.error.at.column, b.d.error.text);
    assert_int_equal(result, STATUS_OK);
    return b;
}

static void a_body_comes_with_all_in_it_and_a_prefix(void **state)
{
    (void)state;
    bench b = read_both(MAIN("", BODY("x", "", JOINT("y", "") "<attach model='c' body='a' "
                                                              "prefix='p_'/>")),
                        CHILD("", LIMB BODY("d", "", JOINT("l", ""))));
    assert_int_equal(b.r.joints_count, 3);
    assert_string_equal(b.r.links[joint_named(&b, "p_j")->parent_link].name, "x");
    assert_string_equal(b.r.links[joint_named(&b, "p_k")->parent_link].name, "p_a");
    bench_free(&b);
}

static void without_a_body_all_of_the_world_comes(void **state)
{
    (void)state;
    bench b = read_both(MAIN("", "<attach model='c' prefix='p'/><attach model='c' body='world' "
                                 "prefix='q'/>"),
                        CHILD("<equality><connect body1='a' body2='world' anchor='0 0 1'/>"
                              "</equality>", LIMB BODY("d", "", JOINT("l", ""))));
    assert_string_equal(b.r.links[joint_named(&b, "pj")->parent_link].name, "world");
    assert_string_equal(b.r.links[joint_named(&b, "pl")->parent_link].name, "world");
    assert_string_equal(b.r.links[joint_named(&b, "ql")->parent_link].name, "qworld");
    assert_int_equal(b.r.joints_count, 7); /* one of them fixed */
    /* only the second has the other file's world in it */
    uint32_t left_out = 0;
    for (uint32_t i = 0; i < b.d.notes_count; i++)
        left_out += strstr(b.d.notes[i].text, "they refer to what is not attached") != NULL;
    assert_int_equal(left_out, 1);
    bench_free(&b);
}

static void the_other_file_keeps_its_units_and_classes(void **state)
{
    (void)state;
    bench b = read_both(
        MAIN("<default><joint armature='3'/><default class='s'><joint damping='5'/></default>"
             "</default>",
             BODY("x", "childclass='s'", JOINT("y", "springref='90' stiffness='1'")
                  "<attach model='c' body='b' prefix='p'/>")),
        CHILD("<compiler angle='radian'/><default class='top'><joint damping='2'/>"
              "<default class='s'><joint springref='0.5'/></default>"
              "<default class='none'/></default>",
              "<body childclass='none'/><body name='a' childclass='s'><joint/><frame pos='9 9 9'>"
              "<body childclass='none'/>"
              "<body name='b' pos='0 1 0'><joint name='k' stiffness='1'/>"
              "<joint name='l' class='top'/></body></frame></body>"));
    assert_true(joint_named(&b, "y")->rest > 1.57 && joint_named(&b, "y")->rest < 1.58);
    assert_true(joint_named(&b, "pk")->rest == 0.5);
    assert_true(joint_named(&b, "pl")->rest == 0);
    assert_true(joint_named(&b, "pk")->damping == 2 && joint_named(&b, "pk")->armature == 0);
    assert_true(joint_named(&b, "y")->damping == 5 && joint_named(&b, "y")->armature == 3);
    /* the frame around it stays behind, as for MuJoCo */
    assert_true(joint_named(&b, "pk")->origin.position.v[1] == 1);
    bench_free(&b);
}

static void what_refers_comes_along_unless_it_reaches_out(void **state)
{
    (void)state;
    bench b = read_both(
        MAIN("", "<attach model='c' body='a' prefix='p'/>"),
        CHILD("<default><general armature='7'/></default><actuator><general joint='j'/>"
              "<general joint='l' armature='9'/><general tendon='t' armature='11'/></actuator>"
              "<equality><joint joint1='j' joint2='k' polycoef='0 2 0 0 0'/>"
              "<joint joint1='k' joint2='l'/></equality>"
              "<tendon><fixed name='t' damping='3'><joint joint='k' coef='1'/></fixed></tendon>",
              LIMB BODY("d", "", JOINT("l", ""))));
    assert_true(joint_named(&b, "pj")->armature == 7);
    assert_true(joint_named(&b, "pk")->damping == 3 && joint_named(&b, "pk")->armature == 11);
    assert_int_not_equal(joint_named(&b, "pj")->mimic_joint, ROBOT_NONE);
    assert_int_equal(joint_named(&b, "pk")->mimic_joint, ROBOT_NONE);
    assert_non_null(strstr(b.d.notes[0].text, "2 in <tendon>, <equality> and <actuator> of"));
    bench_free(&b);
}

static void attached_files_attach_and_their_bytes_count(void **state)
{
    (void)state;
    bench b = bench_make();
    input_file from;
    /* no name: that of the file's <mujoco> */
    assert_int_equal(read_three(&b, "<mujoco><worldbody><replicate count='2'>"
                                    "<attach model='child' prefix='p'/></replicate></worldbody>"
                                    "<asset><model file='child.xml'/></asset></mujoco>",
                                CHILD("<asset><model name='o' file='other.xml'/></asset>",
                                      "<attach model='o' body='a' prefix='q'/>"),
                                CHILD("<default><joint damping='4'/></default>", LIMB), &from),
                     STATUS_OK);
    assert_int_equal(b.r.joints_count, 4);
    assert_true(joint_named(&b, "pqk1")->damping == 4);
    assert_non_null(strstr(from.bytes, "child.xml"));
    assert_non_null(strstr(from.bytes, "other.xml"));
    assert_non_null(strstr(from.bytes, "damping='4'"));
    bench_free(&b);
}

/* A mesh without a name has that of its file; ours of the same name is another one. */
static void meshes_of_the_other_file_are_its_own(void **state)
{
    (void)state;
    bench b = bench_make();
    input_file from;
    assert_int_equal(
        read_three(&b, "<mujoco><asset><model name='c' file='child.xml'/><mesh name='other' "
                       "vertex='0 0 0 6 0 0 0 6 0 0 0 6'/></asset><worldbody>"
                       "<body name='x'><joint/><geom type='mesh' mesh='other' density='1'/></body>"
                       "<attach model='c' prefix='p'/></worldbody></mujoco>",
                   CHILD("<default><mesh scale='2 1 1'/></default><asset>"
                         "<mesh file='other.xml' content_type='model/obj'/></asset>",
                         "<body name='a'><joint/><geom type='mesh' mesh='other' density='1'/>"
                         "</body>"),
                   "v 0 0 0\nv 3 0 0\nv 0 3 0\nv 0 0 3\nf 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n",
                   &from),
        STATUS_OK);
    assert_float_equal(link_named(&b, "x")->body.mass_kg, 36, 1e-9);
    assert_float_equal(link_named(&b, "pa")->body.mass_kg, 9, 1e-9);
    bench_free(&b);
}

static void errors_of_attach_have_their_places(void **state)
{
    (void)state;
#define ATTACH "<attach model='c' body='a' prefix='p'/>"
    static const struct {
        const char *first, *child, *expected;
    } CASES[] = {
        {MAIN("", "<attach model='c' body='z' prefix='p'/>"), CHILD("", LIMB),
         "<attach>: there is no body 'z' in '"},
        {MAIN("", "<attach model='d' body='a' prefix='p'/>"), CHILD("", LIMB),
         "<attach>: there is no model 'd' in <asset>"},
        {MAIN("", "<attach model='c' body='a'/>"), CHILD("", LIMB),
         "<attach> has no attribute 'prefix'"},
        {MAIN("", ATTACH ATTACH), CHILD("", LIMB),
         "<attach>: there is a body 'pa' already: choose another prefix"},
        {MAIN("", BODY("z", "", JOINT("k", "")) "<attach model='c' body='a' prefix=''/>"),
         CHILD("", LIMB), "<attach>: there is a joint 'k' already: choose another prefix"},
        {MAIN("", "<attach model='c' body='world' prefix=''/>"), CHILD("", LIMB),
         "<attach>: there is a body 'world' already: choose another prefix"},
        {MAIN("", ATTACH), MAIN("", LIMB ATTACH), "child.xml' attaches itself"},
        {MAIN("", ATTACH), CHILD("<asset><model name='c' file='main.xml'/></asset>", LIMB ATTACH),
         "main.xml' attaches itself"},
        {MAIN("", ATTACH), CHILD("<asset><model name='c' file='./child.xml'/></asset>",
                                 LIMB ATTACH), "files attach each other more than 16 deep"},
        {MAIN("", ATTACH), "<robot/>", "<robot> is no MJCF"},
        {"<mujoco><compiler strippath='true'/><asset><model name='c' file='./child.xml'/></asset>"
         "<worldbody>" ATTACH "</worldbody></mujoco>", CHILD("", LIMB),
         "a folder where <compiler> has strippath is not supported"},
        {MAIN("", ATTACH), CHILD("<compiler boundmass='1'/>", LIMB),
         "boundmass of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler boundinertia='1'/>", LIMB),
         "boundinertia of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler settotalmass='1'/>", LIMB),
         "settotalmass of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler balanceinertia='true'/>", LIMB),
         "balanceinertia of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler alignfree='true'/>", LIMB),
         "alignfree of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler inertiafromgeom='true'/>", LIMB),
         "inertiafromgeom of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<compiler inertiagrouprange='0 4'/>", LIMB),
         "inertiagrouprange of <compiler> differs"},
        {MAIN("", ATTACH), CHILD("<option gravity='0 0 -9'/>", LIMB),
         "gravity of <option> differs"},
        {MAIN("", ATTACH), CHILD("<option><flag spring='disable'/></option>", LIMB),
         "<flag> of springs differs"},
        {MAIN("", ATTACH), CHILD("<option><flag damper='disable'/></option>", LIMB),
         "<flag> of dampers differs"},
        {MAIN("", ATTACH), CHILD("<option><flag frictionloss='disable'/></option>", LIMB),
         "<flag> of friction differs"},
        {MAIN("", ATTACH), CHILD("<option><flag equality='disable'/></option>", LIMB),
         "<flag> of equalities differs"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bench b = bench_make();
        input_file from;
        assert_int_equal(read_three(&b, CASES[i].first, CASES[i].child, NULL, &from), STATUS_INPUT);
        if (!strstr(b.d.error.text, CASES[i].expected))
            print_error("%s\nnot: %s\n", b.d.error.text, CASES[i].expected);
        assert_non_null(strstr(b.d.error.text, CASES[i].expected));
        assert_true(b.d.error.at.line >= 1);
        bench_free(&b);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_body_comes_with_all_in_it_and_a_prefix),
        cmocka_unit_test(without_a_body_all_of_the_world_comes),
        cmocka_unit_test(the_other_file_keeps_its_units_and_classes),
        cmocka_unit_test(what_refers_comes_along_unless_it_reaches_out),
        cmocka_unit_test(attached_files_attach_and_their_bytes_count),
        cmocka_unit_test(meshes_of_the_other_file_are_its_own),
        cmocka_unit_test(errors_of_attach_have_their_places),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
