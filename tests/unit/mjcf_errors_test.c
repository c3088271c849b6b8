/* SPDX-License-Identifier: MIT */
/* Every message of the MJCF reader about what a file says, with its place: one test each. */
#include "unit/mjcf_pieces.h"
#include "unit/refusals.h"

/* Inside body 'a', on line 3. */
#define INSIDE(other) MUJOCO(BODY("a", "", other))
#define GEOM(attributes) INSIDE("<joint/><geom " attributes "/>")
#define EQUALITY(other) BESIDE("<equality>\n" other "</equality>")
#define TENDON(other) BESIDE("<tendon>\n" other "</tendon>")
#define MESH(attributes) \
    "<mujoco><asset>\n<mesh " attributes "/></asset><worldbody>" \
    BODY("a", "", "<joint/><geom type='mesh' mesh='x'/>") "</worldbody></mujoco>"
#define TETRAHEDRON "name='x' vertex='0 0 0 1 0 0 0 1 0 0 0 1'"
#define TWO(attributes) \
    "<fixed name='t' " attributes "><joint joint='j' coef='1'/><joint joint='k' coef='2'/></fixed>"
#define ACTUATOR(other) BESIDE("<actuator>\n" other "</actuator>")

static const refusal REFUSALS[] = {
    /* XML and files */
    {"broken_mjcf", "<mujoco>\n<worldbody></mujoco>", "2:14: broken XML: mismatched tag"},
    {"entity_declarations", "<!DOCTYPE mujoco [<!ENTITY a 'b'>]><mujoco/>",
     "1:18: a DOCTYPE with declarations of its own is not accepted"},
    {"an_include_of_nothing", "<mujoco>\n <include/></mujoco>",
     "2:2: <include> has no attribute 'file'"},
    {"an_included_file_that_is_not_there", "<mujoco>\n<include file='no/such.xml'/></mujoco>",
     "2:1: cannot include 'no/such.xml': there is no such file that may be read"},
    {"an_included_device", "<mujoco>\n<include file='/dev/null'/></mujoco>",
     "0:0: cannot read: it is a device"},
    {"an_unknown_section", "<mujoco>\n<wordbody/></mujoco>",
     "2:1: <wordbody> in <mujoco> is no element of MJCF that is known"},
    {"a_control_character_in_the_name", "<mujoco model='a&#10;b'/>",
     "1:1: model 'a?b': control character in the name"},
    /* settings */
    {"global_coordinates", BESIDE("<compiler coordinate='global'/>"),
     "2:1: coordinate of <compiler>: global coordinates are not supported"},
    {"an_unknown_unit_of_angles", BESIDE("<compiler angle='grad'/>"),
     "2:1: angle of <compiler>: 'grad' is no word for it"},
    {"a_wrong_sequence", BESIDE("<compiler eulerseq='xyw'/>"),
     "2:1: eulerseq of <compiler>: three of x y z X Y Z wanted"},
    {"a_bound_that_is_no_number", BESIDE("<compiler boundmass='little'/>"),
     "2:1: boundmass of <compiler>: 'little' is not a finite decimal number"},
    {"a_sum_of_no_masses", BESIDE("<compiler settotalmass='1'/>"),
     "1:1: settotalmass of <compiler>: no body has a mass to be scaled"},
    {"air", BESIDE("<option density='1.2'/>"),
     "2:1: density of <option>: forces of a fluid around the bodies are not supported"},
    {"honey", BESIDE("<option viscosity='5'/>"),
     "2:1: viscosity of <option>: forces of a fluid around the bodies are not supported"},
    {"gravity_of_two_numbers", BESIDE("<option gravity='0 1'/>"),
     "2:1: gravity of <option>: 3 numbers wanted, 2 found"},
    /* classes */
    {"an_inner_class_without_a_name", BESIDE("<default>\n<default/></default>"),
     "3:1: <default> inside another has no class"},
    {"a_class_declared_twice",
     BESIDE("<default><default class='c'/>\n<default class='c'/></default>"),
     "3:1: class 'c' of defaults is declared twice"},
    {"an_unknown_class", INSIDE("<joint class='c'/>"),
     "3:1: body 'a': there is no class 'c' of defaults"},
    {"an_unknown_childclass", MUJOCO(BODY("a", "childclass='c'", "")),
     "2:1: body 'a': there is no class 'c' of defaults"},
    {"a_wrong_default_is_named_where_it_stands", BESIDE("<default><joint armature='x'/></default>"),
     "2:10: joint 'j': armature of <joint>: 'x' is not a finite decimal number"},
    /* bodies */
    {"an_unknown_attribute", MUJOCO(BODY("a", "position='1 2 3'", "")),
     "2:1: <body> has an attribute 'position', which is not known"},
    {"an_unknown_attribute_of_a_joint", INSIDE(JOINT("j", "dampening='1'")),
     "3:1: <joint> has an attribute 'dampening', which is not known"},
    {"two_orientations", MUJOCO(BODY("a", "quat='1 0 0 0' euler='0 0 0'", "")),
     "2:1: body 'a': <body> has two orientations, euler and quat"},
    {"a_zero_quaternion", MUJOCO(BODY("a", "quat='0 0 0 0'", "")),
     "2:1: body 'a': quat of <body>: it is zero"},
    {"parallel_axes", MUJOCO(BODY("a", "xyaxes='1 0 0 2 0 0'", "")),
     "2:1: body 'a': xyaxes of <body>: its axes are parallel"},
    {"two_bodies_of_one_name", MUJOCO(BODY("a", "", "") BODY("a", "", "")),
     "4:1: link 'a' is declared twice; first in line 2"},
    {"two_joints_of_one_name", INSIDE(JOINT("j", "") JOINT("j", "")),
     "4:1: joint 'j' is declared twice; first in line 3"},
    {"a_composite", INSIDE("<composite type='cable'/>"),
     "3:1: <composite> in <body> is not supported"},
    {"an_attached_model_that_is_not_there", INSIDE("<attach model='m' prefix='p'/>"),
     "3:1: <attach>: there is no model 'm' in <asset>"},
    {"an_attached_body_of_the_same_file", INSIDE("<attach body='a' prefix='p'/>"),
     "3:1: <attach> has no attribute 'model': to attach a body of the same file is not "
     "supported"},
    {"an_attached_frame", INSIDE("<attach model='m' frame='f' prefix='p'/>"),
     "3:1: frame of <attach> is not supported"},
    {"a_model_without_a_file", "<mujoco><asset>\n<model name='m'/></asset><worldbody>"
     "<attach model='m' prefix='p'/></worldbody></mujoco>",
     "2:1: <model> has no attribute 'file'"},
    {"a_model_that_is_a_device", "<mujoco><asset>\n<model name='m' file='/dev/null'/></asset>"
     "<worldbody><attach model='m' prefix='p'/></worldbody></mujoco>",
     "0:0: cannot read: it is a device"},
    {"a_model_that_is_no_file", "<mujoco><asset>\n<model name='m' file='no/such.xml'/></asset>"
     "<worldbody><attach model='m' prefix='p'/></worldbody></mujoco>",
     "2:1: cannot attach 'no/such.xml': there is no such file that may be read"},
    {"a_joint_of_the_world", MUJOCO("<joint/>"),
     "2:1: <joint> stands in <worldbody>, which cannot have one"},
    /* joints */
    {"a_ball_joint_with_a_spring", INSIDE(JOINT("j", "type='ball' stiffness='1'")),
     "3:1: joint 'j': stiffness of <joint>: it is not supported at a ball joint"},
    {"a_ball_joint_with_a_rotor", INSIDE(JOINT("j", "type='ball' armature='1'")),
     "3:1: joint 'j': armature of <joint>: it is not supported at a ball joint"},
    {"a_ball_joint_with_friction", INSIDE(JOINT("j", "type='ball' frictionloss='1'")),
     "3:1: joint 'j': frictionloss of <joint>: it is not supported at a ball joint"},
    {"negative_damping_of_a_ball_joint", INSIDE(JOINT("j", "type='ball' damping='-1'")),
     "3:1: joint 'j': damping of <joint>: it is negative"},
    {"a_rotor_at_a_ball_joint",
     "<mujoco><worldbody>" BODY("a", "", INERTIAL JOINT("j", "type='ball'"))
     "</worldbody><actuator>\n<motor joint='j' armature='1'/></actuator></mujoco>",
     "6:1: actuator: joint of <motor>: joint 'j' has several freedoms, and no place for a rotor "
     "or tendon"},
    {"no_count_of_copies", INSIDE("<replicate/>"), "3:1: count of <replicate>: it is missing"},
    {"no_copies", INSIDE("<replicate count='0'/>"),
     "3:1: count of <replicate>: a whole number of 1 or more wanted"},
    {"half_a_copy", INSIDE("<replicate count='1.5'/>"),
     "3:1: count of <replicate>: a whole number of 1 or more wanted"},
    {"too_many_copies", INSIDE("<replicate count='1000000'><body/></replicate>"),
     "3:1: more than 1000000 elements"},
    {"an_equality_out_of_copies",
     "<mujoco><worldbody>" BODY("a", "", JOINT("j", "") "<replicate count='2'>"
                                BODY("b", "", JOINT("k", "")) "</replicate>")
     "</worldbody><equality>\n<joint joint1='j' joint2='k'/></equality></mujoco>",
     "8:1: <joint> of <equality> joins what <replicate> copies with what it does not, which is not "
     "supported"},
    {"gravcomp_that_some_actuators_give",
     MUJOCO(BODY("a", "", INERTIAL JOINT("j", "actuatorgravcomp='true'")
                 BODY("b", "gravcomp='1'", INERTIAL JOINT("k", "")))),
     "5:1: body 'b': gravcomp of <body>: it is not supported where some joints have "
     "actuatorgravcomp ('j') and others have not"},
    {"an_unknown_type_of_joint", INSIDE(JOINT("j", "type='screw'")),
     "3:1: body 'a': type of <joint>: 'screw' is none of free|ball|slide|hinge"},
    {"a_zero_axis", INSIDE(JOINT("j", "axis='0 0 0'")),
     "3:1: joint 'j': axis of <joint>: it is zero"},
    {"negative_damping", INSIDE(JOINT("j", "damping='-1'")),
     "3:1: joint 'j': damping of <joint>: it is negative"},
    {"damping_by_a_polynomial", INSIDE(JOINT("j", "damping='1 2'")),
     "3:1: joint 'j': damping of <joint>: 1 number wanted, 2 found"},
    {"a_chosen_spring_without_a_time", INSIDE(INERTIAL JOINT("j", "springdamper='0 1'")),
     "4:1: joint 'j': springdamper of <joint>: both numbers must be positive"},
    {"a_chosen_spring_without_damping", INSIDE(INERTIAL JOINT("j", "springdamper='0.1 0'")),
     "4:1: joint 'j': springdamper of <joint>: both numbers must be positive"},
    {"a_chosen_spring_with_a_time_before", INSIDE(INERTIAL JOINT("j", "springdamper='-1 1'")),
     "4:1: joint 'j': springdamper of <joint>: both numbers must be positive"},
    {"half_a_chosen_spring", INSIDE(INERTIAL JOINT("j", "springdamper='1'")),
     "4:1: joint 'j': springdamper of <joint>: 2 numbers wanted, 1 found"},
    {"a_chosen_spring_that_moves_nothing", INSIDE(JOINT("j", "springdamper='0.1 1'")),
     "3:1: joint 'j' has a springdamper, which takes a robot whose joints all have inertia to "
     "move"},
    {"a_chosen_spring_beside_a_joint_like_its_own",
     INSIDE(INERTIAL JOINT("j", "axis='0.36 0.48 0.8'")
            JOINT("k", "axis='0.36 0.48 0.8' springdamper='0.1 1'")),
     "5:1: joint 'k' has a springdamper, which takes a robot whose joints all have inertia to "
     "move"},
    {"a_chosen_spring_on_next_to_nothing",
     MUJOCO(BODY("a", "", "<inertial mass='1e-12' pos='0 0 0' diaginertia='1 1 1'/>"
                 JOINT("j", "type='slide'")
                 BODY("b", "", INERTIAL JOINT("k", "type='slide' springdamper='0.1 1'")))),
     "6:1: joint 'k' has a springdamper, which takes a robot whose joints all have inertia to "
     "move"},
    {"half_a_chosen_spring_of_a_ball",
     INSIDE(INERTIAL JOINT("j", "type='ball' springdamper='0 1'")),
     "4:1: joint 'j': springdamper of <joint>: it is not supported at a ball joint"},
    {"a_chosen_spring_of_a_ball", INSIDE(INERTIAL JOINT("j", "type='ball' springdamper='0.1 1'")),
     "4:1: joint 'j': springdamper of <joint>: it is not supported at a ball joint"},
    {"a_chosen_spring_of_a_free_body",
     INSIDE(INERTIAL "<joint type='free' springdamper='0.1 1'/>"),
     "4:1: body 'a': springdamper of <joint>: it is not supported at a free joint"},
    {"a_free_joint_in_company", INSIDE("<freejoint/>\n<joint/>"),
     "3:1: body 'a' has a free joint beside other joints"},
    {"a_free_joint_below", INSIDE(BODY("b", "", "<freejoint/>")),
     "4:1: body 'b' has a free joint, but does not hang from the world"},
    {"a_free_joint_with_a_damper_of_less_than_nothing",
     INSIDE("<joint type='free' damping='-1'/>"),
     "3:1: body 'a': damping of <joint>: it is negative"},
    {"a_free_joint_with_a_rotor", INSIDE("<joint type='free' armature='1'/>"),
     "3:1: body 'a': armature of <joint>: it is not supported at a free joint"},
    /* inertias */
    {"an_inertial_without_mass", INSIDE("<inertial pos='0 0 0'/>"),
     "3:1: body 'a': its <inertial> has no mass"},
    {"an_inertial_without_a_place", INSIDE("<inertial mass='1'/>"),
     "3:1: body 'a': its <inertial> has no pos"},
    {"a_negative_mass", INSIDE("<inertial mass='-1' pos='0 0 0'/>"),
     "3:1: body 'a': its mass is negative (-1)"},
    {"two_inertials", INSIDE(INERTIAL INERTIAL), "4:1: body 'a' has two <inertial>"},
    {"a_full_inertia_that_is_turned",
     INSIDE("<inertial mass='1' pos='0 0 0' quat='1 0 0 0' fullinertia='1 1 1 0 0 0'/>"),
     "3:1: body 'a': quat of <inertial>: it has a full inertia, which needs none"},
    {"two_kinds_of_inertia",
     INSIDE("<inertial mass='1' pos='0 0 0' diaginertia='1 1 1' fullinertia='1 1 1 0 0 0'/>"),
     "3:1: body 'a': diaginertia of <inertial>: it has a full inertia too"},
    {"an_unknown_mesh", GEOM("type='mesh' mesh='x'"),
     "3:9: body 'a': mesh of <geom>: there is no mesh 'x'"},
    {"a_mesh_that_is_missing", GEOM("type='mesh'"), "3:9: body 'a': mesh of <geom>: it is missing"},
    {"a_ball_fitted_to_a_mesh", GEOM("mesh='x'"),
     "3:9: body 'a': its inertia would come from a shape fitted to a mesh, which is not supported: "
     "give it an <inertial>"},
    {"terrain_that_moves", GEOM("type='hfield' hfield='x'"),
     "3:9: body 'a': its inertia would come from a height field, which is not supported: give it "
     "an <inertial>"},
    {"a_distance_field", GEOM("type='sdf' mesh='x'"),
     "3:9: body 'a': its inertia would come from a distance field, which is not supported: give it "
     "an <inertial>"},
    {"a_mesh_without_a_file", MESH("name='x'"),
     "2:1: mesh 'x': it has neither a file nor vertices"},
    {"a_mesh_of_file_and_vertices", MESH("name='x' file='x.obj' vertex='0 0 0'"),
     "2:1: mesh 'x': it has a file and vertices too"},
    {"a_mesh_whose_file_is_not_there", MESH("file='/no/x.obj'"),
     "2:1: mesh 'x': there is no file '/no/x.obj' that may be read"},
    {"a_mesh_that_is_a_device", MESH("name='x' file='/dev/zero' content_type='model/obj'"),
     "2:1: mesh 'x': '/dev/zero' is no regular file"},
    {"a_mesh_of_an_unknown_kind", MESH("file='/no/x.ply'"),
     "2:1: mesh 'x': its file ends in none of .obj .stl .msh"},
    {"a_mesh_of_an_unknown_type", MESH("file='/no/x.obj' content_type='model/ply'"),
     "2:1: body 'a': content_type of <mesh>: 'model/ply' is none of "
     "model/obj|model/stl|model/vnd.mujoco.msh"},
    {"a_mesh_that_mujoco_makes", MESH("name='x' builtin='sphere' params='2'"),
     "2:1: body 'a': builtin of <mesh>: meshes that MuJoCo makes itself are not supported"},
    {"a_mesh_of_three_points", MESH("name='x' vertex='0 0 0 1 0 0 0 1 0'"),
     "2:1: mesh 'x': it has fewer than four vertices"},
    {"a_mesh_of_half_a_point", MESH("name='x' vertex='0 0 0 1 0 0 0 1'"),
     "2:1: body 'a': vertex of <mesh>: its numbers are no multiple of three"},
    {"a_flat_mesh", MESH("name='x' vertex='0 0 0 1 0 0 0 1 0 1 1 0'"),
     "2:1: mesh 'x': its vertices have no convex hull: they lie in a plane"},
    {"a_mesh_with_a_face_of_no_vertex", MESH(TETRAHEDRON " face='0 2 4'"),
     "2:1: mesh 'x': a face of it has a vertex that it has not"},
    {"a_mesh_with_a_face_of_half_a_vertex", MESH(TETRAHEDRON " face='0 2 .5'"),
     "2:1: mesh 'x': a face of it has a vertex that it has not"},
    {"a_mesh_inside_out", MESH(TETRAHEDRON " inertia='exact' face='0 1 2 0 3 1 0 2 3 1 3 2'"),
     "2:1: mesh 'x': its volume is negative: its faces look inside"},
    {"a_mesh_with_a_turned_face",
     MESH(TETRAHEDRON " inertia='exact' face='0 1 2 0 1 3 0 3 2 1 2 3'"),
     "2:1: mesh 'x': its faces do not all look the same way out"},
    {"a_mesh_without_area", MESH(TETRAHEDRON " face='0 0 0'"),
     "2:1: mesh 'x': its faces have no area"},
    {"a_mesh_without_volume", MESH(TETRAHEDRON " face='0 1 2'"), "2:1: mesh 'x': it has no volume"},
    {"a_hull_of_few_vertices", MESH(TETRAHEDRON " inertia='convex' maxhullvert='4'"),
     "2:1: body 'a': maxhullvert of <mesh>: a hull of few vertices is not supported where it gives "
     "an inertia"},
    {"a_shell", GEOM("size='1' shellinertia='true'"),
     "3:9: body 'a': shellinertia of <geom>: shells are not supported"},
    {"a_geom_without_a_size", GEOM(""), "3:9: body 'a': size of <geom>: number 1 is not positive"},
    {"a_box_of_two_numbers", GEOM("type='box' size='1 2'"),
     "3:9: body 'a': size of <geom>: number 3 is not positive"},
    {"a_ball_as_large_as_the_world", GEOM("size='1e30'"),
     "2:1: body 'a': its inertia is out of range (at most 1e+30)"},
    {"a_negative_density", GEOM("size='1' density='-1'"),
     "3:9: body 'a': density of <geom>: it is negative"},
    {"a_ball_between_two_points", GEOM("size='1' fromto='0 0 0 0 0 1'"),
     "3:9: body 'a': fromto of <geom>: for capsules, cylinders, ellipsoids and boxes only"},
    {"a_place_between_two_points", GEOM("type='capsule' size='1' fromto='0 0 0 0 0 1' pos='1 1 1'"),
     "3:9: body 'a': fromto of <geom>: it has a pos too"},
    /* what stands beside the bodies */
    {"a_loop_of_nothing", EQUALITY("<connect anchor='0 0 0'/>"),
     "3:1: 'connect_1': body1 of <connect>: a body or two sites are to be named"},
    {"a_loop_with_an_unknown_body", EQUALITY("<connect name='c' body1='z' anchor='0 0 0'/>"),
     "3:1: 'c': body1 of <connect>: there is no body 'z'"},
    {"a_loop_to_an_unknown_body", EQUALITY("<weld body1='a' body2='z'/>"),
     "3:1: 'weld_1': body2 of <weld>: there is no body 'z'"},
    {"a_connect_without_an_anchor", EQUALITY("<connect body1='a'/>"),
     "3:1: 'connect_1': anchor of <connect>: it is missing"},
    {"an_anchor_of_two_numbers", EQUALITY("<connect body1='a' anchor='0 0'/>"),
     "3:1: 'connect_1': anchor of <connect>: 3 numbers wanted, 2 found"},
    {"a_weld_with_a_short_pose", EQUALITY("<weld body1='a' relpose='0 0 0'/>"),
     "3:1: 'weld_1': relpose of <weld>: 7 numbers wanted, 3 found"},
    {"a_loop_with_one_site", EQUALITY("<connect site1='s'/>"),
     "3:1: 'connect_1': site1 of <connect>: there is no site 's'"},
    {"two_loops_of_one_name", EQUALITY("<connect name='c' body1='a' anchor='0 0 0'/>\n"
                                       "<weld name='c' body1='a'/>"),
     "4:1: cut 'c': another cut or constraint has this name"},
    {"a_coupling_of_flexes", EQUALITY("<flex name='t' flex='t'/>"),
     "3:1: <flex> 't' of <equality> is not supported"},
    {"a_coupling_of_no_tendon", EQUALITY("<tendon name='t'/>"),
     "3:1: 't': tendon1 of <tendon>: it is missing"},
    {"a_coupling_of_an_unknown_tendon", EQUALITY("<tendon name='t' tendon1='z'/>"),
     "3:1: 't': tendon1 of <tendon>: there is no tendon 'z'"},
    {"a_coupling_of_a_spatial_tendon",
     BESIDE("<tendon><spatial name='t'/></tendon><equality>\n<tendon tendon1='t'/></equality>"),
     "3:1: 'tendon_1': tendon1 of <tendon>: only fixed tendons are supported"},
    {"a_coupling_of_tendons_by_a_square",
     EQUALITY("<tendon name='t' tendon1='t' polycoef='0 1 2'/>"),
     "3:1: 't': polycoef of <tendon>: only the first two numbers may be other than 0"},
    {"a_coupling_of_tendons_by_one_number_and_a_word",
     EQUALITY("<tendon name='t' tendon1='t' polycoef='0 x'/>"),
     "3:1: 't': polycoef of <tendon>: 'x' is not a finite decimal number"},
    {"a_coupling_of_nothing", EQUALITY("<joint joint2='j'/>"),
     "3:1: <joint> of <equality> has no attribute 'joint1'"},
    {"a_coupling_to_nothing", EQUALITY("<joint joint1='j' joint2='z'/>"),
     "3:1: <joint> of <equality>: there is no joint 'z'"},
    {"a_held_joint", EQUALITY("<joint joint1='j'/>"),
     "3:1: joint 'j' is held in place by <equality>, which is not supported"},
    {"a_coupling_by_a_square", EQUALITY("<joint joint1='j' joint2='k' polycoef='0 1 2'/>"),
     "3:1: joint 'j' follows another by a polynomial, which is not supported: only the first two "
     "numbers of polycoef may be other than 0"},
    {"a_joint_that_follows_two",
     EQUALITY("<joint joint1='j' joint2='k'/>\n<joint joint1='j' joint2='k'/>"),
     "4:1: joint 'j' follows two joints, 'k' and 'k'"},
    {"couplings_in_a_circle",
     EQUALITY("<joint joint1='j' joint2='k'/>\n<joint joint1='k' joint2='j'/>"),
     "3:1: joint 'j' mimics joint 'k', and so on in a circle"},
    {"a_tendon_with_a_spring", TENDON("<spatial name='t' stiffness='5'/>"),
     "3:1: tendon 't' has stiffness, which is supported only on fixed tendons"},
    {"a_tendon_of_two_joints_with_friction", TENDON(TWO("frictionloss='5'")),
     "3:1: tendon 't' of 2 joints has frictionloss, which is supported only on tendons of one "
     "joint"},
    {"a_tendon_of_two_joints_with_a_rotor", TENDON(TWO("armature='5'")),
     "3:1: tendon 't' of 2 joints has armature, which is supported only on tendons of one joint"},
    {"a_slack_spring", TENDON(TWO("stiffness='5' springlength='0 1'")),
     "3:1: tendon 't': springlength of <fixed>: a spring that is slack between two lengths is not "
     "supported"},
    {"a_tendon_with_a_spring_by_a_polynomial", TENDON(TWO("stiffness='5 1'")),
     "3:1: tendon 't': stiffness of <fixed>: only the first number may be other than 0"},
    {"a_tendon_with_negative_damping", TENDON(TWO("damping='-1'")),
     "3:1: tendon 't': damping of <fixed>: it is negative"},
    {"a_tendon_of_no_joint", TENDON("<fixed>\n<joint coef='1'/></fixed>"),
     "4:1: tendon: joint of <joint>: it is missing"},
    {"a_tendon_of_an_unknown_joint", TENDON("<fixed>\n<joint coef='1' joint='z'/></fixed>"),
     "4:1: tendon: joint of <joint>: there is no joint 'z'"},
    {"a_tendon_without_a_coefficient", TENDON("<fixed>\n<joint joint='j'/></fixed>"),
     "4:1: tendon: coef of <joint>: it is missing"},
    {"a_yielding_spring", INSIDE(JOINT("j", "springyield='1'")),
     "3:1: springyield of <joint> is not supported"},
    /* actuators */
    {"an_actuator_of_a_site_with_a_rotor", ACTUATOR("<motor name='m' site='s' armature='1'/>"),
     "3:1: actuator 'm': armature of <motor>: it needs a joint or a tendon to act on"},
    {"an_actuator_of_a_body_with_damping", ACTUATOR("<general body='a' damping='1'/>"),
     "3:1: actuator: damping of <general>: it needs a joint or a tendon to act on"},
    {"a_slider_crank_with_a_rotor",
     ACTUATOR("<motor cranksite='s' slidersite='t' cranklength='1' armature='1'/>"),
     "3:1: actuator: armature of <motor>: it needs a joint or a tendon to act on"},
    {"an_actuator_of_an_unknown_joint", ACTUATOR("<motor joint='z' armature='1'/>"),
     "3:1: actuator: joint of <motor>: there is no joint 'z'"},
    {"an_actuator_of_an_unknown_tendon", ACTUATOR("<motor tendon='z' armature='1'/>"),
     "3:1: actuator: tendon of <motor>: there is no tendon 'z'"},
    {"an_actuator_of_a_free_body_with_a_rotor",
     "<mujoco><worldbody><body><freejoint name='f'/></body></worldbody><actuator>\n"
     "<motor joint='f' armature='1'/></actuator></mujoco>",
     "2:1: actuator: armature of <motor>: it is supported at joints with one axis alone"},
    {"an_actuator_with_a_negative_rotor", ACTUATOR("<motor joint='j' armature='-1'/>"),
     "3:1: actuator: armature of <motor>: it is negative"},
    {"an_actuator_with_damping_by_a_polynomial", ACTUATOR("<motor joint='j' damping='1 2'/>"),
     "3:1: actuator: damping of <motor>: only the first number may be other than 0"},
    {"an_actuator_with_a_wrong_gear", ACTUATOR("<motor joint='j' damping='1' gear='x'/>"),
     "3:1: actuator: gear of <motor>: 'x' is not a finite decimal number"},
    {"an_unknown_kind_of_actuator", ACTUATOR("<engine joint='j'/>"),
     "3:1: <engine> in <actuator> is no element of MJCF that is known"},
    {"a_soft_body", BESIDE("<deformable>\n<flex name='f'/></deformable>"),
     "3:1: <flex> in <deformable> is not supported"},
};
enum { REFUSALS_COUNT = sizeof REFUSALS / sizeof REFUSALS[0] };

static void is_refused(void **state)
{
    bench b = assert_refused(*state);
    assert_true(b.d.error.at.file != NULL);
    bench_free(&b);
}

/* Elements on top of each other a thousand deep, and a million beside each other. */
static void outsized_files_are_refused(void **state)
{
    (void)state;
    static const struct {
        const char *opening, *again, *expected;
        uint32_t times;
    } CASES[] = {
        {"<mujoco><worldbody>\n", "<body>", "2:5989: elements nested more than 1000 deep", 1100},
        {"<mujoco><worldbody>\n", "<a/>", "2:3999993: more than 1000000 elements", 1000100},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof CASES[0]; i++) {
        arena mem = arena_make();
        text xml = text_make(&mem);
        text_add(&xml, CASES[i].opening);
        for (uint32_t k = 0; k < CASES[i].times; k++)
            text_add(&xml, CASES[i].again);
        bench b = bench_make();
        assert_int_equal(bench_read(&b, xml.bytes), STATUS_INPUT);
        assert_entry(&b.d.error, CASES[i].expected);
        bench_free(&b);
        arena_free(&mem);
    }
}

int main(void)
{
    struct CMUnitTest tests[REFUSALS_COUNT + 1] = {cmocka_unit_test(outsized_files_are_refused)};
    test_each(tests + 1, REFUSALS, REFUSALS_COUNT, is_refused);
    return cmocka_run_group_tests(tests, NULL, NULL);
}
