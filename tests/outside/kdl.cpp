/* SPDX-License-Identifier: MIT */
/* Orocos KDL's opinion. urdfdom reads the file; the tree is built joint by joint the way ROS
 * does it. KDL accepts massless bodies and impossible inertias, so it has an opinion on every
 * file. */
#include "kdl.h"

#include <cstdio>
#include <fstream>
#include <sstream>

void kdl_set_joints(opinion *o, const opinion_state *s)
{
    for (size_t i = 0; i < o->order.size(); i++) {
        o->q(o->order[i]) = s->q[i];
        o->qd(o->order[i]) = s->qd[i];
        o->qdd(o->order[i]) = s->qdd[i];
    }
}

namespace {

KDL::Vector to_vector(const urdf::Vector3 &v) { return KDL::Vector(v.x, v.y, v.z); }

KDL::Frame to_frame(const urdf::Pose &p)
{
    return KDL::Frame(
        KDL::Rotation::Quaternion(p.rotation.x, p.rotation.y, p.rotation.z, p.rotation.w),
        to_vector(p.position));
}

/* URDF gives the inertia about the centre of mass in axes of the inertial frame; KDL wants it about
 * the same point in link axes. */
KDL::RigidBodyInertia to_inertia(const urdf::InertialSharedPtr &i)
{
    if (!i)
        return KDL::RigidBodyInertia::Zero();
    const KDL::Frame at = to_frame(i->origin);
    const KDL::RigidBodyInertia turned =
        KDL::Frame(at.M, KDL::Vector::Zero()) *
        KDL::RigidBodyInertia(
            0, KDL::Vector::Zero(),
            KDL::RotationalInertia(i->ixx, i->iyy, i->izz, i->ixy, i->ixz, i->iyz));
    return KDL::RigidBodyInertia(i->mass, at.p, turned.getRotationalInertia());
}

void note_joint(opinion &o, const urdf::Joint &j, const std::string &name, bool is_angle)
{
    o.part_names.push_back(name);
    opinion_joint found = {
        o.part_names.back().c_str(), j.child_link_name.c_str(), is_angle, nullptr, 1, 0};
    if (j.mimic) {
        found.master = j.mimic->joint_name.c_str();
        found.ratio = j.mimic->multiplier;
        found.offset = j.mimic->offset;
    }
    o.joints.push_back(found);
}

struct freedom {
    const char *suffix; /* of the joint's name */
    bool is_angle;
    KDL::Vector axis; /* in joint axes */
};

/* The elementary joints of one URDF joint, in our order (tree.h): a planar joint slides before it
 * turns, a floating one below the base turns about x, y, z in turn. */
std::vector<freedom> freedoms(const urdf::Joint &j)
{
    const KDL::Vector x(1, 0, 0), y(0, 1, 0), z(0, 0, 1), axis = to_vector(j.axis);
    switch (j.type) {
    case urdf::Joint::REVOLUTE:
    case urdf::Joint::CONTINUOUS:
        return {{"", true, axis}};
    case urdf::Joint::PRISMATIC:
        return {{"", false, axis}};
    case urdf::Joint::PLANAR: /* files in these tests have planes across z only */
        return {{".x", false, x}, {".y", false, y}, {".rz", true, z}};
    case urdf::Joint::FLOATING:
        return {{".x", false, x}, {".y", false, y}, {".z", false, z},
                {".rx", true, x}, {".ry", true, y}, {".rz", true, z}};
    default:
        return {};
    }
}

bool add_children(opinion &o, const urdf::Link &link, bool moves, std::string &why);

/* A segment of KDL is a joint and what follows it up to the next: the last freedom carries the
 * link. */
bool add_link(opinion &o, const urdf::LinkConstSharedPtr &link, std::string parent, bool moves,
              std::string &why)
{
    const urdf::Joint &j = *link->parent_joint;
    KDL::Frame at = to_frame(j.parent_to_joint_origin_transform);
    const std::vector<freedom> parts = freedoms(j);
    bool added = true;
    for (size_t i = 0; i < parts.size(); i++, at = KDL::Frame::Identity()) {
        const bool last = i + 1 == parts.size();
        const std::string name = j.name + parts[i].suffix, segment = last ? link->name : name;
        note_joint(o, j, name, parts[i].is_angle);
        added = added &&
                o.tree.addSegment(
                    KDL::Segment(
                        segment,
                        KDL::Joint(name, at.p, at.M * parts[i].axis,
                                   parts[i].is_angle ? KDL::Joint::RotAxis : KDL::Joint::TransAxis),
                        at, last ? to_inertia(link->inertial) : KDL::RigidBodyInertia::Zero()),
                    parent);
        parent = segment;
    }
    if (parts.empty())
        added = o.tree.addSegment(KDL::Segment(link->name, KDL::Joint(j.name, KDL::Joint::None), at,
                                               to_inertia(link->inertial)),
                                  parent);
    if (!added) {
        why = "KDL does not take link " + link->name;
        return false;
    }
    moves = moves || !parts.empty();
    if (moves)
        o.last_link = link->name.c_str();
    return add_children(o, *link, moves, why);
}

/* Off the path only what is fixed stays, and nothing below the tip. */
bool add_children(opinion &o, const urdf::Link &link, bool moves, std::string &why)
{
    if (o.cut && link.name == o.tip)
        return true;
    for (const urdf::LinkSharedPtr &child : link.child_links)
        if ((!o.cut || o.path.count(child->name) ||
             child->parent_joint->type == urdf::Joint::FIXED) &&
            !add_link(o, child, link.name, moves, why))
            return false;
    return true;
}

/* A free root link is a chain of three slides and three hinges. At zero angles, the only place
 * where torques() uses it, the six forces of that chain are the wrench on the link in link axes. */
bool add_root(opinion &o, const urdf::LinkConstSharedPtr &root, std::string &why)
{
    const KDL::Joint::JointType kinds[BASE_FREEDOMS] = {KDL::Joint::TransX, KDL::Joint::TransY,
                                                        KDL::Joint::TransZ, KDL::Joint::RotX,
                                                        KDL::Joint::RotY,   KDL::Joint::RotZ};
    std::string parent = "outside world";
    o.tree = KDL::Tree(o.floating ? parent : root->name);
    for (unsigned i = 0; o.floating && i < BASE_FREEDOMS; i++) {
        const bool last = i + 1 == BASE_FREEDOMS;
        const std::string name = last ? root->name : "outside " + std::to_string(i);
        o.tree.addSegment(
            KDL::Segment(name, KDL::Joint("outside joint " + std::to_string(i), kinds[i]),
                         KDL::Frame::Identity(),
                         last ? to_inertia(root->inertial) : KDL::RigidBodyInertia::Zero()),
            parent);
        parent = name;
    }
    return add_children(o, *root, o.floating, why);
}

/* Whether anything at or below this segment changes a torque. */
bool matters(const KDL::TreeElement &at)
{
    if (at.segment.getJoint().getType() != KDL::Joint::None ||
        at.segment.getInertia().getMass() != 0)
        return true;
    for (const auto &child : at.children)
        if (matters(child->second))
            return true;
    return false;
}

/* A robot on which all that matters lies on one chain is given to KDL's chain solver, its faster
 * one. */
void find_chain(opinion &o, const KDL::Vector &gravity)
{
    auto at = o.tree.getRootSegment();
    for (;;) {
        auto next = at;
        for (const auto &child : at->second.children) {
            if (!matters(child->second))
                continue;
            if (next != at)
                return;
            next = child;
        }
        if (next == at)
            break;
        at = next;
    }
    if (o.tree.getChain(o.tree.getRootSegment()->first, at->first, o.chain))
        o.chain_solver = std::make_unique<KDL::ChainIdSolver_RNE>(o.chain, gravity);
}

void set_part(opinion &o, const opinion_request &r)
{
    o.root = r.root ? o.model->getLink(r.root) : o.model->getRoot();
    o.cut = r.tip != nullptr;
    o.tip = o.cut ? r.tip : "";
    for (urdf::LinkConstSharedPtr at = o.cut ? o.model->getLink(r.tip) : nullptr; at;
         at = at->getParent())
        o.path.insert(at->name);
}

bool find_frames(opinion &o, const opinion_request &r, std::string &why)
{
    for (uint32_t i = 0; i < r.frames_count; i++) {
        const double *at = r.frames[i].at_m;
        kdl_frame f = {r.frames[i].link, KDL::Vector(at[0], at[1], at[2]), {}, {}};
        why = "KDL has no way to link " + f.link;
        if (!o.tree.getChain(o.tree.getRootSegment()->first, f.link, f.chain))
            return false;
        for (const KDL::Segment &segment : f.chain.segments)
            if (segment.getJoint().getType() != KDL::Joint::None)
                f.joints.push_back(o.coordinate[segment.getJoint().getName()]);
        o.frames.push_back(f);
    }
    return true;
}

opinion *kdl_open(const opinion_request *r, char *why, size_t why_bytes)
{
    auto o = std::make_unique<opinion>();
    std::ifstream file(r->path);
    std::stringstream bytes;
    bytes << file.rdbuf();
    o->model = urdf::parseURDF(bytes.str());
    std::string reason = "urdfdom does not read it";
    o->floating = r->floating_base;
    if (o->model)
        set_part(*o, *r);
    if (!o->model || !add_root(*o, o->root, reason)) {
        std::snprintf(why, why_bytes, "%s", reason.c_str());
        return nullptr;
    }
    for (const auto &segment : o->tree.getSegments())
        o->coordinate[GetTreeElementSegment(segment.second).getJoint().getName()] =
            GetTreeElementQNr(segment.second);
    for (uint32_t i = 0; i < r->force_links_count; i++)
        o->force_links.push_back(r->force_links[i]);
    /* With a floating base gravity is part of acc. */
    const KDL::Vector gravity(r->gravity_ms2[0], r->gravity_ms2[1], r->gravity_ms2[2]);
    o->solver = std::make_unique<KDL::TreeIdSolver_RNE>(o->tree, o->floating ? KDL::Vector::Zero()
                                                                             : gravity);
    o->gravity = gravity;
    o->weightless = std::make_unique<KDL::TreeIdSolver_RNE>(o->tree, KDL::Vector::Zero());
    find_chain(*o, gravity);
    if (!find_frames(*o, *r, reason)) {
        std::snprintf(why, why_bytes, "%s", reason.c_str());
        return nullptr;
    }
    const unsigned n = o->tree.getNrOfJoints();
    o->q = o->qd = o->qdd = o->torque = KDL::JntArray(n);
    return o.release();
}

const opinion_joint *kdl_joints(const opinion *o, uint32_t *count)
{
    *count = static_cast<uint32_t>(o->joints.size());
    return o->joints.data();
}

const char *kdl_last_link(const opinion *o) { return o->last_link; }

/* Down the last branch of every fork, from the first link that moves to the one before the last
 * that does. */
bool kdl_cut(const opinion *o, const char **root, const char **tip)
{
    std::vector<const char *> moving;
    urdf::LinkConstSharedPtr at = o->model->getLink(o->joints[0].link);
    for (;; at = at->child_links.back()) {
        if (at->parent_joint->type != urdf::Joint::FIXED)
            moving.push_back(at->name.c_str());
        if (at->child_links.empty())
            break;
    }
    if (moving.size() < 2)
        return false;
    *root = moving[0];
    *tip = moving[moving.size() > 2 ? moving.size() - 2 : 1];
    return true;
}

bool kdl_bind(opinion *o, const char *const *names, uint32_t count)
{
    o->order.clear();
    for (uint32_t i = 0; i < count; i++) {
        const auto found = o->coordinate.find(names[i]);
        if (found == o->coordinate.end())
            return false;
        o->order.push_back(found->second);
    }
    return count + (o->floating ? BASE_FREEDOMS : 0) == o->tree.getNrOfJoints();
}

/* Angle rates and accelerations of the X-Y-Z hinge chain at zero angles that give the link's omega
 * and omegad: differentiating omega = Rz'Ry' x a' + Rz' y b' + z c' there adds (b'c', -a'c',
 * a'b'). */
void set_base(opinion *o, const opinion_state *s)
{
    const double turn[3] = {s->omega[1] * s->omega[2], -s->omega[0] * s->omega[2],
                            s->omega[0] * s->omega[1]};
    for (unsigned i = 0; i < 3; i++) {
        const unsigned slide = o->coordinate["outside joint " + std::to_string(i)];
        const unsigned hinge = o->coordinate["outside joint " + std::to_string(i + 3)];
        o->q(slide) = o->qd(slide) = o->q(hinge) = 0;
        o->qdd(slide) = s->acc[i];
        o->qd(hinge) = s->omega[i];
        o->qdd(hinge) = s->omegad[i] - turn[i];
    }
}

void kdl_torques(opinion *o, const opinion_state *s, double *torque, double wrench[6])
{
    kdl_set_joints(o, s);
    if (o->floating)
        set_base(o, s);
    KDL::WrenchMap forces;
    for (size_t i = 0; i < o->force_links.size(); i++) {
        const double *f = s->forces + 6 * i;
        forces[o->force_links[i]] = KDL::Wrench(KDL::Vector(f[0], f[1], f[2]),
                                                KDL::Vector(f[3], f[4], f[5]));
    }
    o->solver->CartToJnt(o->q, o->qd, o->qdd, forces, o->torque);
    for (size_t i = 0; i < o->order.size(); i++)
        torque[i] = o->torque(o->order[i]);
    for (unsigned i = 0; o->floating && i < BASE_FREEDOMS; i++)
        wrench[i] = o->torque(o->coordinate["outside joint " + std::to_string(i)]);
}

void kdl_run(opinion *o, uint32_t count, const double *q, const double *qd, const double *qdd,
             double *torque)
{
    const unsigned n = o->tree.getNrOfJoints();
    const KDL::WrenchMap none;
    const KDL::Wrenches chain_none(o->chain.getNrOfSegments(), KDL::Wrench::Zero());
    for (uint32_t s = 0; s < count; s++) {
        for (unsigned i = 0; i < n; i++) {
            o->q(i) = q[s * n + i];
            o->qd(i) = qd[s * n + i];
            o->qdd(i) = qdd[s * n + i];
        }
        if (o->chain_solver)
            o->chain_solver->CartToJnt(o->q, o->qd, o->qdd, chain_none, o->torque);
        else
            o->solver->CartToJnt(o->q, o->qd, o->qdd, none, o->torque);
        for (unsigned i = 0; i < n; i++)
            torque[s * n + i] = o->torque(i);
    }
}

void kdl_close(opinion *o) { delete o; }

} // namespace

const opinion_library *opinion_library_here(void)
{
    static const opinion_library library = {"KDL",   kdl_open, kdl_joints,  kdl_last_link,
                                            kdl_cut, kdl_bind, kdl_torques, kdl_answer,
                                            kdl_run, kdl_close};
    return &library;
}
