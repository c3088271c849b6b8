/* SPDX-License-Identifier: MIT */
/* Pieces of URDF that the tests of the reader are put together from. */
#ifndef TAUFLOW_TEST_URDF_PIECES_H
#define TAUFLOW_TEST_URDF_PIECES_H

#include "unit/robot_text.h"

#define ROBOT(inside) "<robot name='r'>\n" inside "</robot>\n"
#define LINKS "<link name='a'/><link name='b'/>\n"
#define JOINT(type, inside) \
    "<joint name='j' type='" type "'>\n<parent link='a'/><child link='b'/>\n" inside "</joint>\n"
#define ORIGIN(text) ROBOT(LINKS JOINT("revolute", " <origin " text "/>\n"))
#define AXIS(text) ROBOT(LINKS JOINT("revolute", " <axis xyz='" text "'/>\n"))
#define INERTIAL(inside) ROBOT("<link name='a'>\n<inertial>\n" inside "</inertial>\n</link>\n")
#define MASS "<mass value='1'/>\n"
#define INERTIA(xx, xy, yy, zz)                                                                    \
    "<inertia ixx='" xx "' ixy='" xy "' ixz='0' iyy='" yy "' iyz='0' izz='" zz "'/>\n"
#define ARM(name, parent, child, inside)                                                           \
    "<joint name='" name "' type='revolute'><parent link='" parent "'/><child link='" child        \
    "'/>" inside "</joint>\n"
#define THREE "<link name='a'/><link name='b'/><link name='c'/>\n"

#endif
