/* SPDX-License-Identifier: MIT */
/* Inertias of meshes in MJCF: files of all kinds, hulls, placed and scaled; against values by hand.
 * Their messages: mjcf_errors_test.c, those about files here. Against MuJoCo:
 * tests/outside/mjcf_torques_test.c and mjcf_newer_test.c. */
#include "unit/mjcf_pieces.h"

#include "base/random.h"
#include "robot/mesh.h"

#include <math.h>

/* Of binary32 vertices, and sums of some ten terms. */
#define CLOSE 1e-12

static void assert_close(double value, double expected)
{
    if (!(fabs(value - expected) <= CLOSE * fmax(1, fabs(expected))))
        fail_msg("%.17g is not %.17g", value, expected);
}

/* A box of half sizes x, y, z with its centre there. */
static void assert_box(const inertia *b, double mass, const double half[3], const double centre[3])
{
    assert_close(b->mass_kg, mass);
    for (int i = 0; i < 3; i++) {
        const int j = (i + 1) % 3, k = (i + 2) % 3;
        assert_close(b->com_m.v[i], centre[i]);
        assert_close(b->inertia_com_kgm2.m[i][i],
                     mass * (half[j] * half[j] + half[k] * half[k]) / 3);
        assert_close(b->inertia_com_kgm2.m[i][j] / mass, 0);
    }
}

/* ---- files ----------------------------------------------------------------------------------- */

/* The box 0 .. 2, 0 .. 4, 0 .. 8. */
static const double HALF[3] = {1, 2, 4}, CENTRE[3] = {1, 2, 4};
static const char BOX_OBJ[] =
    "# a box\nmtllib x.mtl\no box\r\nv 0 0 0\nv 2 0 0\n v\t2 4 0\nv 0 4 0 1\n"
    "v 0 0 8\nv 2 0 8\nv 2 4 8\nv 0 4 8\nvn 0 0 1\nvt 0 0\ns 1\nusemtl y\n"
    "f 4 3 2 1\nf -4 -3 -2 -1\nf 1//1 2//1 6//1 5//1\nf 2/1 3/1 7/1 6/1\n"
    "f 3/1/1 4/1/1 8/1/1 7/1/1\nf 4 1 5 8\n";
static const uint32_t FACES[12][3] = {{3, 2, 1}, {3, 1, 0}, {4, 5, 6}, {4, 6, 7}, {0, 1, 5},
                                      {0, 5, 4}, {1, 2, 6}, {1, 6, 5}, {2, 3, 7}, {2, 7, 6},
                                      {3, 0, 4}, {3, 4, 7}};

static vec3 box_corner(uint32_t k)
{
    return (vec3){{k == 1 || k == 2 || k == 5 || k == 6 ? 2 : 0,
                   k == 2 || k == 3 || k == 6 || k == 7 ? 4 : 0, k > 3 ? 8 : 0}};
}

static void put_words(text *to, const void *words, size_t count)
{
    for (size_t i = 0; i < count; i++) { /* the least byte first, whatever the machine is */
        uint32_t word;
        memcpy(&word, (const char *)words + 4 * i, 4);
        const unsigned char b[4] = {(unsigned char)word, (unsigned char)(word >> 8),
                                    (unsigned char)(word >> 16), (unsigned char)(word >> 24)};
        text_add_bytes(to, b, 4);
    }
}

static void put_point(text *to, vec3 v)
{
    const float narrow[3] = {(float)v.v[0], (float)v.v[1], (float)v.v[2]};
    put_words(to, narrow, 3);
}

static text box_stl(arena *mem)
{
    text t = text_make(mem);
    const uint32_t count = 12;
    for (int i = 0; i < 80; i++)
        text_add_bytes(&t, &"solid"[i % 5], 1);
    put_words(&t, &count, 1);
    for (int i = 0; i < 12; i++) {
        put_point(&t, (vec3){{0, 0, 0}});
        for (int k = 0; k < 3; k++)
            put_point(&t, box_corner(FACES[i][k]));
        text_add_bytes(&t, "\0", 2);
    }
    return t;
}

static text box_text_stl(arena *mem)
{
    text t = text_make(mem);
    text_add(&t, "solid box\n");
    for (int i = 0; i < 12; i++) {
        text_add(&t, "facet normal 0 0 0\n outer loop\n");
        for (int k = 0; k < 3; k++) {
            vec3 v = box_corner(FACES[i][k]);
            text_printf(&t, "  vertex %g %ge0 %g\n", v.v[0], v.v[1], v.v[2]);
        }
        text_add(&t, " endloop\nendfacet\n");
    }
    text_add(&t, "endsolid box\n");
    return t;
}

static text box_msh(arena *mem, uint32_t normals, uint32_t faces)
{
    text t = text_make(mem);
    const uint32_t header[4] = {8, normals, 0, faces};
    put_words(&t, header, 4);
    for (uint32_t k = 0; k < 8; k++)
        put_point(&t, box_corner(k));
    for (uint32_t k = 0; k < normals; k++)
        put_point(&t, (vec3){{0, 0, 1}});
    put_words(&t, FACES, 3 * faces);
    return t;
}

static void assert_file_is_box(mesh_format format, const char *bytes, size_t length)
{
    arena mem = arena_make();
    mesh m;
    inertia b;
    const char *wrong = mesh_read(&mem, format, bytes, length, &m);
    assert_null(wrong);
    assert_int_equal(m.vertices_count, 8);
    for (int rule = MESH_CONVEX; rule <= MESH_LEGACY; rule++) {
        assert_null(mesh_inertia(&mem, &m, (mesh_rule)rule, &b));
        assert_box(&b, 64, HALF, CENTRE);
    }
    arena_free(&mem);
}

static void all_kinds_of_files_have_the_same_box(void **state)
{
    (void)state;
    arena mem = arena_make();
    text stl = box_stl(&mem), text_stl = box_text_stl(&mem), msh = box_msh(&mem, 0, 12),
         normals = box_msh(&mem, 8, 12), cloud = box_msh(&mem, 0, 0);
    assert_file_is_box(MESH_OBJ, BOX_OBJ, strlen(BOX_OBJ));
    assert_file_is_box(MESH_STL, stl.bytes, stl.length);
    assert_file_is_box(MESH_STL, text_stl.bytes, text_stl.length);
    assert_file_is_box(MESH_MSH, msh.bytes, msh.length);
    assert_file_is_box(MESH_MSH, normals.bytes, normals.length);
    assert_file_is_box(MESH_MSH, cloud.bytes, cloud.length);
    arena_free(&mem);
}

static void endings_tell_the_format(void **state)
{
    (void)state;
    mesh_format f;
    assert_true(mesh_format_find("a/b.OBJ", &f) && f == MESH_OBJ);
    assert_true(mesh_format_find("b.Stl", &f) && f == MESH_STL);
    assert_true(mesh_format_find("b.x.msh", &f) && f == MESH_MSH);
    assert_false(mesh_format_find("b.mshx", &f));
    assert_false(mesh_format_find("obj", &f));
}

static void wrong_files_are_told_what_is_wrong(void **state)
{
    (void)state;
    arena mem = arena_make();
    text stl = box_stl(&mem), msh = box_msh(&mem, 0, 12), odd = box_msh(&mem, 3, 12);
    const struct {
        mesh_format format;
        const char *bytes;
        size_t length;
        const char *wrong;
    } CASES[] = {
        {MESH_OBJ, "v 1 2\n", 6, "a vertex of it is not three numbers"},
        {MESH_OBJ, "v 0 0 0\nf 1 2 3\n", 16, "a face of it has a vertex that it has not"},
        {MESH_OBJ, "v 0 0 0\nf -2 1 1\n", 17, "a face of it has a vertex that it has not"},
        {MESH_OBJ, "v 0 0 0\nf 0 1 1\n", 16, "a face of it has a vertex that it has not"},
        {MESH_OBJ, "v 0 0 0\nf 1 1\n", 14, "a face of it has fewer than three corners"},
        {MESH_OBJ, "v 0 0 0\nf a b c\n", 16, "a face of it is not made of numbers"},
        {MESH_OBJ, "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n", 32, "it has fewer than four vertices"},
        {MESH_OBJ, "v nan 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\n", 34, "a vertex of it is not finite"},
        {MESH_OBJ, "v 0 0 0\nv 2 0 0\nv .1 .1 0\nv 0 2 0\nv -1 1 0\nf 1 2 3 4 5\n", 55, NULL},
        {MESH_OBJ, "v 0 0 0\nv 2 0 0\nv 2 2 0\nv 1 .1 0\nv 0 2 0\nf 3 4 5 1 2\n", 55,
         "a face of it with more than four corners is not convex"},
        {MESH_STL, stl.bytes, stl.length - 1, "it has fewer than four vertices"},
        {MESH_STL, "hello", 5, "it is neither a binary STL file of this length nor a text"},
        {MESH_STL, "solid vertex 1 2 x", 18, "a vertex of it is not three numbers"},
        {MESH_STL, "solid vertex 1 2 3", 18, "a face of it has no three vertices"},
        {MESH_MSH, msh.bytes, 15, "it ends within the header of an MSH file"},
        {MESH_MSH, msh.bytes, msh.length - 1, "it is no MSH file of this length"},
        {MESH_MSH, odd.bytes, odd.length,
         "normals or texture coordinates are not as many as vertices"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        mesh m;
        const char *wrong = mesh_read(&mem, CASES[i].format, CASES[i].bytes, CASES[i].length, &m);
        if (!CASES[i].wrong)
            assert_null(wrong);
        else
            assert_string_equal(wrong, CASES[i].wrong);
    }
    arena_free(&mem);
}

/* MuJoCo reads the first group that has faces; all vertices are in the cloud. */
static void faces_after_the_first_group_are_left_out(void **state)
{
    (void)state;
    arena mem = arena_make();
    mesh m;
    const char *file = arena_printf(&mem, "g empty\n%sg second\nf 1 2 3\nf 1 3 4\n", BOX_OBJ);
    assert_null(mesh_read(&mem, MESH_OBJ, file, strlen(file), &m));
    assert_int_equal(m.corners_count, 36);
    assert_int_equal(m.groups_left, 2);
    arena_free(&mem);
}

/* A crooked one has another volume by the other diagonal. */
static void a_quadrangle_is_cut_by_its_shorter_diagonal(void **state)
{
    (void)state;
    static const struct {
        const char *file;
        uint32_t corners[6];
    } CASES[] = {
        {"v 0 0 0\nv 3 0 0\nv 1 1 0\nv 0 3 1\nf 1 2 3 4\n", {0, 1, 2, 0, 2, 3}},
        {"v 0 0 0\nv 1 0 0\nv 3 3 0\nv 0 1 1\nf 1 2 3 4\n", {0, 1, 3, 1, 2, 3}},
        {"v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nf 1 2 3 4\n", {0, 1, 3, 1, 2, 3}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        arena mem = arena_make();
        mesh m;
        assert_null(mesh_read(&mem, MESH_OBJ, CASES[i].file, strlen(CASES[i].file), &m));
        assert_int_equal(m.corners_count, 6);
        assert_memory_equal(m.corners, CASES[i].corners, sizeof CASES[i].corners);
        arena_free(&mem);
    }
}

/* ---- rules ----------------------------------------------------------------------------------- */

/* Two boxes side by side as an L: 0..2 x 0..1 and 0..1 x 1..2, 0..1 high; the hull is larger. */
static mesh l_shape(arena *mem)
{
    static const double AT[6][2] = {{0, 0}, {2, 0}, {2, 1}, {1, 1}, {1, 2}, {0, 2}};
    static const uint32_t CAP[4][3] = {{0, 1, 2}, {0, 2, 3}, {0, 3, 4}, {0, 4, 5}};
    mesh m = {0};
    for (int z = 0; z < 2; z++)
        for (int i = 0; i < 6; i++)
            *ARENA_PUSH(mem, &m, vertices) = (vec3){{AT[i][0], AT[i][1], z}};
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            *ARENA_PUSH(mem, &m, corners) = CAP[i][2 - k];
    for (int i = 0; i < 4; i++)
        for (int k = 0; k < 3; k++)
            *ARENA_PUSH(mem, &m, corners) = CAP[i][k] + 6;
    for (uint32_t i = 0; i < 6; i++) {
        const uint32_t j = (i + 1) % 6, piece[6] = {i, j, j + 6, i, j + 6, i + 6};
        for (int k = 0; k < 6; k++)
            *ARENA_PUSH(mem, &m, corners) = piece[k];
    }
    return m;
}

static void a_hollowed_mesh_is_exact_and_its_hull_larger(void **state)
{
    (void)state;
    arena mem = arena_make();
    mesh m = l_shape(&mem);
    inertia exact, convex, legacy;
    assert_null(mesh_inertia(&mem, &m, MESH_EXACT, &exact));
    assert_close(exact.mass_kg, 3);
    assert_close(exact.com_m.v[0], (2 * 1 + 1 * 0.5) / 3);
    assert_close(exact.com_m.v[1], (2 * 0.5 + 1 * 1.5) / 3);
    /* Three unit cubes about their common centre. */
    const double c = 5.0 / 6, own = 1.0 / 12;
    const double yy = 2 * (0.5 - c) * (0.5 - c) + (1.5 - c) * (1.5 - c) + 3 * own;
    assert_close(exact.inertia_com_kgm2.m[0][0], yy + 3 * own);
    assert_close(exact.inertia_com_kgm2.m[0][1],
                 -((0.5 - c) * (0.5 - c) + 2 * (1.5 - c) * (0.5 - c)));
    assert_null(mesh_inertia(&mem, &m, MESH_CONVEX, &convex));
    assert_close(convex.mass_kg, 3.5);
    assert_null(mesh_inertia(&mem, &m, MESH_LEGACY, &legacy));
    assert_true(legacy.mass_kg >= 3);
    arena_free(&mem);
}

/* A cube of edge 2 with a density of the surface: faces of 4, two of them 1 away. */
static void a_shell_has_its_mass_in_the_faces(void **state)
{
    (void)state;
    arena mem = arena_make();
    mesh m = {0};
    inertia b;
    for (uint32_t k = 0; k < 8; k++) {
        vec3 v = box_corner(k);
        *ARENA_PUSH(&mem, &m, vertices) = (vec3){{v.v[0], v.v[1] / 2, v.v[2] / 4}};
    }
    for (int i = 0; i < 36; i++)
        *ARENA_PUSH(&mem, &m, corners) = FACES[i / 3][i % 3];
    assert_null(mesh_inertia(&mem, &m, MESH_SHELL, &b));
    assert_close(b.mass_kg, 24);
    /* y^2 + z^2 over the faces: 8 / 3 in two, 4 + 4 / 3 in four */
    assert_close(b.inertia_com_kgm2.m[0][0], 2 * (8.0 / 3) + 4 * (4 + 4.0 / 3));
    arena_free(&mem);
}

/* ---- hulls ----------------------------------------------------------------------------------- */

static double random_number(uint64_t *seed)
{
    return 2 * (double)(random_bits(seed) >> 11) * 0x1p-53 - 1;
}

/* No vertex is outside, edges are shared by two faces each (Euler: 2 V - 4 faces). */
static void assert_hull(arena *mem, const mesh *of, uint32_t corners)
{
    mesh h;
    bool *used = ARENA_ARRAY(mem, bool, of->vertices_count + 1);
    uint32_t count = 0;
    assert_true(mesh_hull(mem, of, &h));
    for (uint32_t i = 0; i < h.corners_count; i++) {
        count += !used[h.corners[i]];
        used[h.corners[i]] = true;
    }
    assert_int_equal(h.corners_count / 3, 2 * count - 4);
    if (corners)
        assert_int_equal(count, corners);
    for (uint32_t i = 0; i < h.corners_count; i += 3) {
        const vec3 a = h.vertices[h.corners[i]], b = h.vertices[h.corners[i + 1]],
                   c = h.vertices[h.corners[i + 2]];
        const vec3 n = vec3_cross(vec3_sub(b, a), vec3_sub(c, a));
        for (uint32_t k = 0; k < of->vertices_count; k++)
            assert_true(vec3_dot(n, vec3_sub(of->vertices[k], a)) <= 1e-10 * vec3_norm(n));
    }
}

static void hulls_hold_all_vertices(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (uint32_t round = 0; round < 20; round++) {
        arena mem = arena_make();
        mesh ball = {0}, grid = {0};
        for (uint32_t i = 0; i < 10 + 10 * round; i++) {
            vec3 v = {{random_number(&seed), random_number(&seed), random_number(&seed)}};
            *ARENA_PUSH(&mem, &ball, vertices) =
                round % 2 ? vec3_scale(v, 1 / vec3_norm(v)) : v;
        }
        assert_hull(&mem, &ball, round % 2 ? 10 + 10 * round : 0);
        for (uint32_t i = 0; i < 125; i++) /* many points in a plane, many twice */
            *ARENA_PUSH(&mem, &grid, vertices) =
                (vec3){{i % 5, i / 5 % 5, (i / 25) % (1 + round % 5)}};
        mesh none;
        if (round % 5 == 0)
            assert_false(mesh_hull(&mem, &grid, &none));
        else
            assert_hull(&mem, &grid, 0);
        arena_free(&mem);
    }
}

/* ---- in a robot ------------------------------------------------------------------------------ */

/* A folder with box.obj and the model; how many bytes of other files its description has. */
static status read_with_box(bench *b, const char *compiler, const char *asset, const char *geom,
                            size_t *added)
{
    char folder[] = "/tmp/tauflow_mesh_XXXXXX";
    assert_non_null(mkdtemp(folder));
    arena *mem = &b->diag_mem;
    const char *meshes = arena_printf(mem, "%s/meshes", folder);
    const char *box = arena_printf(mem, "%s/box.obj", meshes);
    const char *path = arena_printf(mem, "%s/robot.xml", folder);
    assert_int_equal(mkdir(meshes, 0700), 0);
    FILE *f = fopen(box, "w");
    assert_true(f && fputs(BOX_OBJ, f) >= 0 && fclose(f) == 0);
    const char *pipe_path = arena_printf(mem, "%s/pipe.obj", meshes);
    assert_int_equal(mkfifo(pipe_path, 0600), 0);
    f = fopen(path, "w");
    assert_true(f && fprintf(f, "<mujoco>%s<asset>\n%s</asset><worldbody><body name='a'>"
                                "<joint name='j'/>%s</body></worldbody></mujoco>", compiler, asset,
                             geom) > 0 && fclose(f) == 0);
    b->d = diag_make(mem);
    urdf_options options = urdf_options_default();
    input_file from;
    assert_int_equal(input_read(mem, path, &from, &b->d), STATUS_OK);
    const size_t own = from.length;
    status result = robot_read_bytes(&b->robot_mem, &from, &options, &b->r, &b->d);
    *added = from.length - own;
    assert_true(!remove(box) && !remove(pipe_path) && !remove(meshes) && !remove(path) &&
                !remove(folder));
    return result;
}

static void meshes_are_found_placed_and_weighed(void **state)
{
    (void)state;
    static const struct {
        const char *compiler, *asset, *geom;
        double mass, half[3], centre[3];
    } CASES[] = {
        {"<compiler meshdir='meshes'/>", "<mesh file='box.obj'/>",
         "<geom type='mesh' mesh='box' density='400'/><geom type='mesh' mesh='box' density='600'/>",
         64000, {1, 2, 4}, {1, 2, 4}},
        {"<compiler assetdir='meshes/' exactmeshinertia='true'/>",
         "<mesh name='x' file='box.obj' scale='.5 -.5 .25'/>",
         "<geom type='mesh' mesh='x' density='2' pos='1 0 0'/>", 8, {.5, 1, 1}, {1.5, -1, 1}},
        {"<compiler strippath='true' assetdir='no' meshdir='meshes'/>",
         "<mesh name='x' file='far/away/box.obj' inertia='convex' refpos='1 2 4'/>",
         "<geom type='mesh' mesh='x' mass='3' pos='0 0 1'/>", 3, {1, 2, 4}, {0, 0, 1}},
        {"", "<mesh name='x' file='meshes/box.obj' refquat='1 0 0 1'/>",
         "<geom type='mesh' mesh='x' mass='3'/>", 3, {2, 1, 4}, {2, -1, 4}},
        {"<default><mesh scale='2 2 2'/><default class='c'><mesh inertia='exact'/></default>"
         "</default>", "<mesh name='x' file='meshes/box.obj' class='c'/>",
         "<geom type='mesh' mesh='x' mass='3'/><geom type='mesh' mesh='gone' mass='0'/>", 3,
         {2, 4, 8}, {2, 4, 8}},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        bench b = bench_make();
        size_t added;
        status done = read_with_box(&b, CASES[i].compiler, CASES[i].asset, CASES[i].geom, &added);
        if (done != STATUS_OK)
            fail_msg("%s", b.d.error.text);
        assert_int_equal(added, strlen(BOX_OBJ)); /* once, and no mesh that nobody needs */
        assert_box(&link_named(&b, "a")->body, CASES[i].mass, CASES[i].half, CASES[i].centre);
        bench_free(&b);
    }
}

static void a_pipe_is_refused_at_once(void **state)
{
    (void)state;
    bench b = bench_make();
    size_t added;
    assert_int_equal(read_with_box(&b, "<compiler meshdir='meshes'/>", "<mesh file='pipe.obj'/>",
                                   "<geom type='mesh' mesh='pipe'/>", &added), STATUS_INPUT);
    assert_non_null(strstr(b.d.error.text, "/meshes/pipe.obj' is no regular file"));
    assert_int_equal(b.d.error.at.line, 2);
    bench_free(&b);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_kinds_of_files_have_the_same_box),
        cmocka_unit_test(endings_tell_the_format),
        cmocka_unit_test(wrong_files_are_told_what_is_wrong),
        cmocka_unit_test(faces_after_the_first_group_are_left_out),
        cmocka_unit_test(a_quadrangle_is_cut_by_its_shorter_diagonal),
        cmocka_unit_test(a_hollowed_mesh_is_exact_and_its_hull_larger),
        cmocka_unit_test(a_shell_has_its_mass_in_the_faces),
        cmocka_unit_test(hulls_hold_all_vertices),
        cmocka_unit_test(meshes_are_found_placed_and_weighed),
        cmocka_unit_test(a_pipe_is_refused_at_once),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
