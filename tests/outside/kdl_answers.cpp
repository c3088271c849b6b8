/* SPDX-License-Identifier: MIT */
/* What KDL says beyond torques. */
#include "kdl.h"

#include <kdl/chaindynparam.hpp>
#include <kdl/chainfdsolver_recursive_newton_euler.hpp>
#include <kdl/chainfksolvervel_recursive.hpp>
#include <kdl/chainjnttojacdotsolver.hpp>
#include <kdl/chainjnttojacsolver.hpp>
#include <kdl/treefksolverpos_recursive.hpp>
#include <kdl/treejnttojacsolver.hpp>

namespace {

/* KDL's coordinate of each freedom: those of the base first. */
std::vector<unsigned> freedoms_of(opinion *o)
{
    std::vector<unsigned> all;
    for (unsigned i = 0; o->floating && i < BASE_FREEDOMS; i++)
        all.push_back(o->coordinate["outside joint " + std::to_string(i)]);
    all.insert(all.end(), o->order.begin(), o->order.end());
    return all;
}

void hold_base(opinion *o)
{
    for (unsigned i = 0; o->floating && i < BASE_FREEDOMS; i++) {
        const unsigned at = o->coordinate["outside joint " + std::to_string(i)];
        o->q(at) = o->qd(at) = o->qdd(at) = 0;
    }
}

/* Of a chain by KDL's own call; it has none for trees, where torques of unit accelerations at rest
 * and without gravity are the columns. */
void answer_mass(opinion *o, double *out)
{
    const std::vector<unsigned> freedom = freedoms_of(o);
    const size_t n = freedom.size();
    const bool is_chain = o->chain_solver && o->chain.getNrOfJoints() == n;
    KDL::JntSpaceInertiaMatrix mass(static_cast<unsigned>(n));
    if (is_chain)
        KDL::ChainDynParam(o->chain, KDL::Vector::Zero()).JntToMass(o->q, mass);
    KDL::SetToZero(o->qd);
    for (size_t column = 0; column < n; column++) {
        KDL::SetToZero(o->qdd);
        o->qdd(freedom[column]) = 1;
        if (!is_chain)
            o->weightless->CartToJnt(o->q, o->qd, o->qdd, KDL::WrenchMap(), o->torque);
        for (size_t row = 0; row < n; row++)
            out[row * n + column] = is_chain ? mass(freedom[row], freedom[column])
                                             : o->torque(freedom[row]);
    }
}

bool answer_acceleration(opinion *o, const opinion_state *s, double *out)
{
    const size_t n = o->order.size();
    if (o->floating || !o->chain_solver || o->chain.getNrOfJoints() != n)
        return false;
    for (size_t i = 0; i < n; i++)
        o->torque(o->order[i]) = s->tau[i];
    KDL::ChainFdSolver_RNE solver(o->chain, o->gravity);
    const KDL::Wrenches none(o->chain.getNrOfSegments(), KDL::Wrench::Zero());
    if (solver.CartToJnt(o->q, o->qd, o->torque, none, o->qdd) < 0)
        return false;
    for (size_t i = 0; i < n; i++)
        out[i] = o->qdd(o->order[i]);
    return true;
}

void store(const KDL::Vector &v, double *to)
{
    for (int i = 0; i < 3; i++)
        to[i] = v(i);
}

KDL::JntArray of_chain(const kdl_frame &f, const KDL::JntArray &all)
{
    KDL::JntArray own(static_cast<unsigned>(f.joints.size()));
    for (unsigned i = 0; i < f.joints.size(); i++)
        own(i) = all(f.joints[i]);
    return own;
}

void answer_pose(opinion *o, const kdl_frame &f, double *out)
{
    KDL::Frame at;
    KDL::TreeFkSolverPos_recursive(o->tree).JntToCart(o->q, at, f.link);
    store(at * f.at, out);
    for (int row = 0; row < 3; row++)
        for (int column = 0; column < 3; column++)
            out[3 + 3 * row + column] = at.M(row, column);
}

/* The frame's velocity and, in base axes, the way from the link's origin to it. */
KDL::Twist velocity(opinion *o, const kdl_frame &f, KDL::Vector *arm)
{
    KDL::FrameVel at;
    const KDL::JntArrayVel rates(of_chain(f, o->q), of_chain(f, o->qd));
    KDL::ChainFkSolverVel_recursive(f.chain).JntToCart(rates, at);
    *arm = at.M.R * f.at;
    return at.GetTwist();
}

void answer_velocity(opinion *o, const kdl_frame &f, double *out)
{
    KDL::Vector arm;
    const KDL::Twist v = velocity(o, f, &arm).RefPoint(arm);
    store(v.vel, out);
    store(v.rot, out + 3);
}

/* J qdd + J' qd at the link's origin, then moved to the point. */
void answer_acceleration_of(opinion *o, const kdl_frame &f, double *out)
{
    KDL::Vector arm;
    const KDL::Vector omega = velocity(o, f, &arm).rot;
    const KDL::JntArray q = of_chain(f, o->q), qd = of_chain(f, o->qd), qdd = of_chain(f, o->qdd);
    KDL::Jacobian j(static_cast<unsigned>(f.joints.size()));
    KDL::ChainJntToJacSolver(f.chain).JntToJac(q, j);
    KDL::Twist a, driven;
    KDL::ChainJntToJacDotSolver(f.chain).JntToJacDot(KDL::JntArrayVel(q, qd), a);
    KDL::MultiplyJacobian(j, qdd, driven);
    a += driven;
    store(a.vel + a.rot * arm + omega * (omega * arm), out);
    store(a.rot, out + 3);
}

void answer_jacobian(opinion *o, const kdl_frame &f, double *out)
{
    KDL::Vector arm;
    velocity(o, f, &arm);
    KDL::Jacobian j(o->tree.getNrOfJoints());
    KDL::TreeJntToJacSolver(o->tree).JntToJac(o->q, j, f.link);
    j.changeRefPoint(arm);
    const std::vector<unsigned> freedom = freedoms_of(o);
    for (unsigned row = 0; row < 6; row++)
        for (size_t column = 0; column < freedom.size(); column++)
            out[row * freedom.size() + column] = j(row, freedom[column]);
}

} // namespace

bool kdl_answer(opinion *o, opinion_question what, const opinion_state *s, double *out)
{
    kdl_set_joints(o, s);
    hold_base(o);
    const size_t freedoms = freedoms_of(o).size();
    switch (what) {
    case QUESTION_MASS:
        answer_mass(o, out);
        return true;
    case QUESTION_ACCELERATION:
        return answer_acceleration(o, s, out);
    case QUESTION_POSE:
        for (size_t k = 0; k < o->frames.size(); k++)
            answer_pose(o, o->frames[k], out + 12 * k);
        return true;
    case QUESTION_VELOCITY:
        for (size_t k = 0; k < o->frames.size(); k++)
            answer_velocity(o, o->frames[k], out + 6 * k);
        return true;
    case QUESTION_FRAME_ACCELERATION:
        for (size_t k = 0; k < o->frames.size(); k++)
            answer_acceleration_of(o, o->frames[k], out + 6 * k);
        return true;
    case QUESTION_JACOBIAN:
        for (size_t k = 0; k < o->frames.size(); k++)
            answer_jacobian(o, o->frames[k], out + 6 * freedoms * k);
        return true;
    default:
        return false;
    }
}
