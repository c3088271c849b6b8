/* Accelerations with loops closed. Where the mass matrix is regular and no loop is a rod, by
 * Pinocchio's own constraint dynamics, which takes whole points and whole frames: what of them is
 * redundant it leaves to its proximal iterations. Otherwise from its mass matrix, forces and
 * motions of frames, solved here in long doubles:
 *   [M -J'; J 0] (qdd; forces) = (tau - c; -quadratic) */
#include "pinocchio_parts.h"

#include <pinocchio/algorithm/constrained-dynamics.hpp>
#include <pinocchio/algorithm/crba.hpp>
#include <pinocchio/algorithm/frames.hpp>
#include <pinocchio/algorithm/jacobian.hpp>
#include <pinocchio/algorithm/kinematics.hpp>
#include <pinocchio/algorithm/rnea.hpp>

namespace {

using wide_matrix = Eigen::Matrix<long double, Eigen::Dynamic, Eigen::Dynamic>;
using wide_vector = Eigen::Matrix<long double, Eigen::Dynamic, 1>;

/* A point of a link with axes, in base axes. */
struct end_motion {
    Eigen::Vector3d at, velocity, acceleration, omega, omegad; /* accelerations: at qdd = 0 */
    Eigen::Matrix3d axes;
    Eigen::MatrixXd linear, angular;
};

pinocchio::SE3 placement(const opinion_loop &l, int end)
{
    Eigen::Matrix3d axes;
    for (int i = 0; i < 9; i++)
        axes(i / 3, i % 3) = l.axes[end][i];
    return {axes, Eigen::Vector3d(l.at_m[end][0], l.at_m[end][1], l.at_m[end][2])};
}

pinocchio::FrameIndex frame_of(const opinion *o, const opinion_loop &l, int end)
{
    return o->model.getFrameId(l.link[end], pinocchio::BODY);
}

end_motion find_end(opinion *o, const opinion_loop &l, int end)
{
    const auto axes = pinocchio::LOCAL_WORLD_ALIGNED;
    const pinocchio::FrameIndex frame = frame_of(o, l, end);
    const pinocchio::SE3 &link = o->data->oMf[frame];
    const pinocchio::SE3 own = placement(l, end);
    Eigen::MatrixXd j = Eigen::MatrixXd::Zero(6, o->model.nv);
    pinocchio::getFrameJacobian(o->model, *o->data, frame, axes, j);
    const pinocchio::Motion v = pinocchio::getFrameVelocity(o->model, *o->data, frame, axes);
    const pinocchio::Motion a =
        pinocchio::getFrameClassicalAcceleration(o->model, *o->data, frame, axes);
    end_motion m;
    m.at = link.act(own.translation());
    const Eigen::Vector3d arm = m.at - link.translation();
    m.axes = link.rotation() * own.rotation();
    m.omega = v.angular();
    m.omegad = a.angular();
    m.velocity = v.linear() + m.omega.cross(arm);
    m.acceleration = a.linear() + m.omegad.cross(arm) + m.omega.cross(m.omega.cross(arm));
    m.angular = j.bottomRows<3>();
    m.linear = j.topRows<3>() - pinocchio::skew(arm) * j.bottomRows<3>();
    return m;
}

struct equations {
    std::vector<Eigen::RowVectorXd> rows;
    std::vector<double> quadratic;
    double gap = 0;

    void add(const Eigen::RowVectorXd &row, double of_rates)
    {
        rows.push_back(row);
        quadratic.push_back(of_rates);
    }
};

void add_loop(opinion *o, const opinion_loop &l, equations &e)
{
    const end_motion a = find_end(o, l, 0), b = find_end(o, l, 1);
    const Eigen::Vector3d x = b.at - a.at, rate = b.velocity - a.velocity;
    if (l.kind == OPINION_ROD) {
        e.gap = std::max(e.gap, std::abs(x.norm() - l.length_m));
        e.add(x.transpose() * (b.linear - a.linear),
              rate.squaredNorm() + x.dot(b.acceleration - a.acceleration));
        return;
    }
    for (int i = 0; i < 3; i++)
        if (l.kept[i]) {
            e.gap = std::max(e.gap, std::abs(x[i]));
            e.add(b.linear.row(i) - a.linear.row(i), b.acceleration[i] - a.acceleration[i]);
        }
    const Eigen::Matrix3d turn = b.axes * a.axes.transpose();
    const double angle[3] = {turn(2, 1), turn(0, 2), turn(1, 0)};
    for (int i = 0; l.kind == OPINION_BODY && i < 3; i++)
        if (l.kept[3 + i]) {
            e.gap = std::max(e.gap, std::abs(angle[i]));
            e.add(b.angular.row(i) - a.angular.row(i), b.omegad[i] - a.omegad[i]);
        }
}

bool has_rods(const opinion_loops *l)
{
    for (uint32_t i = 0; i < l->count; i++)
        if (l->list[i].kind == OPINION_ROD)
            return true;
    return false;
}

Eigen::VectorXd by_constraint_dynamics(opinion *o, const opinion_loops *l,
                                       const Eigen::VectorXd &tau)
{
    std::vector<pinocchio::RigidConstraintModel> models;
    for (uint32_t i = 0; i < l->count; i++) {
        const opinion_loop &loop = l->list[i];
        const bool turns = loop.kind == OPINION_BODY &&
                           (loop.kept[3] || loop.kept[4] || loop.kept[5]);
        const pinocchio::Frame &a = o->model.frames[frame_of(o, loop, 0)];
        const pinocchio::Frame &b = o->model.frames[frame_of(o, loop, 1)];
        models.emplace_back(turns ? pinocchio::CONTACT_6D : pinocchio::CONTACT_3D, o->model,
                            a.parentJoint, a.placement * placement(loop, 0), b.parentJoint,
                            b.placement * placement(loop, 1), pinocchio::LOCAL);
    }
    std::vector<pinocchio::RigidConstraintData> datas;
    for (const auto &model : models)
        datas.push_back(model.createData());
    pinocchio::ProximalSettings settings(1e-14, 1e-10, 50);
    pinocchio::initConstraintDynamics(o->model, *o->data, models, datas);
/* "The API will change towards more flexibility", it says; there is no other yet. */
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
    return pinocchio::constraintDynamics(o->model, *o->data, o->q, o->qd, tau, models, datas,
                                         settings);
#pragma GCC diagnostic pop
}

Eigen::VectorXd by_terms(opinion *o, const Eigen::MatrixXd &mass, const equations &e,
                         const Eigen::VectorXd &tau)
{
    const Eigen::Index n = o->model.nv, m = static_cast<Eigen::Index>(e.rows.size());
    const Eigen::VectorXd bias = pinocchio::nonLinearEffects(o->model, *o->data, o->q, o->qd);
    wide_matrix all = wide_matrix::Zero(n + m, n + m);
    wide_vector right(n + m);
    all.topLeftCorner(n, n) = mass.cast<long double>();
    right.head(n) = (tau - bias).cast<long double>();
    for (Eigen::Index i = 0; i < m; i++) {
        const auto k = static_cast<size_t>(i);
        all.row(n + i).head(n) = e.rows[k].cast<long double>();
        all.col(n + i).head(n) = -e.rows[k].transpose().cast<long double>();
        right[n + i] = -e.quadratic[k];
    }
    return all.fullPivLu().solve(right).head(n).cast<double>();
}

} // namespace

const char *pinocchio_closed(opinion *o, const opinion_loops *l, const opinion_state *s,
                             double *qdd, double *gap)
{
    Eigen::VectorXd tau(o->model.nv);
    pinocchio_set_state(o, s);
    o->model.armature.setZero();
    for (size_t i = 0; i < o->order.size(); i++) {
        const int at = o->model.joints[o->order[i]].idx_v();
        tau[at] = s->tau[i];
        o->model.armature[at] = l->armature[i];
    }
    const Eigen::VectorXd still = Eigen::VectorXd::Zero(o->model.nv);
    pinocchio::forwardKinematics(o->model, *o->data, o->q, o->qd, still);
    pinocchio::computeJointJacobians(o->model, *o->data, o->q);
    pinocchio::updateFramePlacements(o->model, *o->data);
    equations e;
    for (uint32_t i = 0; i < l->count; i++)
        add_loop(o, l->list[i], e);
    *gap = e.gap;
    const Eigen::MatrixXd mass =
        pinocchio::crba(o->model, *o->data, o->q).selfadjointView<Eigen::Upper>();
    /* pivots, not the smallest eigenvalue: units differ */
    const Eigen::VectorXd pivots = mass.ldlt().vectorD();
    const bool regular = pivots.minCoeff() > 1e-9 * pivots.maxCoeff();
    const bool own = regular && !has_rods(l);
    const Eigen::VectorXd result = own ? by_constraint_dynamics(o, l, tau)
                                       : by_terms(o, mass, e, tau);
    for (size_t i = 0; i < o->order.size(); i++)
        qdd[i] = result[o->model.joints[o->order[i]].idx_v()];
    return own ? "constraint dynamics" : "its terms, solved here";
}
